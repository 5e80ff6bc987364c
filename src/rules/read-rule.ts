import type { YAMLMap } from "yaml";
import { quoted } from "../diagnostics/quoted.ts";
import { headOf, headSpan, readKeys, type Vocabulary } from "./keys.ts";
import { readLineText } from "./line-text.ts";
import { readCounterexamples, readExamples } from "./read-examples.ts";
import { readMatch } from "./read-match.ts";
import { readSequence } from "./read-sequence.ts";
import { isNothing, type Reader, type Slot } from "./reader.ts";
import type { PlacedRule } from "./rule.ts";

const RULE: Vocabulary = {
  what: "a rule",
  keys: ["name", "pattern", "output", "description", "sequence", "examples", "not"],
  extensible: true,
};

/** The keys that a rule must have, and the remedy for one that lacks them. */
const REQUIRED = [
  ["name", "write 'name:' and a name to know the rule by"],
  ["pattern", "write 'pattern:' and below it the list of the texts and fields that make a line"],
  ["output", "write 'output:' and the text that a matching line becomes; output: \"\" makes it an empty line"],
] as const;

const NO_MAPPING = "a rule is a mapping with the keys 'name', 'pattern' and 'output'";

/** Reads one rule of the list. */
export function readRule(reader: Reader, slot: Slot): PlacedRule | undefined {
  const map = reader.mapping(slot, NO_MAPPING);
  return map && reader.once(map, () => ruleOf(reader, map, slot.until));
}

function ruleOf(reader: Reader, map: YAMLMap.Parsed, until: number): PlacedRule | undefined {
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

  const match = readMatch(reader, slots.get("pattern"), slots.get("output"), title, false);
  const sequence = slots.get("sequence");
  const followers = sequence === undefined ? [] : readSequence(reader, sequence);
  const examples = slots.get("examples");
  const counterexamples = slots.get("not");
  const made = {
    examples: examples === undefined ? [] : readExamples(reader, examples, match?.pattern.fields),
    counterexamples: counterexamples === undefined ? [] : readCounterexamples(reader, counterexamples),
    span: headSpan(map),
  };
  if (name === undefined || match === undefined || followers === undefined) return undefined;
  return { name, ...match, followers, ...made };
}
