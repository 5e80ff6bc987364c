import { type Pattern, pattern, patternFields, textsIn } from "../matcher/pattern.ts";
import { nearest, nearestOr } from "../text/messages/nearest.ts";
import { namesInWords, quoted } from "../text/messages/phrases.ts";
import type { Span } from "./location.ts";
import {
  allOrNone,
  type Entry,
  headOf,
  headSpan,
  isNothing,
  itemsOf,
  type NodeReader,
  spanOf,
  spansIn,
  type Vocabulary,
} from "./node-reader.ts";
import { compileTemplate, type NearPlaceholder, nearPlaceholders, type Template } from "./notation.ts";
import { type FieldDefinitions, readDefinitions, readSpans, type WrittenSpan } from "./read-field.ts";
import { readPattern, type WrittenField } from "./read-pattern.ts";
import { type Counterexample, type Example, fieldNamesOf, type Rewrite, type Rule } from "./rule.ts";
import type { Wording } from "./rules-error.ts";
import { areSameTransforms } from "./transforms/transform-registry.ts";
import type { YamlMap, YamlNode } from "./yaml/node.ts";

const FILE: Vocabulary = { what: "a rules file", keys: ["rules", "fields"], isExtensible: true };
const RULE: Vocabulary = {
  what: "a rule",
  keys: ["name", "pattern", "output", "description", "catch_all", "fields", "sequence", "examples", "not"],
  isExtensible: true,
  misplaced: new Map([["followers", "write it below 'sequence:'"]]),
};

/** The keys that a rule must have, and the help for one that lacks them. */
const REQUIRED = [
  ["name", "write 'name:' and a name to know the rule by"],
  ["pattern", "write 'pattern:' and what a line looks like, as in '{user} logged in'"],
  ["output", "write 'output:' and the text that a matching line becomes; output: \"\" makes it an empty line"],
] as const;

const NO_RULES = "write 'rules:' and below it the list of rules; a file without rules is 'rules: []'";
/** The help for a file that has nothing of a rules file. */
export const IS_IT_A_LOG =
  "if this is a log, name it after the rules; a rules file has 'rules:' and below it the list of rules";
const NO_RULE = "a rule is a mapping with the keys 'name', 'pattern' and 'output'";
const NO_SEQUENCE =
  "write 'sequence: stack_trace'; or 'sequence:', below it 'followers:', and below that the list of patterns of the lines that may follow";
/** The sequence of the lines of stack traces, which need no patterns. */
const STACK_TRACE = "stack_trace";
const NO_FOLLOWERS = "write 'followers:' and below it the list of patterns of the lines that may follow";
const NO_FOLLOWER =
  "a follower is a pattern as one text, or a mapping with the key 'pattern', and 'output' unless its lines stay as they are";
const NO_EXAMPLE = "write an example as '- line: ...', with 'output' and 'fields' if you want to check them";
const SEQUENCE: Vocabulary = { what: "a sequence", keys: ["followers"], required: ["followers", NO_FOLLOWERS] };
const FOLLOWER: Vocabulary = { what: "a follower", keys: ["pattern", "output"], required: ["pattern", NO_FOLLOWER] };
const EXAMPLE: Vocabulary = { what: "an example", keys: ["line", "output", "fields"], required: ["line", NO_EXAMPLE] };
const NO_CAPTURES = "write the names of fields and what they capture: 'fields: { method: GET }'";
const NO_LINES = "write the lines as a list";

const NO_DEFINITIONS: FieldDefinitions = new Map();
/** A missing key could come anywhere in the file. */
const ANYWHERE = Number.POSITIVE_INFINITY;

/** The rules of the root of a file. They are complete only if no problem was reported. */
export function readRules(reader: NodeReader, root: YamlNode | null): Rule[] {
  const reportNoRules = (node: YamlNode | null): Rule[] => {
    reader.report("MISSING_KEY", node, { message: "the file has no 'rules'", help: NO_RULES }, ANYWHERE);
    return [];
  };
  if (isNothing(root)) return reportNoRules(null);
  const help =
    root.kind === "seq" ? "write 'rules:' on a line above the list" : root.kind === "scalar" ? IS_IT_A_LOG : NO_RULES;
  const file = reader.mapping({ what: "the file", node: root, owner: root, until: ANYWHERE }, help);
  if (file === undefined) return [];

  const entries = reader.keys(file, FILE, ANYWHERE);
  const fields = entries.get("fields");
  const own = fields && readDefinitions(reader, fields);
  const entry = entries.get("rules");
  if (entry === undefined) return reportNoRules(headOf(file));
  const outer = own?.definitions ?? NO_DEFINITIONS;
  const rules = readList(reader, entry, "a rule", NO_RULES, (item) =>
    reader.mappingOnce(item, NO_RULE, (map) => readRule(reader, map, item.until, outer)),
  );
  own?.reportUnused(fieldNamesOf(rules));
  return rules;
}

/** Reads the items of a list that may be missing. Leaves out those that cannot be read. */
function readList<Item>(
  reader: NodeReader,
  entry: Entry | undefined,
  what: string,
  help: string,
  readItem: (item: Entry) => Item | undefined,
): Item[] {
  const list = entry && reader.list(entry, help);
  if (entry === undefined || list === undefined) return [];
  return itemsOf(list, what, entry.until)
    .map(readItem)
    .filter((item) => item !== undefined);
}

function readRule(reader: NodeReader, map: YamlMap, until: number, outer: FieldDefinitions): Rule | undefined {
  const entries = reader.keys(map, RULE, until);
  const name = reader.lineText(entries.get("name"))?.source;
  const title = () => (name === undefined ? "the rule" : `rule ${quoted(name)}`);
  for (const [key, help] of REQUIRED)
    if (!entries.has(key)) reader.missingKey(map, { message: `${title()} has no '${key}'`, help }, until);
  reader.optionalText(entries.get("description"));
  const catchAll = entries.get("catch_all");
  const isCatchAll = catchAll !== undefined && reader.truth(catchAll);

  const fields = entries.get("fields");
  const own = fields && readDefinitions(reader, fields, outer);
  const definitions = own?.definitions ?? outer;
  const [shape, output] = [entries.get("pattern"), entries.get("output")];
  const rewrite = readRewrite(reader, shape, output, title, definitions, { spanning: own?.spanning });
  const sequence = entries.get("sequence");
  const followers = sequence === undefined ? [] : readSequence(reader, sequence, definitions);
  const examples = readList(reader, entries.get("examples"), "an example", NO_EXAMPLE, (item) =>
    readExample(reader, item, rewrite?.pattern.fields),
  );
  const counterexamples = readList(
    reader,
    entries.get("not"),
    "a line",
    NO_LINES,
    (item): Counterexample | undefined => {
      const text = reader.lineText(item, true);
      return text && { line: text.source, span: spanOf(item.owner) };
    },
  );
  if (name === undefined || rewrite === undefined || followers === undefined) return undefined;
  const rule = { name, ...rewrite, followers, examples, counterexamples, span: headSpan(map) };
  own?.reportUnused(fieldNamesOf([rule]));
  return isCatchAll ? { ...asCatchAll(rule), followers: followers.map(asCatchAll) } : rule;
}

/** The same rewrite, of a catch-all: it comes after all that are not. */
export function asCatchAll<R extends Rewrite>(rewrite: R): R {
  return { ...rewrite, pattern: { ...rewrite.pattern, isCatchAll: true } };
}

function readSequence(reader: NodeReader, entry: Entry, definitions: FieldDefinitions): readonly Rewrite[] | undefined {
  const text = reader.isText(entry) ? reader.lineText(entry)?.source : undefined;
  if (text === STACK_TRACE) return [traceLines(spanOf(entry.owner))];
  if (text !== undefined) {
    const message = `'sequence' is ${quoted(text)}; expected 'stack_trace' or a mapping`;
    reader.report("WRONG_TYPE", entry.node, { message, help: NO_SEQUENCE });
    return undefined;
  }
  const read = (map: YamlMap) => followersOf(reader, map, entry.until, definitions);
  return reader.mappingOnce(entry, NO_SEQUENCE, read, definitions);
}

/** Lines that match the pattern, and stay as they are. */
export function unchangedLines(pattern: Pattern, span: Rewrite["span"]): Rewrite {
  return { pattern, template: wholeLine(pattern.fields.length), span, fieldSpans: [], written: undefined };
}

/** The follower that stands for the lines of stack traces. */
export function traceLines(span: Rewrite["span"]): Rewrite {
  return { ...unchangedLines(pattern([]), span), isTrace: true };
}

function followersOf(
  reader: NodeReader,
  map: YamlMap,
  until: number,
  definitions: FieldDefinitions,
): readonly Rewrite[] | undefined {
  const entry = reader.keys(map, SEQUENCE, until).get("followers");
  const list = entry && reader.list(entry, NO_FOLLOWERS);
  if (entry === undefined || list === undefined) return undefined;
  const items = itemsOf(list, "a follower", entry.until);
  if (items.length === 0)
    reader.reportEmpty(entry, "follower", "leave 'sequence' out of a rule whose lines have no followers");
  return allOrNone(items.map((item) => readFollower(reader, item, definitions)));
}

function readFollower(reader: NodeReader, entry: Entry, definitions: FieldDefinitions): Rewrite | undefined {
  const rewriteOf = (pattern: Entry | undefined, output: Entry | undefined, span: Span): Rewrite | undefined => {
    const rewrite = readRewrite(reader, pattern, output ?? "none", () => "a follower", definitions, {
      mayBeEmpty: true,
    });
    return rewrite && { ...rewrite, span };
  };
  if (reader.isText(entry)) return rewriteOf(entry, undefined, spanOf(entry.owner));
  const read = (map: YamlMap): Rewrite | undefined => {
    const entries = reader.keys(map, FOLLOWER, entry.until);
    return rewriteOf(entries.get("pattern"), entries.get("output"), headSpan(map));
  };
  return reader.mappingOnce(entry, NO_FOLLOWER, read, definitions);
}

function readExample(reader: NodeReader, entry: Entry, known: readonly string[] | undefined): Example | undefined {
  const map = reader.mapping(entry, NO_EXAMPLE);
  if (map === undefined) return undefined;
  const entries = reader.keys(map, EXAMPLE, entry.until);
  const line = reader.lineText(entries.get("line"), true)?.source;
  const output = reader.lineText(entries.get("output"), true)?.source;
  const fields = readCaptures(reader, entries.get("fields"), known);
  return line === undefined ? undefined : { line, output, fields, span: headSpan(map) };
}

function readCaptures(
  reader: NodeReader,
  entry: Entry | undefined,
  known: readonly string[] | undefined,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const map = entry && reader.mapping(entry, NO_CAPTURES);
  for (const { key, value } of map?.items ?? []) {
    const name = reader.key(key) ?? "";
    if (known !== undefined && !known.includes(name))
      reader.report("UNKNOWN_KEY", key, () => ({
        message: `the rule has no field ${quoted(name)}`,
        help: nearestOr([name], known, `its fields are ${known.map(quoted).join(", ")}`),
      }));
    const text = reader.lineText({ what: quoted(name), node: value, owner: key, until: entry!.until }, true);
    if (text !== undefined) values.set(name, text.source);
  }
  return values;
}

/**
 * Reads a pattern and its output, or, with "none", a pattern whose lines stay as they are. Callers report missing keys.
 * `title` is what messages call the rule or follower, `mayBeEmpty` whether its pattern may match an empty line alone,
 * and `spanning` are its fields that span others.
 */
function readRewrite(
  reader: NodeReader,
  patternEntry: Entry | undefined,
  outputEntry: Entry | "none" | undefined,
  title: () => string,
  definitions: FieldDefinitions,
  { mayBeEmpty = false, spanning = [] }: { mayBeEmpty?: boolean; spanning?: readonly WrittenSpan[] | undefined },
): Omit<Rewrite, "span"> | undefined {
  const read = patternEntry && readPattern(reader, patternEntry, definitions, mayBeEmpty);
  const made = read && readSpans(reader, spanning, pattern(read.elements));
  const output = outputEntry === "none" ? undefined : outputEntry;
  const text = reader.lineText(output, true)?.source;
  const shown = output && text !== undefined && made ? readTemplate(reader, output, text, made, title) : undefined;
  if (read === undefined || made === undefined) return undefined;
  const transforms = transformsOf(reader, read.fields, made, definitions);
  const template = outputEntry === "none" ? wholeLine(made.fields.length) : shown;
  if (template === undefined) return undefined;
  const fieldSpans = read.fields.map(({ span }) => span);
  const written = output && text !== undefined ? { text, span: spanOf(output.node!) } : undefined;
  return { pattern: made, template, fieldSpans, written, ...(transforms && { transforms }) };
}

/** By field, if there are any. Elements that are one field in different alternatives must have the same. */
function transformsOf(
  reader: NodeReader,
  written: readonly WrittenField[],
  { elements, fields }: Pattern,
  definitions: FieldDefinitions,
): Rewrite["transforms"] {
  const byField: NonNullable<WrittenField["transforms"]>[] = [];
  for (const [i, { field }] of patternFields(elements).entries()) {
    const { field: name, span, transforms = [] } = written[i]!;
    const known = byField[field];
    if (known === undefined) byField[field] = transforms;
    else if (!areSameTransforms(known, transforms))
      reader.report("TRANSFORM_CONFLICT", span, {
        message: `the field ${quoted(name)} has another 'transform' in another alternative, but both are one field`,
        help: "write the same 'transform' in all alternatives, or rename one of the fields",
      });
  }
  const ofSpans = fields.slice(byField.length).map((name) => definitions.get(name)?.transforms ?? []);
  const all = [...byField, ...ofSpans];
  return all.some((transforms) => transforms.length > 0) ? all : undefined;
}

/** The template whose output is the line itself, which counts as the field after the last. */
function wholeLine(fields: number): Template {
  const nothing = new Uint8Array(0);
  return { literals: [nothing, nothing], slots: [fields] };
}

function readTemplate(
  reader: NodeReader,
  entry: Entry,
  text: string,
  pattern: Pattern,
  rule: () => string,
): Template | undefined {
  const compiled = compileTemplate(text, pattern.fields);
  if ("template" in compiled) return compiled.template;
  const node = entry.node!;
  const spanOfNext = spansIn(reader.source, node, text);
  for (const { code, name, offset } of compiled.issues) {
    const span = spanOfNext(`{${name}}`, offset);
    reader.report(code, node, () => ({
      ...(code === "UNKNOWN_PLACEHOLDER" ? unknown(name, pattern, rule()) : ambiguous(name, rule())),
      span,
    }));
  }
  return undefined;
}

function unknown(name: string, pattern: Pattern, rule: string): Wording {
  const names = [...new Set(pattern.fields)];
  const near = nearest(name, names);
  const known = names.length === 0 ? "it has no fields" : `the fields are ${namesInWords(names)}`;
  const message = `the output of ${rule} has ${quoted(`{${name}}`)}, but its pattern has no such field`;
  if (near !== undefined) return { message, help: `did you mean ${quoted(`{${near}}`)}? ${known}` };
  const text = textNear(name, pattern);
  if (text !== undefined) {
    const { source, reason, help } = text;
    return { message, help: `${quoted(source)} in the pattern is text, because ${reason}; ${help}` };
  }
  return { message, help: `${known}; write ${quoted(`{{${name}}}`)} for the text itself` };
}

/** A text in the pattern that is probably meant as the field with this name. */
function textNear(name: string, { elements }: Pattern): NearPlaceholder | undefined {
  const texts = new Map(
    textsIn(elements)
      .flatMap(nearPlaceholders)
      .map((text) => [/[^\s{}:|]+/.exec(text.source)?.[0] ?? "", text]),
  );
  const near = nearest(name, texts.keys());
  return near === undefined ? undefined : texts.get(near);
}

function ambiguous(name: string, rule: string): Wording {
  return {
    message: `the placeholder ${quoted(`{${name}}`)} is ambiguous: ${rule} has several fields of that name`,
    help: "give the field that you mean a unique name",
  };
}
