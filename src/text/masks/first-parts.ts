import { isDigit } from "../bytes/ascii.ts";
import { isPrefixedHex } from "../bytes/ids.ts";
import { DIGIT, MASK_INDEX, OTHER_LETTER, VaryingParts } from "./varying-parts.ts";

/** The varying parts as the first version masked them, which files of known lines may hold. */
export class FirstParts extends VaryingParts {
  protected override foundPlain(at: number, stop: number): boolean {
    this.at = stop;
    return this.foundWord(at, stop, DIGIT);
  }

  protected override foundWord(at: number, stop: number, classes: number): boolean {
    const { bytes } = this;
    const isHex = classes < OTHER_LETTER;
    if (isHex && this.foundAddress(at, stop, classes)) return true;
    if (this.mayBeTime(at, stop, classes) && this.found(MASK_INDEX.time, at, this.timeEnd(at))) return true;
    const isHexNumber = (isHex && this.isHexWord(stop - at, classes)) || isPrefixedHex(bytes, at, stop);
    if (isHexNumber) return this.found(MASK_INDEX.hex, at, stop);
    if (!isDigit(bytes[at]!)) return false;
    const digitsEnd = this.afterDigits(at);
    const exponent = this.afterExponent(digitsEnd);
    if (exponent === -1 && this.hasDigit(digitsEnd, stop)) return false;
    const to = digitsEnd === stop ? this.afterDecimals(at, stop) : Math.max(digitsEnd, exponent);
    return this.found(MASK_INDEX.n, this.withSign(at), to);
  }

  protected override foundPath(): boolean {
    return false;
  }

  protected override foundMail(): boolean {
    return false;
  }

  protected override isVersion(): boolean {
    return false;
  }
}
