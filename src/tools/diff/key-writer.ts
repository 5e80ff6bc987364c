import type { Template } from "../../rules/template.ts";
import type { ValueNumbers } from "../../rules/transforms/transform-registry.ts";
import type { Correlation } from "../../run/correlation.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import { replacedFields } from "../../run/ignored-fields.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import type { ByteStore } from "../../text/collections/byte-store.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { Masker } from "../../text/masks/masker.ts";
import { countLineBreaks, ID_MARK, NUMBER_MARK, writeDoubled } from "./key-table.ts";

/** The template with `ID_MARK` in place of these fields. */
export function maskedTemplate({ template }: LinePattern, fields: readonly number[]): Template {
  return replacedFields(template, fields, Buffer.from(ID_MARK));
}

/** The group of lines without an id. */
export const NO_GROUP = 0;

const NO_FIELDS: readonly number[] = [];

interface KeyWriterOptions {
  readonly correlation: Correlation | undefined;
  readonly masker: Masker | undefined;
  /** Only messages of records may have line breaks. */
  readonly mayHaveLineBreaks: boolean;
}

/**
 * Writes the text by which a line is compared: its output, with marks for its id and for the numbers of aliases, and
 * with doubled line breaks, so that no text looks like a mark.
 */
export class KeyWriter {
  /** The group of the last line that was written. */
  group = NO_GROUP;
  /** The values of its aliases, plus one, in the order of its output. */
  readonly values = new NumberList();

  private readonly store: ByteStore;
  private readonly options: KeyWriterOptions;
  private readonly linePatterns: readonly LinePattern[];
  private readonly transformers: readonly (FieldTransformer | undefined)[];
  /** By line pattern, and by the set of its candidates that hold the id: bit i stands for candidate i. */
  private readonly renderers: readonly TemplateRenderer[][];
  private readonly ids = new Interner();

  /** Writes to the room that the store reserves. `values` numbers what aliases stand for. */
  constructor(store: ByteStore, linePatterns: readonly LinePattern[], values: ValueNumbers, options: KeyWriterOptions) {
    this.store = store;
    this.options = options;
    const mark = Buffer.from(NUMBER_MARK);
    this.linePatterns = linePatterns;
    this.transformers = linePatterns.map((linePattern) => FieldTransformer.unnumbered(linePattern, values, mark));
    this.renderers = linePatterns.map(() => []);
  }

  /** How many groups there are, including the group of lines without an id. */
  get groups(): number {
    return this.ids.size + 1;
  }

  /** The group of the lines with an id: the bytes from `from` up to `to`. */
  groupOf(bytes: Uint8Array, from: number, to: number): number {
    return NO_GROUP + 1 + this.ids.intern(bytes, from, to);
  }

  id(group: number): Buffer | undefined {
    return group === NO_GROUP ? undefined : this.ids.bytes(group - 1);
  }

  /**
   * Writes the text of a line with this line pattern and these captures, or of one that no rule matches (-1). Returns
   * its length.
   */
  write(bytes: Buffer, start: number, end: number, linePattern: number, bounds: readonly number[]): number {
    const { store } = this;
    this.group = NO_GROUP;
    this.values.length = 0;
    const lineBreaks = this.options.mayHaveLineBreaks ? countLineBreaks(bytes.subarray(start, end)) : 0;
    if (linePattern === -1) return this.writeUnmatched(bytes, start, end, lineBreaks);
    const renderer = this.rendererFor(bytes, linePattern, bounds);
    renderer.take(bytes, bounds);
    renderer.addMissingNumbers(this.values);
    if (lineBreaks > 0) return writeWithLineBreaks(renderer, store);
    const { length } = renderer;
    store.reserve(length);
    renderer.writeInto(store.block, store.at);
    return length;
  }

  private writeUnmatched(bytes: Buffer, start: number, end: number, lineBreaks: number): number {
    const { store } = this;
    const { masker } = this.options;
    const room = masker?.room(bytes, start, end) ?? end - start;
    store.reserve(room + lineBreaks);
    const { block, at } = store;
    if (lineBreaks === 0 && masker !== undefined) return masker.write(bytes, start, end, block, at) - at;
    let text = bytes.subarray(start, end);
    if (masker !== undefined) {
      const masked = Buffer.allocUnsafe(room);
      text = masked.subarray(0, masker.write(bytes, start, end, masked, 0));
    }
    if (lineBreaks > 0) return writeDoubled(text, block, at) - at;
    block.set(text, at);
    return text.length;
  }

  /** Returns the renderer that masks each field that holds the line's id, and sets the line's group. */
  private rendererFor(bytes: Buffer, linePattern: number, bounds: readonly number[]): TemplateRenderer {
    const { correlation } = this.options;
    const field = correlation === undefined ? -1 : correlation.idField(linePattern, bounds);
    if (correlation === undefined || field === -1) return this.renderer(linePattern, NO_FIELDS, 0);
    const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
    this.group = this.groupOf(bytes, from, to);
    const candidates = correlation.candidates(linePattern);
    let held = 0;
    for (const [i, candidate] of candidates.entries()) {
      const [start, end] = [bounds[2 * candidate]!, bounds[2 * candidate + 1]!];
      if (candidate === field || bytes.compare(bytes, from, to, start, end) === 0) held |= 1 << i;
    }
    return this.renderer(linePattern, candidates, held);
  }

  /** Renders the template with `ID_MARK` for each candidate field whose bit is set. */
  private renderer(index: number, candidates: readonly number[], bits: number): TemplateRenderer {
    const own = this.renderers[index]!;
    const known = own[bits];
    if (known !== undefined) return known;
    const fields = candidates.filter((_, i) => bits & (1 << i));
    const template = maskedTemplate(this.linePatterns[index]!, fields);
    own[bits] = new TemplateRenderer(template, this.transformers[index], "");
    return own[bits];
  }
}

function writeWithLineBreaks(renderer: TemplateRenderer, store: ByteStore): number {
  const pieces = renderer.pieces();
  store.reserve(renderer.length + pieces.reduce((sum, piece) => sum + countLineBreaks(piece), 0));
  let to = store.at;
  for (const [i, piece] of pieces.entries()) {
    // Every second piece is a field. Literals and aliases have no line breaks but those of marks.
    if (i % 2 === 1 && !renderer.lacksNumber((i - 1) / 2)) to = writeDoubled(piece, store.block, to);
    else to += piece.copy(store.block, to);
  }
  return to - store.at;
}
