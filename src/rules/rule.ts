import type { Pattern } from "../matcher/pattern.ts";
import type { Template } from "./template.ts";
import type { Transform } from "./transform.ts";

/** What is read from one rule of a rules file. Several rules may have one name. */
export interface Rule {
  readonly name: string;
  readonly pattern: Pattern;
  readonly template: Template;
  /** For each field what is done with its text before the template shows it; undefined if nothing is. */
  readonly transforms?: readonly (readonly Transform[])[];
}
