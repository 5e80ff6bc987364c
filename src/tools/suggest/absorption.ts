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
  const ordered = [...forms.keys()];
  const matcher = new Matcher(ordered.map((form) => pattern(elementsOfForm(form))));
  // Few forms take in others, and a matcher takes kilobytes.
  const single: Matcher[] = [];
  const singleOf = (i: number): Matcher => {
    single[i] ??= new Matcher([pattern(elementsOfForm(ordered[i]!))]);
    return single[i];
  };
  const absorbed = new Map<string, string>();
  for (const form of ordered) {
    const bytes = Buffer.from(form);
    const takers = matcher
      .matching(bytes, 0, bytes.length)
      .filter(
        (i) =>
          ordered[i] !== form && HAS_WORD.test(ordered[i]!) && forms.get(ordered[i]!)! >= MIN_RATIO * forms.get(form)!,
      )
      .filter((i) => mayTake(singleOf(i), ordered[i]!, bytes))
      .sort((a, b) => forms.get(ordered[b]!)! - forms.get(ordered[a]!)! || (ordered[a]! < ordered[b]! ? -1 : 1));
    if (takers.length > 0) absorbed.set(form, ordered[takers[0]!]!);
  }
  // A form that takes in another may itself be taken in.
  for (const [form, to] of absorbed) {
    let last = to;
    while (absorbed.has(last)) last = absorbed.get(last)!;
    absorbed.set(form, last);
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
function mayTake(matcher: Matcher, form: string, bytes: Buffer): boolean {
  if (matcher.match(bytes, 0, bytes.length) === -1) return false;
  const fields = form.split(VARYING).length - 1;
  for (let field = 0; field < fields; field++) {
    const [from, to] = [matcher.bounds[2 * field]!, matcher.bounds[2 * field + 1]!];
    const text = bytes.toString("utf8", from, to);
    const blanks = text.split(" ").length - 1;
    const isOuter = from === 0 || to === bytes.length;
    if (isOuter ? blanks > 0 : blanks > MAX_BLANKS || tokenCount(text) > MAX_TOKENS) return false;
  }
  return true;
}

function tokenCount(text: string): number {
  return text.match(TOKEN)?.length ?? 0;
}
