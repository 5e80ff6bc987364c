// Reads rulebases of liblognorm, version 2.

import { type Element, pattern } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { type TemplatePart, templateText } from "../../../rules/template.ts";
import { DROPPED } from "../blanks.ts";
import type { ImportReader } from "../imported.ts";
import { type Imported, type ImportFile, type ImportLocation, locationsIn } from "../imported.ts";
import { elementsOfParts } from "../scanned-parts.ts";
import { ruleParts } from "./rule-parts.ts";
import { isRulebase, type Rulebase, type RulebaseRule, readRulebase } from "./rulebase.ts";

export const LIBLOGNORM: ImportReader = { recognises: isRulebase, read: (files) => files.flatMap(rulesOf) };

function rulesOf(file: ImportFile): Imported[] {
  const rulebase = readRulebase(file);
  const { rules, includes } = rulebase;
  const offsets = [...rules, ...includes].map(({ offset }) => offset);
  const locations = locationsIn(file, offsets);
  return [
    ...rules.map((rule, i) => ruleOf(rule, rulebase, locations[i]!)),
    ...includes.map(
      ({ source }, i): Imported => ({
        location: locations[rules.length + i]!,
        name: undefined,
        source,
        reason: "another file; name it too",
      }),
    ),
  ];
}

function ruleOf(rule: RulebaseRule, { types, annotations }: Rulebase, location: ImportLocation): Imported {
  const { tags, source } = rule;
  const name = tags.length === 0 || /[\r\n]/.test(tags.join()) ? undefined : tags.join(",");
  try {
    const parts = ruleParts(rule.pattern, types);
    if (parts.length === 0) throw new LeftOut("matches only empty lines");
    const { elements, names, remarks } = elementsOfParts(parts, false);
    const added = tags.flatMap((tag) => annotations.get(tag) ?? []);
    const output = added.length === 0 ? undefined : outputOf(added, elements, names);
    const isLost = added.length > 0 && output === undefined;
    return {
      ...{ location, name, elements, examples: [] },
      ...(output !== undefined && { output }),
      remarks: isLost ? [...remarks, "the annotations of its tags are left out"] : remarks,
    };
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    return { location, name, source, reason: error.message };
  }
}

/** The annotations and then the fields; undefined if an annotation contains a field's name in braces. */
function outputOf(
  added: readonly (readonly [name: string, value: string])[],
  elements: readonly Element[],
  names: ReadonlyMap<string, string>,
): string | undefined {
  const fields = [...new Set(names.values())].filter((field) => field !== DROPPED);
  const parts = [...added.map(([key, value]) => `${key}=${value}`), ...fields.map((field) => ({ field }))];
  const spaced = parts.flatMap((part, i): TemplatePart[] => (i === 0 ? [part] : [" ", part]));
  // Inside a field, a line of a rulebase may continue in the next one.
  if (/[\r\n]/.test(added.flat().join())) return undefined;
  return templateText(spaced, pattern(elements).fields);
}
