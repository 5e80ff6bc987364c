const HEADER = "<13>1 - - - - - - ";

/**
 * The lines of a log, each as a message under an empty header of RFC 5424. pdbtool parses a header from every line, and
 * would otherwise take the beginnings of ours for one.
 */
export function underSyslogHeaders(log: Buffer): Buffer {
  const headed = log.toString("latin1").replaceAll(/(?:^|(?<=\n))(?!$)/g, HEADER);
  return Buffer.from(headed, "latin1");
}
