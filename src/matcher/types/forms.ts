// Types whose texts a finite automaton reads: lists of names with values, and columns.

import { isAlphanumeric, isWhiteSpace } from "../../text/bytes/ascii.ts";
import { ANYTHING, type ByteSet, bytesOf, bytesWhere, LINE_END, unionOf } from "../../text/bytes/byte-set.ts";
import { BackwardTable, type Line, Patience } from "../line.ts";

import type { TypeMatcher } from "./type-matcher.ts";

/** A form's texts, as an automaton. */
export interface Form {
  /** Of several classes with a byte, the first counts. */
  readonly classes: readonly ByteSet[];
  /**
   * By the letter of each state: the states after a byte of each class, `-` where no text goes on. The first state
   * begins a text, and those with capital letters may end one.
   */
  readonly states: Readonly<Record<string, string>>;
}

const BLANK = bytesWhere(isWhiteSpace);
const NON_BLANK = bytesWhere((byte) => !isWhiteSpace(byte));
const CAPITALS = bytesOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const LETTERS = bytesWhere(isAlphanumeric);
/** Texts may be read so many times without a memory of where they end. */
const READS_PER_BYTE = 2;
const [EQUALS, SPACE, BACKSLASH] = [bytesOf("="), bytesOf(" "), bytesOf("\\")];

/** `a=1 b="two words" c=`. */
export const PAIRS: Form = {
  classes: [unionOf([LETTERS, bytesOf("._-")]), EQUALS, bytesOf('"'), bytesOf("'"), BACKSLASH, BLANK, ANYTHING],
  states: {
    s: "n------", // A name
    n: "nV-----",
    V: "WWdqWgW", // A value begins.
    W: "WWWWWgW", // A value without quotes
    d: "ddCdedd", // A value in double quotes
    e: "ddddddd",
    q: "qqqCfqq", // A value in single quotes
    f: "qqqqqqq",
    C: "-----g-",
    g: "n----g-", // Blanks
  },
};

/** `IN=eth0 OUT= DF`, two or more. */
export const IPTABLES: Form = {
  classes: [CAPITALS, EQUALS, SPACE, NON_BLANK],
  states: {
    s: "a---", // The first name
    a: "abg-",
    b: "bbgb", // Its value
    g: "N---", // A blank
    N: "NVg-",
    V: "VVgV",
  },
};

/** `src=10.0.0.1 msg=two words with a \= sign`. */
export const CEF: Form = {
  classes: [bytesOf("nr"), unionOf([LETTERS, bytesOf("._")]), EQUALS, bytesOf("/"), SPACE, BACKSLASH, ANYTHING],
  states: {
    s: "nn-----", // A name
    n: "nnV----",
    V: "VV-VgeV",
    e: "V-VV-V-", // An escaped byte
    g: "MM-VgeV", // Blanks in or after a value
    M: "MMVVgeV", // A word of the value, or the next name
  },
};

/** `two words \| one`. */
export const COLUMN: Form = {
  classes: [BACKSLASH, bytesOf("|"), ANYTHING],
  states: {
    s: "e-V",
    V: "e-V",
    e: "VV-", // An escaped byte
  },
};

/** A text of a form, as long as possible: a start has at most one end. */
export class FormType implements TypeMatcher {
  readonly first: ByteSet;
  private readonly mayEnd: readonly boolean[];
  /** By state and byte, the next state; -1 for none. */
  private readonly next: readonly Int8Array[];
  private readonly patience: Patience;
  /** For each state, how far the last end is from the end of the line, and 1 more; 0 if there is none. */
  private readonly known: readonly BackwardTable[];

  constructor(line: Line, { classes, states }: Form) {
    const letters = Object.keys(states);
    this.mayEnd = letters.map((letter) => letter < "a");
    const classOf = Array.from({ length: LINE_END }, (_, byte) => classes.findIndex((set) => set[byte] === 1));
    this.next = Object.values(states).map((row) =>
      Int8Array.from(classOf, (index) => letters.indexOf(row[index] ?? "-")),
    );
    this.first = bytesWhere((byte) => this.next[0]![byte] !== -1);
    this.patience = new Patience(line, READS_PER_BYTE);
    this.known = this.next.map(
      (row) =>
        new BackwardTable(line, (bytes, at, end) => {
          const state = row[bytes[at]!]!;
          if (state === -1) return 0;
          const later = this.known[state]!.at(bytes, at + 1);
          return later === 0 && this.mayEnd[state] ? end - at : later;
        }),
    );
  }

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    const stop = this.patience.isSpent ? end + 1 - this.known[0]!.at(bytes, at) : this.scan(bytes, at, end);
    if (stop > end) return 0;
    ends[0] = stop;
    return 1;
  }

  /** Where the text at an offset ends; beyond the end of the line if there is none. */
  private scan(bytes: Uint8Array, at: number, end: number): number {
    let stop = end + 1;
    let state = 0;
    let i = at;
    for (; i < end; i++) {
      state = this.next[state]![bytes[i]!]!;
      if (state === -1) break;
      if (this.mayEnd[state]) stop = i + 1;
    }
    this.patience.spend(i - at);
    return stop;
  }
}
