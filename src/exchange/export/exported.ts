import type { RuleReference } from "../../run/rule-references.ts";

/** What rules can be exported to. */
export const EXPORT_FORMATS = ["patterndb"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What the name of a program may be. */
export const PROGRAM_NAME = /^[\x20-\x7e]+$/;

/** What became of the rules. */
export interface ExportResult {
  readonly format: ExportFormat;
  /** The file of the other tool. Each rule has a comment with its line in the rules file and with what differs. */
  readonly text: string;
  /** How many rules were carried over. */
  readonly ruleCount: number;
  /** The rules that were not carried over. They are comments in the text. */
  readonly leftOut: readonly { readonly rule: ExportedRule; readonly reason: string }[];
  /** How the other tool differs: one or more remarks for each such rule. */
  readonly differences: readonly { readonly rule: ExportedRule; readonly remarks: readonly string[] }[];
}

/** A rule with its name in the file of the other tool, and the line in which it begins in the rules file. */
export type ExportedRule = RuleReference;
