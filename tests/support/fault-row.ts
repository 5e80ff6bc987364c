// The table of faults: what goes wrong, what is promised for that case, and whether the promise was kept.
import assert from "node:assert/strict";
import type { Outcome } from "./command.ts";
import type { CommandName, Subject } from "./fault-subject.ts";

/** What is written, in the words of the table, and a check for each. */
const OUT = {
  nothing: (out) => out.length === 0,
  all: isAll,
  "all before it": isAll,
  "all that was read": isAll,
  "all that is left": isAll,
  "all, with what was appended": isAll,
  "all but what was appended": isAll,
  "as much as was taken": isAll,
  "its beginning": isBeginning,
  "its first lines": (out, expected) => isBeginning(out, expected) && (out.length === 0 || out.at(-1) === NEWLINE),
  // Nobody knows how much several threads have read by then, but there must be no gap.
  "its first lines, and a broken one": (out, expected) => isBeginning(withoutLastLine(out), expected),
} satisfies Record<string, (out: Buffer, expected: Buffer) => boolean>;

const NEWLINE = 0x0a;

/** What is promised for some commands when a fault happens. */
export interface Promised {
  readonly commands: readonly CommandName[];
  /** As a shell reports it; "as usual" is the exit code without the fault. */
  readonly exit: number | "as usual";
  /** The message without the program's name. An ellipsis stands for any words. Empty if there is none. */
  readonly says: string;
  readonly out: keyof typeof OUT;
  /** Whether the fault may come too late or have no effect, so that everything is as without it. */
  readonly orAsUsual?: boolean;
}

/** The outcome of a run, and the complete output as far as the fault lets it be read. */
export interface FaultRun {
  readonly outcome: Outcome;
  readonly expected: Buffer;
}

export interface FaultRow {
  readonly fault: string;
  readonly promised: readonly Promised[];
  /** Why the fault cannot be tested here, if so. */
  readonly skipped?: string | undefined;
  /** Runs a command with the fault, once or several times. */
  readonly befall: (subject: Subject) => Promise<readonly FaultRun[]>;
}

/** Throws an AssertionError unless the promise was kept. */
export function assertKept(promised: Promised, subject: Subject, { outcome, expected }: FaultRun): void {
  const { exit, stdout, stderr } = outcome;
  const { name } = subject;
  const isAsUsual = promised.orAsUsual === true && exit === subject.exit;
  const { says, out } = isAsUsual ? ({ says: "", out: "all" } as const) : promised;
  assertMessage(subject.messages(stderr.toString()), says, name);
  assert.equal(exit, isAsUsual || promised.exit === "as usual" ? subject.exit : promised.exit, name);
  const isRight: (out: Buffer, expected: Buffer) => boolean = OUT[out];
  assert.ok(isRight(stdout, expected), `${name}: ${differenceOf(stdout, expected)}; the promise is: ${out}`);
}

function assertMessage(stderr: string, says: string, name: string): void {
  const message = says === "" ? "" : `normalizer: ${says}\n`;
  const [begin, end] = message.split("…");
  if (end === undefined) assert.equal(stderr, message, name);
  else assert.ok(stderr.startsWith(begin!) && stderr.endsWith(end) && /^.*\n$/.test(stderr), `${name} wrote ${stderr}`);
}

function isAll(out: Buffer, expected: Buffer): boolean {
  return out.equals(expected);
}

function withoutLastLine(out: Buffer): Buffer {
  return out.subarray(0, out.lastIndexOf(NEWLINE, out.length - 2) + 1);
}

function isBeginning(out: Buffer, expected: Buffer): boolean {
  return out.equals(expected.subarray(0, out.length));
}

/** Describes where two outputs start to differ, as showing all of them would take too long. */
function differenceOf(out: Buffer, expected: Buffer): string {
  let at = 0;
  while (at < out.length && out[at] === expected[at]) at++;
  return `${out.length} bytes were written, ${expected.length} were expected, and the first ${at} are the same`;
}
