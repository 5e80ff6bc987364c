// What a line is compared by: the text that its shape is made of, and its fields.

import { LineText, type LineTextOptions } from "../../io/line-text.ts";
import { IgnoredFields } from "../../run/correlation.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import { LineClassifier, type Rulebook } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import type { JsonRecord } from "../../text/records/json-record.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";
import { LineFields, RecordText } from "./record-text.ts";

/** Where a line has no fields; see `ComparedText.group`. */
export const NO_GROUP = -1;
const FIRST_PATTERN_GROUP = 2 ** 30;

/** Numbers do not tell shapes apart, so that those of aliases need not be made. */
const NUMBER_MARK = Buffer.from("0");

/** What lines are compared by, if not by themselves. */
export interface ComparedBy {
  readonly rulebook: Rulebook;
  /** Fields that never count. */
  readonly ignored: readonly string[];
}

/** The fields of a line that count. */
interface PatternFields {
  readonly transformer: FieldTransformer | undefined;
  readonly renderer: TemplateRenderer;
  readonly fields: readonly number[];
  readonly names: readonly number[];
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
  /** Whether its text begins with a level in brackets. */
  hasLevel = false;
  /**
   * What its fields are compared with: those of lines of the same group. `GROUP_OF_SHAPE` stands for the lines of the
   * same shape, and `NO_GROUP` says that it has no fields.
   */
  group = NO_GROUP;
  /** The number of the name of its level; -1 if it has none. */
  levelName = -1;
  readonly fields = new LineFields();

  private readonly lineText: LineText;
  private readonly classifier: LineClassifier | undefined;
  /** Whether what a line is compared by depends on the lines before it. */
  readonly hasSequences: boolean;
  /** For lines by themselves. */
  private readonly loneClassifier: LineClassifier | undefined;
  private readonly patterns: readonly PatternFields[];
  /** By line pattern: whether its lines follow others. */
  private readonly isFollowers: readonly boolean[];
  private readonly records: RecordText;
  private readonly ignored: readonly string[];
  private output: Buffer = Buffer.allocUnsafeSlow(1024);

  /** `line` knows what comes before a record in its line. */
  constructor(line: CleanLine, options: LineTextOptions, by: ComparedBy | undefined) {
    this.lineText = new LineText(options);
    this.ignored = by?.ignored ?? [];
    this.records = new RecordText(line, this.fields, this.ignored);
    const rulebook = by?.rulebook;
    const isMatching = rulebook !== undefined && rulebook.rules.length > 0;
    this.classifier = isMatching ? new LineClassifier(rulebook) : undefined;
    this.loneClassifier = isMatching ? new LineClassifier(rulebook) : undefined;
    this.hasSequences = isMatching && rulebook.followers.length > 0;
    this.isFollowers = rulebook?.linePatterns.map(({ isFollower }) => isFollower) ?? [];
    this.patterns = isMatching ? this.patternsOf(rulebook) : [];
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
    this.hasLevel = false;
    this.group = NO_GROUP;
    this.levelName = -1;
    this.fields.clear();
    const isMatched = classifier !== undefined && this.match(classifier, bytes, start, end, isText);
    // A rule has perhaps made another text of the message.
    if (record !== undefined && isText) this.readRecord(record.line, record.start, record.end, true);
    else if (!isMatched) this.readRecord(bytes, start, end, false);
  }

  /** The ignored names that no rule and no record has. */
  get unknown(): readonly string[] {
    return this.ignored.filter((name) => !this.fields.knows(name));
  }

  private readRecord(bytes: Buffer, start: number, end: number, hasMessage: boolean): void {
    const { records } = this;
    const message = hasMessage ? this.bytes.subarray(this.start, this.end) : undefined;
    if (!records.read(bytes, start, end, message)) return;
    this.hasLevel = records.hasLevel;
    this.levelName = records.levelName;
    this.group = records.group;
    this.set(records.bytes, 0, records.length);
  }

  private match(classifier: LineClassifier, bytes: Buffer, start: number, end: number, isText: boolean): boolean {
    const linePattern = classifier.classify(bytes, start, end, isText);
    if (linePattern === -1) return false;
    const { renderer, transformer, fields, names } = this.patterns[linePattern]!;
    const { bounds } = classifier;
    renderer.take(bytes, bounds);
    const { length } = renderer;
    if (this.output.length < length) this.output = Buffer.allocUnsafeSlow(2 * length);
    renderer.writeInto(this.output, 0);
    this.set(this.output, 0, length);
    this.isFollower = this.isFollowers[linePattern]!;
    this.group = FIRST_PATTERN_GROUP + linePattern;
    for (const [i, field] of fields.entries()) {
      const source = transformer?.sources[field] ?? bytes;
      const at = transformer?.bounds ?? bounds;
      this.fields.add(names[i]!, source, at[2 * field]!, at[2 * field + 1]!);
    }
    return true;
  }

  private patternsOf(rulebook: Rulebook): PatternFields[] {
    const known = new Set(rulebook.linePatterns.flatMap(({ pattern }) => pattern.fields));
    for (const name of known) this.fields.numberOf(name);
    const ignored = new IgnoredFields(
      rulebook.linePatterns,
      this.ignored.filter((name) => known.has(name)),
    );
    return ignored.linePatterns.map((linePattern) => {
      const transformer = FieldTransformer.of(linePattern, { of: () => () => 1 }, NUMBER_MARK);
      const fields = [...new Set(linePattern.template.slots)];
      return {
        transformer,
        renderer: new TemplateRenderer(linePattern.template, transformer),
        fields,
        names: fields.map((field) => this.fields.numberOf(linePattern.pattern.fields[field]!)),
      };
    });
  }

  private set(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }
}
