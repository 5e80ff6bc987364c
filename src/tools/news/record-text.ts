// A record as it is compared: its level, its message and the names of its members. One without a message is all its
// members.

import { BACKSLASH, CLOSING_BRACE, EQUALS, isSmall, OPENING_BRACE, SPACE } from "../../text/bytes/ascii.ts";
import { isLevelName, levelText } from "../../text/events/bad-words.ts";
import { RecordMembers } from "../../text/records/record-members.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";
import type { LineFields } from "./field-values.ts";

/** The members that hold the message of a record, the best first. */
const MESSAGE_NAMES = ["message", "msg", "log", "MESSAGE", "event"];
/** An object of fewer members that has neither a message nor a level is text. */
const MIN_MEMBERS = 3;

/** Groups in which values of fields are compared: of the lines of a shape, or of records without a message. */
export const GROUP_OF_SHAPE = -2;
const FIRST_NAMES_GROUP = 2 ** 31;

const AT = 0x40;

/** Members that records have together, in the order of their names. */
interface NameSet {
  readonly group: number;
  /** One word that is none of English. */
  readonly word: Buffer;
  readonly order: readonly number[];
}

/** Reads records, one after the other, as the texts that they are compared by. */
export class RecordText {
  /** The text of the last record. */
  text: Buffer = Buffer.alloc(0);
  group = GROUP_OF_SHAPE;
  /** The number of the name of its level, with which the text begins; -1 if it has none. */
  levelName = -1;
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
  read(bytes: Buffer, start: number, end: number, message: Buffer | undefined, isInner = false): boolean {
    const { members } = this;
    const from = message === undefined ? this.recordStart(bytes, start, end) : start;
    if (from === -1 || !members.read(bytes, from, end)) return false;
    const names = members.names.map((name) => members.nameOf(name));
    const level = names.findLastIndex(isLevelName);
    const [ownName] = MESSAGE_NAMES.filter((name) => names.includes(name));
    const own = ownName === undefined ? -1 : names.indexOf(ownName);
    const isText = own === -1 && level === -1 && message === undefined;
    if (isText && (bytes[from] !== OPENING_BRACE || names.length < MIN_MEMBERS)) return false;
    const text = message ?? (own === -1 ? undefined : this.member(bytes, own));
    // Collectors put records of services into messages of their own.
    const inner = isInner ? undefined : innerRecord(text);
    if (inner !== undefined) {
      this.addFields(bytes, own);
      if (this.read(inner, 0, inner.length, undefined, true)) return true;
      this.fields.clear();
      members.read(bytes, from, end);
    }
    this.write(bytes, level, own, text);
    return true;
  }

  /** `own` is the member with the message, which is not compared as a field. */
  private write(bytes: Buffer, level: number, own: number, message: Buffer | undefined): void {
    const { fields, members } = this;
    const numbers = members.names.map((name) => this.numberOfMember(name));
    const set = this.nameSet(numbers);
    this.levelName = numbers[level] ?? -1;
    this.group = message === undefined ? set.group : GROUP_OF_SHAPE;
    const pieces: Uint8Array[] = [];
    if (this.levelName !== -1) pieces.push(Buffer.from(`[${levelText(this.member(bytes, level))}] `, "latin1"));
    if (message !== undefined) pieces.push(message, set.word);
    // The point makes no English word of the name.
    else
      for (const i of set.order)
        if (i !== level) pieces.push(Buffer.from(` .${fields.nameOf(numbers[i]!)}=`), this.member(bytes, i));
    this.text = Buffer.concat(pieces);
    this.addFields(bytes, own);
  }

  /** Adds all members but the one with the message. */
  private addFields(bytes: Buffer, own: number): void {
    const { ranges, names } = this.members;
    for (const [i, name] of names.entries()) {
      const number = this.numberOfMember(name);
      if (number !== -1 && i !== own) this.fields.add(number, bytes, ranges[2 * i]!, ranges[2 * i + 1]!);
    }
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
    const names = own.map((name) => (name === -1 ? "" : this.fields.nameOf(name)));
    const order = [...own.keys()].filter((i) => own[i] !== -1).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
    const joined = order.map((i) => names[i]).join(".");
    const word = ` .${joined.replaceAll(/[\s"'=,;()[\]{}|<>]/g, "_")}_`;
    const group = this.groups.get(word) ?? FIRST_NAMES_GROUP + this.groups.size;
    this.groups.set(word, group);
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
}

/** A record that a message is, which stands in a JSON string or was taken from one; undefined if it is none. */
function innerRecord(message: Buffer | undefined): Buffer | undefined {
  if (message?.[0] !== OPENING_BRACE) return undefined;
  if (message[1] !== BACKSLASH) return message;
  try {
    return Buffer.from((JSON.parse(`"${message}"`) as string).trimEnd());
  } catch {
    return undefined;
  }
}
