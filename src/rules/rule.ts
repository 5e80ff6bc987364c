import type { Pattern } from "../matcher/pattern.ts";
import type { Template } from "./template.ts";

/** What is read from one rule of a rules file. Several rules may have one name. */
export interface Rule {
  readonly name: string;
  readonly pattern: Pattern;
  readonly template: Template;
}
