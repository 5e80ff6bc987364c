import type { Element } from "../../matcher/pattern.ts";
import { isInWord, isSmall, SPACE } from "../../text/bytes/ascii.ts";
import { isContinuation } from "../../text/bytes/utf8.ts";

/** A stretch of a line that resembles a text. Its distance is roughly the number of bytes missing, added or changed. */
export interface Similar {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

/** Longer texts are not searched for, and none at a greater distance. The cost is the product of both. */
const MAX_TEXT_LENGTH = 512;
const MAX_DISTANCE = 1024;
/**
 * The distances of slips other than a missing, added or changed byte, whose distance is 1: a letter in another case, a
 * blank more or fewer, a sign in place of a letter, another word, and an end within a word.
 */
const UNLIKE = { case: 0.5, blank: 0.5, sign: 1.5, word: 3, cutWord: 1.5 };

interface Bounds {
  readonly from: number;
  readonly isFixed: boolean;
  readonly endsLine: boolean;
}

/**
 * Finds the stretches of a line that resemble a text, the most similar first: those that differ in at most half of
 * their bytes, and those with other words between the same signs. Neither end of a stretch is within a UTF-8 character.
 */
export function similarTo(text: Buffer, line: Buffer, bounds: Bounds): Similar[] {
  if (text.length > MAX_TEXT_LENGTH) return [];
  return [...misspelt(text, line, bounds), ...withOtherWords(text, line, bounds)].sort(
    (a, b) => a.distance - b.distance || a.from - b.from || b.to - a.to,
  );
}

/** The cost of `similarTo` at most: how many bytes of the text are compared with bytes of the line. */
export function similarCost(text: string, line: Buffer): number {
  return Math.min(text.length, MAX_TEXT_LENGTH) * Math.min(line.length, MAX_DISTANCE);
}

/** Finds stretches with slips, by P. H. Sellers, The Theory and Computation of Evolutionary Distances (1980). */
function misspelt(text: Buffer, line: Buffer, { from, isFixed, endsLine }: Bounds): Similar[] {
  const { length } = text;
  const most = Math.floor(length / 2);
  const low = endsLine ? Math.max(from, line.length - length - most) : from;
  if (endsLine && isFixed && low > from) return [];
  const high = Math.min(line.length, isFixed ? from + length + most : low + MAX_DISTANCE);
  // For each prefix of the text: the least distance of a stretch that ends at an offset, and where that begins.
  let distances = Float64Array.from({ length: length + 1 }, (_, i) => i);
  let starts = new Float64Array(length + 1).fill(low);
  let [before, startsBefore] = [new Float64Array(length + 1), new Float64Array(length + 1)];
  const found: Similar[] = [];
  for (let to = low + 1; to <= high; to++) {
    [before, distances, startsBefore, starts] = [distances, before, starts, startsBefore];
    distances[0] = isFixed ? to - low : 0;
    starts[0] = isFixed ? low : to;
    const more = presence(line, to - 1);
    for (let i = 1; i <= length; i++) {
      const same = before[i - 1]! + unlikeness(text[i - 1]!, line[to - 1]!);
      const extra = before[i]! + more;
      const missing = distances[i - 1]! + presence(text, i - 1);
      const least = Math.min(same, extra, missing);
      distances[i] = least;
      starts[i] = least === same ? startsBefore[i - 1]! : least === extra ? startsBefore[i]! : starts[i - 1]!;
    }
    const [distance, start] = [distances[length]!, starts[length]!];
    if (distance > most || (endsLine && to < line.length) || to === start) continue;
    if (!isBetween(line, start) || !isBetween(line, to)) continue;
    found.push({ from: start, to, distance: distance + cuts(text, line, start, to) });
  }
  return found;
}

function presence(bytes: Buffer, offset: number): number {
  return bytes[offset] === SPACE && bytes[offset - 1] === SPACE ? UNLIKE.blank : 1;
}

function unlikeness(a: number, b: number): number {
  if (a === b) return 0;
  if ((a ^ b) === 0x20 && isSmall(a | 0x20)) return UNLIKE.case;
  return isInWord(a) === isInWord(b) ? 1 : UNLIKE.sign;
}

/** The distance for ends within words: a text that begins or ends with a sign is unlikely to be cut out of a word. */
function cuts(text: Buffer, line: Buffer, from: number, to: number): number {
  const isCut = (offset: number): boolean =>
    offset > 0 && offset < line.length && isInWord(line[offset - 1]!) && isInWord(line[offset]!);
  const before = !isInWord(text[0]!) && isCut(from) ? UNLIKE.cutWord : 0;
  return before + (!isInWord(text[text.length - 1]!) && isCut(to) ? UNLIKE.cutWord : 0);
}

const WORD = "[0-9A-Za-z_\\x80-\\xff]+";

/** Finds a stretch with the same signs as the text and at least one other word. */
function withOtherWords(text: Buffer, line: Buffer, { from, isFixed, endsLine }: Bounds): Similar[] {
  const pieces = text.toString("latin1").match(new RegExp(`${WORD}|${WORD.replace("[", "[^")}`, "g"))!;
  // A word at an end of the text may be part of one in the line.
  const isWhole = (i: number): boolean => (i > 0 || isFixed) && (i < pieces.length - 1 || endsLine);
  const isOther = (piece: string, i: number): boolean => isInWord(piece.charCodeAt(0)) && isWhole(i);
  const source = pieces.map((piece, i) => (isOther(piece, i) ? `(${WORD})` : quotedForRegExp(piece))).join("");
  const low = endsLine ? Math.max(from, line.length - MAX_DISTANCE) : from;
  if (isFixed && low > from) return [];
  const window = line.toString("latin1", low, low + MAX_DISTANCE);
  const match = new RegExp(`${isFixed ? "^" : ""}${source}${endsLine ? "$" : ""}`).exec(window);
  if (match === null) return [];
  const others = pieces.filter(isOther).filter((word, i) => word !== match[i + 1]);
  const same = pieces.filter((piece) => !others.includes(piece));
  // Every line has some word between blanks.
  if (others.length === 0 || (!isFixed && same.every((piece) => /^\s*$/.test(piece)))) return [];
  const start = low + match.index;
  return [{ from: start, to: start + match[0].length, distance: others.length * UNLIKE.word }];
}

function quotedForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** The next offset where a UTF-8 character begins, if it is at most 3 bytes away. */
export function nextCharacter(line: Buffer, offset: number): number {
  let at = offset;
  while (at > 0 && at < line.length && at < offset + 3 && isContinuation(line[at]!)) at++;
  return at;
}

function isBetween(line: Buffer, offset: number): boolean {
  return offset === line.length || !isContinuation(line[offset]!);
}

/** Where people would see the end of a value: before the next element's text, or before a blank. */
export function valueEnd(next: Element | undefined, line: Buffer, from: number): number {
  if (next === undefined) return line.length;
  // The first sign of the next text ends the value, even if the rest of that text has a slip in it.
  const signs = "text" in next ? [next.text, next.text.slice(0, 1), " "] : [" "];
  const ends = signs.map((sign) => line.indexOf(sign, from));
  return ends.find((end) => end > from) ?? line.length;
}
