import { BACKSLASH, CARRIAGE_RETURN, COMMA, isDigit, NEWLINE, SMALL_U, SPACE, ZERO } from "../bytes/ascii.ts";
import { isUtf8 } from "../bytes/utf8.ts";
import { fieldAt, fieldNamed, JsonScanner, VALUE } from "./json-scanner.ts";

const SMALL_N = 0x6e;
const SMALL_R = 0x72;

/** The usual size of the buffer for decoded messages. It grows for a longer one and shrinks after it. */
const SCRATCH_BYTES = 64 * 1024;

const EMPTY = Buffer.alloc(0);

/** A JSON object on a line, with the text of its message. */
export class JsonRecord {
  /** The line, from `start` up to `end`. */
  line: Buffer = EMPTY;
  start = 0;
  end = 0;
  closing = 0;
  /** The text of the message, without the line end that is kept aside. Valid until the next line is read. */
  text: Buffer = EMPTY;
  textFrom = 0;
  textTo = 0;
  /** The part of the line that another text replaces. */
  from = 0;
  to = 0;
  /** What must stand before and after a text that replaces this part. */
  before: Buffer = EMPTY;
  after: Buffer = EMPTY;

  /** If the last line is not such an object: what is wrong with it, in words that follow the name of the line. */
  flaw = "";

  private readonly noMessage: string;
  private readonly scanner: JsonScanner;
  private scratch: Buffer = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

  /** `message` is the name of the field that holds the message; without it, the first of the usual names. */
  constructor(message: string | undefined) {
    this.noMessage = message === undefined ? NO_USUAL_MESSAGE : `has no field ${JSON.stringify(message)}`;
    this.scanner = new JsonScanner(message === undefined ? fieldNamed(USUAL_NAMES) : fieldAt(message));
  }

  /**
   * Reads a line. Returns false if it is not a JSON object with a message that is a text: a string that UTF-8 can
   * encode, or a list of the bytes of one, as journald writes what is not printable.
   */
  read(line: Buffer, start: number, end: number): boolean {
    const { scanner } = this;
    if (!scanner.scan(line, start, end)) {
      this.flaw = NO_OBJECT;
      return false;
    }
    this.line = line;
    this.start = start;
    this.end = end;
    this.closing = scanner.closing;
    if (scanner.type === VALUE.text ? this.readString(line) : scanner.type === VALUE.list && this.readList(line))
      return true;
    this.flaw = scanner.type === VALUE.none ? this.noMessage : NO_TEXT;
    return false;
  }

  private readString(line: Buffer): boolean {
    const { from, to, firstEscape } = this.scanner;
    this.from = from;
    this.before = EMPTY;
    this.after = EMPTY;
    // Most messages have no escape, or one for the line end at their end. Only others must be copied.
    const end = firstEscape === -1 ? to : withoutLineEnd(line, from, to);
    if (firstEscape === -1 || firstEscape >= end) {
      this.text = line;
      this.textFrom = from;
      this.textTo = end;
      this.to = end;
      return true;
    }
    const scratch = this.room(to - from);
    const length = decodeString(line, from, to, scratch);
    if (length === -1) return false;
    this.takeScratch(length);
    this.to = end;
    return true;
  }

  private readList(line: Buffer): boolean {
    const { from, to } = this.scanner;
    this.from = from;
    this.to = to;
    const scratch = this.room(to - from);
    const length = bytesOfList(line, from + 1, to - 1, scratch);
    if (length === -1 || !isUtf8(scratch.subarray(0, length))) return false;
    const lineEnd = this.takeScratch(length);
    this.before = QUOTE;
    this.after = LIST_ENDS[lineEnd]!;
    return true;
  }

  /** Makes the first bytes of the scratch the text, without a line end. Returns the length of that. */
  private takeScratch(length: number): number {
    const { scratch } = this;
    let end = length;
    if (end > 0 && scratch[end - 1] === NEWLINE) end -= end > 1 && scratch[end - 2] === CARRIAGE_RETURN ? 2 : 1;
    this.text = scratch;
    this.textFrom = 0;
    this.textTo = end;
    return length - end;
  }

  private room(length: number): Buffer {
    const isTooLarge = length <= SCRATCH_BYTES && this.scratch.length > SCRATCH_BYTES;
    if (length > this.scratch.length || isTooLarge)
      this.scratch = Buffer.allocUnsafeSlow(Math.max(length, SCRATCH_BYTES));
    return this.scratch;
  }
}

const USUAL_NAMES = ["message", "msg", "log", "MESSAGE"];

const NO_USUAL_MESSAGE = `has none of the fields ${USUAL_NAMES.map((name) => JSON.stringify(name)).join(", ")}`;
const NO_OBJECT = "is not one JSON object";
const NO_TEXT = "has a message that is not text";

const QUOTE = Buffer.from('"');

/** By the length of the line end: how a string ends that replaces a list. */
const LIST_ENDS = ['"', '\\n"', '\\r\\n"'].map((text) => Buffer.from(text));

/** The end of a string's content without the escapes of one line end. */
function withoutLineEnd(bytes: Uint8Array, from: number, to: number): number {
  const end = withoutEscape(bytes, from, to, SMALL_N, NEWLINE);
  return end === to ? to : withoutEscape(bytes, from, end, SMALL_R, CARRIAGE_RETURN);
}

/**
 * The end without an escape for a control character, which is its letter or four hexadecimal digits; `to` if there is
 * none.
 */
function withoutEscape(bytes: Uint8Array, from: number, to: number, letter: number, code: number): number {
  if (to - from >= 2 && bytes[to - 1] === letter && isEscape(bytes, from, to - 2)) return to - 2;
  const isCoded = to - from >= 6 && bytes[to - 5] === SMALL_U && isEscape(bytes, from, to - 6);
  return isCoded && Number.parseInt(Buffer.from(bytes.subarray(to - 4, to)).toString("latin1"), 16) === code
    ? to - 6
    : to;
}

/** Whether the byte is a backslash that begins an escape, and does not end one. */
function isEscape(bytes: Uint8Array, from: number, at: number): boolean {
  let first = at;
  while (first >= from && bytes[first] === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

/** Writes the bytes that a list's items are. Returns their number, or -1 if one is not a whole number up to 255. */
function bytesOfList(bytes: Uint8Array, from: number, to: number, target: Buffer): number {
  let length = 0;
  let value = -1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) {
      value = (value === -1 ? 0 : value) * 10 + byte - ZERO;
      if (value > 255) return -1;
    } else if (byte === COMMA) {
      target[length++] = value;
      value = -1;
    } else if (byte > SPACE) {
      return -1;
    }
  }
  if (value !== -1) target[length++] = value;
  return length;
}

/** The byte that each letter after a backslash stands for. */
const MEANINGS = new Uint8Array(256);
for (const [letter, meaning] of ['""', "\\\\", "//", "b\b", "f\f", "n\n", "r\r", "t\t"].map((pair) =>
  Buffer.from(pair),
))
  MEANINGS[letter!] = meaning!;

/**
 * Decodes the content of a valid JSON string into UTF-8 at the beginning of `target`, which must be as long. Bytes that
 * are not UTF-8 stay as they are. Returns the length, or -1 if an escape is half of a surrogate pair, which UTF-8
 * cannot encode.
 */
function decodeString(bytes: Uint8Array, from: number, to: number, target: Buffer): number {
  let length = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte !== BACKSLASH) {
      target[length++] = byte;
      continue;
    }
    const letter = bytes[++at]!;
    if (letter !== SMALL_U) {
      target[length++] = MEANINGS[letter]!;
      continue;
    }
    let code = hexAt(bytes, at + 1);
    at += 4;
    if (isHigh(code) && at + 6 < to && bytes[at + 1] === BACKSLASH && bytes[at + 2] === SMALL_U) {
      const low = hexAt(bytes, at + 3);
      if (!isLow(low)) return -1;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      at += 6;
    } else if (isHigh(code) || isLow(code)) {
      return -1;
    }
    length += target.write(String.fromCodePoint(code), length);
  }
  return length;
}

function hexAt(bytes: Uint8Array, at: number): number {
  return Number.parseInt(String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!), 16);
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
