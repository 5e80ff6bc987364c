import type { FieldChange, Output } from "../../matcher/machine/outputs.ts";
import { aliasFields } from "../../run/aliases.ts";
import type { Correlation } from "../../run/correlation.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import type { IgnoredFields } from "../../run/ignored-fields.ts";
import type { FieldCapture } from "../../run/record-builder.ts";
import { CaptureReader, countsAsMatched, LineClassifier, type LinePattern, type Rulebook } from "../../run/rulebook.ts";
import { hashOf, Interner } from "../../text/collections/interner.ts";
import type { Masker } from "../../text/masks/masker.ts";
import type { SideName } from "./difference.ts";
import { ID_MARK, KeyTable, NO_TEMPLATE, withoutDoubled } from "./key-table.ts";
import { KeyWriter, maskedTemplate, NO_GROUP } from "./key-writer.ts";
import { AliasedValues, type ShownNumbers, ShownOutputs } from "./shown-aliases.ts";

/** Any field may have another text than in the line before. */
export const ALL_CHANGED = -1;

/** Is told of all compared lines while they are read. */
export interface LineObserver {
  /** Begins a log of a side, which may continue the last one. */
  begin(side: SideName, continues: boolean): void;
  /**
   * A line of this line pattern: field i lies from `bounds[first + 2 * i]` up to `bounds[first + 2 * i + 1]` in the
   * bytes. `index` is that of the line among those of its side. Bytes and bounds are valid during the call. A bit of
   * `changed` is 0 only if the field with its index, or one without a bit of its own for `LAST_BIT`, has the text that
   * it had in the line of this pattern before.
   */
  matched(
    linePattern: number,
    bytes: Buffer,
    bounds: ArrayLike<number>,
    first: number,
    changed: number,
    group: number,
    index: number,
  ): void;
  /** A line that counts as unmatched. Lines with equal keys are equal, or equal when they are masked. */
  unmatched(key: number, bytes: Buffer, from: number, to: number, group: number, index: number): void;
}

/** The text by which a line is compared, and its id, in the same memory. */
export interface WrittenLine {
  readonly linePattern: number;
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly idFrom: number;
  readonly idTo: number;
}

/**
 * Gives each line of the two logs a key, the number by which it is compared. Lines with equal outputs have equal keys,
 * whichever log they are in. The output of a line that no rule matches is the line itself, or the masked line. If lines
 * are grouped by an id, `ID_MARK` replaces the id in the output: `login 17 ok` and `login 42 ok` then have one key.
 *
 * Aliases have no numbers until both logs have been read. Until then a line has a bare key, with `NUMBER_MARK` for each
 * number, and the values that its aliases stand for.
 *
 * Each key also has a template number. Rules whose templates have the same literal text share one.
 */
export class LineKeys {
  /** The line pattern of the last line that was read, or -1 if no rule matched. */
  linePattern = -1;
  group = NO_GROUP;
  /** Whether any output that is compared may show an alias. */
  readonly hasAliases: boolean;
  readonly masker: Masker | undefined;
  readonly values = new AliasedValues();
  readonly table = new KeyTable();
  /** The outputs of lines that are read again. */
  readonly outputs: ShownOutputs;
  /** The captures of lines that are read again. */
  readonly captures: CaptureReader;
  readonly observer: LineObserver | undefined;
  readonly correlation: Correlation | undefined;
  /** What is left out of the keys. */
  readonly ignored: IgnoredFields;

  /** Whether keys are compared. Otherwise those of lines that a rule matches are hashes, which take no memory. */
  readonly isCompared: boolean;
  private readonly rulebook: Rulebook;
  /** Has the group and the values of the last line, and the ids of groups. */
  readonly writer: KeyWriter;
  /** Each side is a separate run. */
  private readonly classifiers: Readonly<Record<SideName, LineClassifier>>;
  private side: SideName = "old";
  /** The group of the last line that is not a follower. */
  private leaderGroup = NO_GROUP;
  private readonly patternTemplates: readonly number[];

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
    {
      observer,
      isCompared = true,
    }: { readonly observer?: LineObserver | undefined; readonly isCompared?: boolean } = {},
  ) {
    this.observer = observer;
    this.isCompared = isCompared;
    this.rulebook = rulebook;
    this.correlation = correlation;
    this.ignored = ignored;
    this.masker = masker;
    this.hasAliases = aliasFields(rulebook.linePatterns).length > 0;
    this.classifiers = { old: new LineClassifier(rulebook), new: new LineClassifier(rulebook) };
    this.captures = new CaptureReader(rulebook);
    const options = { correlation, masker, mayHaveLineBreaks };
    this.writer = new KeyWriter(this.table.store, ignored.linePatterns, this.values, options);
    this.outputs = new ShownOutputs(rulebook.linePatterns, this.values, correlation !== undefined);
    this.patternTemplates = templateNumbers(ignored.linePatterns);
  }

  /** The captures of the last line that was read and classified here. */
  get bounds(): readonly number[] {
    return this.classifiers[this.side].bounds;
  }

  /**
   * Begins a log of a side. Must be called for each one, because no sequence continues in the next log, unless that
   * continues this one.
   */
  begin(side: SideName, continues = false): void {
    this.side = side;
    this.outputs.use(side, undefined);
    if (!continues) this.classifiers[side].begin();
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
    isGap: boolean,
  ): number {
    this.linePattern = linePattern;
    const isFollower = this.isFollower(linePattern);
    const length = this.write(bytes, start, end, bounds, isFollower ? this.leaderGroup : NO_GROUP);
    const key = this.hasHash(linePattern)
      ? this.table.hashOf(length)
      : this.table.keyOf(length, this.templateOfPattern(linePattern));
    // Aliases are numbered in the order of the lines, whether the key shows them or not.
    if (this.showsIgnored(linePattern)) this.outputs.countAliases(linePattern, bytes, bounds);
    if (!isFollower && !isGap) this.leaderGroup = this.group;
    return key;
  }

  /** The same for a line whose text was written by `blockOutput`. It has no aliases and is no follower. */
  readWritten({ linePattern, bytes, from, to, idFrom, idTo }: WrittenLine): number {
    this.linePattern = linePattern;
    this.writer.values.length = 0;
    this.group = idFrom === idTo ? NO_GROUP : this.writer.groupOf(bytes, idFrom, idTo);
    if (this.hasHash(linePattern)) return hashOf(bytes, from, to);
    return this.table.keyOfBytes(bytes, from, to, this.templateOfPattern(linePattern));
  }

  /**
   * How the machine of the rules writes the texts by which lines of a line pattern are compared, and which field has
   * their ids. Undefined if it cannot.
   */
  blockOutput(index: number): { readonly output: Output; readonly changes: readonly FieldChange[] } | undefined {
    const ids = this.correlation?.candidates(index) ?? [];
    const own = this.rulebook.linePatterns[index]!;
    if (ids.length > 1 || aliasFields([own]).length > 0) return undefined;
    const linePattern = this.ignored.linePatterns[index]!;
    const template = maskedTemplate(linePattern, ids);
    const changes = FieldTransformer.of({ ...linePattern, template }, this.values)?.changes() ?? [];
    const { literals, slots } = template;
    return { output: { literals, slots, bounds: this.boundsBefore(index), id: ids[0] }, changes };
  }

  /** Of how many fields the machine writes the bounds before the text of a line, for an observer. */
  boundsBefore(linePattern: number): number {
    return this.observer === undefined ? 0 : (this.rulebook.linePatterns[linePattern]?.pattern.fields.length ?? 0);
  }

  /** Whether a line that was read again has the same line pattern, bare key and group. Sets the writer's values. */
  has(line: Buffer, linePattern: number, key: number, group: number): boolean {
    const bounds = linePattern === -1 ? [] : this.captures.of(linePattern, line);
    if (bounds === undefined) return false;
    this.linePattern = linePattern;
    const length = this.write(line, 0, line.length, bounds, this.isFollower(linePattern) ? group : NO_GROUP);
    if (this.group !== group) return false;
    return this.hasHash(linePattern) ? this.table.hashOf(length) === key : this.table.isKeyOf(key, length);
  }

  /** The template number of a line pattern, or `NO_TEMPLATE` for -1. */
  templateOfPattern(linePattern: number): number {
    return this.patternTemplates[linePattern] ?? NO_TEMPLATE;
  }

  /** The output of a line of a side, with its id, its ignored fields and these numbers of aliases. */
  output(side: SideName, line: Buffer, linePattern: number, key: number, numbering: ShownNumbers | undefined): Buffer {
    const isKey = this.correlation === undefined && numbering === undefined && !this.showsIgnored(linePattern);
    const bounds = linePattern === -1 || isKey ? undefined : this.captures.of(linePattern, line);
    if (bounds === undefined) return withoutDoubled(this.table.text(key));
    this.outputs.use(side, numbering);
    return this.outputs.of(linePattern, line, bounds);
  }

  /** What the fields of a line captured; empty if no rule matched it. Shares the memory of the line. */
  capturesOf(linePattern: number, line: Buffer): FieldCapture<Buffer>[] {
    const bounds = linePattern === -1 ? undefined : this.captures.of(linePattern, line);
    if (bounds === undefined) return [];
    const { fields } = this.rulebook.linePatterns[linePattern]!.pattern;
    return fields.map((name, i) => ({ name, value: line.subarray(bounds[2 * i]!, bounds[2 * i + 1]!) }));
  }

  /** As `capturesOf`; for a line that no rule matched, what masks hide in it, by the names of the masks. */
  hiddenOf(linePattern: number, line: Buffer): readonly FieldCapture<Buffer>[] {
    return linePattern === -1 ? [...(this.masker?.partsOf(line) ?? [])] : this.capturesOf(linePattern, line);
  }

  private hasHash(linePattern: number): boolean {
    return !this.isCompared && countsAsMatched(this.rulebook.linePatterns[linePattern]);
  }

  private isFollower(linePattern: number): boolean {
    return linePattern !== -1 && this.rulebook.linePatterns[linePattern]!.isFollower;
  }

  private showsIgnored(linePattern: number): boolean {
    return linePattern !== -1 && this.ignored.isShownBy(linePattern);
  }

  /** Writes the text of a line of the current line pattern and sets its group, which is `group` if it has no id. */
  private write(bytes: Buffer, start: number, end: number, bounds: readonly number[], group: number): number {
    const length = this.writer.write(bytes, start, end, this.linePattern, bounds);
    this.group = this.writer.group === NO_GROUP ? group : this.writer.group;
    return length;
  }
}

function templateNumbers(linePatterns: readonly LinePattern[]): readonly number[] {
  const templates = new Interner();
  return linePatterns.map(({ template }) => {
    const literals = Buffer.concat(template.literals.flatMap((literal) => [literal, Buffer.from(ID_MARK)]));
    return NO_TEMPLATE + 1 + templates.intern(literals, 0, literals.length);
  });
}
