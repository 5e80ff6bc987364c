// The expected results of the matcher, computed with plain regular expressions over Latin-1 strings. Slow, and written
// from the semantics, not from the implementation.
import type { Element } from "../../src/matcher/pattern.ts";
import { oracleEnds } from "./timestamp-oracle.ts";

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** An element of a plain pattern. */
export type PlainElement = { readonly text: string } | { readonly field: string };

/** n fields between n + 1 Latin-1 literals, which may be empty, and the index of the first `timestamp`. */
interface Split {
  readonly literals: readonly string[];
  readonly fields: readonly string[];
  readonly timestamp: number;
}

function splitOf(elements: readonly Element[]): Split {
  const literals = [""];
  const fields: string[] = [];
  for (const element of elements) {
    if ("text" in element) {
      literals.push(literals.pop()! + latin1(Buffer.from(element.text)));
    } else if ("field" in element && element.type === undefined) {
      fields.push(element.field);
      literals.push("");
    } else {
      throw new Error("the oracle knows plain patterns alone");
    }
  }
  return { literals, fields, timestamp: fields.indexOf("timestamp") };
}

/**
 * `^L0(.*?)L1(.*?)L2…$`, where the dot matches everything. Of adjacent fields all but the last are empty, and the
 * expression says so, because it would otherwise try every way to divide the text among them.
 */
function plainSplit(literals: readonly string[], text: string): string[] | undefined {
  const [first, ...others] = literals.map(escaped);
  const fields = others.map((literal, i) => `${literal === "" && i < others.length - 1 ? "()" : "([^]*?)"}${literal}`);
  return new RegExp(`^${first}${fields.join("")}$`).exec(text)?.slice(1);
}

/** What the fields capture, or undefined if the pattern does not match the line. */
export function oracleCaptures(elements: readonly Element[], line: Uint8Array): string[] | undefined {
  const text = latin1(line);
  const { literals, timestamp } = splitOf(elements);
  const plain = plainSplit(literals, text);
  if (plain === undefined || timestamp === -1) return plain;
  return datedSplit(literals, timestamp, plain, text) ?? plain;
}

function datedSplit(
  literals: readonly string[],
  timestamp: number,
  plain: string[],
  text: string,
): string[] | undefined {
  // The literals up to the one before the timestamp have the places of the plain split.
  const head = plain.slice(0, Math.max(timestamp - 1, 0));
  const from = [...head, ...literals.slice(0, timestamp)].join("").length;
  const before = literals[timestamp]!;
  const after = literals[timestamp + 1]!;
  for (const place of timestamp === 0 ? [0] : placesOf(before, text, from)) {
    const start = place + before.length;
    for (const end of oracleEnds(text, start)) {
      if (!text.startsWith(after, end)) continue;
      const tail = text.slice(end + after.length);
      const rest =
        timestamp + 2 === literals.length
          ? tail === ""
            ? []
            : undefined
          : plainSplit(["", ...literals.slice(timestamp + 2)], tail);
      if (rest === undefined) continue;
      return [...head, ...(timestamp === 0 ? [] : [text.slice(from, place)]), text.slice(start, end), ...rest];
    }
  }
  return undefined;
}

function placesOf(literal: string, text: string, from: number): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(literal, from);
    at !== -1 && at + literal.length <= text.length;
    at = text.indexOf(literal, at + 1)
  ) {
    places.push(at);
    if (at === text.length) break;
  }
  return places;
}

/**
 * The index of the pattern that wins by the law of precedence as it is documented, or -1. Catch-alls, by the same
 * indexes, win only lines that no other pattern matches.
 */
export function oracleWinner(
  rules: readonly (readonly Element[])[],
  line: Uint8Array,
  catchAlls: readonly boolean[] = [],
): number {
  let winner = -1;
  for (const isCatchAll of [false, true]) {
    for (const [i, rule] of rules.entries()) {
      if ((catchAlls[i] ?? false) !== isCatchAll || oracleCaptures(rule, line) === undefined) continue;
      if (winner === -1 || beats(splitOf(rule), splitOf(rules[winner]!))) winner = i;
    }
    if (winner !== -1) break;
  }
  return winner;
}

function beats(later: Split, earlier: Split): boolean {
  const text = (p: Split): number => p.literals.map((literal) => literal.length).reduce((a, b) => a + b);
  const runsOfFields = (p: Split): number =>
    p.fields.length === 0 ? 0 : 1 + p.literals.slice(1, -1).filter((literal) => literal.length > 0).length;
  if (text(later) !== text(earlier)) return text(later) > text(earlier);
  return runsOfFields(later) < runsOfFields(earlier);
}
