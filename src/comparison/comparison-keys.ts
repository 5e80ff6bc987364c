import { copyBytes } from "../bytes/byte-ranges.ts";
import { countDigits, writeDigits } from "../bytes/digits.ts";
import { Interner } from "../collections/interner.ts";
import { NumberList } from "../collections/number-list.ts";
import type { Masker } from "../masks/masker.ts";
import { Aliases, aliasFields, type ValueNumbers } from "../normalization/aliases.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { FieldTransformer } from "../normalization/field-transformer.ts";
import type { FieldCapture } from "../normalization/record-builder.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { CaptureReader, LineClassifier } from "../normalization/rulebook.ts";
import type { TemplateRenderer } from "../normalization/template-renderer.ts";
import { AliasedValues, type Numbering } from "./aliased-values.ts";
import type { IgnoredFields } from "./ignored-fields.ts";
import {
  countLineBreaks,
  ID_MARK,
  MaskedRenderers,
  NUMBER_MARK,
  withoutDoubled,
  writeDoubled,
} from "./masked-renderers.ts";

/** The template number of lines that no rule matched. */
export const NO_TEMPLATE = 0;

/** The group of lines without an id. */
export const NO_GROUP = 0;

/** One of the two logs that are compared. */
export type SideName = "old" | "new";

const MARK_START = NUMBER_MARK.charCodeAt(0);
const NUMBER_SIGN = NUMBER_MARK.charCodeAt(1);

/**
 * Gives each line of the two logs a key, the number by which it is compared. Lines with equal outputs have equal keys,
 * whichever log they are in. The output of a line that no rule matches is the line itself, or the masked line. If lines
 * are grouped by an id, `ID_MARK` replaces the id in the output: `login 17 ok` and `login 42 ok` then have one key.
 *
 * Aliases have no numbers until both logs have been read. Until then a line has a bare key, with `NUMBER_MARK` for each
 * number, and the values that its aliases stand for.
 *
 * Messages of records may have line breaks. Keys have each of them twice, so that no text looks like a mark.
 *
 * Each key also has a template number. Rules whose templates have the same literal text share one.
 */
export class ComparisonKeys {
  /** The line pattern of the last line that was read, or -1 if no rule matched. */
  linePattern = -1;
  /** The group of that line. */
  group = NO_GROUP;
  /** The side that the next lines belong to. Each side is a separate run, with its own aliases. */
  side: SideName = "old";

  private readonly rulebook: Rulebook;
  private readonly masker: Masker | undefined;
  private readonly correlation: Correlation | undefined;
  readonly captures: CaptureReader;
  private readonly classifiers: Readonly<Record<SideName, LineClassifier>>;
  /** The group of the last line that is not a follower. */
  private leaderGroup = NO_GROUP;
  private readonly ignored: IgnoredFields;
  private readonly mayHaveLineBreaks: boolean;
  /** Write keys. */
  private readonly renderers: MaskedRenderers;
  /** Write outputs. */
  private readonly outputs: MaskedRenderers;
  /** The template number of each line pattern. */
  private readonly patternTemplates: readonly number[];

  private readonly keys = new Interner();
  /** The template number of each key. */
  private readonly keyTemplates = new NumberList();
  private readonly ids = new Interner();
  /** Whether any output that is compared may show an alias. */
  readonly hasAliases: boolean;
  /** The values that aliases stand for. */
  readonly values = new AliasedValues();
  /** The values of the last line that was read, plus one, in the order of its output. */
  readonly lineValues = new NumberList();
  /** The numbers of the aliases in the outputs that are written. */
  private numbering: Numbering | undefined;
  /** Numbers the values of fields that are shown but ignored. */
  private readonly ignoredAliases = { old: new Aliases(), new: new Aliases() } as const;

  /**
   * `masker` masks the lines that no rule matches. The keys are written without the `ignored` fields. Only messages of
   * records may have line breaks.
   */
  constructor(
    rulebook: Rulebook,
    correlation: Correlation | undefined,
    masker: Masker | undefined,
    ignored: IgnoredFields,
    mayHaveLineBreaks: boolean,
  ) {
    this.rulebook = rulebook;
    this.masker = masker;
    this.correlation = correlation;
    this.captures = new CaptureReader(rulebook);
    this.classifiers = { old: new LineClassifier(rulebook), new: new LineClassifier(rulebook) };
    this.ignored = ignored;
    this.mayHaveLineBreaks = mayHaveLineBreaks;
    this.hasAliases = aliasFields(rulebook.linePatterns).length > 0;
    const mark = Buffer.from(NUMBER_MARK);
    this.renderers = new MaskedRenderers(ignored.linePatterns, (linePattern) =>
      FieldTransformer.unnumbered(linePattern, () => this.values, mark),
    );
    this.outputs = new MaskedRenderers(rulebook.linePatterns, (linePattern) =>
      FieldTransformer.of(linePattern, () => this.shownNumbers),
    );
    const templates = new Interner();
    this.patternTemplates = ignored.linePatterns.map(({ template }) => {
      const literals = Buffer.concat(template.literals.flatMap((literal) => [literal, Buffer.from(ID_MARK)]));
      return NO_TEMPLATE + 1 + templates.intern(literals, 0, literals.length);
    });
  }

  /** The numbers of aliases in outputs, for the side and the numbering that were set last. */
  readonly shownNumbers: ValueNumbers = {
    numberOf: (field, bytes, from, to) => {
      const { numbering } = this;
      const value = this.values.numberOf(field, bytes, from, to) - 1;
      const number = numbering?.of(value);
      if (number !== undefined) return number;
      // The field is ignored, or it holds the id of its group.
      if (this.correlation !== undefined && numbering !== undefined) return numbering.next(value);
      return this.ignoredAliases[this.side].numberOf(field, bytes, from, to);
    },
  };

  /** Sets the side and the numbers of aliases for outputs. */
  use(side: SideName, numbering: Numbering | undefined): void {
    this.side = side;
    this.numbering = numbering;
  }

  /** How many distinct keys there are. They are numbered from 0. */
  get size(): number {
    return this.keys.size;
  }

  /** How many groups there are, including the group of lines without an id. */
  get groups(): number {
    return this.ids.size + 1;
  }

  /** Begins a log of a side. Must be called for each one, because no sequence continues in the next log. */
  begin(side: SideName): void {
    this.side = side;
    this.classifiers[side].begin();
  }

  /** Reads the next line of the log and returns its bare key. */
  read(bytes: Buffer, start: number, end: number, isText: boolean): number {
    const classifier = this.classifiers[this.side];
    this.linePattern = classifier.classify(bytes, start, end, isText);
    const isFollower = this.linePattern !== -1 && this.rulebook.linePatterns[this.linePattern]!.isFollower;
    this.group = isFollower ? this.leaderGroup : NO_GROUP;
    const key = this.keys.internReserved(this.writeKey(bytes, start, end, classifier.bounds));
    // Aliases are numbered in the order of the lines, whether the key shows them or not.
    if (this.linePattern !== -1 && this.ignored.isShownBy(this.linePattern))
      this.outputs.whole(this.linePattern).take(bytes, classifier.bounds);
    if (!isFollower) this.leaderGroup = this.group;
    this.noteTemplate(key, this.templateOfPattern(this.linePattern));
    return key;
  }

  /** The key of a line with this bare key whose aliases have these numbers. */
  numbered(bareKey: number, numbers: readonly number[]): number {
    const { store } = this.keys;
    const bare = this.keys.bytes(bareKey);
    let length = bare.length;
    for (const number of numbers) length += countDigits(number) - NUMBER_MARK.length;
    store.reserve(length);
    let [from, at] = [0, store.at];
    for (const number of numbers) {
      const mark = nextMark(bare, from);
      copyBytes(bare, from, mark, store.block, at);
      at += mark - from;
      const end = at + countDigits(number);
      writeDigits(number, store.block, at, end);
      [from, at] = [mark + NUMBER_MARK.length, end];
    }
    copyBytes(bare, from, bare.length, store.block, at);
    const key = this.keys.internReserved(length);
    this.noteTemplate(key, this.templateOfKey(bareKey));
    return key;
  }

  /** Whether a line that was read again still has the same line pattern, bare key and group. Sets `lineValues`. */
  has(line: Buffer, linePattern: number, key: number, group: number): boolean {
    const bounds = linePattern === -1 ? [] : this.captures.of(linePattern, line);
    if (bounds === undefined) return false;
    this.linePattern = linePattern;
    this.group = linePattern !== -1 && this.rulebook.linePatterns[linePattern]!.isFollower ? group : NO_GROUP;
    const length = this.writeKey(line, 0, line.length, bounds);
    return this.group === group && this.keys.isReserved(key, length);
  }

  /** The output that a key stands for, with `ID_MARK` in place of the id. */
  bytes(key: number): Buffer {
    return this.keys.bytes(key);
  }

  /**
   * The template number of the rule that produced the key. If rules with several templates did, it is the greatest of
   * their numbers, whichever line came first.
   */
  templateOfKey(key: number): number {
    return this.keyTemplates.at(key);
  }

  /** The template number of a line pattern, or `NO_TEMPLATE` for -1. */
  templateOfPattern(linePattern: number): number {
    return this.patternTemplates[linePattern] ?? NO_TEMPLATE;
  }

  /** The output of a line, with its id, and with the numbers of the numbering that was set last. */
  output(line: Buffer, linePattern: number, key: number): Buffer {
    const isKey =
      linePattern === -1 ||
      (this.correlation === undefined && this.numbering === undefined && !this.ignored.isShownBy(linePattern));
    const bounds = isKey ? undefined : this.captures.of(linePattern, line);
    if (bounds === undefined) return withoutDoubled(this.keys.bytes(key));
    const renderer = this.outputs.whole(linePattern);
    renderer.take(line, bounds);
    const output = Buffer.allocUnsafe(renderer.length);
    renderer.writeInto(output, 0);
    return output;
  }

  /** What the fields of a line captured; empty if no rule matched it. Shares the memory of the line. */
  capturesOf(linePattern: number, line: Buffer): FieldCapture<Buffer>[] {
    const bounds = linePattern === -1 ? undefined : this.captures.of(linePattern, line);
    if (bounds === undefined) return [];
    const { fields } = this.rulebook.linePatterns[linePattern]!.pattern;
    return fields.map((name, i) => ({ name, value: line.subarray(bounds[2 * i]!, bounds[2 * i + 1]!) }));
  }

  /** The id of a group; undefined for `NO_GROUP`. */
  id(group: number): Buffer | undefined {
    return group === NO_GROUP ? undefined : this.ids.bytes(group - 1);
  }

  private noteTemplate(key: number, template: number): void {
    const { keyTemplates } = this;
    if (key === keyTemplates.length) keyTemplates.push(template);
    else if (template > keyTemplates.at(key)) keyTemplates.set(key, template);
  }

  /** Writes the text of the line's key into the room that the store reserves for it. Returns its length. */
  private writeKey(bytes: Buffer, start: number, end: number, bounds: readonly number[]): number {
    const { store } = this.keys;
    this.lineValues.length = 0;
    const lineBreaks = this.mayHaveLineBreaks ? countLineBreaks(bytes.subarray(start, end)) : 0;
    if (this.linePattern === -1) {
      const { masker } = this;
      if (lineBreaks > 0) return this.writeUnmatched(bytes, start, end, lineBreaks);
      store.reserve(masker === undefined ? end - start : masker.room(bytes, start, end));
      if (masker !== undefined) return masker.write(bytes, start, end, store.block, store.at) - store.at;
      store.block.set(bytes.subarray(start, end), store.at);
      return end - start;
    }
    const renderer = this.rendererFor(bytes, bounds);
    renderer.take(bytes, bounds);
    renderer.addMissingNumbers(this.lineValues);
    const { length } = renderer;
    if (lineBreaks > 0) return this.writeOutput(renderer, length);
    store.reserve(length);
    renderer.writeInto(store.block, store.at);
    return length;
  }

  /** As `writeKey`, for a line with line breaks that no rule matches. */
  private writeUnmatched(bytes: Buffer, start: number, end: number, lineBreaks: number): number {
    const { masker } = this;
    const { store } = this.keys;
    let text = bytes.subarray(start, end);
    if (masker !== undefined) {
      const masked = Buffer.allocUnsafe(masker.room(bytes, start, end));
      text = masked.subarray(0, masker.write(bytes, start, end, masked, 0));
    }
    store.reserve(text.length + lineBreaks);
    return writeDoubled(text, store.block, store.at) - store.at;
  }

  /** As `writeKey`, for the output of a line with line breaks. */
  private writeOutput(renderer: TemplateRenderer, length: number): number {
    const { store } = this.keys;
    const pieces = renderer.pieces();
    store.reserve(length + pieces.reduce((sum, piece) => sum + countLineBreaks(piece), 0));
    let to = store.at;
    for (const [i, piece] of pieces.entries()) {
      // Every second piece is a field. Literals and aliases have no line breaks but those of marks.
      if (i % 2 === 1 && !renderer.lacksNumber((i - 1) / 2)) to = writeDoubled(piece, store.block, to);
      else to += piece.copy(store.block, to);
    }
    return to - store.at;
  }

  /** Returns the renderer that masks each field that holds the line's id, and sets the line's group. */
  private rendererFor(bytes: Buffer, bounds: readonly number[]): TemplateRenderer {
    const { correlation, linePattern } = this;
    const field = correlation === undefined ? -1 : correlation.idField(linePattern, bounds);
    if (correlation === undefined || field === -1) return this.renderers.whole(linePattern);
    const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
    this.group = NO_GROUP + 1 + this.ids.intern(bytes, from, to);
    const candidates = correlation.candidates(linePattern);
    let held = 0;
    for (const [i, candidate] of candidates.entries()) {
      const [start, end] = [bounds[2 * candidate]!, bounds[2 * candidate + 1]!];
      if (candidate === field || bytes.compare(bytes, from, to, start, end) === 0) held |= 1 << i;
    }
    return this.renderers.masked(linePattern, candidates, held);
  }
}

/** Where the next number belongs. Marks of ids, and doubled line breaks, begin with the same byte and are as long. */
function nextMark(bare: Buffer, from: number): number {
  let mark = bare.indexOf(MARK_START, from);
  while (bare[mark + 1] !== NUMBER_SIGN) mark = bare.indexOf(MARK_START, mark + NUMBER_MARK.length);
  return mark;
}
