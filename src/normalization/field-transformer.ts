import { isUtf8 } from "node:buffer";
import { PIECE_BYTES, textPieces } from "../diagnostics/printable.ts";
import type { Match, Transform } from "../rules/rule.ts";
import { digitsOf, writeDigits } from "../streams/digits.ts";
import { copy } from "../streams/interleave.ts";
import { writeStripped } from "../streams/strip-ansi.ts";
import type { Aliases, AliasMarks } from "./aliases.ts";

/** What the fields of a line captured, in the form in which the rule's output shows it. */
export interface Shown {
  /** Field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of `sources[i]`, if the output shows it. */
  readonly sources: readonly Buffer[];
  readonly bounds: readonly number[];
}

const FIRST_ROOM = 1024;
/** The room for new texts doubles up to here. A single text may need more. */
const MAX_BUFFER_SIZE = 1024 * 1024;

const ZERO = 0x30;
const NINE = 0x39;
const LETTER_N = 0x4e;

const UPPER_A = 0x41;
const LOWER_A = 0x61;
const LETTERS = 26;
/** The bit in which the cases of an ASCII letter differ. */
const CASE = 0x20;
const LAST_ASCII = 0x7f;

/** Transforms what a rule's fields captured before its template shows it. Lines of ASCII allocate nothing. */
export class FieldTransformer implements Shown {
  /** The line, where no transform had to write a new text. */
  readonly sources: Buffer[] = [];
  readonly bounds: number[] = [];
  /** Told the numbers of aliases, if their texts are to lack them. */
  readonly marks: AliasMarks | undefined;

  /** What stands before an alias's number, by field. */
  private readonly prefixes: readonly Buffer[];
  private readonly names: readonly string[];
  /** The fields that the template shows, and the transforms of each. */
  private readonly shown: readonly number[];
  private readonly transforms: readonly (readonly Transform[])[];
  private readonly aliases: () => Aliases;
  /** For each field its index among those of the marks. */
  private readonly markFields: readonly number[];
  /** The number that a field's text lacks, 0 for none. */
  private readonly lacking: number[] = [];

  /** New texts of the line, one after the other. Full, it is replaced: texts in it stay where they are. */
  private room: Buffer = Buffer.allocUnsafeSlow(FIRST_ROOM);
  private used = 0;
  /** The text that is being transformed: `source[from]` to `source[to]`. */
  private source: Buffer = this.room;
  private from = 0;
  private to = 0;

  private constructor(
    match: Match,
    transforms: readonly (readonly Transform[])[],
    aliases: () => Aliases,
    marks: AliasMarks | undefined,
  ) {
    this.names = match.pattern.fields;
    this.prefixes = this.names.map((name) => Buffer.from(`${name}#`));
    this.shown = [...new Set(match.template.slots)];
    this.transforms = this.shown.map((field) => transforms[field] ?? []);
    this.aliases = aliases;
    this.marks = marks;
    this.markFields = marks === undefined ? [] : this.names.map((name) => marks.indexOf(name));
  }

  /**
   * What transforms the fields of a match, undefined if nothing does. From line to line `aliases` may give others. With
   * `marks` an alias must be the last transform of its field.
   */
  static of(match: Match, aliases: () => Aliases, marks?: AliasMarks): FieldTransformer | undefined {
    return match.transforms && new FieldTransformer(match, match.transforms, aliases, marks);
  }

  /** Transforms the captures of a line, whose bytes must stay as they are. The texts hold until the next line. */
  transform(bytes: Buffer, bounds: readonly number[]): this {
    const { shown, transforms, sources } = this;
    this.used = 0;
    for (let i = 0; i < shown.length; i++) {
      const field = shown[i]!;
      this.source = bytes;
      this.from = bounds[2 * field]!;
      this.to = bounds[2 * field + 1]!;
      this.lacking[field] = 0;
      const steps = transforms[i]!;
      for (let j = 0; j < steps.length; j++) this.apply(steps[j]!, field);
      sources[field] = this.source;
      this.bounds[2 * field] = this.from;
      this.bounds[2 * field + 1] = this.to;
    }
    return this;
  }

  /** Marks the number that the field's text lacks, if any. The text ends at this place of the output. */
  mark(field: number, position: number): void {
    const number = this.lacking[field]!;
    if (number > 0) this.marks?.add(position, this.markFields[field]!, number);
  }

  private apply(transform: Transform, field: number): void {
    switch (transform) {
      case "lowercase":
        this.changeCase(UPPER_A, toLowerCase);
        break;
      case "uppercase":
        this.changeCase(LOWER_A, toUpperCase);
        break;
      case "trim":
        this.trim();
        break;
      case "strip_ansi":
        this.stripAnsi();
        break;
      case "digits_to_n":
        this.replaceNumbers();
        break;
      case "alias":
        // Nothing is no id. It may be that of an optional part that is missing.
        if (this.to > this.from) this.replaceByAlias(field);
    }
  }

  /** Changes the letters of one case, which in ASCII begin with `first`: all if the text is UTF-8, else those of ASCII. */
  private changeCase(first: number, change: (text: string) => string): void {
    const { source, from, to } = this;
    const at = this.reserve(to - from);
    const { room } = this;
    let highest = 0;
    for (let i = from, j = at; i < to; i++, j++) {
      const byte = source[i]!;
      room[j] = byte >= first && byte < first + LETTERS ? byte ^ CASE : byte;
      if (byte > highest) highest = byte;
    }
    if (highest > LAST_ASCII && isUtf8(source.subarray(from, to))) {
      // The runtime knows the other letters, and only of strings.
      this.source = withCase(source.subarray(from, to), change);
      this.from = 0;
      this.to = this.source.length;
    } else {
      this.take(at, at + to - from);
    }
  }

  /** Leaves out ASCII white space at either end. */
  private trim(): void {
    const { source } = this;
    while (this.from < this.to && isSpace(source[this.from]!)) this.from++;
    while (this.to > this.from && isSpace(source[this.to - 1]!)) this.to--;
  }

  private stripAnsi(): void {
    const at = this.reserve(this.to - this.from);
    this.take(at, writeStripped(this.source, this.from, this.to, this.room, at));
  }

  /** Puts an `N` in the place of each run of ASCII digits. */
  private replaceNumbers(): void {
    const { source, from, to } = this;
    const at = this.reserve(to - from);
    const { room } = this;
    let end = at;
    let isNumber = false;
    for (let i = from; i < to; i++) {
      const byte = source[i]!;
      const wasNumber = isNumber;
      isNumber = byte >= ZERO && byte <= NINE;
      if (!isNumber) room[end++] = byte;
      else if (!wasNumber) room[end++] = LETTER_N;
    }
    this.take(at, end);
  }

  private replaceByAlias(field: number): void {
    const number = this.aliases().numberOf(this.names[field]!, this.source, this.from, this.to);
    const prefix = this.prefixes[field]!;
    if (this.marks !== undefined) {
      this.lacking[field] = number;
      this.source = prefix;
      this.from = 0;
      this.to = prefix.length;
      return;
    }
    const length = prefix.length + digitsOf(number);
    const at = this.reserve(length);
    copy(prefix, 0, prefix.length, this.room, at);
    writeDigits(number, this.room, at + prefix.length, at + length);
    this.take(at, at + length);
  }

  /** Makes room for a new text of up to so many bytes, and returns where it begins. */
  private reserve(count: number): number {
    if (this.used + count > this.room.length) {
      this.room = Buffer.allocUnsafeSlow(Math.max(count, Math.min(2 * this.room.length, MAX_BUFFER_SIZE)));
      this.used = 0;
    }
    return this.used;
  }

  /** The text is now what was written in the room. */
  private take(from: number, to: number): void {
    this.source = this.room;
    this.from = from;
    this.to = to;
    this.used = to;
  }
}

function toLowerCase(text: string): string {
  return text.toLowerCase();
}

function toUpperCase(text: string): string {
  return text.toUpperCase();
}

/** A text of UTF-8 with its letters changed. */
function withCase(text: Buffer, change: (part: string) => string): Buffer {
  const changed = (piece: Buffer) => Buffer.from(change(piece.toString()));
  // Captures may be longer than a string can be.
  return text.length <= PIECE_BYTES ? changed(text) : Buffer.concat(Array.from(textPieces(text), changed));
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
