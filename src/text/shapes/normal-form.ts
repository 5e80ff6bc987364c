// Brings skeletons that differ only in how a value is written into one form: with or without a unit, one value or
// several, a list or an empty one.

import { VARYING as V, WORD_CHARACTERS, withoutEndBlanks } from "./skeleton.ts";

/** Units behind a number, as part of an expression. */
export const UNITS =
  "(?:[kKMGTP]?i?[bB]|[kKMGTP]bit|bytes?|bits?|[mµun]?s|msecs?|millis|milliseconds?|secs?|seconds?|mins?|minutes?|" +
  "h|hrs?|hours?|d|days?|px|pages?|times?)";
const NO_WORD_BEFORE = `(?<![${WORD_CHARACTERS}])`;
const NO_WORD_AFTER = `(?![${WORD_CHARACTERS}])`;

/** Nobody reads a rule with more fields. This is far below the limit of rules files. */
export const MAX_READABLE_FIELDS = 64;

/** In the order in which they are applied. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  // Blanks that fill the width of a column. Those at the beginning are an indentation.
  [new RegExp(`(?<=[^ ]) {2,}(?=${V})|(?<=${V}) {2,}`, "g"), " "],
  // 12 KB, 12KB, 12%
  [new RegExp(`${V} ?(?:${UNITS}${NO_WORD_AFTER}|%)`, "g"), V],
  // <12, but not <12>
  [new RegExp(`[<>~] ?(?=${V}(?!>))`, "g"), ""],
  // [<12>], as the kernel writes an address
  [new RegExp(`(?<=[[({])<${V}>(?=[\\])}])`, "g"), V],
  // GET /, and a path at the end
  [/(?<=(?<![A-Za-z])[A-Z]{3,8} )\/(?=[ "]|$)|(?<= )\/$/g, V],
  // 12 "-" "a 12", as in rows of an access log
  [new RegExp(`(?<=${V} |"${V}?" )"(?![A-Z${V}]+ ${V} HTTP/)(?:-?|[^"${V}]*${V}[^"]*)"`, "g"), `"${V}"`],
  // []
  [new RegExp(`${NO_WORD_BEFORE}(?:\\[\\]|\\(\\)|\\{\\}|<>)`, "g"), V],
  // 12 (13), 12 [13]
  [new RegExp(`${V}(?: ?[([{<]${V}[)\\]}>])+`, "g"), V],
  // 12, 13 and 12:13
  [new RegExp(`(?<!"${V} )${V}(?! ${V} HTTP/)(?:[ ,;:/|+*.=@#-]{0,3}${V})+`, "g"), V],
  // a_12, a_13; --a 12 --a 13
  // Bounded: each start tries at most 32 characters.
  [new RegExp(`(?<![A-Za-z_.$-])((?:[A-Za-z_.$-]{1,32}|--?[A-Za-z-]{1,32}[ =])${V})(?:(?:[,;] ?| )\\1)+`, "g"), "$1"],
];

/** Each may take one sign of many away, as in `<<<<12`, so that a bound keeps the time linear. */
const MAX_PASSES = 16;

/** The normal form of a skeleton. But for texts that nobody logs, the normal form of a normal form is itself. */
export function normalForm(skeleton: string): string {
  // Blanks at the end do not matter.
  let form = withoutEndBlanks(skeleton);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = STEPS.reduce((text, [from, to]) => text.replace(from, to), form);
    if (next === form) break;
    form = next;
  }
  return form;
}

/** The form without what comes after as many varying parts as rules have fields. */
export function shortened(form: string): string {
  let end = 0;
  for (let count = 0; count < MAX_READABLE_FIELDS; count++) {
    end = form.indexOf(V, end) + 1;
    if (end === 0) return form;
  }
  return form.slice(0, end);
}
