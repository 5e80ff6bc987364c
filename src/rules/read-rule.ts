import type { YAMLMap } from "yaml";
import { quoted } from "../diagnostics/quoted.ts";
import { pattern } from "../matcher/pattern.ts";
import { headOf, readKeys, type Vocabulary } from "./keys.ts";
import { readLineText } from "./line-text.ts";
import { readPattern } from "./read-pattern.ts";
import { readTemplate } from "./read-template.ts";
import { isNothing, type Reader, type Slot } from "./reader.ts";
import type { Rule } from "./rule.ts";
import type { Transform } from "./transform.ts";

const RULE: Vocabulary = { what: "a rule", keys: ["name", "pattern", "output", "description"], own: true };

/** The keys that a rule must have, and the remedy for one that lacks them. */
const REQUIRED = [
  ["name", "write 'name:' and a name to know the rule by"],
  ["pattern", "write 'pattern:' and below it the list of the texts and fields that make a line"],
  ["output", "write 'output:' and the text that a matching line becomes; output: \"\" makes it an empty line"],
] as const;

const NO_MAPPING = "a rule is a mapping with the keys 'name', 'pattern' and 'output'";

/** Reads one rule of the list. */
export function readRule(reader: Reader, slot: Slot): Rule | undefined {
  const map = reader.mapping(slot, NO_MAPPING);
  return map && reader.once(map, () => ruleOf(reader, map, slot.until));
}

function ruleOf(reader: Reader, map: YAMLMap.Parsed, until: number): Rule | undefined {
  const slots = readKeys(reader, map, RULE, until);
  const nameSlot = slots.get("name");
  const name = nameSlot && readLineText(reader, nameSlot)?.source;
  const title = () => (name === undefined ? "the rule" : `rule ${quoted(name)}`);
  for (const [key, help] of REQUIRED) {
    if (slots.has(key)) continue;
    reader.report("MISSING_KEY", headOf(map), () => ({ message: `${title()} has no '${key}'`, help }), until);
  }

  const description = slots.get("description");
  if (description !== undefined && !isNothing(description.node)) reader.text(description);

  const patternSlot = slots.get("pattern");
  const elements = patternSlot && readPattern(reader, patternSlot);
  const outputSlot = slots.get("output");
  const made = elements && pattern(elements);
  const template = outputSlot && readTemplate(reader, outputSlot, made?.fields, title);
  if (name === undefined || made === undefined || template === undefined) return undefined;
  const { transforms, ...matched } = made;
  return {
    name,
    pattern: matched,
    template,
    ...(transforms && { transforms: transforms as readonly (readonly Transform[])[] }),
  };
}
