// Which masks in outputs stand for fields.

import type { Pattern } from "../../matcher/pattern.ts";
import { bracedTexts } from "../../rules/notation.ts";
import { MASK_NAMES } from "../../text/masks/varying-parts.ts";

interface OutputPart {
  readonly start: number;
  readonly end: number;
  /** The field that it shows, by its index; undefined for a mask. */
  readonly field: number | undefined;
}

const MASK = new RegExp(`<(?:${MASK_NAMES.join("|")})>`, "g");
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const decoder = new TextDecoder();

/**
 * The masks in an output that stand for fields of its pattern, by the indexes of the fields. A mask does if the texts
 * beside it are those beside the field in the pattern, and if it comes in the same order as the fields that are shown.
 */
export function placesOfMasks(text: string, pattern: Pattern): Map<number, Pick<OutputPart, "start" | "end">> {
  const parts = partsOf(text, pattern);
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
      if (!isSameStart(reversed(before), reversed(left), i === 0)) continue;
      if (!isSameStart(after, right, i === parts.length - 1)) continue;
      masks.set(element.field, parts[i]!);
      next = i + 1;
      break;
    }
  }
  return masks;
}

/** The placeholders of fields and the masks of an output, in order. */
function partsOf(text: string, { fields }: Pattern): OutputPart[] {
  const placeholders = Array.from(bracedTexts(text), ({ content, start, end }) => {
    return { start, end, field: fields.indexOf(content) };
  });
  const masks = Array.from(text.matchAll(MASK), ({ 0: mask, index }) => {
    return { start: index, end: index + mask.length, field: undefined };
  });
  return [...placeholders.filter(({ field }) => field !== -1), ...masks].sort((a, b) => a.start - b.start);
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

function reversed(text: string): string {
  return [...text].reverse().join("");
}
