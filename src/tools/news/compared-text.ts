// What a line is compared by: the text that its shape is made of, and its fields.

import { LineText, type LineTextOptions } from "../../io/line-text.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import { IgnoredFields } from "../../run/ignored-fields.ts";
import { LineClassifier, type Rulebook } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import { isSmall, SPACE } from "../../text/bytes/ascii.ts";
import type { JsonRecord } from "../../text/records/json-record.ts";
import { RecordMembers } from "../../text/records/record-members.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";
import { isLevelName, levelText } from "./bad-words.ts";

/** The members that hold the message of a record, the best first. */
const MESSAGE_NAMES = ["message", "msg", "log", "MESSAGE", "event"];
/** An object of fewer members that has neither a message nor a level is text. */
const MIN_MEMBERS = 3;
/** A longer value is none of a few. */
const MAX_VALUE_BYTES = 100;

/** Groups in which the values of a field are compared; see `ComparedText.group`. */
export const NO_GROUP = -1;
export const GROUP_OF_SHAPE = -2;
const FIRST_PATTERN_GROUP = 2 ** 30;
const FIRST_NAMES_GROUP = 2 ** 31;

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

/** Members that records have together, in the order of their names. */
interface NameSet {
  readonly group: number;
  /** One word that is none of English. */
  readonly word: Buffer;
  readonly order: readonly number[];
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
  /** By field: the number of its name. */
  readonly names: number[] = [];
  /** The number of the name of its level; -1 if it has none. */
  levelName = -1;

  private readonly sources: Uint8Array[] = [];
  private readonly ranges: number[] = [];
  private readonly line: CleanLine;
  private readonly lineText: LineText;
  private readonly classifier: LineClassifier | undefined;
  /** Whether what a line is compared by depends on the lines before it. */
  readonly hasSequences: boolean;
  /** For lines by themselves. */
  private readonly loneClassifier: LineClassifier | undefined;
  private readonly patterns: readonly PatternFields[];
  /** By line pattern: whether its lines follow others. */
  private readonly isFollowers: readonly boolean[];
  private readonly members = new RecordMembers();
  private readonly nameNumbers = new Map<string, number>();
  private readonly allNames: string[] = [];
  private readonly ignored: readonly string[];
  /** By name of a member: its number here, or -1 if it is ignored. */
  private readonly memberNames: number[] = [];
  private readonly nameSets = new Map<string, NameSet>();
  /** By what stands for a set of names: its group. Members have the same one in any order. */
  private readonly groups = new Map<string, number>();
  private output: Buffer = Buffer.allocUnsafeSlow(1024);
  private text: Buffer = Buffer.allocUnsafeSlow(1024);
  private length = 0;

  /** `line` knows what comes before a record in its line. */
  constructor(line: CleanLine, options: LineTextOptions, by: ComparedBy | undefined) {
    this.line = line;
    this.lineText = new LineText(options);
    this.ignored = by?.ignored ?? [];
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
    lineText.read(line, 0, line.length);
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
    this.names.length = 0;
    const isMatched = classifier !== undefined && this.match(classifier, bytes, start, end, isText);
    if (record !== undefined && isText) this.readRecord(record.line, record.start, record.end, true);
    else if (!isMatched) this.readRecord(bytes, start, end, false);
  }

  /** The value of the i-th field; undefined if it is too long to be one of a few. */
  value(i: number): string | undefined {
    const [from, to] = [this.ranges[2 * i]!, this.ranges[2 * i + 1]!];
    if (to - from > MAX_VALUE_BYTES) return undefined;
    return Buffer.from(this.sources[i]!.buffer, this.sources[i]!.byteOffset + from, to - from).toString();
  }

  /** The name with this number. */
  nameOf(name: number): string {
    return this.allNames[name]!;
  }

  /** The ignored names that no rule and no record has. */
  get unknown(): readonly string[] {
    return this.ignored.filter((name) => !this.nameNumbers.has(name));
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
      const source = transformer?.sources[field]?.bytes ?? bytes;
      const at = transformer?.bounds ?? bounds;
      this.add(names[i]!, source, at[2 * field]!, at[2 * field + 1]!);
    }
    return true;
  }

  private readRecord(bytes: Buffer, start: number, end: number, isRecord: boolean): void {
    const { members } = this;
    const from = isRecord ? start : this.recordStart(bytes, start, end);
    if (from === -1 || !members.read(bytes, from, end)) return;
    let level = -1;
    let message = -1;
    let rank = MESSAGE_NAMES.length;
    for (let i = 0; i < members.names.length; i++) {
      const name = members.nameOf(members.names[i]!);
      if (isLevelName(name)) level = i;
      const found = MESSAGE_NAMES.indexOf(name);
      if (found === -1 || found >= rank) continue;
      rank = found;
      message = i;
    }
    const isObject = bytes[from] === OPENING_BRACE;
    if (message === -1 && level === -1 && !isRecord && (!isObject || members.names.length < MIN_MEMBERS)) return;
    this.writeRecord(bytes, level, message, isRecord);
  }

  private writeRecord(bytes: Buffer, level: number, message: number, isRecord: boolean): void {
    const { members } = this;
    const { names, ranges } = members;
    const own = names.map((name) => this.numberOfMember(name));
    const set = this.nameSet(own);
    this.length = 0;
    this.hasLevel = level !== -1 && own[level] !== -1;
    if (this.hasLevel) {
      this.levelName = own[level]!;
      const text = levelText(bytes, ranges[2 * level]!, ranges[2 * level + 1]!);
      this.append(Buffer.from(`[${text}] `, "latin1"));
    }
    // A rule has perhaps made another text of the message.
    if (isRecord) this.append(this.bytes.subarray(this.start, this.end));
    else if (message !== -1) this.append(bytes.subarray(ranges[2 * message]!, ranges[2 * message + 1]!));
    if (isRecord || message !== -1) {
      this.append(set.word);
      this.group = GROUP_OF_SHAPE;
    } else {
      for (const i of set.order) {
        if (i === level) continue;
        // The point makes no English word of the name.
        this.append(Buffer.from(` .${this.nameOf(own[i]!)}=`));
        this.append(bytes.subarray(ranges[2 * i]!, ranges[2 * i + 1]!));
      }
      this.group = set.group;
    }
    for (let i = 0; i < own.length; i++)
      if (own[i] !== -1 && i !== message) this.add(own[i]!, bytes, ranges[2 * i]!, ranges[2 * i + 1]!);
    this.set(this.text, 0, this.length);
  }

  /** Where a record begins in its line; -1 if there is none. */
  private recordStart(bytes: Buffer, start: number, end: number): number {
    if (bytes[end - 1] === CLOSING_BRACE) {
      const at = this.line.afterPrefix(bytes, start, end);
      if (bytes[at] === OPENING_BRACE) return at;
    }
    let at = start;
    if (at < end && !isSmall(bytes[at]! | 0x20) && bytes[at] !== AT) return -1;
    while (at < end && bytes[at]! > SPACE && bytes[at] !== EQUALS) at++;
    return at > start && at < end && bytes[at] === EQUALS ? start : -1;
  }

  private nameSet(own: readonly number[]): NameSet {
    const key = own.join();
    const found = this.nameSets.get(key);
    if (found !== undefined) return found;
    const order = own
      .flatMap((name, i) => (name === -1 ? [] : [i]))
      .sort((a, b) => (this.nameOf(own[a]!) < this.nameOf(own[b]!) ? -1 : 1));
    const names = order.map((i) => this.nameOf(own[i]!));
    const word = Buffer.from(` .${names.join(".").replaceAll(/[\s"'=,;()[\]{}|<>]/g, "_")}_`);
    const group = this.groups.get(`${word}`) ?? FIRST_NAMES_GROUP + this.groups.size;
    this.groups.set(`${word}`, group);
    const set = { group, word, order };
    this.nameSets.set(key, set);
    return set;
  }

  private numberOfMember(name: number): number {
    const known = this.memberNames[name];
    if (known !== undefined) return known;
    const text = this.members.nameOf(name);
    const number = this.numberOf(text);
    this.memberNames[name] = this.ignored.includes(text) ? -1 : number;
    return this.memberNames[name];
  }

  private patternsOf(rulebook: Rulebook): PatternFields[] {
    const known = new Set(rulebook.linePatterns.flatMap(({ pattern }) => pattern.fields));
    for (const name of known) this.numberOf(name);
    const ignored = new IgnoredFields(
      rulebook.linePatterns,
      this.ignored.filter((name) => known.has(name)),
    );
    return ignored.linePatterns.map((linePattern) => {
      const transformer = FieldTransformer.unnumbered(linePattern, { of: () => () => 1 }, NUMBER_MARK);
      const fields = [...new Set(linePattern.template.slots)];
      return {
        transformer,
        renderer: new TemplateRenderer(linePattern.template, transformer, ""),
        fields,
        names: fields.map((field) => this.numberOf(linePattern.pattern.fields[field]!)),
      };
    });
  }

  private numberOf(name: string): number {
    let number = this.nameNumbers.get(name);
    if (number === undefined) {
      number = this.allNames.push(name) - 1;
      this.nameNumbers.set(name, number);
    }
    return number;
  }

  private add(name: number, source: Uint8Array, from: number, to: number): void {
    const i = this.names.push(name) - 1;
    this.sources[i] = source;
    this.ranges[2 * i] = from;
    this.ranges[2 * i + 1] = to;
  }

  private append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.text.length) {
      const text = Buffer.allocUnsafeSlow(2 * (this.length + bytes.length));
      this.text.copy(text, 0, 0, this.length);
      this.text = text;
    }
    this.text.set(bytes, this.length);
    this.length += bytes.length;
  }

  private set(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }
}

const AT = 0x40;
const EQUALS = 0x3d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
