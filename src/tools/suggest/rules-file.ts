// Writes suggested rules: as a file of their own, or after rules that exist already.

import type { FieldType } from "../../matcher/pattern.ts";
import { listItem, RulesLayout } from "../../rules/edit-rules.ts";
import { MAX_EXAMPLE_BYTES, meaningOf, type Rule } from "../../rules/rule.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import {
  definitionText,
  exampleLines,
  followerLines,
  patternItems,
  ruleLines,
  SCHEMA_LINE,
} from "../../rules/write-rule.ts";
import { editedRules } from "../../run/edited-rules.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import { type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { isDeepEqual } from "../../text/collections/polyfills.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { SuggestedRules } from "./suggested-rules.ts";

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

/** Writes the rules with examples; `file` is the whole file. Throws an Error if a given rule would change. */
export function writeRules(given: GivenRules, suggested: SuggestedRules) {
  const { layout } = given;
  const { rules, lineCount, headers, fields, maskedFields } = suggested;
  const masks = maskedFields.length > MAX_NAMED_MASKS ? [`masked: ${maskedFields.join(", ")}`] : [];
  // The types of fields that the file says once, and what it says to mask.
  const own = Array.from(fields, ([name, { typeName }]) => [name, typeName && { typeName }] as const);
  const others = Array.from(layout?.definedFields ?? [], (name) => [name, UNKNOWN_KIND] as const);
  const types = new Map((layout ? others : own).flatMap(([name, type]) => (type ? [[name, type]] : [])));
  const isMasked = (field: string): boolean => (layout ? types.has(field) : fields.get(field)?.transform !== undefined);
  const lines = rules.map((rule, i) => {
    const { name, draft, header, content, pattern, output, masked, followers } = rule;
    const inFull = layout ? (headers[header] ?? []) : [];
    const alias = layout || header === -1 ? [] : [`*${headerName(header)}`];
    const share = lineCount ? [`${counted(draft.count, "line")}, ${percentage(draft.count, lineCount)}`] : [];
    return ruleLines({
      ...{ name, output, isCatchAll: pattern.isCatchAll ?? false, examples: [] },
      comments: [...(layout && i === 0 ? masks : []), ...share],
      items: [...alias, ...patternItems([...inFull, ...content], types)],
      sequence: followers && SEQUENCES[followers],
      fields: new Map(
        [...masked].filter((field) => !isMasked(field)).map((field) => [field, definitionText(undefined, "mask")]),
      ),
    });
  });
  const write = layout === undefined ? apart(given, suggested, types, masks) : behind(given, layout);
  const bare = write(lines);
  // Where no line can be an example, there is nothing to load the rules for.
  const samples = rules.map(({ draft }) => draft.samples.map(({ line }) => line).filter(isReadable));
  if (samples.every(({ length }) => length === 0)) return bare;
  const rulebook = rulebookOf(bare.load());
  return write(lines.map((rule, i) => [...rule, ...exampleOf(samples[i]!, rulebook, given.names.length + i)]));
}

/** Writes a file of their own: the address of its schema, definitions of fields, headers, followers and rules. */
function apart(
  given: GivenRules,
  { headers, rules, followers, fields }: SuggestedRules,
  types: ReadonlyMap<string, FieldType>,
  masks: readonly string[],
) {
  const lists = (all: readonly (readonly string[])[]): string[] => all.flatMap((lines) => listItem(lines, INDENT));
  const definitions = [...fields].map(
    ([name, { transform }]) => `${INDENT}${name}: ${definitionText(types.get(name), transform)}`,
  );
  const following = followers.map(({ draft, content, output }) =>
    followerLines({ comments: [counted(draft.count, "line")], items: patternItems(content, types), output }),
  );
  const shared = headers.map((header, i) =>
    rules.some((rule) => rule.header === i) ? headerLines(headerName(i), patternItems(header, types)) : [],
  );
  return (lines: readonly (readonly string[])[]) => {
    const sections = [
      [SCHEMA_LINE],
      masks.map((comment) => `# ${comment}`),
      definitions.length === 0 ? [] : ["fields:", ...definitions],
      ...shared,
      following.length === 0 ? [] : [`x-${FOLLOWERS}: &${FOLLOWERS}`, ...lists(following)],
      lines.length === 0 ? ["rules: []"] : ["rules:", ...lines.flatMap((rule) => ["", ...lists([rule])])],
    ];
    const filled = sections.filter(({ length }) => length > 0);
    const text = `${filled.map((section) => section.join("\n")).join("\n\n")}\n`;
    const load = () => loadRules({ bytes: Buffer.from(text), name: NAME }).rules;
    return { text, file: text, load: (): readonly Rule[] => [...given.rulebook.rules, ...load()] };
  };
}

/** Writes rules behind the given ones: they use nothing of the file but the definitions of its fields. */
function behind({ source }: GivenRules, layout: RulesLayout) {
  const { rules: before, files } = source!;
  return (lines: readonly (readonly string[])[]) => {
    if (lines.length === 0)
      return { text: "", file: Buffer.from(files.at(-1)!.bytes).toString(), load: (): readonly Rule[] => before };
    const edits = layout.withRules(lines)!;
    const edited = editedRules(source!, edits);
    const unchanged = edited?.rules.slice(0, before.length).map(meaningOf);
    if (edited === undefined || !isDeepEqual(unchanged, before.map(meaningOf)))
      throw new Error("adding rules would change others");
    // The last edit adds the rules. One before it removes an empty list.
    const added = edits.at(-1)!.text.trimEnd();
    return {
      text: `${added.replace(/^(?:\r?\n)+/, "")}\n`,
      file: Buffer.from(edited.files.at(-1)!.bytes).toString(),
      load: (): readonly Rule[] => edited.rules,
    };
  };
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

function percentage(count: number, all: number): string {
  const percent = (100 * count) / all;
  return percent < 0.1 ? "under 0.1%" : `${percent.toFixed(1)}%`;
}

/** Whether the line is UTF-8, and not too long to read. */
function isReadable(line: Buffer): boolean {
  return line.length <= MAX_EXAMPLE_BYTES && isUtf8(line);
}

/** The first line that the rule with this index wins, if any. Without an output if that depends on a key. */
function exampleOf(lines: readonly Buffer[], { matcher, linePatterns }: Rulebook, i: number): string[] {
  const line = lines.find((one) => matcher.match(one, 0, one.length) === i);
  if (line === undefined) return [];
  const linePattern = linePatterns[i]!;
  const needsNames = linePattern.transforms?.flat().some(needsKey);
  const output = needsNames ? undefined : exampleOutput(linePattern, line, matcher.bounds);
  return exampleLines([{ line: line.toString(), output }]);
}
