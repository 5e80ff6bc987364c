// What a line is compared by: the text that its shape is made of, and its fields.

import { LineText, type LineTextOptions } from "../../io/line-text.ts";
import { IgnoredFields } from "../../run/correlation.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import { LineClassifier, type Rulebook } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import type { JsonRecord } from "../../text/records/json-record.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";
import { LineFields } from "./field-values.ts";
import { GROUP_OF_SHAPE, RecordText } from "./record-text.ts";

const NO_GROUP = -1;
const FIRST_PATTERN_GROUP = 2 ** 30;

/** Numbers do not tell shapes apart, so that those of aliases need not be made. */
const NUMBER_MARK = Buffer.from("0");

/** What lines are compared by, if not by themselves. */
export interface ComparedBy {
  readonly rulebook: Rulebook;
  /** Fields that never count. */
  readonly ignored: readonly string[];
}

/** A line pattern with what counts of its lines: fields, and their names by number. */
interface PatternText {
  readonly renderer: TemplateRenderer;
  readonly transformer: FieldTransformer | undefined;
  readonly fields: readonly (readonly [field: number, name: number])[];
  readonly isFollower: boolean;
}

/**
 * Reads lines, one after the other, as what they are compared by. A line that a rule matches is its output, without
 * ignored fields. A record is its level, its message and the names of its members; one without a message is all its
 * members. Any other line is itself.
 */
export class ComparedText {
  /** The text of the last line, from `start` up to `end`. Valid until the next line. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** Whether it follows the line before it in a sequence. */
  isFollower = false;
  /** The number of the name of the level with which its text begins, in brackets; -1 if it has none. */
  levelName = -1;
  readonly fields = new LineFields();
  /** Whether what a line is compared by depends on the lines before it. */
  readonly hasSequences: boolean;
  /** What its fields are compared with, if it has some: those of lines of the same group, or of the same shape. */
  group = NO_GROUP;
  private readonly lineText: LineText;
  private readonly classifier: LineClassifier | undefined;
  /** For lines by themselves. */
  private readonly loneClassifier: LineClassifier | undefined;
  private readonly patterns: readonly PatternText[];
  private readonly records: RecordText;
  private readonly ignored: readonly string[];

  /** `line` knows what comes before a record in its line. */
  constructor(line: CleanLine, options: LineTextOptions, by: ComparedBy | undefined) {
    this.lineText = new LineText(options);
    this.ignored = by?.ignored ?? [];
    this.records = new RecordText(line, this.fields, this.ignored);
    const rulebook = by !== undefined && by.rulebook.rules.length > 0 ? by.rulebook : undefined;
    this.classifier = rulebook && new LineClassifier(rulebook);
    this.loneClassifier = rulebook && new LineClassifier(rulebook);
    this.hasSequences = rulebook !== undefined && rulebook.followers.length > 0;
    this.patterns = rulebook === undefined ? [] : this.patternsOf(rulebook);
  }

  /** Begins a log. */
  begin(): void {
    this.classifier?.begin();
  }

  /** Reads a line with this text, which is a text for rules if `isText` is true, and perhaps that of a record. */
  read(bytes: Buffer, start: number, end: number, isText: boolean, record: JsonRecord | undefined): void {
    this.readBy(this.classifier, bytes, start, end, isText, record);
  }

  /** The same for a line as it stands in its log, by itself. */
  readLine(line: Buffer): void {
    const { lineText, loneClassifier } = this;
    lineText.take(line, 0, line.length);
    const { bytes, start, end, isText, record } = lineText;
    loneClassifier?.begin();
    this.readBy(loneClassifier, bytes, start, end, isText, record);
  }

  private readBy(
    classifier: LineClassifier | undefined,
    bytes: Buffer,
    start: number,
    end: number,
    isText: boolean,
    record: JsonRecord | undefined,
  ): void {
    this.set(bytes, start, end);
    this.isFollower = false;
    this.group = NO_GROUP;
    this.levelName = -1;
    this.fields.clear();
    const isMatched = classifier !== undefined && this.match(classifier, bytes, start, end, isText);
    // A rule has perhaps made another text of the message.
    if (record !== undefined && isText)
      this.readRecord(record.line, record.start, record.end, this.bytes.subarray(this.start, this.end));
    else if (!isMatched) this.readRecord(bytes, start, end);
  }

  /** The same if its shape has this number: shapes are groups, too. */
  groupOf(shape: number): number {
    return this.group === GROUP_OF_SHAPE ? shape : this.group;
  }

  /** The ignored names that no rule and no record has. */
  get unknown(): readonly string[] {
    return this.ignored.filter((name) => !this.fields.knows(name));
  }

  private readRecord(bytes: Buffer, start: number, end: number, message?: Buffer): void {
    const { records } = this;
    if (!records.read(bytes, start, end, message)) return;
    this.levelName = records.levelName;
    this.group = records.group;
    this.set(records.text, 0, records.text.length);
  }

  private match(classifier: LineClassifier, bytes: Buffer, start: number, end: number, isText: boolean): boolean {
    const linePattern = classifier.classify(bytes, start, end, isText);
    if (linePattern === -1) return false;
    const { renderer, transformer, fields, isFollower } = this.patterns[linePattern]!;
    const { bounds } = classifier;
    const output = renderer.render(bytes, bounds);
    this.set(output, 0, output.length);
    this.isFollower = isFollower;
    this.group = FIRST_PATTERN_GROUP + linePattern;
    const at = transformer?.bounds ?? bounds;
    for (const [field, name] of fields)
      this.fields.add(name, transformer?.sources[field] ?? bytes, at[2 * field]!, at[2 * field + 1]!);
    return true;
  }

  private patternsOf(rulebook: Rulebook): PatternText[] {
    const known = new Set(rulebook.linePatterns.flatMap(({ pattern }) => pattern.fields));
    for (const name of known) this.fields.numberOf(name);
    const ignored = this.ignored.filter((name) => known.has(name));
    return new IgnoredFields(rulebook.linePatterns, ignored).linePatterns.map((linePattern) => {
      const { template, pattern, isFollower } = linePattern;
      const transformer = FieldTransformer.of(linePattern, { of: () => () => 1 }, NUMBER_MARK);
      const renderer = new TemplateRenderer(template, transformer);
      const fields = [...new Set(template.slots)].map(
        (field) => [field, this.fields.numberOf(pattern.fields[field]!)] as const,
      );
      return { renderer, transformer, fields, isFollower };
    });
  }

  private set(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }
}
