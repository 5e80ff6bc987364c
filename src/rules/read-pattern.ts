import type { Element } from "../matcher/pattern.ts";
import { ANY_TYPE } from "../matcher/types/type-registry.ts";
import type { Span } from "./location.ts";
import {
  allOrNone,
  type Entry,
  headOf,
  isLineText,
  itemOf,
  itemsOf,
  type NodeReader,
  spanOf,
  spansIn,
  type Vocabulary,
} from "./node-reader.ts";
import { nearPlaceholders, parseNotation } from "./notation.ts";
import {
  type FieldDefinitions,
  type FieldQualities,
  hasBrace,
  QUALIFIERS,
  readField,
  readPlaceholder,
} from "./read-field.ts";
import { MAX_FIELDS } from "./rule.ts";
import type { Transform } from "./transforms/transform-registry.ts";
import type { YamlMap, YamlNode, YamlScalar, YamlSeq } from "./yaml/node.ts";

/** An element as it is written, with its place in the file. */
type WrittenElement =
  | { readonly text: string }
  | ({ readonly field: string; readonly span: Span } & FieldQualities)
  | { readonly alternatives: readonly (readonly WrittenElement[])[]; readonly span: Span };

/** A field as written, with its transforms and its place in the file. */
export interface WrittenField {
  readonly field: string;
  readonly transforms: readonly Transform[] | undefined;
  readonly span: Span;
}

interface ReadElements {
  readonly elements: readonly Element[];
  /** The elements that are fields, including those in alternatives, in the order written. */
  readonly fields: readonly WrittenField[];
}

/** So many warnings show what is wrong with a file. A pattern may have millions of braces. */
const MAX_NEAR = 1000;

const KINDS = ["text", "field", "alternatives", "optional"] as const;
const ELEMENT: Vocabulary = { what: "an element", keys: [...KINDS, ...QUALIFIERS] };
const WORDS = "an element is text with '{name}' for each field, or '- text: ...', or '- field: name'";
const NO_LIST =
  "write the pattern as one text in quotes, such as '{user} logged in', or its elements below it, one per line";
const NO_MAPPING = `${WORDS}; an alias stands for one element`;
const NO_ALTERNATIVE = `an alternative is a text or a list of elements; ${WORDS}`;
const NO_ALTERNATIVES = "write a list: 'alternatives: [OK, DONE]'";

/**
 * Reads the elements of a pattern, or `undefined` if problems leave some field's name unknown. A literal text with a
 * problem reads as empty. Of a field, what the element does not say itself is taken from the definitions.
 *
 * Alternatives with a single branch become the elements of this branch. People write these to name a group of elements
 * with an anchor; replaced, the group costs nothing.
 */
export function readPattern(
  reader: NodeReader,
  entry: Entry,
  definitions: FieldDefinitions,
  mayBeEmpty: boolean,
): ReadElements | undefined {
  const written = readElements(reader, entry, mayBeEmpty);
  const fields: WrittenField[] = [];
  let size = 0;
  const completed = (element: WrittenElement): readonly Element[] => {
    if ("text" in element) return [element];
    if ("alternatives" in element) {
      size += element.alternatives.length;
      const alternatives = element.alternatives.map((branch) => branch.flatMap(completed));
      return alternatives.length === 1 ? alternatives[0]! : [{ alternatives }];
    }
    size++;
    const { field, span } = element;
    const defined = definitions.get(field);
    if (element.type === undefined && defined?.weight) reader.countDefined(defined.weight, span);
    const type = element.type ?? defined?.type ?? ANY_TYPE;
    const transforms = element.transforms ?? defined?.transforms;
    fields.push({ field, transforms: transforms?.length === 0 ? undefined : transforms, span });
    return [type === ANY_TYPE ? { field } : { field, type }];
  };
  const elements = written?.flatMap((element) => {
    const before = size;
    const made = completed(element);
    if (before <= MAX_FIELDS && size > MAX_FIELDS && "span" in element)
      reader.report("TOO_MANY_FIELDS", element.span, {
        message: `a pattern has more than ${MAX_FIELDS} fields and alternatives`,
        help: "let one field capture the rest of the line; use 'values' for a choice of texts",
      });
    return made;
  });
  return elements && { elements, fields };
}

/** Reads a text or a list of elements; `help` is for what is neither. */
function readElements(
  reader: NodeReader,
  entry: Entry,
  mayBeEmpty: boolean,
  help = NO_LIST,
): readonly WrittenElement[] | undefined {
  if (reader.isText(entry)) return readNotation(reader, entry, mayBeEmpty);
  if (entry.node?.kind === "map" && isUnquotedPlaceholder(reader, entry.node)) return undefined;
  const list = reader.list(entry, help, "a text or a list");
  if (list === undefined) return undefined;
  // Not inside `once`: whether a list may be empty depends on the place, also for an alias.
  if (list.items.length === 0 && !mayBeEmpty) reader.reportEmpty(entry, "element", WORDS);
  return reader.once(list, () => itemsIn(reader, list, entry.until));
}

function itemsIn(reader: NodeReader, list: YamlSeq, until: number): readonly WrittenElement[] | undefined {
  const elements: WrittenElement[] = [];
  let isComplete = true;
  for (let i = 0; i < list.items.length; i++) {
    const simple = simpleElement(list.items[i]!);
    if (simple !== undefined) {
      elements.push(simple);
      continue;
    }
    const read = readItem(reader, itemOf(list, i, "an element", until));
    if (read === undefined) isComplete = false;
    else for (const element of read) elements.push(element);
  }
  return isComplete ? elements : undefined;
}

/** Reads an item of a list: an element, or several in notation. */
function readItem(reader: NodeReader, entry: Entry): readonly WrittenElement[] | undefined {
  const elements = reader.isText(entry)
    ? readNotation(reader, entry, false)
    : allOrNone([reader.mappingOnce(entry, NO_MAPPING, (map) => elementOf(reader, map, entry.until))]);
  // The place of an aliased element is that of the alias.
  if (entry.owner.kind !== "alias") return elements;
  const span = spanOf(entry.owner);
  return elements?.map((element) => ("text" in element ? element : { ...element, span }));
}

function readNotation(reader: NodeReader, entry: Entry, mayBeEmpty: boolean): readonly WrittenElement[] | undefined {
  const scalar = reader.lineText(entry, mayBeEmpty);
  return scalar && reader.once(scalar, () => notationOf(reader, scalar));
}

function notationOf(reader: NodeReader, scalar: YamlScalar): readonly WrittenElement[] {
  const { source } = scalar;
  const parts = parseNotation(source);
  if (parts.some((part) => ("text" in part ? part.text.includes("{") : part.isOfGrok))) {
    const spanOfNext = spansIn(reader.source, scalar, source);
    for (const near of nearPlaceholders(source).slice(0, Math.max(0, MAX_NEAR - reader.findings.length)))
      reader.findings.push({ code: "BRACED_NAME", near, span: spanOfNext(near.source, near.start) });
  }
  const spanOfNext = spansIn(reader.source, scalar, source);
  return parts.map((part): WrittenElement => {
    if ("text" in part) return part;
    const span = spanOfNext(part.source, part.offset);
    return { ...readPlaceholder(reader, part, span), span };
  });
}

function elementOf(reader: NodeReader, map: YamlMap, until: number): WrittenElement | undefined {
  const span = spanOf(map);
  if (isUnquotedPlaceholder(reader, map)) return undefined;
  const entries = reader.keys(map, ELEMENT, until);
  const offsetOf = (kind: string) => entries.get(kind)!.owner.start;
  const kinds = KINDS.filter((kind) => entries.has(kind)).sort((a, b) => offsetOf(a) - offsetOf(b));
  const [first, second] = kinds;
  if (second !== undefined)
    reader.report("ELEMENT_KIND", entries.get(second)!.owner, {
      message: `an element has both ${quotedKind(first!)} and ${quotedKind(second)}; expected one of them`,
      help: "begin each of them with its own '- '",
    });
  const field = entries.get("field");
  if (field !== undefined) {
    const read = readField(reader, field, entries);
    return read && { ...read, span };
  }
  for (const key of QUALIFIERS) {
    const qualifier = entries.get(key);
    if (qualifier !== undefined)
      reader.report("ELEMENT_KIND", qualifier.owner, {
        message: `an element has '${key}' but no 'field'; '${key}' belongs to a field`,
        help: "write '- field: name' and, below it and aligned with 'field', the other keys",
      });
  }
  switch (first) {
    case "text":
      return { text: reader.lineText(entries.get(first))?.source ?? "" };
    case "alternatives":
      return readAlternatives(reader, entries.get(first)!, span);
    case "optional": {
      const elements = readElements(reader, entries.get(first)!, false);
      return elements && { alternatives: [elements, []], span };
    }
    default:
      if (map.items.length === 0)
        reader.report("ELEMENT_KIND", headOf(map), {
          message: "an element has neither 'text' nor 'field'; expected one of them",
          help: WORDS,
        });
      return undefined;
  }
}

/** Reports a mapping that was meant as a text in notation: `{time}` without quotes is a key without a value. */
function isUnquotedPlaceholder(reader: NodeReader, map: YamlMap): boolean {
  const isUnquoted =
    map.flow &&
    map.items.length > 0 &&
    map.items.every(({ key, value }) => value === null && !ELEMENT.keys.includes(reader.key(key) ?? ""));
  if (isUnquoted)
    reader.report("ELEMENT_KIND", map, {
      message: "a pattern begins with a brace and has no quotes, so that YAML reads it as a mapping",
      help: "quote the pattern: '{user} logged in'",
    });
  return isUnquoted;
}

function readAlternatives(reader: NodeReader, entry: Entry, span: Span): WrittenElement | undefined {
  const list = reader.list(entry, NO_ALTERNATIVES);
  if (list === undefined) return undefined;
  const items = itemsOf(list, "an alternative", entry.until);
  if (items.length === 0) reader.reportEmpty(entry, "alternative", NO_ALTERNATIVES);
  const alternatives = allOrNone(items.map((item) => readElements(reader, item, true, NO_ALTERNATIVE)));
  return alternatives && { alternatives, span };
}

/** The element, if it is one text or the name of one field and nothing is wrong with it, as with nearly all. */
function simpleElement(node: YamlNode): WrittenElement | undefined {
  if (node.kind !== "map" || node.items.length !== 1 || node.anchor !== undefined || node.tag !== undefined)
    return undefined;
  const { key, value } = node.items[0]!;
  if (key.kind !== "scalar" || !isLineText(value)) return undefined;
  const { source } = value;
  if (key.source === "text") return { text: source };
  return key.source === "field" && !hasBrace(source) ? { field: source, span: spanOf(node) } : undefined;
}

function quotedKind(kind: string): string {
  return kind === "text" || kind === "field" ? `a '${kind}'` : `'${kind}'`;
}
