import { byteAt } from "../timestamp/bytes.ts";
import { closingQuotes, QUOTE } from "./closing-quotes.ts";
import type { FieldType } from "./field-type.ts";

/** A string between double quotes, which are part of it; in it a backslash escapes what follows. A start has one end. */
export class QuotedType implements FieldType {
  readonly name = "quoted";
  private readonly closing = closingQuotes();

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    if (byteAt(bytes, at, end) !== QUOTE) return 0;
    const close = this.closing.next(bytes, at + 1, end);
    if (close === end) return 0;
    ends[0] = close + 1;
    return 1;
  }

  runEnd(): number {
    return -1;
  }

  reset(): void {
    this.closing.reset();
  }
}
