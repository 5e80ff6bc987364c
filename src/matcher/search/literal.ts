import { type Line, Patience } from "../line.ts";
import { ValueAutomaton } from "../types/value-automaton.ts";

/** Comparing so few bytes costs no more than any other step, so it is not counted. */
const MAX_UNCOUNTED = 4;

/** Common characters of logs, the most common first. All others are rarer. */
const COMMON = " etaoinsrldcu0123456789hmpfgbvwyk.:-/=_,xjqzETAOINSRLDCUHMPFGBVWYKXJQZ";

/** By byte: its place among the common ones. */
export const RARITY: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const rank = COMMON.indexOf(String.fromCharCode(byte));
  return rank === -1 ? COMMON.length : rank;
});

/**
 * A literal text, searched in the current line by a byte of it that is rare in logs. All patterns with the same literal
 * share it.
 *
 * Partial matches are quadratic for a long literal on a hostile line, so their reads are counted. Once they exceed the
 * length of the line, an automaton finds all occurrences in one pass. So searches in different parts of a line take
 * time linear in the line altogether.
 */
export class Literal {
  readonly length: number;
  private readonly line: Line;
  private readonly text: Uint8Array;
  /** A byte that is rare in logs, and its offset in the literal. */
  private readonly rareByte: number;
  private readonly rareAt: number;
  private readonly patience: Patience;
  /** Made when it is first needed, which is rare. */
  private automaton: ValueAutomaton | undefined;

  constructor(line: Line, text: Uint8Array) {
    this.line = line;
    this.text = text;
    this.length = text.length;
    this.patience = new Patience(line, 1);
    this.rareByte = text.reduce((rarest, byte) => (RARITY[byte]! > RARITY[rarest]! ? byte : rarest));
    this.rareAt = text.indexOf(this.rareByte);
  }

  /** Whether the literal is at `offset`. The caller ensures that the line is long enough. */
  standsAt(bytes: Uint8Array, offset: number): boolean {
    const { text, length } = this;
    if (this.patience.isSpent) {
      this.automaton ??= new ValueAutomaton(this.line, [text]);
      return this.automaton.ends(bytes, offset, []) > 0;
    }
    let i = 0;
    while (i < length && bytes[offset + i] === text[i]) i++;
    if (i > MAX_UNCOUNTED) this.patience.spend(i);
    return i === length;
  }

  /** The offset of the first occurrence from `from` to `last` inclusive, or -1. The line must be long enough. */
  find(bytes: Uint8Array, from: number, last: number): number {
    const { rareByte, rareAt } = this;
    for (let i = from + rareAt; i <= last + rareAt; i++) {
      if (bytes[i] === rareByte && this.standsAt(bytes, i - rareAt)) return i - rareAt;
    }
    return -1;
  }
}

/** Creates one `Literal` for each distinct text, which all patterns share. */
export class Literals {
  private readonly line: Line;
  private readonly made = new TextMap<Literal>();

  constructor(line: Line) {
    this.line = line;
  }

  of(bytes: Uint8Array): Literal {
    return this.made.of(bytes, () => new Literal(this.line, bytes));
  }
}

const latin1 = new TextDecoder("latin1");

/** A map by texts as bytes: equal texts are the same key. */
export class TextMap<Value extends object> {
  private readonly entries = new Map<string, Value>();

  /** The value of a text, which is made when the text first comes. */
  of(text: Uint8Array, make: () => Value): Value {
    const key = latin1.decode(text);
    let value = this.entries.get(key);
    if (value === undefined) {
      value = make();
      this.entries.set(key, value);
    }
    return value;
  }

  /** In the order in which their texts first came. */
  values(): Value[] {
    return [...this.entries.values()];
  }
}
