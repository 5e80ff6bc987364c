import { isUtf8 } from "node:buffer";
import { PIECE_BYTES, textPieces } from "../diagnostics/text-pieces.ts";
import type { Match } from "../rules/rule.ts";
import type { Transform } from "../rules/transform.ts";
import { stripAnsi } from "../streams/strip-ansi.ts";
import type { Aliases } from "./aliases.ts";

/** What the fields of a line captured, in the form in which the rule's output shows it. */
export interface Shown {
  /** Field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the bytes, if the output shows it. */
  readonly bytes: Buffer;
  readonly bounds: readonly number[];
}

const FIRST_ROOM = 1024;

const ZERO = 0x30;
const NINE = 0x39;
const LETTER_N = 0x4e;

/** Transforms what a rule's fields captured before its template shows it. */
export class Transforming implements Shown {
  /** The texts of the line transformed last, one after the other. */
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_ROOM);
  readonly bounds: number[] = [];

  private readonly names: readonly string[];
  private readonly transforms: readonly (readonly Transform[])[];
  /** The fields that the template shows. */
  private readonly shown: readonly number[];
  private readonly aliases: () => Aliases;
  private length = 0;

  private constructor(match: Match, transforms: readonly (readonly Transform[])[], aliases: () => Aliases) {
    this.names = match.pattern.fields;
    this.transforms = transforms;
    this.shown = [...new Set(match.template.slots)];
    this.aliases = aliases;
  }

  /** What transforms the fields of a match, undefined if nothing does. From line to line `aliases` may give others. */
  static of(match: Match, aliases: () => Aliases): Transforming | undefined {
    return match.transforms && new Transforming(match, match.transforms, aliases);
  }

  /** Transforms the captures of a line. They stay as they are until the next. */
  transform(bytes: Buffer, bounds: readonly number[]): this {
    this.length = 0;
    for (const field of this.shown) {
      let text = bytes.subarray(bounds[2 * field]!, bounds[2 * field + 1]!);
      for (const transform of this.transforms[field] ?? []) text = this.transformed(text, transform, field);
      this.add(field, text);
    }
    return this;
  }

  private transformed(text: Buffer, transform: Transform, field: number): Buffer {
    switch (transform) {
      case "lowercase":
        return withCase(text, (part) => part.toLowerCase());
      case "uppercase":
        return withCase(text, (part) => part.toUpperCase());
      case "trim":
        return trimmed(text);
      case "strip_ansi":
        return stripAnsi(text);
      case "digits_to_n":
        return withoutNumbers(text);
      case "alias":
        // Nothing is no id. It may be that of an optional part that is missing.
        return text.length === 0 ? text : Buffer.from(this.aliases().of(this.names[field]!, text));
    }
  }

  private add(field: number, text: Buffer): void {
    const end = this.length + text.length;
    if (end > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.bytes.length));
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    text.copy(this.bytes, this.length);
    this.bounds[2 * field] = this.length;
    this.bounds[2 * field + 1] = end;
    this.length = end;
  }
}

/** All letters if the text is UTF-8, else those of ASCII: other bytes stay as they are. */
function withCase(text: Buffer, change: (part: string) => string): Buffer {
  const changed = isUtf8(text)
    ? (piece: Buffer) => Buffer.from(change(piece.toString()))
    : (piece: Buffer) => Buffer.from(piece.toString("latin1").replace(/[A-Za-z]+/g, change), "latin1");
  // Captures may be longer than a string can be.
  return text.length <= PIECE_BYTES ? changed(text) : Buffer.concat(Array.from(textPieces(text), changed));
}

/** With an `N` for each run of ASCII digits. */
function withoutNumbers(text: Buffer): Buffer {
  const changed = Buffer.allocUnsafe(text.length);
  let length = 0;
  let isNumber = false;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]!;
    const wasNumber = isNumber;
    isNumber = byte >= ZERO && byte <= NINE;
    if (!isNumber) changed[length++] = byte;
    else if (!wasNumber) changed[length++] = LETTER_N;
  }
  return changed.subarray(0, length);
}

/** Without ASCII white space at either end. */
function trimmed(text: Buffer): Buffer {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text[from]!)) from++;
  while (to > from && isSpace(text[to - 1]!)) to--;
  return text.subarray(from, to);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
