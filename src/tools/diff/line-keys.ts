import type { FieldChange, Output } from "../../matcher/machine/outputs.ts";
import type { Template } from "../../rules/notation.ts";
import { Correlation, IgnoredFields, replacedFields } from "../../run/correlation.ts";
import { aliasFields, FieldTransformer } from "../../run/field-transformer.ts";
import type { ObservedLine } from "../../run/log-lines.ts";
import {
  CaptureReader,
  countsAsMatched,
  LineClassifier,
  type LinePattern,
  type LineRule,
  lineRuleOf,
  type Rulebook,
} from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import { hasLineBreak, NEWLINE } from "../../text/bytes/ascii.ts";
import { hashOf, Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import { Masker } from "../../text/masks/masker.ts";
import type { BySide, SideName } from "./difference.ts";
import { AliasedValues } from "./renaming.ts";

/** Replaces an id in an output. Line breaks of outputs are doubled, so no output has this text otherwise. */
const ID_MARK = "\n=";

/** Replaces the number of an alias in an output. */
export const NUMBER_MARK = "\n#";

/** A text with each line break doubled. */
function withDoubled(text: Buffer): Buffer {
  return Buffer.from(text.toString("latin1").replaceAll("\n", "\n\n"), "latin1");
}

/** The template number of lines that no rule matched. */
export const NO_TEMPLATE = 0;

/** The texts by which lines are compared, and the template number of each: equal texts have the same key. */
export class KeyTable extends Interner {
  private readonly templates = new NumberList();

  /** The key of the `length` bytes that were written to the store, for a line with this template number. */
  keyOf(length: number, template: number): number {
    return this.withTemplate(this.internReserved(length), template);
  }

  keyOfBytes(bytes: Uint8Array, from: number, to: number, template: number): number {
    return this.withTemplate(this.intern(bytes, from, to), template);
  }

  private withTemplate(key: number, template: number): number {
    const { templates } = this;
    if (key === templates.length) templates.push(template);
    else if (template > templates.at(key)) templates.set(key, template);
    return key;
  }

  /** The key of empty lines, unless there are none, or rules write some of them. */
  get emptyLineKey(): number | undefined {
    const key = this.find(new Uint8Array(), 0, 0);
    return key === -1 || this.template(key) !== NO_TEMPLATE ? undefined : key;
  }

  /** A hash of the `length` bytes that were written to the store. Keeps nothing. */
  hashOf(length: number): number {
    const { store } = this;
    const hash = hashOf(store.block, store.at, store.at + length);
    store.giveBack();
    return hash;
  }

  /** The template number of the key's lines; the greatest if there are several, whichever line came first. */
  template(key: number): number {
    return this.templates.at(key);
  }
}

/** The group of lines without an id. */
export const NO_GROUP = 0;

const NO_FIELDS: readonly number[] = [];
const NO_RULE = lineRuleOf(undefined);

/** Is told of all compared lines while they are read. */
interface LineObserver {
  /** `maskedOf` has the masked line with a key. */
  begin(side: SideName, continues: boolean, maskedOf: ((key: number) => Buffer) | undefined): void;
  matched(line: ObservedLine): void;
  /** A line of a catch-all, or one that no rule matches. */
  unmatched(line: ObservedLine): void;
}

/** What lines are compared by. */
export interface KeyOptions {
  /** Compares lines in groups by their ids. A line's id is the first of these fields with a non-empty capture. */
  readonly by?: readonly string[] | undefined;
  /** Fields that are left out of the comparison. Outputs still show their values. */
  readonly ignore?: readonly string[] | undefined;
  /** Whether lines that no rule matches are masked to be compared. */
  readonly mask?: boolean | undefined;
  /** Is told of the compared lines of the old side, then of those of the new one. */
  readonly observer?: LineObserver | undefined;
  /** If false, lines are read for the observer alone: neither their differences nor the counts of these are known. */
  readonly isCompared?: boolean | undefined;
  /** Whether lines may have line breaks, as messages of records do. */
  readonly mayHaveLineBreaks?: boolean | undefined;
}

/**
 * Gives each line of the two logs a key, the number by which it is compared: lines with equal outputs have equal keys.
 * The output of a line that no rule matches is the line itself, or the masked line. If lines are grouped by an id,
 * `ID_MARK` replaces it: `login 17 ok` and `login 42 ok` then have one key.
 *
 * Aliases have no numbers until both logs have been read. Until then a line has a bare key, with `NUMBER_MARK` for each
 * number, and the values that its aliases stand for. Rules whose templates have the same literal text share a template
 * number.
 */
export class LineKeys {
  /** The line pattern of the last line that was read, or -1 if no rule matched. */
  linePattern = -1;
  group = NO_GROUP;
  /** The values of the last line's aliases, plus one, in the order of its output. */
  readonly lineValues = new NumberList();
  readonly hasAliases: boolean;
  readonly masker: Masker | undefined;
  readonly values = new AliasedValues();
  readonly table = new KeyTable();
  /** For lines that are read again. */
  readonly captures: CaptureReader;
  readonly observer: LineObserver | undefined;
  readonly correlation: Correlation | undefined;
  readonly ignored: IgnoredFields;
  /** Whether keys are compared. Otherwise those of lines that a rule matches are hashes, which take no memory. */
  readonly isCompared: boolean;

  readonly rulebook: Rulebook;
  private readonly mayHaveLineBreaks: boolean;
  private readonly ids = new Interner();
  /** Each side is a separate run. */
  private readonly classifiers: BySide<LineClassifier>;
  private side: SideName = "old";
  /** The group of the last line that is not a follower. */
  private leaderGroup = NO_GROUP;
  private readonly patternTemplates: readonly number[];
  private readonly lineRules: readonly LineRule[];
  private readonly transformers: readonly (FieldTransformer | undefined)[];
  /** By line pattern, and by the set of its candidates that hold the id: bit i stands for candidate i. */
  private readonly renderers: readonly TemplateRenderer[][];

  /** Throws an UnknownFieldError or a RangeError for wrong fields: see `Correlation` and `IgnoredFields`. */
  constructor(rulebook: Rulebook, { by, ignore = [], mask = false, observer, ...options }: KeyOptions = {}) {
    const { linePatterns } = rulebook;
    this.rulebook = rulebook;
    this.observer = observer;
    this.isCompared = options.isCompared ?? true;
    this.mayHaveLineBreaks = options.mayHaveLineBreaks ?? false;
    this.correlation = by && new Correlation(linePatterns, by);
    this.ignored = new IgnoredFields(linePatterns, ignore);
    this.masker = mask ? new Masker() : undefined;
    this.hasAliases = aliasFields(linePatterns).length > 0;
    this.classifiers = { old: new LineClassifier(rulebook), new: new LineClassifier(rulebook) };
    this.captures = new CaptureReader(rulebook);
    this.lineRules = linePatterns.map(lineRuleOf);
    this.patternTemplates = templateNumbers(this.ignored.linePatterns);
    const mark = Buffer.from(NUMBER_MARK);
    this.transformers = this.ignored.linePatterns.map((own) => FieldTransformer.of(own, this.values, mark));
    this.renderers = linePatterns.map(() => []);
  }

  /** How many groups there are, including the group of lines without an id. */
  get groups(): number {
    return this.ids.size + 1;
  }

  id(group: number): Buffer | undefined {
    return group === NO_GROUP ? undefined : this.ids.bytes(group - 1);
  }

  get bounds(): readonly number[] {
    return this.classifiers[this.side].bounds;
  }

  /** Begins a log of a side. No sequence goes on in the next log, unless that continues this one. */
  begin(side: SideName, continues = false): void {
    this.side = side;
    if (!continues) this.classifiers[side].begin();
    this.observer?.begin(side, continues, this.masker && ((key) => this.outputOf(key)));
  }

  /** Reads the next line of the log and returns its bare key. */
  read(bytes: Buffer, start: number, end: number, isText: boolean): number {
    const classifier = this.classifiers[this.side];
    const linePattern = classifier.classify(bytes, start, end, isText);
    return this.readMatched(linePattern, bytes, start, end, classifier.bounds, classifier.isGap);
  }

  /** The same for a line whose pattern and captures are known. */
  readMatched(
    linePattern: number,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
    isGap = false,
  ): number {
    this.linePattern = linePattern;
    const isFollower = this.isFollower(linePattern);
    const length = this.write(bytes, start, end, bounds, isFollower ? this.leaderGroup : NO_GROUP);
    const key = this.hasHash(linePattern)
      ? this.table.hashOf(length)
      : this.table.keyOf(length, this.templateOfPattern(linePattern));
    if (!isFollower && !isGap) this.leaderGroup = this.group;
    return key;
  }

  /** The same for a line whose text the machine has written as `blockOutput` says. It has no aliases or leader. */
  readWritten(linePattern: number, bytes: Buffer, from: number, to: number, idFrom: number, idTo: number): number {
    this.linePattern = linePattern;
    this.lineValues.length = 0;
    this.group = idFrom === idTo ? NO_GROUP : this.groupOf(bytes, idFrom, idTo);
    if (this.hasHash(linePattern)) return hashOf(bytes, from, to);
    return this.table.keyOfBytes(bytes, from, to, this.templateOfPattern(linePattern));
  }

  /** How the machine writes the texts by which lines of a line pattern are compared. Undefined if it cannot. */
  blockOutput(index: number): { readonly output: Output; readonly changes: readonly FieldChange[] } | undefined {
    const ids = this.correlation?.candidates(index) ?? [];
    const own = this.rulebook.linePatterns[index]!;
    if (ids.length > 1 || aliasFields([own]).length > 0) return undefined;
    const template = this.templateWithMarks(index, ids);
    const changes = FieldTransformer.of({ ...this.ignored.linePatterns[index]!, template }, this.values)?.changes();
    return { output: { ...template, bounds: this.boundsBefore(index), id: ids[0] }, changes: changes ?? [] };
  }

  /** Of how many fields the machine writes the bounds before the text of a line, for an observer. */
  boundsBefore(linePattern: number): number {
    return this.observer === undefined ? 0 : this.rulebook.linePatterns[linePattern]!.pattern.fields.length;
  }

  /** Whether a line that was read again has the same line pattern, bare key and group. Sets `lineValues`. */
  has(line: Buffer, linePattern: number, key: number, group: number): boolean {
    const bounds = linePattern === -1 ? [] : this.captures.of(linePattern, line);
    if (bounds === undefined) return false;
    this.linePattern = linePattern;
    const length = this.write(line, 0, line.length, bounds, this.isFollower(linePattern) ? group : NO_GROUP);
    if (this.group !== group) return false;
    return this.hasHash(linePattern) ? this.table.hashOf(length) === key : this.table.isReserved(key, length);
  }

  /** The output with this key, which must have no marks. */
  outputOf(key: number): Buffer {
    const text = this.table.bytes(key);
    if (!this.mayHaveLineBreaks || !text.includes(NEWLINE)) return text;
    return Buffer.from(text.toString("latin1").replaceAll("\n\n", "\n"), "latin1");
  }

  templateOfPattern(linePattern: number): number {
    return linePattern === -1 ? NO_TEMPLATE : this.patternTemplates[linePattern]!;
  }

  ruleOf(linePattern: number): LineRule {
    return linePattern === -1 ? NO_RULE : this.lineRules[linePattern]!;
  }

  /** Whether the output of a line shows more than its key has: ignored fields. */
  showsIgnored(linePattern: number): boolean {
    return linePattern !== -1 && this.ignored.areShown[linePattern]!;
  }

  private hasHash(linePattern: number): boolean {
    return !this.isCompared && linePattern !== -1 && countsAsMatched(this.rulebook.linePatterns[linePattern]);
  }

  private isFollower(linePattern: number): boolean {
    return linePattern !== -1 && this.rulebook.linePatterns[linePattern]!.isFollower;
  }

  private groupOf(bytes: Uint8Array, from: number, to: number): number {
    return NO_GROUP + 1 + this.ids.intern(bytes, from, to);
  }

  /** Writes the text of a line to the table's store, and returns its length. Its group is `group` if it has no id. */
  private write(bytes: Buffer, start: number, end: number, bounds: readonly number[], group: number): number {
    const { masker, lineValues } = this;
    const { store } = this.table;
    const hasBreak = this.mayHaveLineBreaks && hasLineBreak(bytes, start, end);
    this.group = group;
    lineValues.length = 0;
    if (this.linePattern !== -1) {
      const renderer = this.rendererFor(bytes, bounds);
      renderer.take(bytes, bounds);
      renderer.addMissingNumbers(lineValues);
      if (hasBreak) return this.writeText(textOf(renderer));
      const { length } = renderer;
      store.reserve(length);
      renderer.writeInto(store.block, store.at);
      return length;
    }
    store.reserve(masker?.room(bytes, start, end) ?? end - start);
    const { block, at } = store;
    if (masker === undefined) store.write(bytes, start, end);
    const length = masker === undefined ? end - start : masker.write(bytes, start, end, block, at) - at;
    return hasBreak ? this.writeText(withDoubled(block.subarray(at, at + length))) : length;
  }

  private writeText(text: Buffer): number {
    const { store } = this.table;
    store.reserve(text.length);
    store.write(text, 0, text.length);
    return text.length;
  }

  /** Returns the renderer that marks each field that holds the line's id, and sets the line's group if it has one. */
  private rendererFor(bytes: Buffer, bounds: readonly number[]): TemplateRenderer {
    const { correlation, linePattern } = this;
    const field = correlation === undefined ? -1 : correlation.idField(linePattern, bounds);
    if (correlation === undefined || field === -1) return this.renderer(NO_FIELDS, 0);
    const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
    this.group = this.groupOf(bytes, from, to);
    const candidates = correlation.candidates(linePattern);
    let held = 0;
    for (const [i, candidate] of candidates.entries()) {
      const [start, end] = [bounds[2 * candidate]!, bounds[2 * candidate + 1]!];
      if (candidate === field || bytes.compare(bytes, from, to, start, end) === 0) held |= 1 << i;
    }
    return this.renderer(candidates, held);
  }

  private renderer(candidates: readonly number[], bits: number): TemplateRenderer {
    const { linePattern } = this;
    const own = this.renderers[linePattern]!;
    const known = own[bits];
    if (known !== undefined) return known;
    const fields = candidates.filter((_, i) => bits & (1 << i));
    own[bits] = new TemplateRenderer(this.templateWithMarks(linePattern, fields), this.transformers[linePattern]);
    return own[bits];
  }

  private templateWithMarks(linePattern: number, fields: readonly number[]): Template {
    return replacedFields(this.ignored.linePatterns[linePattern]!.template, fields, Buffer.from(ID_MARK));
  }
}

/** The text that a renderer has taken, with the line breaks of its fields doubled, but not those of marks. */
function textOf(renderer: TemplateRenderer): Buffer {
  // Every second piece is a field.
  const pieces = renderer.pieces();
  return Buffer.concat(
    pieces.map((piece, i) => (i % 2 === 0 || renderer.lacksNumber((i - 1) / 2) ? piece : withDoubled(piece))),
  );
}

function templateNumbers(linePatterns: readonly LinePattern[]): readonly number[] {
  const templates = new Interner();
  return linePatterns.map(({ template }) => {
    const literals = Buffer.concat(template.literals.flatMap((literal) => [literal, Buffer.from(ID_MARK)]));
    return NO_TEMPLATE + 1 + templates.intern(literals, 0, literals.length);
  });
}
