// How the lines of an event follow each other: a table of states and kinds of lines.

import { LINE_KINDS } from "./line-kinds.ts";

/** What a line is in its event. `none` is a line of which nothing is known but that it may begin one. */
export const ROLES = ["none", "telling", "frame", "message"] as const;

export type Role = (typeof ROLES)[number];

/**
 * Whether a line belongs to the event of the lines before it. `perhaps` means that it does if a later line does. Some
 * lines begin an event, but belong to one that is open; some perhaps belong to an open one, and to no other.
 */
type Belonging = "no" | "yes" | "perhaps" | "if open" | "perhaps if open";

/**
 * In these states, lines of these kinds belong to the event, have a role there, and lead to the next state. `*` is all
 * kinds but `empty`. After `>`, only lines that are indented. A later row replaces an earlier one.
 */
type Row = readonly [states: string, kinds: string, Belonging, Role, next: string];

const ROWS: readonly Row[] = [
  ["none", "other|indented", "no", "none", "none"],
  ["none", "empty", "perhaps if open", "none", "start"],
  // Java, Kotlin, Scala, .NET and JavaScript: frames begin with `at`.
  ["none", "exception", "if open", "telling", "exception"],
  ["none", "at|more", "yes", "frame", "frames"],
  ["none", "cause", "yes", "telling", "frames"],
  ["exception|frames|gap", "note", "yes", "message", "frames"],
  ["exception", "indented", "yes", "message", "exception"],
  ["exception|frames|gap", "empty", "perhaps", "message", "gap"],
  ["frames", "indented|bracket", "yes", "message", "frames"],
  // Node.js shows the source before an uncaught exception, and its version after it.
  ["none", "source", "if open", "message", "source"],
  ["source", "*", "yes", "message", "thrown"],
  ["thrown", "caret", "yes", "message", "thrown"],
  ["thrown", "empty", "perhaps", "message", "thrown"],
  ["thrown", "exception|named", "yes", "telling", "exception"],
  ["exception|frames|gap", "node version", "yes", "message", "none"],
  // Python.
  ["none", "traceback", "if open", "message", "python"],
  ["none", "file", "yes", "frame", "python"],
  ["python", ">*", "yes", "frame", "python"],
  ["python", "exception|named", "yes", "telling", "raised"],
  ["python|raised", "grouped", "yes", "telling", "raised"],
  ["raised", "indented|>traceback|detail", "yes", "message", "raised"],
  ["raised", "chain", "yes", "message", "chained"],
  ["raised", "empty", "perhaps", "message", "raised"],
  ["chained", "empty", "perhaps", "message", "chained"],
  ["chained", "traceback", "yes", "message", "python"],
  // Go.
  ["none", "panic", "if open", "telling", "panic"],
  ["none", "goroutine", "if open", "frame", "stack"],
  ["panic", ">panic", "yes", "telling", "panic"],
  ["panic", "signal|indented", "yes", "message", "panic"],
  ["panic", "empty", "perhaps", "message", "panic"],
  ["panic|stack|stack gap", "goroutine", "yes", "frame", "stack"],
  ["stack", "call|indented", "yes", "frame", "stack"],
  ["stack|stack gap", "empty", "perhaps", "message", "stack gap"],
  ["stack|stack gap", "register", "yes", "message", "stack gap"],
  ["stack|stack gap|report", "exit", "yes", "message", "none"],
  // Rust.
  ["none", "panicked at", "if open", "message", "panicked at"],
  ["none", "panicked", "if open", "telling", "panicked"],
  ["none", "backtrace", "yes", "message", "backtrace"],
  ["panicked at", "*", "yes", "telling", "panicked"],
  ["panicked", "indented", "yes", "message", "panicked"],
  ["panicked", "empty", "perhaps", "message", "panicked"],
  ["panicked|backtrace", "hint", "yes", "message", "backtrace"],
  ["backtrace", "indented|at", "yes", "frame", "backtrace"],
  // An error that is returned from main, as anyhow writes it.
  ["exception|gap", "causes", "yes", "message", "causes"],
  ["causes", "indented", "yes", "message", "causes"],
  ["causes", "empty", "perhaps", "message", "causes"],
  // Ruby.
  ["none", "raised in ruby", "if open", "telling", "ruby"],
  ["none", "from|in ruby", "yes", "frame", "ruby"],
  ["ruby", "indented", "yes", "frame", "ruby"],
  // Sanitizers of C++ and Go, and debuggers.
  ["none", "ruler", "perhaps if open", "none", "ruler"],
  ["none", "report", "if open", "telling", "report"],
  ["ruler", "report", "yes", "telling", "report"],
  ["none", "numbered frame", "yes", "frame", "report"],
  ["report", "addendum|detail", "yes", "message", "report"],
  ["report", "indented", "yes", "frame", "report"],
  ["report", "empty", "perhaps", "message", "report"],
  ["report", "ruler", "yes", "message", "none"],
  ["none", "stack trace", "yes", "message", "numbered"],
  ["numbered", "number|numbered frame", "yes", "frame", "numbered"],
  ["numbered", "indented", "yes", "message", "numbered"],
];

/** For lines that are indented, after one that is not. */
const ROWS_OF_INDENTED: readonly Row[] = [
  ["none", "indented", "yes", "message", "wrapped"],
  ["none", ">exception", "yes", "telling", "frames"],
  ["start", "indented", "no", "none", "start"],
  ["wrapped|wrapped gap", "empty", "perhaps", "message", "wrapped gap"],
  ["wrapped", "bracket", "yes", "message", "none"],
];

/** The first two are those after a line that an event may begin with, and after none or an empty one. */
const STATES = [...new Set(["none", "start", ...[...ROWS, ...ROWS_OF_INDENTED].map(([, , , , next]) => next)])];

export const NONE = 0;
export const START = 1;

interface Step {
  readonly belonging: Belonging;
  readonly role: Role;
  /** A number of a state. */
  readonly next: number;
}

/** By state and kind. */
export type StepTable = readonly (readonly Step[])[];

/** Each table is made once, as every block of `diff --good` has a reader of its own. */
const tables = new Map<boolean, StepTable>();

/** The table of steps, in which indented lines belong to the line before them, or only as part of a trace. */
export function stepTable(isIndented: boolean): StepTable {
  const table = tables.get(isIndented) ?? makeTable(isIndented ? [...ROWS, ...ROWS_OF_INDENTED] : ROWS);
  tables.set(isIndented, table);
  return table;
}

function makeTable(rows: readonly Row[]): StepTable {
  const written: (Step | undefined)[][] = STATES.map(() => []);
  for (const [states, kinds, belonging, role, next] of rows)
    for (const state of states.split("|"))
      for (const column of kinds.split("|").flatMap(columnsOf))
        written[STATES.indexOf(state)]![column] = { belonging, role, next: STATES.indexOf(next) };
  const [other, indented] = [columnsOf("other")[0]!, columnsOf(">indented")[0]!];
  return written.map((steps, state) =>
    Array.from({ length: 2 * LINE_KINDS.length }, (_, column) => {
      // Where no row names a kind, the row after other lines counts, or else that of lines that look like nothing.
      const plain = column % 2 === 0 ? other : indented;
      const step = steps[column] ?? written[NONE]![column] ?? steps[plain] ?? written[NONE]![plain]!;
      // Nothing belongs to an event that has not begun.
      return state === START && step.belonging === "yes" ? { ...step, belonging: "if open" } : step;
    }),
  );
}

/** The columns of the lines of a kind: at the margin, and indented. */
function columnsOf(kind: string): number[] {
  const name = kind.replace(">", "");
  const kinds = name === "*" ? LINE_KINDS.filter((other) => other !== "empty") : [name];
  return kinds.map((one) => 2 * LINE_KINDS.indexOf(one)).flatMap((at) => (kind === name ? [at, at + 1] : [at + 1]));
}
