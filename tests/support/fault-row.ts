// The table of faults: what goes wrong, what is promised then, and whether that was kept.
import assert from "node:assert/strict";
import type { Outcome } from "./command.ts";
import type { CommandName, Subject } from "./fault-subject.ts";

/** What there is of the output, in the table's words, and whether this is it. */
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
  // How much several threads have read by then, nobody knows; but there is no gap.
  "its first lines, and a broken one": (out, expected) => isBeginning(withoutLastLine(out), expected),
} satisfies Record<string, (out: Buffer, expected: Buffer) => boolean>;

const NEWLINE = 0x0a;

/** What holds of some commands when a fault befalls them. */
export interface Promised {
  readonly commands: readonly CommandName[];
  /** As a shell tells it; "as ever" is what it would be without the fault. */
  readonly exit: number | "as ever";
  /** The message, but for the program's name; an ellipsis stands for any words. None if it is empty. */
  readonly says: string;
  readonly out: keyof typeof OUT;
  /** The fault may come too late, or be none: then all is as ever. */
  readonly orAsEver?: boolean;
}

/** What became of a run, and all that was to be written, as far as the fault lets it be read. */
export interface Run {
  readonly outcome: Outcome;
  readonly expected: Buffer;
}

export interface Row {
  readonly fault: string;
  readonly promised: readonly Promised[];
  /** Why it cannot be tried here. */
  readonly skipped?: string | undefined;
  /** Makes the fault befall a command, once or several times. */
  readonly befall: (subject: Subject) => Promise<readonly Run[]>;
}

/** Throws an AssertionError unless the promise was kept. */
export function assertKept(promised: Promised, subject: Subject, { outcome, expected }: Run): void {
  const { exit, stdout, stderr } = outcome;
  const told = subject.name;
  const isAsEver = promised.orAsEver === true && exit === subject.exit;
  const { says, out } = isAsEver ? ({ says: "", out: "all" } as const) : promised;
  assertSaid(stderr.toString(), says, told);
  assert.equal(exit, isAsEver || promised.exit === "as ever" ? subject.exit : promised.exit, told);
  const isRight: (out: Buffer, expected: Buffer) => boolean = OUT[out];
  assert.ok(isRight(stdout, expected), `${told}: ${differing(stdout, expected)}, and promised is ${out}`);
}

function assertSaid(said: string, says: string, told: string): void {
  const message = says === "" ? "" : `normalizer: ${says}\n`;
  const [begin, end] = message.split("…");
  if (end === undefined) assert.equal(said, message, told);
  else assert.ok(said.startsWith(begin!) && said.endsWith(end) && /^.*\n$/.test(said), `${told} says ${said}`);
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

/** Where two outputs part; to show all of them would take too long. */
function differing(out: Buffer, expected: Buffer): string {
  let at = 0;
  while (at < out.length && out[at] === expected[at]) at++;
  return `${out.length} bytes came, ${expected.length} were to be written, the first ${at} are the same`;
}
