import { RunType } from "./run-type.ts";
import { Stops } from "./stops.ts";

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;

/**
 * Bytes that are not ASCII white space, one or more. It does not end before a continuation byte of UTF-8, so that no
 * character is cut in two; in what is not UTF-8 a stray one belongs to what stands before it.
 */
export class WordType extends RunType {
  readonly name = "word";
  private readonly blanks = new Stops((byte) => byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN));

  runEnd(bytes: Uint8Array, at: number, end: number): number {
    const stop = this.blanks.next(bytes, at, end);
    return stop > at ? stop : -1;
  }

  protected mayEnd(bytes: Uint8Array, place: number, end: number): boolean {
    return place === end || (bytes[place]! & 0xc0) !== 0x80;
  }

  reset(): void {
    this.blanks.reset();
  }
}
