import { PRINTED } from "./patterndb.ts";

/**
 * A configuration for syslog-ng that reads lines from standard input, applies a pattern database, and writes to
 * standard output.
 */
export function syslogNgConfiguration(patterndb: string): string {
  return `@version: 3.38
options { stats-freq(0); threaded(no); };
source lines { stdin(flags(no-parse) log-fetch-limit(1000) log-iw-size(100000)); };
parser rules { db-parser(file("${patterndb}")); };
destination output { file("/dev/stdout" template("${PRINTED}") flush-lines(1000) log-fifo-size(200000)); };
log { source(lines); parser(rules); destination(output); flags(flow-control); };
`;
}
