// Gives drafts names, and describes them as rules.

import { type Element, fieldElements, type Pattern, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { isInNameOnly } from "../../rules/in-name-only.ts";
import { bracedIdentifiers, templateLiteral } from "../../rules/notation.ts";
import { nameWords, ruleNames, UniqueNames } from "../../rules/rule-names.ts";
import { maskOfType } from "../../text/masks/varying-parts.ts";
import { type ContentPart, contentFields, fromLatin1 } from "./content-pattern.ts";
import type { Draft } from "./draft.ts";
import type { Header } from "./headers.ts";
import { suggestedNames } from "./naming.ts";
import type { Shape } from "./shape-table.ts";
import { decideShown, Field } from "./shown-fields.ts";

/** A header with its fields, each name once. */
export interface RuleHeader {
  readonly elements: Header;
  readonly fields: readonly Field[];
}

/** A line pattern, of a rule or a follower, with names and types for its fields. */
export interface SuggestedPattern {
  readonly draft: Draft;
  /** The index of the header that the rule shares, or -1. */
  readonly header: number;
  readonly content: readonly Element[];
  readonly pattern: Pattern;
  /** What may follow its lines, if anything does: the followers of the file, or a stack trace. */
  readonly followers: "own" | "trace" | undefined;
  readonly output: string;
  /** The fields of which its output masks what varies. */
  readonly masked: ReadonlySet<string>;
}

/** A rule as it is written to the rules file. */
interface SuggestedRule extends SuggestedPattern {
  readonly name: string;
}

/** What the file says once about all fields of a name. */
interface FieldDefinition {
  readonly typeName?: string | undefined;
  readonly transform?: "mask" | undefined;
}

/** Everything that is suggested for one file. */
export interface SuggestedRules {
  readonly headers: readonly Header[];
  readonly rules: readonly SuggestedRule[];
  /** The followers of all rules that have some. */
  readonly followers: readonly SuggestedPattern[];
  /** What the file says once about fields, by their names. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  /** The names of fields in whose place outputs may hide codes. */
  readonly maskedFields: readonly string[];
  /** How many lines there are in all; shares are of them. If undefined, no comment counts lines. */
  readonly lineCount: number | undefined;
}

export function ruleHeader(elements: Header): RuleHeader {
  const byName = new Map(fieldElements(elements).map((element) => [element.field, element]));
  const fields = Array.from(byName.values(), ({ field: name, type }) =>
    Object.assign(new Field(type && "typeName" in type ? type.typeName : undefined, []), { name, isInHeader: true }),
  );
  return { elements, fields };
}

/** The line patterns of drafts, the most frequent first. Outputs depend on what the fields have captured so far. */
export function patternsOf(drafts: readonly Draft[], headers: readonly RuleHeader[]): SuggestedPattern[] {
  const sorted = [...drafts].sort(byCount);
  for (const draft of sorted) nameFields(draft, headers[draft.header]?.fields ?? []);
  decideShown([...headers.flatMap(({ fields }) => fields), ...sorted.flatMap(({ parts }) => contentFields(parts))]);
  const following = drafts.filter(({ isFollower }) => isFollower).flatMap(({ shapes }) => shapes);
  const leaders = new Set(following.flatMap((shape) => [...shape.leaders]));
  return sorted.map((draft): SuggestedPattern => {
    const { parts, shapes, isFollower } = draft;
    const kept = new Map(Array.from(shapes[0]!.kept, ([field, value]) => [field, fromLatin1(value)]));
    const { elements = [], fields = [] } = headers[draft.header] ?? {};
    const own = parts.map(elementOf);
    const content = kept.size === 0 ? own : [...withTexts(elements, kept), ...own];
    const whole = pattern(kept.size === 0 ? [...elements, ...own] : content);
    const masked = [...fields, ...contentFields(parts)].filter(({ shown }) => shown.isMasked);
    return {
      ...{ draft, header: kept.size === 0 ? draft.header : -1, content },
      // A follower is a catch-all if its rule is.
      pattern: !isFollower && isInNameOnly(whole) ? { ...whole, isCatchAll: true } : whole,
      followers: isFollower ? undefined : followersOf(shapes, leaders),
      output: outputOf(parts, fields, kept),
      masked: new Set(masked.map(({ name }) => name)),
    };
  });
}

/** Describes drafts as rules. Each has a unique name that is not in `takenNames`. */
export function describeRules(
  drafts: readonly Draft[],
  headers: readonly RuleHeader[],
  takenNames: Iterable<string>,
  lineCount: number | undefined,
): SuggestedRules {
  const names = new UniqueNames(takenNames);
  const patterns = patternsOf(drafts, headers);
  const elements = headers.map((header) => header.elements);
  const proposedNames = ruleNames(
    patterns.map(({ draft }) => nameWords(draft.parts.map(textOf))),
    // Rules that share a header are not told apart by its fields.
    patterns.map(({ draft, content }) =>
      fieldElements(content.length > 0 ? content : (elements[draft.header] ?? [])).map(({ field }) =>
        field.replace(/_\d+$/, ""),
      ),
    ),
  );
  const all = [
    ...headers.flatMap(({ fields }) => fields),
    ...patterns.flatMap(({ draft }) => contentFields(draft.parts)),
  ];
  return {
    ...{ headers: elements, lineCount },
    rules: patterns.flatMap((one, i) => (one.draft.isFollower ? [] : [{ name: names.of(proposedNames[i]!), ...one }])),
    followers: patterns.filter(({ draft }) => draft.isFollower),
    fields: fieldDefinitions(elements, patterns),
    maskedFields: [...new Set(all.flatMap(({ name, shown }) => (shown.mayHideCodes ? [name] : [])))],
  };
}

function followersOf(shapes: readonly Shape[], leaders: ReadonlySet<Shape>): SuggestedPattern["followers"] {
  if (shapes.some(({ hasTraces }) => hasTraces)) return "trace";
  return shapes.some((shape) => leaders.has(shape)) ? "own" : undefined;
}

const PADDING_FIELD: Element = { field: "_", type: { typeName: "whitespace" } };

function elementOf(part: ContentPart): Element {
  if ("text" in part) return part;
  if ("padding" in part) return part.padding === "some" ? PADDING_FIELD : { alternatives: [[PADDING_FIELD], []] };
  const { name, sharedType } = part;
  return { field: name, ...(sharedType !== undefined && { type: { typeName: sharedType } }) };
}

/** The elements with texts in place of the fields with these names. */
function withTexts(elements: readonly Element[], texts: ReadonlyMap<string, string>): Element[] {
  return elements.flatMap((element): Element[] => {
    if ("alternatives" in element)
      return [{ alternatives: element.alternatives.map((branch) => withTexts(branch, texts)) }];
    const text = "field" in element ? texts.get(element.field) : undefined;
    return text === undefined ? [element] : text === "" ? [] : [{ text }];
  });
}

/** The most frequent first; then in an order that depends only on what the rules say. */
function byCount(a: Draft, b: Draft): number {
  const keyOf = ({ header, shapes }: Draft): string => `${header} ${shapes[0]!.skeleton}`;
  return b.count - a.count || (keyOf(a) < keyOf(b) ? -1 : 1);
}

const INSIDE_WORD = /^[A-Za-z_-]+$/;

/** Gives the fields of a draft names that no field of its header has. They keep them when its rule is run again. */
function nameFields({ parts, isFollower }: Draft, header: readonly Field[]): void {
  const fields = contentFields(parts);
  for (const field of fields) field.isFollower = isFollower;
  if (fields.length === 0 || fields[0]!.name !== "") return;
  const inBraces = bracedIdentifiers(parts.map(textOf).join("\n"));
  const unique = new UniqueNames([...header.map(({ name }) => name), ...inBraces]);
  // What stands before the first field, between two, and behind the last.
  const texts = [""];
  for (const part of parts) {
    if (part instanceof Field) texts.push("");
    else texts[texts.length - 1] += textOf(part);
  }
  let previous: Field | undefined;
  for (const [i, field] of fields.entries()) {
    const [before, after] = [texts[i]!, texts[i + 1]!];
    const { type, values, column } = field;
    field.name = unique.of(...suggestedNames({ before, after, type, values, column, previous }));
    field.after = after;
    field.isInId =
      (previous !== undefined && INSIDE_WORD.test(before)) || (i + 2 < texts.length && INSIDE_WORD.test(after));
    previous = field.name === TIMESTAMP_FIELD ? undefined : field;
  }
}

function textOf(part: ContentPart): string {
  return "text" in part ? part.text : "padding" in part && part.padding === "some" ? " " : "";
}

/** The time with which a line begins, perhaps in brackets, where few lines are alike, so that no header was found. */
const LEADING_TIME = /^[[(<"'*#]*(?:\{\{)?<time>(?:[\])>"']|\}\})?[,:;|]?\s*(?:[-|:]\s+)?/;

function outputOf(parts: readonly ContentPart[], header: readonly Field[], kept: ReadonlyMap<string, string>): string {
  const inHeader = header.filter(({ name }) => !kept.has(name));
  const shown = inHeader.filter((field) => field.shown.mask === undefined);
  const head = [...shown.map(({ name }) => `{${name}}`), ...kept.values()].join(" ");
  const texts = parts.map((part) =>
    part instanceof Field ? (part.shown.mask ?? `{${part.name}}`) : templateLiteral(textOf(part)),
  );
  const whole = texts.join("").trim();
  const content = whole.replace(LEADING_TIME, "") || whole;
  // No output is empty: a line with nothing but a header says at least what that has.
  const masks = inHeader.map(({ name, sharedType }) => maskOfType(sharedType) ?? `<${name}>`);
  return [head, content].filter((text) => text !== "").join(": ") || masks.join(" ");
}

/** The definitions of header fields, and of fields that no output shows unmasked. */
function fieldDefinitions(
  headers: readonly Header[],
  patterns: readonly SuggestedPattern[],
): Map<string, FieldDefinition> {
  const inHeaders = [...new Set(patterns.map(({ header }) => header))].flatMap((i) => headers[i] ?? []);
  const types = new Map<string, Set<string | undefined>>();
  for (const { field, type } of fieldElements([...inHeaders, ...patterns.flatMap(({ content }) => content)]))
    types.set(field, (types.get(field) ?? new Set()).add(type && "typeName" in type ? type.typeName : undefined));
  const headerNames = new Set(fieldElements(inHeaders).map(({ field }) => field));
  const definitions = Array.from(types, ([name, ofName]): [string, FieldDefinition] => {
    const typeName = headerNames.has(name) && ofName.size === 1 ? [...ofName][0] : undefined;
    return [name, { typeName, transform: isMaskedForAll(name, patterns) ? "mask" : undefined }];
  });
  return new Map(definitions.filter(([, { typeName, transform }]) => (typeName ?? transform) !== undefined));
}

/** Whether the file masks the field, for all patterns. Followers have no definitions of their own. */
function isMaskedForAll(name: string, patterns: readonly SuggestedPattern[]): boolean {
  const masking = patterns.filter(({ masked }) => masked.has(name));
  if (masking.some(({ draft }) => draft.isFollower)) return true;
  return (
    masking.length > 0 && patterns.every(({ masked, output }) => masked.has(name) || !output.includes(`{${name}}`))
  );
}
