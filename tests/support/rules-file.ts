import { writeFileSync } from "node:fs";
import type { Element } from "../../src/matcher/pattern.ts";
import { folder } from "./folder.ts";

/** A rule as a rules file holds it. */
export interface WrittenRule<Kind = Element> {
  readonly name: string;
  readonly pattern: readonly Kind[];
  readonly output: string;
  readonly catch_all?: boolean;
  readonly sequence?: { readonly followers: readonly WrittenFollower<Kind>[] };
}

/** A follower of a rule. */
export interface WrittenFollower<Kind = Element> {
  readonly pattern: readonly Kind[];
  readonly output?: string;
}

let path: string | undefined;

/** Writes rules to a file, from objects or YAML. There is only one such file, so read it before writing the next. */
export function rulesFile(rules: string | readonly WrittenRule[]): string {
  path ??= `${folder()}/rules.yaml`;
  writeFileSync(path, typeof rules === "string" ? rules : JSON.stringify({ rules }));
  return path;
}
