// What a line looks like if it may belong to a stack trace, decided by its first bytes and, for some, by its last one.

import {
  BAR,
  byteAt,
  CLOSING_BRACKET,
  COLON,
  DOT,
  EQUALS,
  isAlphanumeric,
  isDigit,
  isSmall,
  isWord,
  OPENING_BRACKET,
  SLASH,
  SMALL_X,
  SPACE,
  TAB,
  ZERO,
} from "../bytes/ascii.ts";

/** Each is told apart without the lines before it, so most of them are more than one thing. */
export const LINE_KINDS = [
  // Lines that look like nothing.
  "other",
  "indented",
  "empty",
  // Java, Kotlin, .NET and JavaScript.
  "exception",
  "at",
  "more",
  "cause",
  "note",
  "source",
  "caret",
  "bracket",
  "node version",
  // Python.
  "traceback",
  "file",
  "named",
  "grouped",
  "chain",
  "detail",
  // Go.
  "panic",
  "signal",
  "goroutine",
  "call",
  "register",
  "exit",
  // Rust.
  "panicked at",
  "panicked",
  "hint",
  "backtrace",
  "causes",
  // Ruby.
  "from",
  "in ruby",
  "raised in ruby",
  // Sanitizers, and numbered frames.
  "ruler",
  "report",
  "addendum",
  "numbered frame",
  "number",
  "stack trace",
] as const;

export type LineKind = (typeof LINE_KINDS)[number];

/** How lines of a kind begin behind their indentation. `isOne` rejects lines that only begin so. */
interface Mark {
  readonly kind: LineKind;
  readonly texts: readonly string[];
  readonly isOne?: IsOne;
}

type IsOne = (bytes: Uint8Array, at: number, end: number, isIndented: boolean) => boolean;

const OPENING_PAREN = 0x28;
const CLOSING_PAREN = 0x29;
const QUOTE = 0x27;

const isIndentedOne: IsOne = (_bytes, _at, _end, isIndented) => isIndented;
const isAtMargin: IsOne = (_bytes, _at, _end, isIndented) => !isIndented;
/** The end of a place in parentheses, of a package in brackets or of `<anonymous>`, or the start of an object. */
const FRAME_ENDS: ReadonlySet<number> = new Set(Buffer.from(")]>{"));

const MARKS: readonly Mark[] = [
  { kind: "at", texts: ["at "], isOne: (bytes, at, end, isIndented) => isIndented && isFrameEnd(bytes, at, end) },
  {
    kind: "more",
    texts: ["... "],
    isOne: (bytes, at, end, isIndented) => isIndented && isDigit(byteAt(bytes, at + 4, end)),
  },
  { kind: "cause", texts: ["Caused by: ", "[cause]: ", "---> (Inner Exception #"] },
  {
    kind: "cause",
    texts: ["---> "],
    isOne: (bytes, at, end) => isException(bytes, at + 5, wordEnd(bytes, at + 5, end)),
  },
  {
    kind: "note",
    texts: [
      "Suppressed: ",
      "Wrapped by: ",
      "Caused: ",
      "[CIRCULAR REFERENCE",
      "--- End of ",
      "File name: '",
      "Emitted '",
    ],
  },
  {
    kind: "exception",
    texts: ['Exception in thread "', "Unhandled exception. ", "Unhandled Exception: ", "Uncaught "],
    isOne: isAtMargin,
  },
  { kind: "source", texts: ["file:///", "node:internal/"], isOne: (bytes, _at, end) => isDigit(bytes[end - 1]!) },
  { kind: "node version", texts: ["Node.js v"], isOne: isAtMargin },
  { kind: "caret", texts: ["^", "~"], isOne: (bytes, at, end) => isRun(bytes, at, end, 0x5e, 0x7e) },
  { kind: "bracket", texts: ["}", "]", ")"], isOne: (_bytes, at, end) => end - at <= 2 },
  { kind: "traceback", texts: ["Traceback (most recent call last)", "+ Exception Group Traceback (most recent"] },
  { kind: "file", texts: ['File "'], isOne: isIndentedOne },
  { kind: "chain", texts: ["During handling of the above exc", "The above exception was the direct"] },
  { kind: "detail", texts: ["[SQL: ", "[parameters: ", "(Background on this error at", "LINE ", "DETAIL: ", "HINT: "] },
  { kind: "panic", texts: ["panic: ", "fatal error: ", "Fatal Python error: "] },
  { kind: "signal", texts: ["[signal "], isOne: isAtMargin },
  { kind: "goroutine", texts: ["goroutine "], isOne: (bytes, at, end) => isGoroutine(bytes, at + 10, end) },
  { kind: "goroutine", texts: ["runtime stack:", "Current thread 0x", "Thread 0x"], isOne: isAtMargin },
  { kind: "call", texts: ["created by ", "...additional frames"], isOne: isAtMargin },
  { kind: "exit", texts: ["exit status "], isOne: isAtMargin },
  { kind: "hint", texts: ["note: "] },
  { kind: "backtrace", texts: ["stack backtrace:", "Stack backtrace:"] },
  { kind: "causes", texts: ["Caused by:"], isOne: (_bytes, at, end) => end - at === 10 },
  { kind: "from", texts: ["from"], isOne: (bytes, at, end, isIndented) => isIndented && hasRubyPlace(bytes, at, end) },
  { kind: "ruler", texts: ["=========="], isOne: (bytes, at, end) => isRun(bytes, at, end, EQUALS, EQUALS) },
  { kind: "report", texts: ["WARNING: DATA RACE", "WARNING: ThreadSanitizer: "], isOne: isAtMargin },
  {
    kind: "addendum",
    texts: [
      ...[
        "READ of size ",
        "WRITE of size ",
        "Read of size ",
        "Write of size ",
        "Read at 0x",
        "Write at 0x",
        "Previous ",
      ],
      ...["freed by ", "previously allocated by ", "allocated by ", "Direct leak of ", "Indirect leak of "],
      ...["Address 0x", "Thread T", "Goroutine ", "Location is ", "This frame has ", "SUMMARY: "],
      ...["Shadow byte", "=>0x", "ThreadSanitizer: reported ", "Found "],
    ],
  },
  { kind: "addendum", texts: ["0x"], isOne: isAtMargin },
  { kind: "stack trace", texts: ["Stack trace:"] },
];

interface MarkBytes {
  readonly bytes: Uint8Array;
  readonly kind: number;
  readonly isOne: IsOne;
}

/** By the first byte of a mark. */
const MARKS_BY_BYTE: MarkBytes[][] = Array.from({ length: 256 }, () => []);
for (const { kind, texts, isOne = () => true } of MARKS)
  for (const bytes of texts.map((text) => Buffer.from(text)))
    MARKS_BY_BYTE[bytes[0]!]!.push({ bytes, kind: kindIndex(kind), isOne });

/** How names of exceptions end. Other names are exceptions only in a place where nothing else may stand. */
const EXCEPTION_ENDINGS = [
  "Error",
  "Exception",
  "Throwable",
  "Failure",
  "Fault",
  "Violation",
  "Interrupt",
  "Group",
].map((ending) => Buffer.from(ending));

function kindIndex(kind: LineKind): number {
  return LINE_KINDS.indexOf(kind);
}

const OTHER = kindIndex("other");
const INDENTED = kindIndex("indented");
const EXCEPTION = kindIndex("exception");
const NAMED = kindIndex("named");
const GROUPED = kindIndex("grouped");
const SOURCE = kindIndex("source");
const CALL = kindIndex("call");
const REGISTER = kindIndex("register");
const PANICKED_AT = kindIndex("panicked at");
const PANICKED = kindIndex("panicked");
const IN_RUBY = kindIndex("in ruby");
const RAISED_IN_RUBY = kindIndex("raised in ruby");
const REPORT = kindIndex("report");
const ADDENDUM = kindIndex("addendum");
const NUMBERED_FRAME = kindIndex("numbered frame");
const NUMBER = kindIndex("number");

/** What `lineKind` returns for a line that is empty or has only blanks. */
export const EMPTY_LINE = 2 * kindIndex("empty");

/**
 * Twice the index of the kind of a line, and one more if it is indented. A prefix such as `[ERROR] ` or `app-1  | ` is
 * passed over.
 */
export function lineKind(bytes: Uint8Array, start: number, end: number): number {
  const margin = prefixEnd(bytes, start, end);
  let at = indentationEnd(bytes, margin, end);
  if (at === end) return EMPTY_LINE;
  const isIndented = at > margin;
  // Python draws a line beside the exceptions of a group.
  const isGrouped = isIndented && bytes[at] === BAR && byteAt(bytes, at + 1, end) === SPACE;
  if (isGrouped) at = indentationEnd(bytes, at + 1, end);
  if (at === end) return 2 * INDENTED + 1;
  const kind = kindOf(bytes, at, end, isIndented);
  if (isGrouped && kind === EXCEPTION) return 2 * GROUPED + 1;
  return isIndented ? 2 * kind + 1 : 2 * kind;
}

function kindOf(bytes: Uint8Array, at: number, end: number, isIndented: boolean): number {
  const first = bytes[at]!;
  for (const mark of MARKS_BY_BYTE[first]!)
    if (isTextAt(bytes, at, end, mark.bytes) && mark.isOne(bytes, at, end, isIndented)) return mark.kind;
  if (first === 0x23) return numberedKind(bytes, at, end, isIndented);
  if (first === EQUALS) return sanitizerKind(bytes, at, end);
  if (first === 0x74 && isTextAt(bytes, at, end, THREAD)) return rustKind(bytes, at, end);
  if (isAlphanumeric(first) || first === SLASH || first === DOT || first === 0x5f) {
    const kind = kindByWord(bytes, at, end, isIndented);
    if (kind !== OTHER) return kind;
  }
  return isIndented ? INDENTED : OTHER;
}

/** The offset after a prefix in brackets, such as `[ERROR] `, or before a bar, such as `app-1  | `. */
function prefixEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (byteAt(bytes, at, end) === OPENING_BRACKET) {
    for (at++; at < end && isSmall(bytes[at]! | 0x20); at++);
    return at > start + 2 && byteAt(bytes, at, end) === CLOSING_BRACKET && byteAt(bytes, at + 1, end) === SPACE
      ? at + 2
      : start;
  }
  while (at < end && (isWord(bytes[at]!) || bytes[at] === 0x2d || bytes[at] === DOT)) at++;
  if (at === start || byteAt(bytes, at, end) !== SPACE) return start;
  while (byteAt(bytes, at, end) === SPACE) at++;
  if (byteAt(bytes, at, end) !== BAR) return start;
  return byteAt(bytes, at + 1, end) === SPACE ? at + 2 : at + 1 === end ? end : start;
}

function indentationEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at;
}

/** The kind of a line whose first word or place decides, or `OTHER`. */
function kindByWord(bytes: Uint8Array, from: number, end: number, isIndented: boolean): number {
  const at = wordEnd(bytes, from, end);
  const next = byteAt(bytes, at, end);
  const isLast = at === end;
  if (next === OPENING_PAREN) return !isIndented && bytes[end - 1] === CLOSING_PAREN ? CALL : OTHER;
  if (isLast || (next === COLON && (at + 1 === end || bytes[at + 1] === SPACE))) {
    if (isException(bytes, from, at)) return EXCEPTION;
    return !isIndented && isName(bytes, from, at) ? NAMED : OTHER;
  }
  if (next === COLON) {
    if (RUBY.some((ending) => isTextBefore(bytes, from, at, ending)) && hasRubyPlace(bytes, at, end))
      return bytes[end - 1] === CLOSING_PAREN ? RAISED_IN_RUBY : bytes[end - 1] === QUOTE ? IN_RUBY : OTHER;
    const isScript = SCRIPTS.some((ending) => isTextBefore(bytes, from, at, ending));
    return isScript && !isIndented && isDigitsUpTo(bytes, at + 1, end) ? SOURCE : OTHER;
  }
  const after = byteAt(bytes, at + 1, end);
  if (after === OPENING_PAREN || after === OPENING_BRACKET) return isException(bytes, from, at) ? EXCEPTION : OTHER;
  return !isIndented && at - from <= 6 && isRegister(bytes, at, end) ? REGISTER : OTHER;
}

/** The end of a word, before a blank, a parenthesis or a single colon. */
function wordEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === SPACE || byte === TAB || byte === OPENING_PAREN) return at;
    if (byte !== COLON) continue;
    if (byteAt(bytes, at + 1, end) !== COLON) return at;
    at++;
  }
  return end;
}

function isException(bytes: Uint8Array, from: number, to: number): boolean {
  return EXCEPTION_ENDINGS.some((ending) => isTextBefore(bytes, from, to, ending)) && isName(bytes, from, to);
}

/** Whether the text is a name, perhaps with those of packages or modules before it. */
function isName(bytes: Uint8Array, from: number, to: number): boolean {
  if (isDigit(bytes[from]!)) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (!isWord(byte) && byte !== DOT && byte !== 0x24 && byte !== COLON && byte !== SLASH && byte < 0x80) return false;
  }
  return true;
}

const THREAD = Buffer.from("thread '");
const PANIC = Buffer.from("' panicked at ");
const PANIC_WITH_ID = Buffer.from(") panicked at ");
const RUBY = [".rb", ".erb"].map((ending) => Buffer.from(ending));
const IN = Buffer.from(":in ");
const SCRIPTS = [".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".jsx", ".tsx"].map((ending) => Buffer.from(ending));

function rustKind(bytes: Uint8Array, at: number, end: number): number {
  if (!isTextWithin(bytes, at, end, PANIC) && !isTextWithin(bytes, at, end, PANIC_WITH_ID)) return OTHER;
  return bytes[end - 1] === COLON ? PANICKED_AT : PANICKED;
}

/** The kind of a line that begins with `#`. Without indentation, only two blanks after its number tell a frame. */
function numberedKind(bytes: Uint8Array, at: number, end: number, isIndented: boolean): number {
  let after = at + 1;
  while (after < end && isDigit(bytes[after]!)) after++;
  if (after === at + 1 || byteAt(bytes, after, end) !== SPACE) return isIndented ? INDENTED : OTHER;
  const isFirst = after === at + 2 && bytes[at + 1] === ZERO;
  const isAddress = byteAt(bytes, after + 1, end) === ZERO && byteAt(bytes, after + 2, end) === SMALL_X;
  if (isIndented) return isFirst || isAddress ? NUMBERED_FRAME : NUMBER;
  return byteAt(bytes, after + 1, end) === SPACE ? NUMBERED_FRAME : NUMBER;
}

/** The kind of a line such as `==12345==ERROR: AddressSanitizer: …`. */
function sanitizerKind(bytes: Uint8Array, at: number, end: number): number {
  let after = at + 2;
  while (after < end && isDigit(bytes[after]!)) after++;
  if (after === at + 2 || byteAt(bytes, at + 1, end) !== EQUALS) return OTHER;
  if (byteAt(bytes, after, end) !== EQUALS || byteAt(bytes, after + 1, end) !== EQUALS) return OTHER;
  const isReport = isTextAt(bytes, after + 2, end, ERROR) || isTextAt(bytes, after + 2, end, WARNING);
  return isReport ? REPORT : ADDENDUM;
}

const ERROR = Buffer.from("ERROR: ");
const WARNING = Buffer.from("WARNING: ");

/** Whether a frame may end there, also with a place such as `app.js:3:8` or `App.cs:line 17`. */
function isFrameEnd(bytes: Uint8Array, from: number, end: number): boolean {
  let at = end;
  while (isDigit(bytes[at - 1]!)) at--;
  return at === end ? FRAME_ENDS.has(bytes[end - 1]!) : bytes[at - 1] === COLON || isTextBefore(bytes, from, at, LINE);
}

const LINE = Buffer.from(":line ");

/** Whether a goroutine's number and state follow. */
function isGoroutine(bytes: Uint8Array, from: number, end: number): boolean {
  let at = from;
  while (at < end && isDigit(bytes[at]!)) at++;
  return at > from && byteAt(bytes, at, end) === SPACE && bytes[end - 1] === COLON;
}

function isRegister(bytes: Uint8Array, from: number, end: number): boolean {
  const at = indentationEnd(bytes, from, end);
  return byteAt(bytes, at, end) === ZERO && byteAt(bytes, at + 1, end) === SMALL_X;
}

function hasRubyPlace(bytes: Uint8Array, from: number, end: number): boolean {
  return isTextWithin(bytes, from, end, IN);
}

function isDigitsUpTo(bytes: Uint8Array, from: number, end: number): boolean {
  let at = from;
  while (at < end && isDigit(bytes[at]!)) at++;
  return at === end && at > from;
}

/** Whether nothing but these two bytes stands there. */
function isRun(bytes: Uint8Array, from: number, end: number, one: number, other: number): boolean {
  for (let at = from; at < end; at++) if (bytes[at] !== one && bytes[at] !== other) return false;
  return true;
}

function isTextAt(bytes: Uint8Array, at: number, end: number, text: Uint8Array): boolean {
  if (at + text.length > end) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

function isTextBefore(bytes: Uint8Array, from: number, to: number, text: Uint8Array): boolean {
  return to - text.length >= from && isTextAt(bytes, to - text.length, to, text);
}

function isTextWithin(bytes: Uint8Array, from: number, end: number, text: Uint8Array): boolean {
  for (let at = from; at + text.length <= end; at++) if (isTextAt(bytes, at, end, text)) return true;
  return false;
}
