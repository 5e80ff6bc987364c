import { isDigit } from "../timestamp/bytes.ts";
import { RunType } from "./run-type.ts";
import { Stops } from "./stops.ts";

/** ASCII digits, one or more: of a run of them each part that is not empty. */
export class NumberType extends RunType {
  readonly name = "number";
  private readonly nonDigits = new Stops((byte) => !isDigit(byte));

  runEnd(bytes: Uint8Array, at: number, end: number): number {
    const stop = this.nonDigits.next(bytes, at, end);
    return stop > at ? stop : -1;
  }

  protected mayEnd(): boolean {
    return true;
  }

  reset(): void {
    this.nonDigits.reset();
  }
}
