import { isUtf8 } from "node:buffer";
import { PIECE_BYTES, textPieces } from "../diagnostics/printable.ts";
import type { Match, Transform } from "../rules/rule.ts";
import { countDigits, writeDigits } from "../streams/digits.ts";
import { copy } from "../streams/interleave.ts";
import { writeStripped } from "../streams/strip-ansi.ts";
import type { Aliases, AliasMarks } from "./aliases.ts";

/** The captures of a line after its rule's transforms. */
export interface TransformedCaptures {
  /** Field i is `sources[i]` from `bounds[2 * i]` up to `bounds[2 * i + 1]`, if the rule's output shows it. */
  readonly sources: readonly Buffer[];
  readonly bounds: readonly number[];
}

const INITIAL_BUFFER_SIZE = 1024;
/** The buffer for new texts doubles up to this size. A single text may need more. */
const MAX_BUFFER_SIZE = 1024 * 1024;

const ZERO = 0x30;
const NINE = 0x39;
const LETTER_N = 0x4e;

const UPPER_A = 0x41;
const LOWER_A = 0x61;
const LETTER_COUNT = 26;
/** The bit by which the two cases of an ASCII letter differ. */
const CASE_BIT = 0x20;
const LAST_ASCII = 0x7f;

/** Applies the transforms of a rule to the captures that its template shows. Allocates nothing for lines of ASCII. */
export class FieldTransformer implements TransformedCaptures {
  /** By field: the line itself, or a buffer if a transform wrote a new text. */
  readonly sources: Buffer[] = [];
  readonly bounds: number[] = [];
  /** If given, aliases are written without their numbers, and `mark` records where the numbers belong. */
  readonly marks: AliasMarks | undefined;

  /** The text before an alias's number, by field. */
  private readonly prefixes: readonly Buffer[];
  private readonly names: readonly string[];
  /** The fields that the template shows, and the transforms of each of them. */
  private readonly shown: readonly number[];
  private readonly transforms: readonly (readonly Transform[])[];
  private readonly aliases: () => Aliases;
  /** The index of each field in `marks`. */
  private readonly markFields: readonly number[];
  /** The number that is missing from a field's text; 0 if none is. */
  private readonly missingNumbers: number[] = [];

  /** New texts of the line, one after the other. When it is full a new one takes over, and its texts stay valid. */
  private buffer: Buffer = Buffer.allocUnsafeSlow(INITIAL_BUFFER_SIZE);
  private used = 0;
  /** The text being transformed is `source` from `from` up to `to`. */
  private source: Buffer = this.buffer;
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
   * A transformer for the fields of a match, or undefined if no field has transforms. `aliases` is called for each
   * alias, so the result may change between lines. With `marks`, `alias` must be the last transform of its field.
   */
  static of(match: Match, aliases: () => Aliases, marks?: AliasMarks): FieldTransformer | undefined {
    return match.transforms && new FieldTransformer(match, match.transforms, aliases, marks);
  }

  /** Transforms the captures of a line. Valid until the next line, and as long as `bytes` does not change. */
  transform(bytes: Buffer, bounds: readonly number[]): this {
    const { shown, transforms, sources } = this;
    this.used = 0;
    for (let i = 0; i < shown.length; i++) {
      const field = shown[i]!;
      this.source = bytes;
      this.from = bounds[2 * field]!;
      this.to = bounds[2 * field + 1]!;
      this.missingNumbers[field] = 0;
      const steps = transforms[i]!;
      for (let j = 0; j < steps.length; j++) this.apply(steps[j]!, field);
      sources[field] = this.source;
      this.bounds[2 * field] = this.from;
      this.bounds[2 * field + 1] = this.to;
    }
    return this;
  }

  /** Marks the number that is missing from the field's text, if any. The text ends at `position` of the output. */
  mark(field: number, position: number): void {
    const number = this.missingNumbers[field]!;
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
        // An empty capture is not an id: its field may be in an optional part that is missing.
        if (this.to > this.from) this.replaceByAlias(field);
    }
  }

  /** Changes the letters of one case, but only in ASCII if the text is not UTF-8. `first` is the case's A. */
  private changeCase(first: number, change: (text: string) => string): void {
    const { source, from, to } = this;
    const at = this.reserve(to - from);
    const { buffer } = this;
    let highest = 0;
    for (let i = from, j = at; i < to; i++, j++) {
      const byte = source[i]!;
      buffer[j] = byte >= first && byte < first + LETTER_COUNT ? byte ^ CASE_BIT : byte;
      if (byte > highest) highest = byte;
    }
    if (highest > LAST_ASCII && isUtf8(source.subarray(from, to))) {
      // For letters beyond ASCII only the methods of strings can help.
      this.source = withCase(source.subarray(from, to), change);
      this.from = 0;
      this.to = this.source.length;
    } else {
      this.useWritten(at, at + to - from);
    }
  }

  /** Removes ASCII white space from both ends. */
  private trim(): void {
    const { source } = this;
    while (this.from < this.to && isSpace(source[this.from]!)) this.from++;
    while (this.to > this.from && isSpace(source[this.to - 1]!)) this.to--;
  }

  private stripAnsi(): void {
    const at = this.reserve(this.to - this.from);
    this.useWritten(at, writeStripped(this.source, this.from, this.to, this.buffer, at));
  }

  /** Replaces each run of ASCII digits by an `N`. */
  private replaceNumbers(): void {
    const { source, from, to } = this;
    const at = this.reserve(to - from);
    const { buffer } = this;
    let end = at;
    let isNumber = false;
    for (let i = from; i < to; i++) {
      const byte = source[i]!;
      const wasNumber = isNumber;
      isNumber = byte >= ZERO && byte <= NINE;
      if (!isNumber) buffer[end++] = byte;
      else if (!wasNumber) buffer[end++] = LETTER_N;
    }
    this.useWritten(at, end);
  }

  private replaceByAlias(field: number): void {
    const number = this.aliases().numberOf(this.names[field]!, this.source, this.from, this.to);
    const prefix = this.prefixes[field]!;
    if (this.marks !== undefined) {
      this.missingNumbers[field] = number;
      this.source = prefix;
      this.from = 0;
      this.to = prefix.length;
      return;
    }
    const length = prefix.length + countDigits(number);
    const at = this.reserve(length);
    copy(prefix, 0, prefix.length, this.buffer, at);
    writeDigits(number, this.buffer, at + prefix.length, at + length);
    this.useWritten(at, at + length);
  }

  /** Makes room for a new text of up to `count` bytes, and returns where it begins in `buffer`. */
  private reserve(count: number): number {
    if (this.used + count > this.buffer.length) {
      this.buffer = Buffer.allocUnsafeSlow(Math.max(count, Math.min(2 * this.buffer.length, MAX_BUFFER_SIZE)));
      this.used = 0;
    }
    return this.used;
  }

  /** Makes the bytes written to `buffer` the current text. */
  private useWritten(from: number, to: number): void {
    this.source = this.buffer;
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

/** Changes the letters of a text in UTF-8. */
function withCase(text: Buffer, change: (part: string) => string): Buffer {
  const changed = (piece: Buffer) => Buffer.from(change(piece.toString()));
  // A capture may be longer than the longest string.
  return text.length <= PIECE_BYTES ? changed(text) : Buffer.concat(Array.from(textPieces(text), changed));
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
