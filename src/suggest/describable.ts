const NEWLINE = 0x0a;

/** Whether a line may get a rule. A message of several lines may not: no text of a rules file has a line break. */
export function mayGetRule(bytes: Buffer, start: number, end: number, isText: boolean): boolean {
  return isText && !bytes.subarray(start, end).includes(NEWLINE);
}
