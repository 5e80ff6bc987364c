// Writes suggested rules: as a file of their own, or after rules that exist already.

import type { FieldType } from "../../matcher/pattern.ts";
import { listItem, RulesLayout } from "../../rules/edit-rules.ts";
import { MAX_EXAMPLE_BYTES, meaningOf, type Rule } from "../../rules/rule.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import {
  definitionText,
  followerLines,
  patternItems,
  ruleLines,
  SCHEMA_LINE,
  type WrittenExample,
} from "../../rules/write-rule.ts";
import { editedRules } from "../../run/edited-rules.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import { type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { isDeepEqual } from "../../text/collections/polyfills.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { SuggestedPattern, SuggestedRule, SuggestedRules } from "./suggested-rules.ts";

const NO_PLACE =
  "rules cannot be added to a list in brackets, to an alias of a list, or below a key 'rules' that begins no line";
/** What errors call the suggested rules. Only a bug shows it. */
const NAME = "the suggested rules";
const INDENT = "  ";
/** The name of the anchor of all followers. */
const FOLLOWERS = "continued";
/** What may follow the lines of a rule. */
const SEQUENCES = { own: `{ followers: *${FOLLOWERS} }`, trace: "stack_trace" } as const;
/** The summary names so many fields that may hide what matters. If there are more, a comment names all. */
export const MAX_NAMED_MASKS = 4;
/** Stands for the type of a field that another file defines. It is not known, so each placeholder names its type. */
const UNKNOWN_KIND: FieldType = { typeName: "" };

/** Rules that exist already, or none. */
export interface GivenRules {
  readonly names: readonly string[];
  readonly rulebook: Rulebook;
  readonly source: LoadedRules | undefined;
  /** The file in which suggested rules follow the last one; undefined if they get a file of their own. */
  readonly layout: RulesLayout | undefined;
}

/** Throws an Error if no rule can follow the last one, unless suggested rules get a file of their own. */
export function givenRules(source: LoadedRules | undefined, ownFile = source === undefined): GivenRules {
  const layout = source === undefined || ownFile ? undefined : new RulesLayout(source.files.at(-1)!);
  if (layout !== undefined && layout.withRules([]) === undefined) throw new Error(NO_PLACE);
  const { rules, rulebook } = source ?? { rules: [], rulebook: rulebookOf([]) };
  return { names: rules.map(({ name }) => name), rulebook, source, layout };
}

interface ToWrite {
  readonly given: GivenRules;
  readonly suggested: SuggestedRules;
  /** The types of fields that the file says once. */
  readonly types: ReadonlyMap<string, FieldType>;
  /** Those of each pattern, without a header that the file has once. */
  readonly items: ReadonlyMap<SuggestedPattern, readonly string[]>;
  readonly examples: ReadonlyMap<SuggestedRule, WrittenExample>;
}

/** Writes the rules with examples; `file` is the whole file. Throws an Error if a given rule would change. */
export function writeRules(given: GivenRules, suggested: SuggestedRules) {
  const { headers, fields, rules, followers } = suggested;
  const { layout } = given;
  const own = Array.from(fields, ([name, { typeName }]) => ({ name, type: typeName && { typeName } }));
  const others = Array.from(layout?.definedFields ?? [], (name) => ({ name, type: UNKNOWN_KIND }));
  const types = new Map((layout ? others : own).flatMap(({ name, type }) => (type ? [[name, type]] : [])));
  const items = new Map(
    [...rules, ...followers].map((one) => {
      const header = layout ? (headers[one.header] ?? []) : [];
      return [one, patternItems([...header, ...one.content], types)];
    }),
  );
  const write = layout === undefined ? writtenApart : writtenBehind;
  const bare = write({ given, suggested, types, items, examples: new Map() });
  // Where no line can be an example, there is nothing to load the rules for.
  const lines = rules.map(({ draft }) => draft.samples.map(({ line }) => line).filter(isReadable));
  if (lines.every(({ length }) => length === 0)) return bare;
  const rulebook = rulebookOf(bare.load());
  const examples = rules.flatMap((rule, i) => {
    const example = exampleOf(lines[i]!, rulebook, given.names.length + i);
    return example === undefined ? [] : [[rule, example] as const];
  });
  return write({ given, suggested, types, items, examples: new Map(examples) });
}

/** A file of their own: the address of its schema, definitions of fields, headers, followers and rules. */
function writtenApart(all: ToWrite) {
  const { given, suggested, types, items } = all;
  const { headers, rules, followers, fields } = suggested;
  const isShared = (i: number): boolean => rules.some(({ header }) => header === i);
  const lists = (all: readonly string[][]): string[] => all.flatMap((lines) => listItem(lines, INDENT));
  const definitions = [...fields].map(
    ([name, { transform }]) => `${INDENT}${name}: ${definitionText(types.get(name), transform)}`,
  );
  const following = followers.map((one) =>
    followerLines({ comments: [counted(one.draft.count, "line")], items: items.get(one)!, output: one.output }),
  );
  const lines = rules.map((rule) => {
    const header = rule.header === -1 ? [] : [`*${headerName(rule.header)}`];
    const masked = [...rule.masked].filter((field) => fields.get(field)?.transform === undefined);
    const sequence = rule.followers && SEQUENCES[rule.followers];
    return linesOf(rule, all, { items: [...header, ...items.get(rule)!], masked, sequence });
  });
  const sections = [
    [SCHEMA_LINE],
    maskedComments(suggested).map((comment) => `# ${comment}`),
    definitions.length === 0 ? [] : ["fields:", ...definitions],
    ...headers.map((header, i) => (isShared(i) ? headerLines(headerName(i), patternItems(header, types)) : [])),
    following.length === 0 ? [] : [`x-${FOLLOWERS}: &${FOLLOWERS}`, ...lists(following)],
    rules.length === 0 ? ["rules: []"] : ["rules:", ...lines.flatMap((rule) => ["", ...lists([rule])])],
  ];
  const filled = sections.filter(({ length }) => length > 0);
  const text = `${filled.map((section) => section.join("\n")).join("\n\n")}\n`;
  const load = () => loadRules({ bytes: Buffer.from(text), name: NAME }).rules;
  return { text, file: text, load: (): readonly Rule[] => [...given.rulebook.rules, ...load()] };
}

/** Rules behind the given ones: they use nothing of the file but the definitions of its fields. */
function writtenBehind(all: ToWrite) {
  const { given, suggested, types, items } = all;
  const { source, layout } = given;
  const { rules: before, files } = source!;
  const file = Buffer.from(files.at(-1)!.bytes).toString();
  if (suggested.rules.length === 0) return { text: "", file, load: () => before };
  const lines = suggested.rules.map((rule, i) => {
    const masked = [...rule.masked].filter((field) => !types.has(field));
    return linesOf(rule, all, { comments: i === 0 ? maskedComments(suggested) : [], items: items.get(rule)!, masked });
  });
  const edits = layout!.withRules(lines)!;
  const edited = editedRules(source!, edits);
  const unchanged = edited?.rules.slice(0, before.length).map(meaningOf);
  if (edited === undefined || !isDeepEqual(unchanged, before.map(meaningOf)))
    throw new Error("adding rules would change others");
  // The last edit adds the rules. One before it removes an empty list.
  const added = edits.at(-1)!.text.trimEnd();
  return {
    text: `${added.replace(/^(?:\r?\n)+/, "")}\n`,
    file: Buffer.from(edited.files.at(-1)!.bytes).toString(),
    load: () => edited.rules,
  };
}

function maskedComments({ maskedFields }: SuggestedRules): string[] {
  return maskedFields.length > MAX_NAMED_MASKS ? [`masked: ${maskedFields.join(", ")}`] : [];
}

function headerName(index: number): string {
  return index === 0 ? "header" : `header-${index + 1}`;
}

function headerLines(name: string, items: readonly string[]): string[] {
  if (items.length === 1) return [`x-${name}: &${name} ${items[0]}`];
  return [
    `x-${name}:`,
    `  - &${name}`,
    "    alternatives:",
    ...items.map((item, i) => `      ${i === 0 ? "- -" : "  -"} ${item}`),
  ];
}

/** The lines of a rule, which itself says of the fields in `masked` that they are. */
function linesOf(
  rule: SuggestedRule,
  { suggested: { lineCount }, examples }: ToWrite,
  own: {
    readonly comments?: readonly string[];
    readonly items: readonly string[];
    readonly masked: readonly string[];
    readonly sequence?: string | undefined;
  },
): string[] {
  const { name, draft, pattern, output } = rule;
  const { comments = [], items, masked, sequence } = own;
  const share = lineCount ? [`${counted(draft.count, "line")}, ${percentage(draft.count, lineCount)}`] : [];
  const example = examples.get(rule);
  return ruleLines({
    ...{ comments: [...comments, ...share], name, isCatchAll: pattern.isCatchAll ?? false, items, output, sequence },
    fields: new Map(masked.map((field) => [field, definitionText(undefined, "mask")])),
    examples: example === undefined ? [] : [example],
  });
}

function percentage(count: number, all: number): string {
  const percent = (100 * count) / all;
  return percent < 0.1 ? "under 0.1%" : `${percent.toFixed(1)}%`;
}

/** Whether the line is UTF-8, and not too long to read. */
function isReadable(line: Buffer): boolean {
  return line.length <= MAX_EXAMPLE_BYTES && isUtf8(line);
}

/** The first line that the rule with this index wins. If the output depends on a key, the example has none. */
function exampleOf(
  lines: readonly Buffer[],
  { matcher, linePatterns }: Rulebook,
  i: number,
): WrittenExample | undefined {
  const line = lines.find((one) => matcher.match(one, 0, one.length) === i);
  if (line === undefined) return undefined;
  const linePattern = linePatterns[i]!;
  const needsNames = linePattern.transforms?.flat().some(needsKey);
  return { line: line.toString(), output: needsNames ? undefined : exampleOutput(linePattern, line, matcher.bounds) };
}
