import type { YAMLMap } from "yaml";
import type { FieldElement } from "../matcher/pattern.ts";
import { headOf, readKeys, type Vocabulary } from "./keys.ts";
import { type Span, spanOf, type Wording } from "./problem.ts";
import { QUALIFIERS, readField } from "./read-field.ts";
import { allOrNone, itemsOf, type Reader, readLineText, type Slot } from "./reader.ts";

/** A bound, because matching recurses for each field and may try each alternative at each place of a line. */
const MAX_FIELDS = 1000;

const KINDS = ["text", "field", "alternatives", "optional"] as const;
const ELEMENT: Vocabulary = { what: "an element", keys: [...KINDS, ...QUALIFIERS], extensible: false };
const WORDS = "an element is '- text: ...', exactly as in the line, or '- field: name'";
const NO_LIST = `write the elements below it, one per line: ${WORDS}`;
const NO_MAPPING = `${WORDS}; an alias stands for one element`;
const NO_ALTERNATIVE = `an alternative is a list of elements; ${WORDS}, and a list of one is '[{ text: OK }]'`;
const NO_ALTERNATIVES = "write a list of lists: 'alternatives: [[{ text: OK }], [{ text: DONE }]]'";

/**
 * Reads the elements of a pattern, or `undefined` if problems leave some field's name unknown. A literal text with a
 * problem reads as empty.
 */
export function readPattern(reader: Reader, slot: Slot): readonly PlacedElement[] | undefined {
  const elements = new PatternReader(reader).sequence(slot, false);
  const most = elements === undefined ? undefined : placeOf(MAX_FIELDS + 1, elements);
  if (most !== undefined) reader.report("TOO_MANY_FIELDS", reader.item(slot, most), () => TOO_MANY);
  return elements;
}

/** The index of the element with the n-th field or alternative, counting those nested in alternatives. */
function placeOf(n: number, elements: readonly PlacedElement[]): number | undefined {
  const known = new Map<PlacedElement, number>();
  const sizeOf = (element: PlacedElement): number => {
    if ("text" in element) return 0;
    if ("field" in element) return 1;
    // Memoised, because many YAML aliases may stand for one element.
    const { alternatives } = element;
    const size = known.get(element) ?? alternatives.flat().reduce((sum, one) => sum + sizeOf(one), alternatives.length);
    known.set(element, size);
    return size;
  };
  let count = 0;
  const place = elements.findIndex((element) => {
    count += sizeOf(element);
    return count >= n;
  });
  return place === -1 ? undefined : place;
}

class PatternReader {
  private readonly reader: Reader;
  constructor(reader: Reader) {
    this.reader = reader;
  }

  /** Reads a list of elements; `help` is the remedy if it is no list. */
  sequence(slot: Slot, mayBeEmpty: boolean, help = NO_LIST): readonly PlacedElement[] | undefined {
    const list = this.reader.list(slot, help);
    if (list === undefined) return undefined;
    // Not inside `once`: whether a list may be empty depends on the place, also for an alias.
    if (list.items.length === 0 && !mayBeEmpty) {
      this.reader.report("EMPTY_VALUE", slot.node, () => emptyList(slot.what, "element", WORDS));
    }
    return this.reader.once(list, () =>
      allOrNone(itemsOf(list, "an element", slot.until).map((item) => this.element(item))),
    );
  }

  private element(slot: Slot): PlacedElement | undefined {
    const { reader } = this;
    const map = reader.mapping(slot, NO_MAPPING);
    const element = map && reader.once(map, () => this.elementOf(map, slot.until));
    // A field that an alias brings in stands where the alias does.
    return element && "field" in element ? { ...element, span: spanOf(slot.owner) } : element;
  }

  private elementOf(map: YAMLMap.Parsed, until: number): PlacedElement | FieldElement | undefined {
    const { reader } = this;
    const slots = readKeys(reader, map, ELEMENT, until);
    const placeOf = (kind: string) => slots.get(kind)!.owner.range[0];
    const kinds = KINDS.filter((kind) => slots.has(kind)).sort((a, b) => placeOf(a) - placeOf(b));
    const [first, second] = kinds;
    if (second !== undefined) {
      reader.report("ELEMENT_KIND", slots.get(second)!.owner, () => two(first!, second));
    }
    const field = slots.get("field");
    if (field !== undefined) return readField(reader, field, slots);
    for (const key of QUALIFIERS) {
      const qualifier = slots.get(key);
      if (qualifier !== undefined) reader.report("ELEMENT_KIND", qualifier.owner, () => withoutField(key));
    }
    switch (first) {
      case "text":
        return { text: readLineText(reader, slots.get(first)!)?.source ?? "" };
      case "alternatives":
        return this.alternatives(slots.get(first)!);
      case "optional":
        return this.optional(slots.get(first)!);
      default:
        if (map.items.length === 0) reader.report("ELEMENT_KIND", headOf(map), () => NEITHER);
        return undefined;
    }
  }

  private alternatives(slot: Slot): PlacedElement | undefined {
    const list = this.reader.list(slot, NO_ALTERNATIVES);
    if (list === undefined) return undefined;
    const items = itemsOf(list, "an alternative", slot.until);
    if (items.length === 0) {
      this.reader.report("EMPTY_VALUE", slot.node, () => emptyList(slot.what, "alternative", NO_ALTERNATIVES));
    }
    const alternatives = allOrNone(items.map((item) => this.sequence(item, true, NO_ALTERNATIVE)));
    return alternatives && { alternatives };
  }

  private optional(slot: Slot): PlacedElement | undefined {
    const sequence = this.sequence(slot, false);
    return sequence && { alternatives: [sequence, []] };
  }
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
const TOO_MANY: Wording = {
  message: `a pattern has more than ${MAX_FIELDS} fields and alternatives`,
  help: "let one field capture the rest of the line; use 'values' for a choice of texts",
};

export type PlacedField = FieldElement & { readonly span: Span };

/** An element as it was read: a field has its place in the file. */
type PlacedElement =
  | { readonly text: string }
  | PlacedField
  | { readonly alternatives: readonly (readonly PlacedElement[])[] };

/** The spans of the fields, in the order written. */
export function fieldSpans(elements: readonly PlacedElement[]): Span[] {
  const spans: Span[] = [];
  for (const element of elements) {
    if ("field" in element) spans.push(element.span);
    else if ("alternatives" in element) spans.push(...element.alternatives.flatMap(fieldSpans));
  }
  return spans;
}

/**
 * Replaces alternatives with a single branch by their elements. People write these to name a group of elements with an
 * anchor; replaced, the group costs nothing.
 */
export function withoutGroups(elements: readonly PlacedElement[]): readonly PlacedElement[] {
  if (!elements.some((element) => "alternatives" in element)) return elements;
  return elements.flatMap((element): readonly PlacedElement[] => {
    if (!("alternatives" in element)) return [element];
    const alternatives = element.alternatives.map(withoutGroups);
    return alternatives.length === 1 ? alternatives[0]! : [{ alternatives }];
  });
}
