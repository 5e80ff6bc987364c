import { MAX_FIELDS } from "./limits.ts";
import { elementWith, type LocatedElement, type WrittenElement, withDefinitions } from "./located-elements.ts";
import { type Span, spanOf } from "./location.ts";
import { headOf, readKeys, type Vocabulary } from "./mapping-keys.ts";
import { nearPlaceholders } from "./near-placeholders.ts";
import { isMap, isScalar, isYamlAlias, type YamlMap, type YamlNode, type YamlScalar, type YamlSeq } from "./node.ts";
import { allOrNone, type Entry, itemOf, itemsOf, type NodeReader } from "./node-reader.ts";
import { parseNotation } from "./notation.ts";
import type { Wording } from "./pending-issue.ts";
import { type FieldDefinitions, hasBrace, QUALIFIERS, readField, readPlaceholder } from "./read-field.ts";
import { isLineText, readLineText, spansIn } from "./scalar-text.ts";

const KINDS = ["text", "field", "alternatives", "optional"] as const;
const ELEMENT: Vocabulary = { what: "an element", keys: [...KINDS, ...QUALIFIERS], extensible: false };
const WORDS = "an element is text with '{name}' for each field, or '- text: ...', or '- field: name'";
const NO_LIST =
  "write the pattern as one text in quotes, such as '{user} logged in', or its elements below it, one per line";
const NO_MAPPING = `${WORDS}; an alias stands for one element`;
const NO_ALTERNATIVE = `an alternative is a text or a list of elements; ${WORDS}`;
const NO_ALTERNATIVES = "write a list: 'alternatives: [OK, DONE]'";

/**
 * Reads the elements of a pattern, or `undefined` if problems leave some field's name unknown. A literal text with a
 * problem reads as empty. Of a field, what the element does not say itself is taken from the definitions.
 */
export function readPattern(
  reader: NodeReader,
  entry: Entry,
  definitions: FieldDefinitions,
): readonly LocatedElement[] | undefined {
  const elements = new PatternReader(reader).elements(entry, false);
  const first = elements === undefined ? undefined : elementWith(MAX_FIELDS + 1, elements);
  if (first !== undefined && "span" in first) reader.report("TOO_MANY_FIELDS", first.span, () => TOO_MANY);
  return elements && withDefinitions(reader, elements, definitions);
}

class PatternReader {
  private readonly reader: NodeReader;
  constructor(reader: NodeReader) {
    this.reader = reader;
  }

  /** Reads a text or a list of elements; `help` is the remedy if it is neither. */
  elements(entry: Entry, mayBeEmpty: boolean, help = NO_LIST): readonly WrittenElement[] | undefined {
    const { reader } = this;
    if (reader.isText(entry)) return this.notation(entry, mayBeEmpty);
    if (isMap(entry.node) && this.isUnquotedPlaceholder(entry.node)) return undefined;
    const list = reader.listOrText(entry, help);
    if (list === undefined) return undefined;
    // Not inside `once`: whether a list may be empty depends on the place, also for an alias.
    if (list.items.length === 0 && !mayBeEmpty) {
      reader.report("EMPTY_VALUE", entry.node, () => emptyList(entry.what, "element", WORDS));
    }
    return reader.once(list, () => this.items(list, entry.until));
  }

  private items(list: YamlSeq, until: number): readonly WrittenElement[] | undefined {
    const elements: WrittenElement[] = [];
    let isComplete = true;
    for (let i = 0; i < list.items.length; i++) {
      const simple = simpleElement(list.items[i]!);
      if (simple !== undefined) {
        elements.push(simple);
        continue;
      }
      const read = this.item(itemOf(list, i, "an element", until));
      if (read === undefined) isComplete = false;
      else for (const element of read) elements.push(element);
    }
    return isComplete ? elements : undefined;
  }

  /** An item of a list: an element, or several in notation. */
  private item(entry: Entry): readonly WrittenElement[] | undefined {
    const { reader } = this;
    const elements = reader.isText(entry) ? this.notation(entry, false) : allOrNone([this.element(entry)]);
    // What an alias brings in stands where the alias does.
    if (!isYamlAlias(entry.owner)) return elements;
    const span = spanOf(entry.owner);
    return elements?.map((element) => ("text" in element ? element : { ...element, span }));
  }

  /** The elements of a text in notation. */
  private notation(entry: Entry, mayBeEmpty: boolean): readonly WrittenElement[] | undefined {
    const { reader } = this;
    const scalar = readLineText(reader, entry, mayBeEmpty);
    return (
      scalar &&
      reader.once(scalar, () => {
        const parts = parseNotation(scalar.source);
        if (parts.some((part) => "text" in part && part.text.includes("{"))) this.findBracedNames(scalar);
        const spanOfNext = spansIn(reader.source, spanOf(scalar), scalar.source);
        return parts.map((part): WrittenElement => {
          if ("text" in part) return part;
          const span = spanOfNext(part.source, part.offset);
          return { ...readPlaceholder(reader, part, span), span };
        });
      })
    );
  }

  private findBracedNames(scalar: YamlScalar): void {
    const spanOfNext = spansIn(this.reader.source, spanOf(scalar), scalar.source);
    for (const near of nearPlaceholders(scalar.source)) {
      this.reader.findings.push({ code: "BRACED_NAME", near, span: spanOfNext(near.source, near.start) });
    }
  }

  private element(entry: Entry): WrittenElement | undefined {
    const { reader } = this;
    const map = reader.mapping(entry, NO_MAPPING);
    return map && reader.once(map, () => this.elementOf(map, entry.until));
  }

  private elementOf(map: YamlMap, until: number): WrittenElement | undefined {
    const { reader } = this;
    const span = spanOf(map);
    if (this.isUnquotedPlaceholder(map)) return undefined;
    const entries = readKeys(reader, map, ELEMENT, until);
    const offsetOf = (kind: string) => entries.get(kind)!.owner.start;
    const kinds = KINDS.filter((kind) => entries.has(kind)).sort((a, b) => offsetOf(a) - offsetOf(b));
    const [first, second] = kinds;
    if (second !== undefined) {
      reader.report("ELEMENT_KIND", entries.get(second)!.owner, () => two(first!, second));
    }
    const field = entries.get("field");
    if (field !== undefined) {
      const read = readField(reader, field, entries);
      return read && { ...read, span };
    }
    for (const key of QUALIFIERS) {
      const qualifier = entries.get(key);
      if (qualifier !== undefined) reader.report("ELEMENT_KIND", qualifier.owner, () => withoutField(key));
    }
    switch (first) {
      case "text":
        return { text: readLineText(reader, entries.get(first)!)?.source ?? "" };
      case "alternatives":
        return this.alternatives(entries.get(first)!, span);
      case "optional":
        return this.optional(entries.get(first)!, span);
      default:
        if (map.items.length === 0) reader.report("ELEMENT_KIND", headOf(map), () => NEITHER);
        return undefined;
    }
  }

  /** Reports a mapping that was meant as a text in notation: `{time}` without quotes is a key without a value. */
  private isUnquotedPlaceholder(map: YamlMap): boolean {
    const { reader } = this;
    const isUnquoted =
      map.flow &&
      map.items.length > 0 &&
      map.items.every(({ key, value }) => value === null && !ELEMENT.keys.includes(reader.key(key) ?? ""));
    if (isUnquoted) reader.report("ELEMENT_KIND", map, () => UNQUOTED);
    return isUnquoted;
  }

  private alternatives(entry: Entry, span: Span): WrittenElement | undefined {
    const list = this.reader.list(entry, NO_ALTERNATIVES);
    if (list === undefined) return undefined;
    const items = itemsOf(list, "an alternative", entry.until);
    if (items.length === 0) {
      this.reader.report("EMPTY_VALUE", entry.node, () => emptyList(entry.what, "alternative", NO_ALTERNATIVES));
    }
    const alternatives = allOrNone(items.map((item) => this.elements(item, true, NO_ALTERNATIVE)));
    return alternatives && { alternatives, span };
  }

  private optional(entry: Entry, span: Span): WrittenElement | undefined {
    const elements = this.elements(entry, false);
    return elements && { alternatives: [elements, []], span };
  }
}

/** The element, if it is one text or the name of one field and nothing is wrong with it, as with nearly all. */
function simpleElement(node: YamlNode): WrittenElement | undefined {
  if (!isMap(node) || node.items.length !== 1 || node.anchor !== undefined || node.tag !== undefined) return undefined;
  const { key, value } = node.items[0]!;
  if (!isScalar(key) || !isLineText(value)) return undefined;
  const { source } = value;
  if (key.source === "text") return { text: source };
  return key.source === "field" && !hasBrace(source) ? { field: source, span: spanOf(node) } : undefined;
}

function emptyList(what: string, item: string, help: string): Wording {
  return { message: `${what} is an empty list; expected at least one ${item}`, help };
}

function two(first: string, second: string): Wording {
  return {
    message: `an element has both ${quotedKind(first)} and ${quotedKind(second)}; expected one of them`,
    help: "begin each of them with its own '- '",
  };
}

function quotedKind(kind: string): string {
  return kind === "text" || kind === "field" ? `a '${kind}'` : `'${kind}'`;
}

function withoutField(key: string): Wording {
  return {
    message: `an element has '${key}' but no 'field'; '${key}' belongs to a field`,
    help: "write '- field: name' and, below it and aligned with 'field', the other keys",
  };
}

const NEITHER: Wording = { message: "an element has neither 'text' nor 'field'; expected one of them", help: WORDS };
const UNQUOTED: Wording = {
  message: "a pattern begins with a brace and has no quotes, so that YAML reads it as a mapping",
  help: "quote the pattern: '{user} logged in'",
};
const TOO_MANY: Wording = {
  message: `a pattern has more than ${MAX_FIELDS} fields and alternatives`,
  help: "let one field capture the rest of the line; use 'values' for a choice of texts",
};
