// A record as it is compared: its level, its message and the names of its members. One without a message is all its
// members.

import { CLOSING_BRACE, EQUALS, isSmall, OPENING_BRACE, SPACE } from "../../text/bytes/ascii.ts";
import { isLevelName, levelText } from "../../text/events/bad-words.ts";
import { RecordMembers } from "../../text/records/record-members.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";

/** The members that hold the message of a record, the best first. */
const MESSAGE_NAMES = ["message", "msg", "log", "MESSAGE", "event"];
/** An object of fewer members that has neither a message nor a level is text. */
const MIN_MEMBERS = 3;

/** Groups in which values of fields are compared: of the lines of a shape, or of records without a message. */
export const GROUP_OF_SHAPE = -2;
const FIRST_NAMES_GROUP = 2 ** 31;

/** Members that records have together, in the order of their names. */
interface NameSet {
  readonly group: number;
  /** One word that is none of English. */
  readonly word: Buffer;
  readonly order: readonly number[];
}

/** Reads records, one after the other, as the texts that they are compared by. */
export class RecordText {
  /** The text of the last record has this length. */
  bytes: Buffer = Buffer.allocUnsafeSlow(1024);
  length = 0;
  /** Whether it begins with a level in brackets, and the number of the level's name; -1 if it has none. */
  hasLevel = false;
  levelName = -1;
  group = GROUP_OF_SHAPE;
  private readonly members = new RecordMembers();
  private readonly line: CleanLine;
  private readonly fields: LineFields;
  private readonly ignored: readonly string[];
  /** By name of a member: its number among those of fields, or -1 if it is ignored. */
  private readonly memberNames: number[] = [];
  private readonly nameSets = new Map<string, NameSet>();
  /** By the word of a set of names. */
  private readonly groups = new Map<string, number>();

  /** `line` knows what comes before a record in its line. */
  constructor(line: CleanLine, fields: LineFields, ignored: readonly string[]) {
    this.line = line;
    this.fields = fields;
    this.ignored = ignored;
  }

  /**
   * Reads a line as a record, and adds its fields. Returns false if it is none. `message` is what a rule has perhaps
   * made of the message of a record that certainly is one.
   */
  read(bytes: Buffer, start: number, end: number, message: Uint8Array | undefined): boolean {
    const { members } = this;
    const from = message === undefined ? this.recordStart(bytes, start, end) : start;
    if (from === -1 || !members.read(bytes, from, end)) return false;
    let level = -1;
    let own = -1;
    let rank = MESSAGE_NAMES.length;
    for (let i = 0; i < members.names.length; i++) {
      const name = members.nameOf(members.names[i]!);
      if (isLevelName(name)) level = i;
      const found = MESSAGE_NAMES.indexOf(name);
      if (found === -1 || found >= rank) continue;
      rank = found;
      own = i;
    }
    const isText = own === -1 && level === -1 && message === undefined;
    if (isText && (bytes[from] !== OPENING_BRACE || members.names.length < MIN_MEMBERS)) return false;
    const { ranges } = members;
    this.write(
      bytes,
      level,
      own,
      own === -1 ? message : (message ?? bytes.subarray(ranges[2 * own], ranges[2 * own + 1])),
    );
    return true;
  }

  /** `own` is the member with the message, which is not compared as a field. */
  private write(bytes: Buffer, level: number, own: number, message: Uint8Array | undefined): void {
    const { fields } = this;
    const { names, ranges } = this.members;
    const numbers = names.map((name) => this.numberOfMember(name));
    const set = this.nameSet(numbers);
    this.length = 0;
    this.hasLevel = level !== -1 && numbers[level] !== -1;
    this.levelName = this.hasLevel ? numbers[level]! : -1;
    if (this.hasLevel) {
      const text = levelText(bytes, ranges[2 * level]!, ranges[2 * level + 1]!);
      this.append(Buffer.from(`[${text}] `, "latin1"));
    }
    if (message !== undefined) {
      this.append(message);
      this.append(set.word);
      this.group = GROUP_OF_SHAPE;
    } else {
      for (const i of set.order) {
        if (i === level) continue;
        // The point makes no English word of the name.
        this.append(Buffer.from(` .${fields.nameOf(numbers[i]!)}=`));
        this.append(this.member(bytes, i));
      }
      this.group = set.group;
    }
    for (let i = 0; i < numbers.length; i++)
      if (numbers[i] !== -1 && i !== own) fields.add(numbers[i]!, bytes, ranges[2 * i]!, ranges[2 * i + 1]!);
  }

  private member(bytes: Buffer, i: number): Buffer {
    const { ranges } = this.members;
    return bytes.subarray(ranges[2 * i], ranges[2 * i + 1]);
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
    const { fields, groups } = this;
    const order = own
      .flatMap((name, i) => (name === -1 ? [] : [i]))
      .sort((a, b) => (fields.nameOf(own[a]!) < fields.nameOf(own[b]!) ? -1 : 1));
    const names = order.map((i) => fields.nameOf(own[i]!));
    const word = ` .${names.join(".").replaceAll(/[\s"'=,;()[\]{}|<>]/g, "_")}_`;
    const group = groups.get(word) ?? FIRST_NAMES_GROUP + groups.size;
    groups.set(word, group);
    const set = { group, word: Buffer.from(word), order };
    this.nameSets.set(key, set);
    return set;
  }

  private numberOfMember(name: number): number {
    const known = this.memberNames[name];
    if (known !== undefined) return known;
    const text = this.members.nameOf(name);
    const number = this.fields.numberOf(text);
    this.memberNames[name] = this.ignored.includes(text) ? -1 : number;
    return this.memberNames[name];
  }

  private append(text: Uint8Array): void {
    const end = this.length + text.length;
    if (end > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * end);
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    this.bytes.set(text, this.length);
    this.length = end;
  }
}

const AT = 0x40;

/** A longer value is none of a few. */
const MAX_VALUE_BYTES = 100;

/** The fields of the line that was read last. */
export class LineFields {
  /** By field: the number of its name. */
  readonly names: number[] = [];
  private readonly sources: Uint8Array[] = [];
  private readonly ranges: number[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly allNames: string[] = [];

  clear(): void {
    // Most lines have none, and setting the length of an array takes long.
    if (this.names.length > 0) this.names.length = 0;
  }

  add(name: number, source: Uint8Array, from: number, to: number): void {
    const i = this.names.push(name) - 1;
    this.sources[i] = source;
    this.ranges[2 * i] = from;
    this.ranges[2 * i + 1] = to;
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

  numberOf(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.allNames.push(name) - 1;
      this.numbers.set(name, number);
    }
    return number;
  }

  /** Whether a rule or a record has a field with this name. */
  knows(name: string): boolean {
    return this.numbers.has(name);
  }
}
