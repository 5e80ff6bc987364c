// How the lines of an event follow each other: a table of states and kinds of lines, with the rows of each language.

import { LINE_KINDS, type LineKind } from "./line-kinds.ts";

/** What a line is in its event. `none` is a line of which nothing is known but that it may begin one. */
export const ROLES = ["none", "telling", "frame", "message"] as const;

export type Role = (typeof ROLES)[number];

/**
 * Whether a line belongs to the event of the lines before it. `perhaps` means that it does if a later line does. Some
 * lines begin an event, but belong to one that is open; some perhaps belong to an open one, and to no other.
 */
const BELONGINGS = ["no", "yes", "perhaps", "if open", "perhaps if open"] as const;

type Belonging = (typeof BELONGINGS)[number];

const STATES = [
  // After a line that an event may begin with, and after none or an empty one.
  "none",
  "start",
  // Java, Kotlin, .NET and JavaScript.
  "exception",
  "message",
  "frames",
  "gap",
  "source",
  "thrown",
  // Python.
  "python",
  "raised",
  "chained",
  // Go.
  "panic",
  "stack",
  "stack gap",
  // Rust.
  "panicked at",
  "panicked",
  "panic message",
  "backtrace",
  "causes",
  // Ruby.
  "ruby",
  // Sanitizers, and numbered frames.
  "ruler",
  "report",
  "numbered",
  // Indented lines.
  "wrapped",
  "wrapped gap",
] as const;

type State = (typeof STATES)[number];

/** `*` is all kinds but `empty`. After `>`, only lines that are indented. A later step replaces an earlier one. */
type StepKind = LineKind | "*" | `>${LineKind}` | ">*";

/** In these states, lines of these kinds belong to the event, have a role there, and lead to the next state. */
type Step = readonly [readonly State[], readonly StepKind[], Belonging, Role, State];

const COMMON: readonly Step[] = [
  [["none"], ["other", "indented"], "no", "none", "none"],
  [["none"], ["empty"], "perhaps if open", "none", "start"],
];

/** Java, Kotlin, Scala, .NET and JavaScript: frames begin with `at`. */
const JAVA: readonly Step[] = [
  [["none"], ["exception"], "if open", "telling", "exception"],
  [["none"], ["at", "more"], "yes", "frame", "frames"],
  [["none"], ["cause"], "yes", "telling", "frames"],
  [["exception", "message", "frames", "gap"], ["note"], "yes", "message", "frames"],
  [["exception"], ["indented"], "yes", "message", "exception"],
  [["exception", "frames", "gap"], ["empty"], "perhaps", "message", "gap"],
  [["frames"], ["indented", "bracket"], "yes", "message", "frames"],
];

/** Node.js shows the source before an uncaught exception, and its version after it. */
const JAVASCRIPT: readonly Step[] = [
  [["none"], ["source"], "if open", "message", "source"],
  [["source"], ["*"], "yes", "message", "thrown"],
  [["thrown"], ["caret"], "yes", "message", "thrown"],
  [["thrown"], ["empty"], "perhaps", "message", "thrown"],
  [["thrown"], ["exception", "named"], "yes", "telling", "exception"],
  [["exception", "message", "frames", "gap"], ["node version"], "yes", "message", "none"],
];

const PYTHON: readonly Step[] = [
  [["none"], ["traceback"], "if open", "message", "python"],
  [["none"], ["file"], "yes", "frame", "python"],
  [["python"], [">*"], "yes", "frame", "python"],
  [["python"], ["exception", "named"], "yes", "telling", "raised"],
  [["python", "raised"], ["grouped"], "yes", "telling", "raised"],
  [["raised"], ["indented", ">traceback", "detail"], "yes", "message", "raised"],
  [["raised"], ["chain"], "yes", "message", "chained"],
  [["raised"], ["empty"], "perhaps", "message", "raised"],
  [["chained"], ["empty"], "perhaps", "message", "chained"],
  [["chained"], ["traceback"], "yes", "message", "python"],
];

const GO: readonly Step[] = [
  [["none"], ["panic"], "if open", "telling", "panic"],
  [["none"], ["goroutine"], "if open", "frame", "stack"],
  [["panic"], [">panic"], "yes", "telling", "panic"],
  [["panic"], ["signal", "indented"], "yes", "message", "panic"],
  [["panic"], ["empty"], "perhaps", "message", "panic"],
  [["panic", "stack", "stack gap"], ["goroutine"], "yes", "frame", "stack"],
  [["stack"], ["call", "indented"], "yes", "frame", "stack"],
  [["stack", "stack gap"], ["empty"], "perhaps", "message", "stack gap"],
  [["stack", "stack gap"], ["register"], "yes", "message", "stack gap"],
  [["stack", "stack gap", "report"], ["exit"], "yes", "message", "none"],
];

const RUST: readonly Step[] = [
  [["none"], ["panicked at"], "if open", "message", "panicked at"],
  [["none"], ["panicked"], "if open", "telling", "panicked"],
  [["none"], ["backtrace"], "yes", "message", "backtrace"],
  [["panicked at"], ["*"], "yes", "telling", "panicked"],
  [["panicked"], ["indented"], "yes", "message", "panicked"],
  [["panicked"], ["empty"], "perhaps", "message", "panicked"],
  [["panicked", "panic message", "backtrace"], ["hint"], "yes", "message", "backtrace"],
  [["backtrace"], ["indented", "at"], "yes", "frame", "backtrace"],
  // An error that is returned from main, as anyhow writes it.
  [["exception", "message", "gap"], ["causes"], "yes", "message", "causes"],
  [["causes"], ["indented"], "yes", "message", "causes"],
  [["causes"], ["empty"], "perhaps", "message", "causes"],
];

const RUBY: readonly Step[] = [
  [["none"], ["raised in ruby"], "if open", "telling", "ruby"],
  [["none"], ["from", "in ruby"], "yes", "frame", "ruby"],
  [["ruby"], ["indented"], "yes", "frame", "ruby"],
];

/** Sanitizers of C++ and Go, and debuggers. */
const SANITIZERS: readonly Step[] = [
  [["none"], ["ruler"], "perhaps if open", "none", "ruler"],
  [["none"], ["report"], "if open", "telling", "report"],
  [["ruler"], ["report"], "yes", "telling", "report"],
  [["none"], ["numbered frame"], "yes", "frame", "report"],
  [["report"], ["addendum", "detail"], "yes", "message", "report"],
  [["report"], ["indented"], "yes", "frame", "report"],
  [["report"], ["empty"], "perhaps", "message", "report"],
  [["report"], ["ruler"], "yes", "message", "none"],
  [["none"], ["stack trace"], "yes", "message", "numbered"],
  [["numbered"], ["number", "numbered frame"], "yes", "frame", "numbered"],
  [["numbered"], ["indented"], "yes", "message", "numbered"],
];

/** Messages of several lines: they belong to an exception if its frames come. */
const MESSAGES: readonly Step[] = [
  [["exception", "message"], ["other", "empty"], "perhaps", "message", "message"],
  [["message"], ["indented"], "perhaps", "message", "message"],
  [["panic"], ["other"], "perhaps", "message", "panic"],
  [["panicked", "panic message"], ["other"], "perhaps", "message", "panic message"],
  [["panic message"], ["indented", "empty"], "perhaps", "message", "panic message"],
];

/** Lines that are indented, after one that is not. */
const INDENTED: readonly Step[] = [
  [["none"], ["indented"], "yes", "message", "wrapped"],
  [["none"], [">exception"], "yes", "telling", "frames"],
  [["start"], ["indented"], "no", "none", "start"],
  [["wrapped", "wrapped gap"], ["empty"], "perhaps", "message", "wrapped gap"],
  [["wrapped"], ["bracket"], "yes", "message", "none"],
];

const LANGUAGES = [COMMON, JAVA, JAVASCRIPT, PYTHON, GO, RUST, RUBY, SANITIZERS];

/** Which lines belong to an event beside those that can be told from the lines before them. */
export interface EventOptions {
  /** Lines of messages, which belong to an event only if frames follow. */
  readonly messages?: boolean;
  /** Indented lines after one that is not indented. */
  readonly indented?: boolean;
}

/** By state and kind: a belonging, a role and the next state in one number. */
export type StepTable = Uint16Array;

/** The kinds of lines, each at the margin and indented. */
const COLUMNS = 2 * LINE_KINDS.length;

export const STATE_COUNT = STATES.length;
export const NONE = 0;
export const START = 1;

/** The number of a state in the table for a line of this kind. */
export function stepOf(table: StepTable, state: number, kind: number): number {
  return table[state * COLUMNS + kind]!;
}

export const belongingOf = (step: number): number => step & 7;
export const roleOf = (step: number): number => (step >> 3) & 3;
export const nextOf = (step: number): number => step >> 5;

export const YES = 1;
export const PERHAPS = 2;
export const IF_OPEN = 3;

const OTHER = columnsOf("other")[0]!;
const INDENTED_OTHER = columnsOf(">indented")[0]!;

const tables = new Map<string, StepTable>();

/** The table for these options. Each is made once, as every block of `diff --good` has a reader of its own. */
export function stepTable({ messages = false, indented = false }: EventOptions): StepTable {
  const key = `${messages} ${indented}`;
  const table = tables.get(key) ?? makeTable(messages, indented);
  tables.set(key, table);
  return table;
}

function makeTable(messages: boolean, indented: boolean): StepTable {
  const written = new Map<number, number>();
  for (const steps of [...LANGUAGES, ...(messages ? [MESSAGES] : []), ...(indented ? [INDENTED] : [])])
    for (const [states, kinds, belonging, role, next] of steps) {
      const step = BELONGINGS.indexOf(belonging) | (ROLES.indexOf(role) << 3) | (STATES.indexOf(next) << 5);
      for (const state of states)
        for (const column of kinds.flatMap(columnsOf)) written.set(STATES.indexOf(state) * COLUMNS + column, step);
    }
  return Uint16Array.from({ length: STATES.length * COLUMNS }, (_, i) => {
    const column = i % COLUMNS;
    const state = i - column;
    // Where no row names a kind, the row after other lines counts, or else that of lines that look like nothing.
    const plain = column % 2 === 0 ? OTHER : INDENTED_OTHER;
    const place = [i, NONE + column, state + plain, NONE + plain].find((place) => written.has(place));
    const step = written.get(place!)!;
    // Nothing belongs to an event that has not begun.
    return state === START * COLUMNS && belongingOf(step) === YES ? step - YES + IF_OPEN : step;
  });
}

/** The columns of the lines of a kind. */
function columnsOf(kind: StepKind): number[] {
  const isIndented = kind.startsWith(">");
  const name = isIndented ? kind.slice(1) : kind;
  const kinds = name === "*" ? LINE_KINDS.filter((other) => other !== "empty") : [name as LineKind];
  return kinds.map((one) => 2 * LINE_KINDS.indexOf(one)).flatMap((at) => (isIndented ? [at + 1] : [at, at + 1]));
}
