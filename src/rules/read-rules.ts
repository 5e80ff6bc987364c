import { quoted } from "../text/messages/phrases.ts";
import { spanOf } from "./location.ts";
import { headOf, headSpan, readKeys, type Vocabulary } from "./mapping-keys.ts";
import { isNothing, isScalar, isSeq, type YamlMap, type YamlNode } from "./node.ts";
import { allOrNone, type Entry, itemsOf, type NodeReader, type RulesFinding } from "./node-reader.ts";
import type { Wording } from "./pending-issue.ts";
import { readCounterexamples, readExamples } from "./read-examples.ts";
import { type FieldDefinitions, readDefinitions } from "./read-field.ts";
import { readRewrite } from "./read-rewrite.ts";
import { fieldNamesOf, type LocatedRewrite, type LocatedRule } from "./rule.ts";
import { readLineText } from "./scalar-text.ts";

const FILE: Vocabulary = { what: "a rules file", keys: ["rules", "fields"], extensible: true };
const NO_RULES = "write 'rules:' and below it the list of rules; a file without rules is 'rules: []'";
/** The remedy for a file that has nothing of a rules file. */
export const IS_IT_A_LOG =
  "if this is a log, name it after the rules; a rules file has 'rules:' and below it the list of rules";
const NO_FIELDS: FieldDefinitions = new Map();
/** A missing key could come anywhere in the file. */
const ANYWHERE = Number.POSITIVE_INFINITY;

/** What is read from a rules file. */
export interface RulesFile {
  readonly rules: LocatedRule[];
  readonly findings: readonly RulesFinding[];
}

/** The rules of the root of a file. They are complete only if no problem was reported. */
export function readRoot(reader: NodeReader, root: YamlNode | null): RulesFile {
  const { findings } = reader;
  const nothing = { rules: [], findings };
  if (isNothing(root)) {
    reportNoRules(reader, null);
    return nothing;
  }
  const help = isSeq(root) ? "write 'rules:' on a line above the list" : isScalar(root) ? IS_IT_A_LOG : NO_RULES;
  const file = reader.mapping({ what: "the file", node: root, owner: root, until: ANYWHERE }, help);
  if (file === undefined) return nothing;

  const entries = readKeys(reader, file, FILE, ANYWHERE);
  const fields = entries.get("fields");
  const own = fields && readDefinitions(reader, fields, NO_FIELDS);
  const list = entries.get("rules");
  if (list === undefined) {
    reportNoRules(reader, headOf(file));
    return nothing;
  }
  const rules = readList(reader, list, own?.definitions ?? NO_FIELDS);
  own?.reportUnused(fieldNamesOf(rules));
  return { rules, findings };
}

function readList(reader: NodeReader, entry: Entry, definitions: FieldDefinitions): LocatedRule[] {
  const list = reader.list(entry, NO_RULES);
  if (list === undefined) return [];
  return itemsOf(list, "a rule", entry.until)
    .map((item) => readRule(reader, item, definitions))
    .filter((rule) => rule !== undefined);
}

function reportNoRules(reader: NodeReader, node: YamlNode | null): void {
  reader.report("MISSING_KEY", node, () => ({ message: "the file has no 'rules'", help: NO_RULES }), ANYWHERE);
}

const RULE: Vocabulary = {
  what: "a rule",
  keys: ["name", "pattern", "output", "description", "catch_all", "fields", "sequence", "examples", "not"],
  extensible: true,
  misplaced: new Map([["followers", "write it below 'sequence:'"]]),
};

/** The keys that a rule must have, and the remedy for one that lacks them. */
const REQUIRED = [
  ["name", "write 'name:' and a name to know the rule by"],
  ["pattern", "write 'pattern:' and what a line looks like, as in '{user} logged in'"],
  ["output", "write 'output:' and the text that a matching line becomes; output: \"\" makes it an empty line"],
] as const;

const NO_MAPPING = "a rule is a mapping with the keys 'name', 'pattern' and 'output'";

/** Reads one rule of the list. */
function readRule(reader: NodeReader, entry: Entry, outer: FieldDefinitions): LocatedRule | undefined {
  const map = reader.mapping(entry, NO_MAPPING);
  return map && reader.once(map, () => ruleOf(reader, map, entry.until, outer));
}

function ruleOf(reader: NodeReader, map: YamlMap, until: number, outer: FieldDefinitions): LocatedRule | undefined {
  const entries = readKeys(reader, map, RULE, until);
  const nameEntry = entries.get("name");
  const name = nameEntry && readLineText(reader, nameEntry)?.source;
  const title = () => (name === undefined ? "the rule" : `rule ${quoted(name)}`);
  for (const [key, help] of REQUIRED) {
    if (entries.has(key)) continue;
    reader.report("MISSING_KEY", headOf(map), () => ({ message: `${title()} has no '${key}'`, help }), until);
  }

  const description = entries.get("description");
  if (description !== undefined) reader.optionalText(description);

  const catchAll = entries.get("catch_all");
  const isCatchAll = catchAll !== undefined && reader.truth(catchAll);

  const fields = entries.get("fields");
  const own = fields && readDefinitions(reader, fields, outer);
  const definitions = own?.definitions ?? outer;
  const rewrite = readRewrite(reader, entries.get("pattern"), entries.get("output"), title, definitions);
  const sequence = entries.get("sequence");
  const followers = sequence === undefined ? [] : readSequence(reader, sequence, definitions);
  const examples = entries.get("examples");
  const counterexamples = entries.get("not");
  const made = {
    examples: examples === undefined ? [] : readExamples(reader, examples, rewrite?.pattern.fields),
    counterexamples: counterexamples === undefined ? [] : readCounterexamples(reader, counterexamples),
    span: headSpan(map),
  };
  if (name === undefined || rewrite === undefined || followers === undefined) return undefined;
  const rule = { name, ...rewrite, followers, ...made };
  own?.reportUnused(fieldNamesOf([rule]));
  return isCatchAll ? { ...asCatchAll(rule), followers: followers.map(asCatchAll) } : rule;
}

/** The same rewrite, of a catch-all: it comes after all that are not. */
function asCatchAll<R extends LocatedRewrite>(rewrite: R): R {
  return { ...rewrite, pattern: { ...rewrite.pattern, isCatchAll: true } };
}

const SEQUENCE: Vocabulary = { what: "a sequence", keys: ["followers"], extensible: false };
const FOLLOWER: Vocabulary = { what: "a follower", keys: ["pattern", "output"], extensible: false };
const NO_SEQUENCE =
  "write 'sequence:', below it 'followers:', and below that the list of patterns of the lines that may follow";
const NO_FOLLOWERS = "write 'followers:' and below it the list of patterns of the lines that may follow";
const NO_FOLLOWER =
  "a follower is a pattern as one text, or a mapping with the key 'pattern', and 'output' unless its lines stay as they are";

/** Reads the followers of a rule. */
function readSequence(
  reader: NodeReader,
  entry: Entry,
  definitions: FieldDefinitions,
): readonly LocatedRewrite[] | undefined {
  const map = reader.mapping(entry, NO_SEQUENCE);
  return map && reader.once(map, () => followersOf(reader, map, entry.until, definitions), definitions);
}

function followersOf(
  reader: NodeReader,
  map: YamlMap,
  until: number,
  definitions: FieldDefinitions,
): readonly LocatedRewrite[] | undefined {
  const entry = readKeys(reader, map, SEQUENCE, until).get("followers");
  if (entry === undefined) {
    const wording: Wording = { message: "a sequence has no 'followers'", help: NO_FOLLOWERS };
    reader.report("MISSING_KEY", headOf(map), () => wording, until);
    return undefined;
  }
  const list = reader.list(entry, NO_FOLLOWERS);
  if (list === undefined) return undefined;
  const items = itemsOf(list, "a follower", entry.until);
  if (items.length === 0) reader.report("EMPTY_VALUE", entry.node, () => EMPTY);
  return allOrNone(items.map((item) => readFollower(reader, item, definitions)));
}

function readFollower(reader: NodeReader, entry: Entry, definitions: FieldDefinitions): LocatedRewrite | undefined {
  const title = () => "a follower";
  if (reader.isText(entry)) {
    const rewrite = readRewrite(reader, entry, "none", title, definitions);
    return rewrite && { ...rewrite, span: spanOf(entry.owner) };
  }
  const map = reader.mapping(entry, NO_FOLLOWER);
  if (map === undefined) return undefined;
  const read = (): LocatedRewrite | undefined => {
    const entries = readKeys(reader, map, FOLLOWER, entry.until);
    if (!entries.has("pattern")) {
      const wording: Wording = { message: "a follower has no 'pattern'", help: NO_FOLLOWER };
      reader.report("MISSING_KEY", headOf(map), () => wording, entry.until);
    }
    const rewrite = readRewrite(reader, entries.get("pattern"), entries.get("output") ?? "none", title, definitions);
    return rewrite && { ...rewrite, span: headSpan(map) };
  };
  return reader.once(map, read, definitions);
}

const EMPTY: Wording = {
  message: "'followers' is an empty list; expected at least one follower",
  help: "leave 'sequence' out of a rule whose lines have no followers",
};
