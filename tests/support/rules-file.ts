import { writeFileSync } from "node:fs";
import type { Element } from "../../src/matcher/pattern.ts";
import { folder } from "./folder.ts";

/** A rule as it is written in a file. */
export interface WrittenRule<Kind = Element> {
  readonly name: string;
  readonly pattern: readonly Kind[];
  readonly output: string;
  readonly sequence?: { readonly followers: readonly WrittenFollower<Kind>[] };
}

/** What may follow a rule's line. */
export interface WrittenFollower<Kind = Element> {
  readonly pattern: readonly Kind[];
  readonly output?: string;
}

let path: string | undefined;

/** Writes rules, as YAML or as what they are, to a file of which there is one: read it before the next is written. */
export function rulesFile(rules: string | readonly WrittenRule[]): string {
  path ??= `${folder()}/rules.yaml`;
  writeFileSync(path, typeof rules === "string" ? rules : JSON.stringify({ rules }));
  return path;
}
