// Lets frequent normal forms take in rare ones that they cover, such as those whose value has several words.

import { Matcher } from "../../matcher/matcher.ts";
import { type Element, pattern } from "../../matcher/pattern.ts";
import { VARYING, WORD_CHARACTERS } from "../../text/shapes/skeleton.ts";

/** How many times as frequent a form must be to take in another. */
const MIN_RATIO = 5;
/** A value with more than these is a sentence, which needs a rule of its own. */
const MAX_TOKENS = 12;
const MAX_BLANKS = 2;
const TOKEN = new RegExp(`[${WORD_CHARACTERS}]+|[\\s\\S]`, "g");

/** A form without a word would take in everything. */
const HAS_WORD = new RegExp(`[${WORD_CHARACTERS}]`);

/** Maps each form that another takes in to that other one. `forms` are in Latin-1, with the number of lines of each. */
export function absorb(forms: ReadonlyMap<string, number>): Map<string, string> {
  const rarest = Math.min(...forms.values());
  // The most frequent first.
  const takers = [...forms]
    .filter(([form, count]) => count >= MIN_RATIO * rarest && HAS_WORD.test(form))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const patterns = takers.map(([form]) => pattern(elementsOfForm(form)));
  const matcher = new Matcher(patterns);
  // Few forms take in others, and a matcher takes kilobytes.
  const single: Matcher[] = [];
  const absorbed = new Map<string, string>();
  // A form that takes in another may itself have been taken in.
  for (const [form, count] of [...forms].sort(([, x], [, y]) => y - x)) {
    const bytes = Buffer.from(form);
    const covering = matcher.matching(bytes, 0, bytes.length).sort((a, b) => a - b);
    const taker = covering.find((i) => {
      if (takers[i]![1] < MIN_RATIO * count) return false;
      single[i] ??= new Matcher([patterns[i]!]);
      return mayTake(single[i], patterns[i]!.fields.length, bytes);
    });
    if (taker === undefined) continue;
    const [to] = takers[taker]!;
    absorbed.set(form, absorbed.get(to) ?? to);
  }
  return absorbed;
}

/** The elements of a pattern in which each varying part is a field. */
export function elementsOfForm(form: string): Element[] {
  return form
    .split(VARYING)
    .flatMap((text, i) => [...(i === 0 ? [] : [{ field: `f${i}` }]), ...(text === "" ? [] : [{ text }])]);
}

/** Whether the fields of a form capture no more than values in a text. Those at its ends must be single words. */
function mayTake(matcher: Matcher, fieldCount: number, bytes: Buffer): boolean {
  if (matcher.match(bytes, 0, bytes.length) === -1) return false;
  for (let i = 0; i < fieldCount; i++) {
    const [from, to] = [matcher.bounds[2 * i]!, matcher.bounds[2 * i + 1]!];
    const text = bytes.toString("utf8", from, to);
    const blanks = text.split(" ").length - 1;
    const isOuter = from === 0 || to === bytes.length;
    if (isOuter ? blanks > 0 : blanks > MAX_BLANKS || (text.match(TOKEN)?.length ?? 0) > MAX_TOKENS) return false;
  }
  return true;
}
