import { type Span as FieldSpan, type FieldType, type Pattern, type SpanEnd, withSpans } from "../matcher/pattern.ts";
import { spanEnd } from "../matcher/spans.ts";
import { ANY_TYPE, TYPE_NAMES } from "../matcher/types/type-registry.ts";
import { MASK_NAMES } from "../text/masks/varying-parts.ts";
import { nearest, nearestOr } from "../text/messages/nearest.ts";
import { namesInWords, quoted } from "../text/messages/phrases.ts";
import type { Span } from "./location.ts";
import { type Entry, itemsOf, type NodeReader, spanOf, type Vocabulary, weightOf } from "./node-reader.ts";
import { IMPORT_GROK, type Placeholder, parseNotation } from "./notation.ts";
import type { Wording } from "./rules-error.ts";
import { isName, TRANSFORM_NAMES, TRANSFORMS, type Transform } from "./transforms/transform-registry.ts";

export const QUALIFIERS = ["parser", "values", "transform"] as const;

const SPAN_KEYS = ["from", "to"] as const;

export interface WrittenSpan {
  readonly field: string;
  readonly span: Span;
  readonly from: Entry | undefined;
  readonly to: Entry | undefined;
}

export interface FieldQualities {
  readonly type?: FieldType | typeof ANY_TYPE;
  /** An empty list overrides a definition. */
  readonly transforms?: readonly Transform[];
  /** In a definition with values: what each use counts towards the bound of `NodeReader.countDefined`. */
  readonly weight?: number;
}

export type FieldDefinitions = ReadonlyMap<string, FieldQualities>;

const DEFINITION_KEYS = [...QUALIFIERS, "description"];
const IN_A_RULE = "write it in the 'fields' of a rule, for the fields of its pattern";
const DEFINITION: Vocabulary = {
  ...{ what: "a field", keys: DEFINITION_KEYS },
  misplaced: new Map(SPAN_KEYS.map((key) => [key, IN_A_RULE])),
};
const RULE_DEFINITION: Vocabulary = { what: "a field", keys: [...DEFINITION_KEYS, ...SPAN_KEYS] };
const NO_DEFINITIONS = "write the names of fields and describe each: 'fields: { ms: { parser: number } }'";
const NO_DEFINITION =
  "describe a field with a mapping, such as '{ parser: number }', '{ values: [INFO, WARN] }', '{ transform: alias }'";
const NO_VALUES = "write the texts as a list: 'values: [INFO, WARN, ERROR]'";
const NO_ENDS = "write a field in braces, as in 'from: \"{hour}\"', or several as a list";
const NO_TRANSFORM = "write one transform, or several as a list: 'transform: [trim, lowercase]'";
const NO_MASKS: Wording = {
  message: "a transform names no mask; expected at least one",
  help: "write the masks to apply, 'transform: { mask: [uuid, ip] }', or 'transform: mask' for all",
};
const BRACE: Wording = {
  message: "the name of a field contains a brace",
  help: "leave the braces out; names have braces only in 'output'",
};
const WITH_MASKS: Vocabulary = {
  what: "a transform",
  keys: TRANSFORMS.flatMap((transform) => ("takesMasks" in transform ? [transform.name] : [])),
};

/** Reads a field with its qualifiers. Returns undefined if it has no name. */
export function readField(
  reader: NodeReader,
  entry: Entry,
  entries: ReadonlyMap<string, Entry>,
): ({ readonly field: string } & FieldQualities) | undefined {
  const name = reader.lineText(entry)?.source;
  const qualities = readQualities(reader, entries);
  if (name === undefined) return undefined;
  if (hasBrace(name)) reader.report("FIELD_BRACE", entry.node, BRACE);
  return { field: name, ...qualities };
}

export function hasBrace(name: string): boolean {
  return name.includes("{") || name.includes("}");
}

export function readPlaceholder(
  reader: NodeReader,
  { field, type, values, isOfGrok }: Placeholder,
  span: Span,
): { readonly field: string } & FieldQualities {
  if (values !== undefined) {
    if (values.includes(""))
      reader.report("EMPTY_VALUE", span, {
        message: `one of the texts that the field ${quoted(field)} may capture is empty`,
        help: "remove the bar at its beginning or end, or one of two adjacent bars; for a part that may be missing, write '- optional: ...'",
      });
    return { field, type: { values } };
  }
  if (type === undefined) return { field };
  const asText = `for the text itself write the element { text: ${quoted(`{${field}:${type}}`)} }`;
  const help = (known: string): string => (isOfGrok ? IMPORT_GROK : `${known}; ${asText}`);
  return { field, type: typeOf(reader, span, type, help) };
}

/** The definitions of a file, or of a rule, before the `outer` ones. `reportUnused` finds the unused ones. */
export function readDefinitions(reader: NodeReader, entry: Entry, outer?: FieldDefinitions) {
  const spans = new Map<string, Span>();
  const spanning: WrittenSpan[] = [];
  const definitions: Map<string, FieldQualities> = new Map(outer ?? []);
  const map = reader.mapping(entry, NO_DEFINITIONS);
  for (const { key, value } of map?.items ?? []) {
    const field = reader.key(key);
    if (field === undefined) {
      reader.report("WRONG_TYPE", key, { message: "the name of a field is not text", help: NO_DEFINITIONS });
      continue;
    }
    if (hasBrace(field)) reader.report("FIELD_BRACE", key, BRACE);
    const what = `the field ${quoted(field)}`;
    const definition = reader.mapping({ what, node: value, owner: key, until: entry.until }, NO_DEFINITION);
    if (definition === undefined || spans.has(field)) continue;
    spans.set(field, spanOf(key));
    const entries = reader.keys(definition, outer ? RULE_DEFINITION : DEFINITION, entry.until);
    reader.optionalText(entries.get("description"));
    const qualities = { ...outer?.get(field), ...readQualities(reader, entries) };
    const [from, to] = SPAN_KEYS.map((end) => entries.get(end));
    if (from ?? to) {
      spanning.push({ field, span: spanOf(key), from, to });
      for (const typeKey of ["parser", "values"])
        if (entries.has(typeKey))
          reader.report("ELEMENT_KIND", entries.get(typeKey)!.owner, {
            message: `a field has 'from' or 'to', and '${typeKey}'; expected one of them`,
            help: "a field that spans others has no type: theirs decide what it takes",
          });
    }
    const { type } = qualities;
    const weight = typeof type === "object" && "values" in type ? weightOf(type.values) : 0;
    definitions.set(field, { ...qualities, weight });
  }
  return {
    definitions,
    spanning,
    reportUnused: (fields: ReadonlySet<string>) => {
      for (const [name, span] of spans)
        if (!fields.has(name)) reader.findings.push({ code: "UNUSED_FIELD", name, span });
    },
  };
}

function readQualities(reader: NodeReader, entries: ReadonlyMap<string, Entry>): FieldQualities {
  const parser = entries.get("parser");
  const values = entries.get("values");
  const transform = entries.get("transform");
  if (parser !== undefined && reader.isList(parser)) {
    reader.report("WRONG_TYPE", parser.node, {
      message: "'parser' is a list; expected text",
      help: "for a list of texts write 'values: [INFO, WARN, ERROR]'; a field has one type",
    });
    return {};
  }
  if (parser !== undefined && values !== undefined) {
    const later = parser.owner.start < values.owner.start ? values : parser;
    reader.report("ELEMENT_KIND", later.owner, {
      message: "a field has both a 'parser' and 'values'; expected one of them",
      help: "leave 'parser' out; 'values' alone says which texts the field may capture",
    });
  }
  const name = values === undefined && parser ? reader.lineText(parser)?.source : undefined;
  const named = name === undefined ? undefined : typeOf(reader, spanOf(parser!.node!), name);
  const type = values === undefined ? named : readValues(reader, values);
  const transforms = transform && readTransforms(reader, transform);
  return { ...(type && { type }), ...(transforms && { transforms }) };
}

function typeOf(
  reader: NodeReader,
  span: Span,
  text: string,
  help?: (known: string) => string,
): FieldType | typeof ANY_TYPE {
  const typeName = oneOf(reader, span, text, [...TYPE_NAMES, ANY_TYPE], "UNKNOWN_TYPE", "type", help);
  return typeName === ANY_TYPE ? ANY_TYPE : { typeName };
}

function readValues(reader: NodeReader, entry: Entry): FieldType | undefined {
  const list = reader.list(entry, NO_VALUES);
  if (list === undefined) return undefined;
  const items = itemsOf(list, "a value", entry.until);
  if (items.length === 0)
    reader.reportEmpty(entry, "text", "write the texts that the field may capture, or leave 'values' out for any text");
  return { values: items.flatMap((item) => reader.lineText(item)?.source ?? []) };
}

/** Reads one transform, or a list of them. An empty list overrides a definition. */
function readTransforms(reader: NodeReader, entry: Entry): Transform[] {
  const transforms: Transform[] = [];
  for (const item of oneOrMore(reader, entry, "a transform", NO_TRANSFORM) ?? []) {
    const read = reader.isMapping(item)
      ? readTransformWithMasks(reader, item)
      : readNames(reader, item, TRANSFORM_NAMES, "transform").map((name) => ({ name }));
    const [naming, another] = [transforms.find(isName), read.find(isName)];
    if (naming && another)
      reader.report("TRANSFORM_CONFLICT", item.node, {
        message: `a value gets a name twice, by '${naming.name}' and by '${another.name}'; expected one of them`,
        help: "keep 'alias' to number the values of each run, or 'pseudonym' for names that are the same in every run",
      });
    transforms.push(...read);
  }
  return transforms;
}

/** Reads a mapping whose key is a transform and whose value lists masks. */
function readTransformWithMasks(reader: NodeReader, entry: Entry): Transform[] {
  const map = reader.mapping(entry, NO_TRANSFORM);
  if (map === undefined) return [];
  const [pair] = reader.keys(map, WITH_MASKS, entry.until);
  if (pair === undefined) {
    if (map.items.length === 0) reader.report("MISSING_KEY", entry.node, NO_MASKS);
    return [];
  }
  const [name, value] = pair;
  const items = oneOrMore(reader, value, "a mask", NO_MASKS.help);
  if (items === undefined) return [];
  if (items.length === 0) reader.report("EMPTY_VALUE", value.node, NO_MASKS);
  const masks = items.flatMap((item) => readNames(reader, item, MASK_NAMES, "mask"));
  return [{ name: name as Transform["name"], masks: MASK_NAMES.filter((mask) => masks.includes(mask)) }];
}

/** The items of a list, or the value itself if it is none; undefined for a list that cannot be read. */
function oneOrMore(reader: NodeReader, entry: Entry, what: string, help: string): Entry[] | undefined {
  if (!reader.isList(entry)) return [entry];
  const list = reader.list(entry, help);
  return list && itemsOf(list, what, entry.until);
}

function readNames<Name extends string>(
  reader: NodeReader,
  entry: Entry,
  names: readonly Name[],
  what: string,
): Name[] {
  const text = reader.lineText(entry)?.source;
  return text === undefined ? [] : [oneOf(reader, spanOf(entry.node!), text, names, "UNKNOWN_TRANSFORM", what)];
}

/** Returns the name that a text stands for, in any case. Reports an unknown name and returns the first one instead. */
function oneOf<Name extends string>(
  reader: NodeReader,
  span: Span,
  text: string,
  names: readonly Name[],
  code: "UNKNOWN_TYPE" | "UNKNOWN_TRANSFORM",
  what: string,
  help: (known: string) => string = (known) => known,
): Name {
  const found = names.find((name) => name === text.toLowerCase());
  if (found !== undefined) return found;
  reader.report(code, span, () => {
    const near = nearest(text, names);
    const guess = near === undefined ? "" : `did you mean '${near}'? `;
    const known = `${guess}the ${what}s are ${names.join(", ")}`;
    return { message: `there is no ${what} ${quoted(text)}`, help: help(known) };
  });
  return names[0]!;
}

/** No rule needs more ends, and each one takes time with every line. */
const MAX_ENDS = 200;

/** The pattern of a rule with the fields that span others. Reports ends that are none of its own fields. */
export function readSpans(reader: NodeReader, written: readonly WrittenSpan[], pattern: Pattern): Pattern {
  const spans = new Map<string, FieldSpan>();
  let ends = 0;
  for (const { field, span, ...keys } of written) {
    const [from = [], to = []] = SPAN_KEYS.map((key, side) => readEnds(reader, keys[key], pattern, side as 0 | 1));
    const before = ends;
    ends += from.length + to.length;
    if (ends > MAX_ENDS) {
      if (before <= MAX_ENDS)
        reader.report("TOO_MANY_FIELDS", span, {
          message: `the fields of this rule that span others have more than ${MAX_ENDS} ends`,
          help: "leave out those that no output needs",
        });
      continue;
    }
    const own = pattern.fields.indexOf(field);
    if (own !== -1 && ![...from, ...to].some((end) => end.field === own))
      reader.report("SPAN_END", span, {
        message: `${quoted(field)} is a field of the pattern, so it cannot be one that spans others`,
        help: "rename one of them; a field of the pattern can only be made longer, as in 'from: \"/{path}\"'",
      });
    spans.set(field, { from, to });
  }
  return withSpans(pattern, spans);
}

/** Reads one end, or a list of them. Without an entry there is none, as the span reaches to the edge of the line. */
function readEnds(reader: NodeReader, entry: Entry | undefined, pattern: Pattern, side: 0 | 1): SpanEnd[] {
  const items = entry && oneOrMore(reader, entry, "an end", NO_ENDS);
  if (items?.length === 0) reader.reportEmpty(entry!, "field", NO_ENDS);
  return (items ?? []).flatMap((item) => readEnd(reader, item, pattern, side) ?? []);
}

/** Reads `{field}` with a text before or after it. The end is on the side of the text. */
function readEnd(reader: NodeReader, entry: Entry, pattern: Pattern, side: 0 | 1): SpanEnd | undefined {
  const source = reader.lineText(entry)?.source;
  if (source === undefined) return undefined;
  const parts = parseNotation(source);
  const name = parts.flatMap((part) => ("field" in part ? [part.field] : [])).join();
  const text = parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("");
  const isAfter = source === `{${name}}${text}`;
  const isEnd = isAfter || source === `${text}{${name}}`;
  const isBeyond = text !== "" && isAfter === (side === 0);
  const end = isEnd ? spanEnd(pattern, { name, text, isBeyond }, side) : undefined;
  if (end === undefined)
    reader.report("SPAN_END", entry.node, () => {
      const fields = [...new Set(pattern.fields)];
      const known = fields.length === 0 ? "it has no fields" : `its fields are ${namesInWords(fields)}`;
      return {
        message: `${quoted(source)} is not one field of the pattern with the text right before or after it`,
        help: isEnd && !fields.includes(name) ? nearestOr([name], fields, known) : NO_ENDS,
      };
    });
  return end;
}
