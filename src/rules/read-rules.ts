import { isSeq, type ParsedNode } from "yaml";
import { headOf, readKeys, type Vocabulary } from "./keys.ts";
import { readRule } from "./read-rule.ts";
import { isNothing, itemsOf, type Reader, type Slot } from "./reader.ts";
import type { PlacedRule } from "./rule.ts";

const FILE: Vocabulary = { what: "a rules file", keys: ["rules"], extensible: true };
const NO_RULES = "write 'rules:' and below it the list of rules; a file without rules is 'rules: []'";
/** What the file lacks could stand anywhere in it. */
const ANYWHERE = Number.POSITIVE_INFINITY;

/** Reads the root of a rules file. The rules are whole only if the reader found no problem. */
export function readRules(reader: Reader, root: ParsedNode | null): PlacedRule[] {
  if (isNothing(root)) {
    reportNoRules(reader, null);
    return [];
  }
  const help = isSeq(root) ? "write 'rules:' on a line above the list" : NO_RULES;
  const file = reader.mapping({ what: "the file", node: root, owner: root, until: ANYWHERE }, help);
  if (file === undefined) return [];

  const list = readKeys(reader, file, FILE, ANYWHERE).get("rules");
  if (list !== undefined) return readList(reader, list);
  reportNoRules(reader, headOf(file));
  return [];
}

function readList(reader: Reader, slot: Slot): PlacedRule[] {
  const list = reader.list(slot, NO_RULES);
  if (list === undefined) return [];
  return itemsOf(list, "a rule", slot.until)
    .map((item) => readRule(reader, item))
    .filter((rule) => rule !== undefined);
}

function reportNoRules(reader: Reader, node: ParsedNode | null): void {
  reader.report("MISSING_KEY", node, () => ({ message: "the file has no 'rules'", help: NO_RULES }), ANYWHERE);
}
