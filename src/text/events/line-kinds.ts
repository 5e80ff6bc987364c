// What a line looks like if it may belong to a stack trace, decided without the lines before it.

/** A name, perhaps with those of packages or modules before it. A single colon ends it. */
const NAME = "(?!\\d)(?:[\\w.$/\\x80-\\xff]|::)*";
/** Other names are exceptions only in a place where nothing else may stand. */
const EXCEPTION = `${NAME}(?:Error|Exception|Throwable|Failure|Fault|Violation|Interrupt|Group)`;
/** What a line begins with, up to a blank, a parenthesis or a single colon. */
const FIRST = "(?=[A-Za-z0-9._/])";
const WORD = `${FIRST}(?:[^ \\t(:]|::)*`;
/** After a word, this is the end of the line or a message. */
const TO_MESSAGE = "(?:$|:(?: |$))";
const RUBY_PLACE = `${WORD}\\.e?rb(?=:[^: ])(?=:(?:.*:)?in )`;

/** How lines of a kind look behind their indentation, of which a tab is left. The first that fits counts. */
const LOOKS: readonly (readonly [kind: string, look: string])[] = [
  // Java, Kotlin, .NET and JavaScript. A frame ends with a place, a package, `<anonymous>` or the start of an object.
  ["at", "\\tat .*(?:[)\\]>{]|:(?:line )?\\d+)$"],
  ["more", "\\t\\.{3} \\d"],
  ["cause", `\\t?(?:Caused by: |\\[cause\\]: |---> (?:\\(Inner Exception #|${EXCEPTION}(?:$|[ \\t(]|:(?!:))))`],
  ["note", "\\t?(?:Suppressed: |Wrapped by: |Caused: |\\[CIRCULAR REFERENCE|--- End of |File name: '|Emitted ')"],
  ["exception", '(?:Exception in thread "|Unhandled exception\\. |Unhandled Exception: |Uncaught )'],
  ["source", "\\t?(?:file:///|node:internal/).*\\d$"],
  ["node version", "Node\\.js v"],
  ["caret", "\\t?[\\^~]+$"],
  ["bracket", "\\t?[}\\])].?$"],
  // Python.
  ["traceback", "\\t?(?:Traceback \\(most recent call last\\)|\\+ Exception Group Traceback \\(most recent)"],
  ["file", '\\tFile "'],
  ["chain", "\\t?(?:During handling of the above exc|The above exception was the direct)"],
  ["detail", "\\t?(?:\\[(?:SQL|parameters): |\\(Background on this error at|LINE |DETAIL: |HINT: )"],
  // Go.
  ["panic", "\\t?(?:panic|fatal error|Fatal Python error): "],
  ["signal", "\\[signal "],
  ["goroutine", "(?:\\t?goroutine \\d+ .*:$|runtime stack:|Current thread 0x|Thread 0x)"],
  ["call", "(?:created by |\\.{3}additional frames)"],
  ["exit", "exit status "],
  // Rust.
  ["hint", "\\t?note: "],
  ["backtrace", "\\t?[Ss]tack backtrace:"],
  ["causes", "\\t?Caused by:$"],
  ["panicked at", "\\t?thread (?='(?:.*['\\)])? panicked at ).*:$"],
  ["panicked", "\\t?thread '(?:.*['\\)])? panicked at "],
  // Ruby.
  ["from", "\\tfrom.*:in "],
  // Sanitizers, and numbered frames.
  ["ruler", "\\t?={10,}$"],
  ["report", "(?:WARNING: (?:DATA RACE|ThreadSanitizer: )|\\t?==\\d+==(?:ERROR|WARNING): )"],
  ["addendum", "\\t?(?:(?:READ|WRITE|Read|Write) of size |(?:Read|Write) at 0x|Previous |freed by |==\\d+==)"],
  ["addendum", "\\t?(?:(?:previously )?allocated by |(?:Direct|Indirect) leak of |Address 0x|Thread T|Goroutine )"],
  ["addendum", "\\t?(?:Location is |This frame has |SUMMARY: |Shadow byte|=>0x|ThreadSanitizer: reported |Found )"],
  ["addendum", "0x"],
  ["stack trace", "\\t?Stack trace:"],
  ["numbered frame", "(?:#\\d+  |\\t#(?:0 |\\d+ 0x))"],
  ["number", "\\t?#\\d+ "],
  ["other", "\\t(?:=|thread ')"],
  // By the first word and what is behind it.
  ["exception", `\\t?${FIRST}${EXCEPTION}(?:${TO_MESSAGE}|[ \\t][([])`],
  ["named", `${FIRST}${NAME}${TO_MESSAGE}`],
  ["call", `${WORD}\\(.*\\)$`],
  ["raised in ruby", `\\t?${RUBY_PLACE}.*\\)$`],
  ["in ruby", `\\t?${RUBY_PLACE}.*'$`],
  ["source", `${WORD}\\.(?:[cm]?[jt]s|[jt]sx):\\d+$`],
  ["register", `(?=[^ \\t]{1,6}[ \\t])${WORD}[ \\t]+0x`],
  ["indented", "\\t"],
];

/** The kinds of lines. The first one looks like nothing. */
export const LINE_KINDS: readonly string[] = [
  ...new Set(["other", "empty", "grouped", ...LOOKS.map(([kind]) => kind)]),
];

const kindOf = (kind: string): number => 2 * LINE_KINDS.indexOf(kind);
const FORMS = LOOKS.map(([kind, look]) => ({ kind: kindOf(kind), form: new RegExp(`^${look}`, "s") }));
const EXCEPTION_KIND = kindOf("exception");

/** `[ERROR] ` or `app-1  | `. */
const PREFIX = "(?:\\[[A-Za-z]{2,}\\] |[\\w.-]+ +\\|(?: |$))?";
/** With the indentation, and the line that Python draws beside the exceptions of a group. */
const START = new RegExp(`^${PREFIX}([ \\t]*)((?<=[ \\t])\\| [ \\t]*)?`);
/** What may follow the first word of a line whose look begins with `FIRST`. In most lines something else does. */
const BEHIND_WORD = "$|:(?: |$)|(?<=\\.(?:e?rb|[cm]?[jt]s|[jt]sx)):|\\(|[ \\t]+(?:[([]|0x)";
const looks = (byWord: boolean): string =>
  LOOKS.flatMap(([, look]) => (look.includes(FIRST) === byWord ? [look] : [])).join("|");
/** Most lines do not match it: they look like nothing. */
const LOOKS_LIKE_SOMETHING = new RegExp(
  `^${PREFIX}(?:[ \\t]|$|${looks(false)}|(?=(?:[^ \\t(:]|::)*(?:${BEHIND_WORD}))(?:${looks(true)}))`,
  "s",
);

/** Of a longer line, only the bytes at its beginning and at its end count. */
const MAX_BYTES = 1024;

/** What `lineKind` returns for a line that is empty or has only blanks. */
export const EMPTY_LINE: number = kindOf("empty");

/**
 * Twice the index of the kind of a line, and one more if it is indented. A prefix such as `[ERROR] ` or `app-1  | ` is
 * passed over.
 */
export function lineKind(bytes: Buffer, start: number, end: number): number {
  const text = latin1(bytes, start, end);
  if (!LOOKS_LIKE_SOMETHING.test(text)) return 0;
  const [before, indentation, bar] = START.exec(text)!;
  const isGrouped = bar !== undefined;
  if (before.length === text.length && !isGrouped) return EMPTY_LINE;
  const rest = (indentation === "" ? "" : "\t") + text.slice(before.length);
  const kind = FORMS.find(({ form }) => form.test(rest))?.kind ?? 0;
  const isIndented = indentation === "" ? 0 : 1;
  return isGrouped && kind === EXCEPTION_KIND ? kindOf("grouped") + 1 : kind + isIndented;
}

function latin1(bytes: Buffer, start: number, end: number): string {
  if (end - start <= MAX_BYTES) return bytes.toString("latin1", start, end);
  return bytes.toString("latin1", start, start + MAX_BYTES / 2) + bytes.toString("latin1", end - MAX_BYTES / 2, end);
}
