// The table of transforms. Rules, the transformer of fields, threads and messages read it, and `npm run
// write:registries` writes it into the schema and docs/reference/rules.md. A new transform is an entry here, and a
// second implementation in tests/rules/transforms.test.ts, for which the compiler asks.

import { countDigits, isDigit, isWhiteSpace, LAST_ASCII, writeDigits } from "../../text/bytes/ascii.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import { writeStripped } from "../../text/bytes/escape-sequences.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { Masker } from "../../text/masks/masker.ts";
import type { MaskName } from "../../text/masks/varying-parts.ts";
import { PIECE_BYTES, textPieces } from "../../text/messages/printable.ts";
import { MissingKeyError, NAME_BYTES, type Pseudonyms } from "./pseudonyms.ts";

const INITIAL_BUFFER_SIZE = 1024;
/** The buffer for new texts doubles up to this size. A single text may need more. */
const MAX_BUFFER_SIZE = 1024 * 1024;

/**
 * A captured text while it is transformed: `bytes` from `from` up to `to`. A transform moves these bounds, or writes
 * a new text into the room that `reserve` makes. The texts of all fields of a line stay valid until `begin`.
 */
export class FieldText {
  /** New texts of the line, one after the other. When it is full a new one takes over. */
  buffer: Buffer = Buffer.allocUnsafeSlow(INITIAL_BUFFER_SIZE);

  bytes: Buffer = this.buffer;
  from = 0;
  to = 0;
  /** The number that is missing at the end of the text and must be filled in later; 0 if none is. */
  missingNumber = 0;

  private used = 0;

  begin(): void {
    this.used = 0;
  }

  take(bytes: Buffer, from: number, to: number): void {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.missingNumber = 0;
  }

  /** Makes room for a new text of up to `count` bytes, and returns where it begins in `buffer`. */
  reserve(count: number): number {
    if (this.used + count > this.buffer.length) {
      this.buffer = Buffer.allocUnsafeSlow(Math.max(count, Math.min(2 * this.buffer.length, MAX_BUFFER_SIZE)));
      this.used = 0;
    }
    return this.used;
  }

  /** Makes the bytes written to `buffer` the text. */
  useWritten(from: number, to: number): void {
    this.bytes = this.buffer;
    this.from = from;
    this.to = to;
    this.used = to;
  }

  /** Makes all of these bytes the text. */
  use(bytes: Buffer): void {
    this.bytes = bytes;
    this.from = 0;
    this.to = bytes.length;
  }
}

/** Changes a text. Allocates nothing for texts of ASCII. */
export type Step = (text: FieldText) => void;

/** The number of the value from `bytes[from]` up to `bytes[to]`, at least 1. Equal values have equal numbers. */
export type NumberOfValue = (bytes: Uint8Array, from: number, to: number) => number;

/** Gives the values of each field the numbers of their aliases. */
export interface ValueNumbers {
  /** Makes the function that numbers the values of a field. Fields of one name share their numbers. */
  of(field: string): NumberOfValue;
}

/** The field that a transform is made for, and what the transform may ask. */
interface TransformedField {
  readonly name: string;
  /** The masks that a rule names; undefined for all. */
  readonly masks: readonly MaskName[] | undefined;
  readonly numbers: ValueNumbers;
  /** If numbers are not final: what stands in the text instead of its number, which is left in `missingNumber`. */
  readonly numberMark: Buffer | undefined;
  readonly pseudonyms: Pseudonyms | undefined;
}

interface TransformEntry {
  readonly name: string;
  /** What it does, for the reference page and editors. */
  readonly description: string;
  readonly sample?: readonly [text: string, result: string];
  /** Whether rules may name masks, to which it is then limited. */
  readonly takesMasks?: true;
  /** Whether it puts a name in the place of a value. A field has at most one such transform. */
  readonly isName?: true;
  /** Whether it numbers values in the order of the log, so that the result depends on earlier lines. */
  readonly isNumbered?: true;
  /**
   * Whether the number of an alias before it may come out other than it was: replaced, cut, moved, repeated. If not,
   * `diff` has a mark pass through it and puts the number in the mark's place afterwards.
   */
  readonly mayChangeNumber: boolean;
  readonly needsKey?: true;
  readonly make: (field: TransformedField) => Step;
}

/** In the order in which documentation lists them. */
export const TRANSFORMS = [
  {
    name: "lowercase",
    description: "Makes all letters lower case; only those of ASCII where the text is not UTF-8.",
    sample: ["GET", "get"],
    mayChangeNumber: false,
    make: () => (text) => changeCase(text, UPPER_A, "toLowerCase"),
  },
  {
    name: "uppercase",
    description: "Makes all letters upper case; only those of ASCII where the text is not UTF-8.",
    sample: ["get", "GET"],
    mayChangeNumber: false,
    make: () => (text) => changeCase(text, LOWER_A, "toUpperCase"),
  },
  {
    name: "trim",
    description:
      "Removes ASCII white space at both ends: blanks, tabs, vertical tabs, form feeds, carriage returns. Other white space, such as a no-break space, stays.",
    mayChangeNumber: false,
    make: () => trim,
  },
  {
    name: "strip_ansi",
    description: "Removes colours and other escape sequences for terminals.",
    mayChangeNumber: false,
    make: () => stripAnsi,
  },
  {
    name: "digits_to_n",
    description:
      "Makes each run of the digits `0` to `9`, wherever it is, one `N`. Digits of other scripts stay. `mask` does not break hexadecimal numbers.",
    sample: ["12.5 x86", "N.N xN"],
    mayChangeNumber: true,
    make: () => digitsToN,
  },
  {
    name: "mask",
    description: "Replaces [what varies by nature](masks.md): times, ids, addresses and numbers.",
    sample: ["10.0.0.7 took 12ms", "<ip> took <n>ms"],
    takesMasks: true,
    mayChangeNumber: true,
    make: maskStep,
  },
  {
    name: "alias",
    description: "Gives each value the field's name and a number, in the order in which the values first occur.",
    sample: ["7f3a9c", "user#1"],
    isName: true,
    isNumbered: true,
    mayChangeNumber: false,
    make: aliasStep,
  },
  {
    name: "pseudonym",
    description:
      "Gives each value the field's name and a [keyed hash](#pseudonyms), which is the same in every run with the same key.",
    isName: true,
    needsKey: true,
    mayChangeNumber: false,
    make: pseudonymStep,
  },
] as const satisfies readonly TransformEntry[];

export type TransformName = (typeof TRANSFORMS)[number]["name"];

/** A transform as a rule has it. It is plain data, because rules are sent to other threads. */
export interface Transform {
  readonly name: TransformName;
  /** The masks to which it is limited, without duplicates and in their usual order; undefined for all. */
  readonly masks?: readonly MaskName[];
}

export const TRANSFORM_NAMES: readonly TransformName[] = TRANSFORMS.map(({ name }) => name);

const BY_NAME = new Map<TransformName, TransformEntry>(TRANSFORMS.map((entry) => [entry.name, entry]));

// What the table says of a transform.
export const isName = ({ name }: Transform): boolean => BY_NAME.get(name)!.isName ?? false;
export const isNumbered = ({ name }: Transform): boolean => BY_NAME.get(name)!.isNumbered ?? false;
export const needsKey = ({ name }: Transform): boolean => BY_NAME.get(name)!.needsKey ?? false;

/** Whether two fields are transformed alike. */
export function areSameTransforms(a: readonly Transform[], b: readonly Transform[]): boolean {
  const isSame = (one: Transform, other: Transform | undefined): boolean =>
    one.name === other?.name && one.masks?.join() === other.masks?.join();
  return a.length === b.length && a.every((one, i) => isSame(one, b[i]));
}

/** Whether of several transforms one after another the later ones may change the number of an alias. */
export function hidesNumber(transforms: readonly Transform[]): boolean {
  const numbered = transforms.findIndex(isNumbered);
  return transforms.slice(numbered + 1).some((later) => BY_NAME.get(later.name)!.mayChangeNumber);
}

/** Throws a MissingKeyError if the transform needs a key and none is given. */
export function stepOf({ name, masks }: Transform, field: Omit<TransformedField, "masks">): Step {
  return BY_NAME.get(name)!.make({ ...field, masks });
}

function trim(text: FieldText): void {
  const { bytes } = text;
  while (text.from < text.to && isWhiteSpace(bytes[text.from]!)) text.from++;
  while (text.to > text.from && isWhiteSpace(bytes[text.to - 1]!)) text.to--;
}

function stripAnsi(text: FieldText): void {
  const at = text.reserve(text.to - text.from);
  text.useWritten(at, writeStripped(text.bytes, text.from, text.to, text.buffer, at));
}

const LETTER_N = 0x4e;

function digitsToN(text: FieldText): void {
  const { bytes, from, to } = text;
  const at = text.reserve(to - from);
  const { buffer } = text;
  let end = at;
  let isNumber = false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    const wasNumber = isNumber;
    isNumber = isDigit(byte);
    if (!isNumber) buffer[end++] = byte;
    else if (!wasNumber) buffer[end++] = LETTER_N;
  }
  text.useWritten(at, end);
}

function maskStep({ masks }: TransformedField): Step {
  const masker = new Masker(masks);
  return (text) => {
    const { bytes, from, to } = text;
    const at = text.reserve(masker.room(bytes, from, to));
    text.useWritten(at, masker.write(bytes, from, to, text.buffer, at));
  };
}

/** Of values with greater numbers the texts are written anew each time: a field may have millions of them. */
const MAX_KEPT_NUMBER = 1000;

function aliasStep({ name, numbers, numberMark }: TransformedField): Step {
  const numberOf = numbers.of(name);
  const prefix = Buffer.from(`${name}#`);
  const kept: Buffer[] = [];
  const unnumbered = numberMark && Buffer.concat([prefix, numberMark]);
  return (text) => {
    // An empty capture is not an id: its field may be in an optional part that is missing.
    if (text.from === text.to) return;
    const number = numberOf(text.bytes, text.from, text.to);
    if (unnumbered !== undefined) {
      text.use(unnumbered);
      text.missingNumber = number;
      return;
    }
    if (number <= MAX_KEPT_NUMBER) {
      kept[number] ??= Buffer.from(`${name}#${number}`);
      text.use(kept[number]);
      return;
    }
    const length = prefix.length + countDigits(number);
    const at = text.reserve(length);
    copyBytes(prefix, 0, prefix.length, text.buffer, at);
    writeDigits(number, text.buffer, at + prefix.length, at + length);
    text.useWritten(at, at + length);
  };
}

function pseudonymStep({ name, pseudonyms }: TransformedField): Step {
  if (pseudonyms === undefined) throw new MissingKeyError(name);
  const prefix = Buffer.from(`${name}#`);
  return (text) => {
    // As for `alias`, an empty capture is not a value.
    if (text.from === text.to) return;
    const at = text.reserve(prefix.length + NAME_BYTES);
    copyBytes(prefix, 0, prefix.length, text.buffer, at);
    const nameAt = at + prefix.length;
    pseudonyms.writeName(text.bytes, text.from, text.to, text.buffer, nameAt);
    text.useWritten(at, nameAt + NAME_BYTES);
  };
}

const UPPER_A = 0x41;
const LOWER_A = 0x61;
const LETTER_COUNT = 26;
/** The bit by which the two cases of an ASCII letter differ. */
const CASE_BIT = 0x20;

/** Changes the letters of one case, but only in ASCII if the text is not UTF-8. `first` is the case's A. */
function changeCase(text: FieldText, first: number, method: "toLowerCase" | "toUpperCase"): void {
  const { bytes, from, to } = text;
  const at = text.reserve(to - from);
  const { buffer } = text;
  let highest = 0;
  for (let i = from, j = at; i < to; i++, j++) {
    const byte = bytes[i]!;
    buffer[j] = byte >= first && byte < first + LETTER_COUNT ? byte ^ CASE_BIT : byte;
    if (byte > highest) highest = byte;
  }
  // For letters beyond ASCII only the methods of strings can help.
  if (highest > LAST_ASCII && isUtf8(bytes.subarray(from, to))) text.use(withCase(bytes.subarray(from, to), method));
  else text.useWritten(at, at + to - from);
}

function withCase(text: Buffer, method: "toLowerCase" | "toUpperCase"): Buffer {
  const changed = (piece: Buffer) => Buffer.from(piece.toString()[method]());
  // A capture may be longer than the longest string.
  return text.length <= PIECE_BYTES ? changed(text) : Buffer.concat(Array.from(textPieces(text), changed));
}
