// Gives drafts names, and describes them as rules.

import { type Element, fieldElements, type Pattern, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { isInNameOnly } from "../../rules/in-name-only.ts";
import { bracedIdentifiers, templateLiteral } from "../../rules/notation.ts";
import { nameWords, ruleNames, UniqueNames } from "../../rules/rule-names.ts";
import { maskOfType } from "../../text/masks/varying-parts.ts";
import { type ContentField, type ContentPart, contentFields, fromLatin1 } from "./content-pattern.ts";
import type { Draft } from "./draft.ts";
import type { Header } from "./headers.ts";
import { suggestedNames } from "./naming.ts";
import type { Shape } from "./shape-table.ts";
import { type CapturedValues, headerKey, type NamedField, type ShownField, shownFields } from "./shown-fields.ts";

/** What the file says once about all fields of a name. */
interface FieldDefinition {
  readonly typeName?: string | undefined;
  readonly transform?: "mask" | undefined;
}

/** The line pattern of a draft, with names and types for its fields. */
export interface NamedPattern {
  readonly draft: Draft;
  /** The index of the header that the rule shares, or -1. */
  readonly header: number;
  readonly content: readonly Element[];
  readonly pattern: Pattern;
  /** What may follow its lines, if anything does: the followers of the file, or a stack trace. */
  readonly followers: "own" | "trace" | undefined;
}

/** A line pattern, of a rule or a follower, as it is written to the rules file. */
export interface SuggestedPattern extends NamedPattern {
  readonly output: string;
  /** The fields of which its output masks what varies. */
  readonly masked: ReadonlySet<string>;
}

/** A rule as it is written to the rules file. */
export interface SuggestedRule extends SuggestedPattern {
  readonly name: string;
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

/** The line patterns of drafts, the most frequent first. `captured`, once they have run, decides what is shown. */
export function namePatterns(drafts: readonly Draft[], headers: readonly Header[], captured?: CapturedValues) {
  const sorted = [...drafts].sort(byCount);
  const ofHeaders = headers.map((header, i) => namedInHeader(header, i, captured));
  const fields = shownFields([
    ...ofHeaders.flat(),
    ...sorted.flatMap((draft) => namedFields(draft, headers[draft.header] ?? [], captured)),
  ]);
  const following = drafts.filter(({ isFollower }) => isFollower).flatMap(({ shapes }) => shapes);
  const leaders = new Set(following.flatMap((shape) => [...shape.leaders]));
  const patterns = sorted.map((draft): NamedPattern => {
    const kept = keptTexts(draft);
    const header = headers[draft.header] ?? [];
    const parts = draft.parts.map((part) => elementOf(part, fields));
    const content = kept.size === 0 ? parts : [...withTexts(header, kept), ...parts];
    const whole = pattern(kept.size === 0 ? [...header, ...parts] : content);
    return {
      ...{ draft, header: kept.size === 0 ? draft.header : -1, content },
      // A follower is a catch-all if its rule is.
      pattern: !draft.isFollower && isInNameOnly(whole) ? { ...whole, isCatchAll: true } : whole,
      followers: draft.isFollower ? undefined : followersOf(draft.shapes, leaders),
    };
  });
  return { patterns, fields, ofHeaders };
}

/** What a draft has in place of the fields of its header that become text, by their names. */
function keptTexts({ shapes }: Draft): Map<string, string> {
  return new Map(Array.from(shapes[0]!.kept, ([field, value]) => [field, fromLatin1(value)]));
}

/** Describes drafts as rules, as `namePatterns` does. Each has a unique name that is not in `takenNames`. */
export function describeRules(
  drafts: readonly Draft[],
  headers: readonly Header[],
  takenNames: Iterable<string>,
  captured: CapturedValues,
  lineCount: number | undefined,
): SuggestedRules {
  const names = new UniqueNames(takenNames);
  const { patterns, fields, ofHeaders } = namePatterns(drafts, headers, captured);
  const named = patterns.map((one): SuggestedPattern => {
    const { draft } = one;
    const inHeader = (ofHeaders[draft.header] ?? []).map(({ field }) => fields.get(field)!);
    const shown = [...inHeader, ...contentFields(draft.parts).map((part) => fields.get(part)!)];
    const masked = new Set(shown.filter(({ isMasked }) => isMasked).map(({ name }) => name));
    return { ...one, output: outputOf(draft, inHeader, keptTexts(draft), fields), masked };
  });
  const proposedNames = ruleNames(
    named.map(({ draft }) => nameWords(draft.parts.map(textOf))),
    // Rules that share a header are not told apart by its fields.
    named.map(({ draft, content }) =>
      fieldElements(content.length > 0 ? content : (headers[draft.header] ?? [])).map(({ field }) =>
        field.replace(/_\d+$/, ""),
      ),
    ),
  );
  return {
    ...{ headers, lineCount },
    rules: named.flatMap((one, i) => (one.draft.isFollower ? [] : [{ name: names.of(proposedNames[i]!), ...one }])),
    followers: named.filter(({ draft }) => draft.isFollower),
    fields: fieldDefinitions(headers, named),
    maskedFields: [...new Set([...fields.values()].flatMap(({ name, mayHideCodes }) => (mayHideCodes ? [name] : [])))],
  };
}

function followersOf(shapes: readonly Shape[], leaders: ReadonlySet<Shape>): NamedPattern["followers"] {
  if (shapes.some(({ hasTraces }) => hasTraces)) return "trace";
  return shapes.some((shape) => leaders.has(shape)) ? "own" : undefined;
}

const PADDING_FIELD: Element = { field: "_", type: { typeName: "whitespace" } };

function elementOf(part: ContentPart, fields: ReadonlyMap<ContentField, ShownField>): Element {
  if ("text" in part) return part;
  if ("padding" in part) return part.padding === "some" ? PADDING_FIELD : { alternatives: [[PADDING_FIELD], []] };
  const { name, type } = fields.get(part)!;
  return { field: name, ...(type !== undefined && { type: { typeName: type } }) };
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

function namedInHeader(elements: Header, header: number, captured: CapturedValues | undefined): NamedField[] {
  return fieldElements(elements).map(({ field: name, type }) => {
    const values = captured?.get(headerKey(header, name));
    const samples = [...(values?.samples ?? [])];
    const field = { type: type && "typeName" in type ? type.typeName : undefined, values: samples };
    const place = { isInHeader: true, after: "", isInId: false, isFollower: false };
    return { field, name, ...place, captured: values };
  });
}

/** The names of the fields among these parts: drafts are described again after each run of their rules. */
const knownNames = new WeakMap<readonly ContentPart[], string[]>();

/** The fields of a draft with names that no field of its header has. */
function namedFields(draft: Draft, header: readonly Element[], captured: CapturedValues | undefined): NamedField[] {
  const { parts, isFollower } = draft;
  const inBraces = parts.flatMap((part) => ("text" in part ? bracedIdentifiers(part.text) : []));
  const unique = new UniqueNames([...fieldElements(header).map(({ field }) => field), ...inBraces]);
  // What stands before the first field, between two, and behind the last.
  const texts = [""];
  for (const part of parts) {
    if ("values" in part) texts.push("");
    else texts[texts.length - 1] += textOf(part);
  }
  const known = knownNames.get(parts) ?? [];
  knownNames.set(parts, known);
  let previous: { readonly name: string; readonly type: string | undefined } | undefined;
  return contentFields(parts).map((field, i) => {
    const [before, after] = [texts[i]!, texts[i + 1]!];
    const name = known[i] ?? unique.of(...suggestedNames({ before, after, ...field, previous }));
    known[i] = name;
    const isInId =
      (previous !== undefined && INSIDE_WORD.test(before)) || (i + 2 < texts.length && INSIDE_WORD.test(after));
    previous = name === TIMESTAMP_FIELD ? undefined : { name, type: field.type };
    return { field, name, isInHeader: false, isFollower, after, isInId, captured: captured?.get(field) };
  });
}

const INSIDE_WORD = /^[A-Za-z_-]+$/;

function textOf(part: ContentPart): string {
  return "text" in part ? part.text : "padding" in part && part.padding === "some" ? " " : "";
}

/** The time with which a line begins, perhaps in brackets, where few lines are alike, so that no header was found. */
const LEADING_TIME = /^[[(<"'*#]*(?:\{\{)?<time>(?:[\])>"']|\}\})?[,:;|]?\s*(?:[-|:]\s+)?/;

function outputOf(
  { parts }: Draft,
  header: readonly ShownField[],
  kept: ReadonlyMap<string, string>,
  fields: ReadonlyMap<ContentField, ShownField>,
): string {
  // In alternatives, a field may come several times.
  const inHeader = [...new Map(header.map((one) => [one.name, one])).values()].filter(({ name }) => !kept.has(name));
  const shown = inHeader.filter(({ mask }) => mask === undefined);
  const head = [...shown.map(({ name }) => `{${name}}`), ...kept.values()].join(" ");
  const texts = parts.map((part) => {
    if (!("values" in part)) return templateLiteral(textOf(part));
    const { name, mask } = fields.get(part)!;
    return mask ?? `{${name}}`;
  });
  const whole = texts.join("").trim();
  const content = whole.replace(LEADING_TIME, "") || whole;
  // No output is empty: a line with nothing but a header says at least what that has.
  const masks = inHeader.map(({ name, type }) => maskOfType(type) ?? `<${name}>`);
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
