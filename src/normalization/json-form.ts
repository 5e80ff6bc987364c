import { jsonString } from "../diagnostics/json.ts";
import { Rendering } from "./rendering.ts";
import type { LineKind } from "./rulebook.ts";

/** A name that so many fields have. Of several, all values are told, in a list. */
export interface Member {
  /** In JSON, with the colon. */
  readonly name: string;
  readonly count: number;
}

/** What is written of a line of one kind. */
export interface JsonForm {
  readonly members: readonly Member[];
  /** What stands between the number and the output. */
  readonly record: Rendering;
  readonly output: Rendering;
}

/** What there is to write of lines of a kind, whose output is this. The record is a template like any other. */
export function jsonForm({ name, pattern }: LineKind, output: Rendering): JsonForm {
  const named = new Map<string, number[]>();
  for (const [i, field] of pattern.fields.entries()) named.set(field, [...(named.get(field) ?? []), i]);
  const members = [...named].map(([field, fields]) => ({ name: `${jsonString(field)}: `, count: fields.length }));
  const literals: string[] = [];
  let text = `, "rule": ${jsonString(name)}, "fields": {`;
  for (const { name: key, count } of members) {
    literals.push(text + key + opening(count), ...Array<string>(count - 1).fill('", "'));
    text = `${closing(count)}, `;
  }
  literals.push(`${members.length === 0 ? text : closing(members.at(-1)!.count)}}, "output": "`);
  const template = { literals: literals.map((literal) => Buffer.from(literal)), slots: [...named.values()].flat() };
  return { members, record: new Rendering(template, undefined, ""), output };
}

/** What stands before the first of so many values of one name. */
export function opening(count: number): string {
  return count === 1 ? '"' : '["';
}

/** What stands behind the last of them. */
export function closing(count: number): string {
  return count === 1 ? '"' : '"]';
}
