// Which parts of outputs stand for fields that they do not show, and outputs that show these.

import type { Pattern } from "../../matcher/pattern.ts";
import { bracedTexts } from "../../rules/notation.ts";
import { type TextEdit, withEdits } from "../../rules/text-edits.ts";
import { MASK_NAMES } from "../../text/masks/varying-parts.ts";

interface OutputPart {
  readonly start: number;
  readonly end: number;
  /** The field that it shows, by its index; undefined for a mask. */
  readonly field: number | undefined;
}

const MASK = new RegExp(`<(?:${MASK_NAMES.join("|")})>`, "g");
const MASK_AT_END = new RegExp(`<(?:${MASK_NAMES.join("|")})>$`);
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const decoder = new TextDecoder();

/** Where the fields of a pattern are in an output, or would be. */
export class OutputPlaces {
  private readonly text: string;
  private readonly pattern: Pattern;
  private readonly parts: readonly OutputPart[];
  private readonly masks: ReadonlyMap<number, OutputPart>;

  constructor(text: string, pattern: Pattern) {
    this.text = text;
    this.pattern = pattern;
    this.parts = partsOf(text, pattern);
    this.masks = masksOf(text, pattern, this.parts);
  }

  hasMask(field: number): boolean {
    return this.masks.has(field);
  }

  /** Whether there is a place for a field that the output does not show. */
  hasPlace(field: number): boolean {
    return this.showing(field) !== undefined;
  }

  /**
   * The text of the output that shows these fields, too: in place of their masks, or before what follows them in the
   * pattern. Undefined if there is no place for one.
   */
  textWith(fields: readonly number[]): string | undefined {
    const edits = fields.map((field) => this.showing(field));
    return edits.includes(undefined) ? undefined : withEdits(this.text, edits as TextEdit[]);
  }

  private showing(field: number): TextEdit | undefined {
    const { pattern, masks, text } = this;
    const placeholder = `{${pattern.fields[field]!}}`;
    const mask = masks.get(field);
    if (mask !== undefined) return { start: mask.start, end: mask.end, text: placeholder };
    const at = pattern.elements.findIndex((element) => "field" in element && element.field === field);
    const start = at === -1 ? undefined : this.placeBefore(at);
    // What a mask right before it stands for is not known: perhaps for the field.
    if (start === undefined || MASK_AT_END.test(text.slice(0, start).trimEnd())) return undefined;
    const after = textAt(pattern, at + 1);
    const isJoined = LETTER_OR_DIGIT.test(after) && !/^\s/.test(after);
    const inserted = isJoined ? `${start > 0 ? " " : ""}${placeholder}` : `${placeholder} `;
    return { start, end: start, text: inserted };
  }

  /** Where what follows an element of the pattern is in the output. */
  private placeBefore(at: number): number | undefined {
    const { text, pattern, parts } = this;
    const after = textAt(pattern, at + 1).trim();
    if (LETTER_OR_DIGIT.test(after)) {
      const place = text.indexOf(after);
      return place !== -1 && place === text.lastIndexOf(after) ? place : undefined;
    }
    const next = pattern.elements.find((element, i) => i > at && "field" in element);
    return parts.find(
      ({ field }) => field !== undefined && next !== undefined && "field" in next && field === next.field,
    )?.start;
  }
}

/**
 * The masks that stand for fields, by the indexes of the fields. A mask does if the texts beside it are those beside
 * the field in the pattern, and if it comes in the same order as the fields that are shown.
 */
function masksOf(text: string, pattern: Pattern, parts: readonly OutputPart[]): Map<number, OutputPart> {
  const masks = new Map<number, OutputPart>();
  const shown = new Map(parts.map(({ field }, i) => [field, i]));
  let next = 0;
  for (const [at, element] of pattern.elements.entries()) {
    if (!("field" in element)) continue;
    const own = shown.get(element.field);
    if (own !== undefined) {
      next = Math.max(next, own + 1);
      continue;
    }
    const [before, after] = [textAt(pattern, at - 1), textAt(pattern, at + 1)];
    for (let i = next; i < parts.length && parts[i]!.field === undefined; i++) {
      const left = text.slice(parts[i - 1]?.end ?? 0, parts[i]!.start);
      const right = text.slice(parts[i]!.end, parts[i + 1]?.start);
      if (!isSameEnd(before, left, i === 0) || !isSameStart(after, right, i === parts.length - 1)) continue;
      masks.set(element.field, parts[i]!);
      next = i + 1;
      break;
    }
  }
  return masks;
}

/** The placeholders of fields and the masks of an output, in order. */
function partsOf(text: string, { fields }: Pattern): OutputPart[] {
  const shown = Array.from(bracedTexts(text), ({ content, start, end }) => ({
    start,
    end,
    field: fields.indexOf(content),
  }));
  const masks = Array.from(text.matchAll(MASK), ({ 0: mask, index }) => ({
    ...{ start: index, end: index + mask.length, field: undefined },
  }));
  return [...shown.filter(({ field }) => field !== -1), ...masks].sort((a, b) => a.start - b.start);
}

function textAt({ elements }: Pattern, at: number): string {
  const element = elements[at];
  return element !== undefined && "literal" in element ? decoder.decode(element.literal) : "";
}

/**
 * Whether a text after a field and one after a mask begin alike: in a word, or as far as one of them goes. At its ends
 * an output may leave some out.
 */
function isSameStart(inPattern: string, inOutput: string, isOuter: boolean): boolean {
  const text = isOuter ? inPattern.trimEnd() : inPattern;
  let length = 0;
  while (length < text.length && text[length] === inOutput[length]) length++;
  const common = text.slice(0, length);
  return common === text || (isOuter && common === inOutput) || LETTER_OR_DIGIT.test(common);
}

/** The same for texts before them, which end alike. */
function isSameEnd(inPattern: string, inOutput: string, isOuter: boolean): boolean {
  const [pattern, output] = [inPattern, inOutput].map((text) => [...text].reverse().join("")) as [string, string];
  return isSameStart(pattern, output, isOuter);
}
