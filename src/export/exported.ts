/** What became of the rules. */
export interface ExportResult {
  /** The file of the other tool. Each rule has a comment with what differs. */
  readonly text: string;
  /** In the order in which they are written. */
  readonly rules: readonly ExportedRule[];
}

export interface ExportedRule {
  readonly name: string;
  /** The number of the line in which it begins. */
  readonly line: number;
  /** What the other tool does differently. One line each. */
  readonly remarks: readonly string[];
  /** Why the rule was left out, which is then a comment; undefined if it was written. */
  readonly reason: string | undefined;
}
