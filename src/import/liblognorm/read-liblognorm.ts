// Reads rulebases of liblognorm, version 2.

import { LeftOut } from "../../rules/left-out.ts";
import { DROPPED } from "../blanks.ts";
import { type Imported, type ImportFile, type ImportPlace, placesOf } from "../imported.ts";
import type { ImportReader } from "../reader.ts";
import { elementsOfParts, type ScannedPart } from "../scanned-parts.ts";
import { ruleParts } from "./rule-parts.ts";
import { isRulebase, type Rulebase, type RulebaseRule, readRulebase } from "./rulebase.ts";

export const LIBLOGNORM: ImportReader = { recognises: isRulebase, read: (files) => files.flatMap(rulesOf) };

function rulesOf(file: ImportFile): Imported[] {
  const rulebase = readRulebase(file);
  const { rules, includes } = rulebase;
  const offsets = [...rules, ...includes].map(({ offset }) => offset);
  const places = placesOf(file, offsets);
  return [
    ...rules.map((rule, i) => ruleOf(rule, rulebase, places[i]!)),
    ...includes.map(
      ({ source }, i): Imported => ({
        place: places[rules.length + i]!,
        name: undefined,
        source,
        reason: "another file; name it, too",
      }),
    ),
  ];
}

function ruleOf(rule: RulebaseRule, { types, annotations }: Rulebase, place: ImportPlace): Imported {
  const { tags, pattern, source } = rule;
  const name = tags.length === 0 || /[\r\n]/.test(tags.join()) ? undefined : tags.join(",");
  try {
    const parts = ruleParts(pattern, types);
    if (parts.length === 0) throw new LeftOut("matches only empty lines");
    if (hasLineBreak(parts)) throw new LeftOut("a line break, which no line has");
    const { elements, names, remarks } = elementsOfParts(parts, false);
    const added = tags.flatMap((tag) => annotations.get(tag) ?? []);
    const fields = [...new Set(names.values())].filter((field) => field !== DROPPED);
    const output = [...added.map(([key, value]) => `${key}=${value}`), ...fields.map((field) => `{${field}}`)].join(
      " ",
    );
    const isSayable = added.every(([key, value]) => !/[{}\r\n]/.test(key + value));
    return {
      ...{ place, name, elements, examples: [] },
      ...(added.length > 0 && isSayable && { output }),
      remarks: isSayable ? remarks : [...remarks, "the annotations of its tags are left out"],
    };
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    return { place, name, source, reason: error.message };
  }
}

function hasLineBreak(parts: readonly ScannedPart[]): boolean {
  return parts.some((part) => {
    if ("branches" in part) return part.branches.some(hasLineBreak);
    return "text" in part && /[\r\n]/.test(part.text);
  });
}
