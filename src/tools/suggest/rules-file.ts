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

/** Fields of which the file says the types once. */
type KnownTypes = ReadonlyMap<string, FieldType>;

/** The items of each pattern, but for those of a header that the file has once. */
type Items = ReadonlyMap<SuggestedPattern, readonly string[]>;

type Examples = ReadonlyMap<SuggestedRule, WrittenExample>;

/** Writes the rules with examples, and loads them. `file` is all of it. Throws an Error if a given one would change. */
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
  const rulebook = rulebookOf(write(given, suggested, types, items, new Map()).load());
  const examples = rules.flatMap((rule, i) => exampleOf(rule, rulebook, given.names.length + i) ?? []);
  return { ...write(given, suggested, types, items, new Map(examples)), rulebook };
}

/** A file of their own: the address of its schema, definitions of fields, headers, followers and rules. */
function writtenApart(
  { source }: GivenRules,
  suggested: SuggestedRules,
  types: KnownTypes,
  items: Items,
  examples: Examples,
) {
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
    return linesOf(rule, suggested, { items: [...header, ...items.get(rule)!], masked, sequence, examples });
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
  return { text, file: text, load: (): readonly Rule[] => [...(source?.rules ?? []), ...load()] };
}

/** Rules behind the given ones: they use nothing of the file but the definitions of its fields. */
function writtenBehind(
  { source, layout }: GivenRules,
  suggested: SuggestedRules,
  types: KnownTypes,
  items: Items,
  examples: Examples,
) {
  const { rules: before, files } = source!;
  const file = Buffer.from(files.at(-1)!.bytes).toString();
  if (suggested.rules.length === 0) return { text: "", file, load: () => before };
  const lines = suggested.rules.map((rule, i) => {
    const masked = [...rule.masked].filter((field) => !types.has(field));
    const comments = i === 0 ? maskedComments(suggested) : [];
    return linesOf(rule, suggested, { comments, items: items.get(rule)!, masked, examples });
  });
  const edits = layout!.withRules(lines)!;
  const edited = editedRules(source!, edits);
  const unchanged = edited?.rules.slice(0, before.length).map(meaningOf);
  if (edited === undefined || !isDeepEqual(unchanged, before.map(meaningOf)))
    throw new Error("adding rules would change others");
  // The last edit adds the rules. One before it removes an empty list.
  const text = `${edits
    .at(-1)!
    .text.trimEnd()
    .replace(/^(?:\r?\n)+/, "")}\n`;
  return { text, file: Buffer.from(edited.files.at(-1)!.bytes).toString(), load: () => edited.rules };
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

/** The lines of a rule, with a comment that counts its lines if all are counted. */
function linesOf(
  rule: SuggestedRule,
  { lineCount }: SuggestedRules,
  own: {
    readonly comments?: readonly string[];
    readonly items: readonly string[];
    /** The fields for which the rule itself says that they are masked. */
    readonly masked: readonly string[];
    readonly sequence?: string | undefined;
    readonly examples: Examples;
  },
): string[] {
  const { name, draft, pattern, output } = rule;
  const { comments = [], items, masked, sequence } = own;
  const share = lineCount ? [`${counted(draft.count, "line")}, ${percentage(draft.count, lineCount)}`] : [];
  const example = own.examples.get(rule);
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

/** The rule with one of its lines that is UTF-8 and no longer than people read. No output that depends on a key. */
function exampleOf(
  rule: SuggestedRule,
  { matcher, linePatterns }: Rulebook,
  i: number,
): [readonly [SuggestedRule, WrittenExample]] | undefined {
  const linePattern = linePatterns[i]!;
  for (const { line } of rule.draft.samples) {
    const text = line.toString();
    if (line.length > MAX_EXAMPLE_BYTES || !Buffer.from(text).equals(line)) continue;
    if (matcher.match(line, 0, line.length) !== i) continue;
    const needsNames = linePattern.transforms?.flat().some(needsKey);
    const output = needsNames ? undefined : exampleOutput(linePattern, line, matcher.bounds);
    return [[rule, { line: text, output }]];
  }
  return undefined;
}
