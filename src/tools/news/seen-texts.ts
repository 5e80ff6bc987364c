import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";

/** The memory is bounded: after so many texts, or so many bytes, all are forgotten. */
export const NO_MORE_TEXTS = 32 * 1024;
const MAX_BYTES = 4 * 1024 * 1024;
/** A longer text is seldom repeated. */
const MAX_TEXT_BYTES = 1024;
/** If less than an eighth of so many texts is repeated, looking for them takes longer than it saves. */
const TRIAL = 4096;
const MIN_REPEATED = TRIAL / 8;

/**
 * Texts of a run that were read, with the shapes that they have: most lines of a build are repeated to the letter, and
 * finding them takes a tenth of the time that reading their shapes does.
 */
export class SeenTexts {
  private texts = new Interner();
  private readonly shapes = new NumberList();
  private bytes = 0;
  /** How many texts were looked for, and found, since it was last asked whether this pays. */
  private lookups = 0;
  private found = 0;
  private pays = true;

  /** The shape of a text that was added; -1 if it is not known. Then it is kept if that is asked for, until `add`. */
  shapeOf(bytes: Uint8Array, from: number, to: number, isKept: boolean): number {
    if (!this.pays || to - from > MAX_TEXT_BYTES) return -1;
    if (this.lookups++ === TRIAL) {
      this.pays = this.found >= MIN_REPEATED;
      this.lookups = 0;
      this.found = 0;
    }
    if (isKept && (this.texts.size === NO_MORE_TEXTS || this.bytes > MAX_BYTES)) this.clear();
    const text = isKept ? this.texts.intern(bytes, from, to) : this.texts.find(bytes, from, to);
    if (text === -1) return -1;
    if (text === this.shapes.length) {
      this.bytes += to - from;
      return -1;
    }
    this.found++;
    return this.shapes.at(text);
  }

  /** Adds the text that is kept, if there is one, with its shape. */
  add(shape: number): void {
    if (this.texts.size > this.shapes.length) this.shapes.push(shape);
  }

  /** Forgets all texts. */
  clear(): void {
    this.texts = new Interner();
    this.shapes.length = 0;
    this.bytes = 0;
  }
}
