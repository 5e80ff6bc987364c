// The commands under test: their arguments and files, and what they write if nothing goes wrong.
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { writeFileSync } from "node:fs";
import { COMMAND, type Outcome, shell, start } from "./command.ts";
import { type Hosting, hosted } from "./command-host.ts";
import { folder } from "./folder.ts";
import { hostedShell } from "./hosted-shell.ts";
import { SIZES, SMALL_COMMAND } from "./small-build.ts";

/** The commands that read logs. The plain command comes twice: with one thread and with two. */
export const READERS = ["normalizer", "--jobs 2", "diff", "trace", "check", "why", "fields", "suggest"] as const;
export const ALL = [...READERS, "init", "completion"] as const;

export type CommandName = (typeof ALL)[number];

/** The name of the log that is affected by faults. */
export const LOG = "app.log";

const RULES = `
rules:
  - name: served
    pattern: [{ field: timestamp }, { text: " request " }, { field: id }, { text: " took " }, { field: ms },
      { text: " ms: " }, { field: what }, { text: "; " }, { field: _ }]
    output: "request {id} took {ms} ms: {what}"
`;
/** Rules that get many findings. */
const FAULTY_RULES = `${RULES}    examples:\n${Array.from({ length: 300 }, (_, i) => `      - line: example ${i}\n`).join("")}`;

/** Rules for no line of the logs. */
const OTHER_RULES = RULES.replace(" request ", " answer ");

/** Rules with many fields. */
const RULES_WITH_FIELDS =
  RULES + Array.from({ length: 600 }, (_, i) => `  - { name: idle${i}, pattern: "idle {for}", output: "" }\n`).join("");

const SPECIAL_RULES: ReadonlyMap<CommandName, string> = new Map([
  ["check", FAULTY_RULES],
  ["fields", RULES_WITH_FIELDS],
  ["suggest", OTHER_RULES],
]);

/** What `suggest` says about its rules. */
const SUMMARY = /^\d+ lines, .*\n(?:(?:header|masked|left): .*\n)*next.*\n$/;

/** The expected output of the rules for log lines, computed without the program. */
function rewritten(log: Buffer): string {
  const lines = log.toString("latin1").replace(/\n$/, "").split("\n");
  if (log.length === 0) return "";
  const LINE = /^\S+ request (.*?) took (.*?) ms: (.*?); .*$/;
  return lines.map((line) => `${line.replace(LINE, "request $1 took $2 ms: $3")}\n`).join("");
}

/**
 * Log lines with these numbers, all different, and all matched by a rule. They are long, because a run takes time for
 * each line, but what matters here is how many bytes there are: more than a pipe holds, and several parts for threads.
 */
export function logOf(from: number, to: number): Buffer {
  const lines: string[] = [];
  for (let i = from; i < to; i++) {
    const time = new Date(1_735_689_600_000 + i * 7).toISOString();
    const what = `item ${i} of a list that goes on${" and on".repeat(50)}`;
    lines.push(`${time} request r${i % 50} took ${(i * 7919) % 10_007} ms: ${what}; ${"x".repeat(30)}\n`);
  }
  return Buffer.from(lines.join(""));
}

/** Lines for long rules, of which there is one for each letter in `letters`. */
function logForSuggest(letters: string): Buffer {
  const log = logOf(0, 2 * letters.length)
    .toString()
    .trimEnd()
    .split("\n");
  const lines = log.map((line, i) =>
    line.replace(" and on", ` and ${letters[i >> 1]!.repeat(3)}${" and on".repeat(900)}`),
  );
  return Buffer.from(`${lines.join("\n")}\n`);
}

const FIRST = logOf(0, 30);
const NEXT = logOf(520, 550);

/** Large enough to be read by threads. */
const LARGE_FIRST = logOf(0, 300);
if (LARGE_FIRST.length < SIZES.MIN_PARALLEL_BYTES) throw new Error("threads would not read this");

/** How a command is called: the name of the log, and whether another log follows it. */
export interface CallOptions {
  readonly name?: string;
  readonly goesOn?: boolean;
}

/** A command, and logs for it. Where it takes several, the affected log is neither the first nor the last. */
export class Subject {
  readonly name: CommandName;
  /**
   * The log, and a place in the middle of it and inside a line, with enough of the line before it for the rule to
   * match.
   */
  readonly log: Buffer;
  readonly middle: number;
  /** The exit code if nothing goes wrong: `diff` finds differences, and `check` findings. */
  readonly exit: number;
  private readonly rules: string;
  private readonly command: string;
  private readonly first: Buffer;
  private readonly known = new Map<string, Promise<Buffer>>();

  constructor(name: CommandName) {
    this.name = name;
    // Threads read it in three parts, with the middle in the second. `why` writes much about each line, and takes its
    // time.
    this.log = name === "suggest" ? logForSuggest("abcde") : logOf(300, name === "why" ? 400 : 500);
    this.middle = this.placeIn(0.66);
    this.rules = SPECIAL_RULES.get(name) ?? RULES;
    this.command = name === "--jobs 2" ? SMALL_COMMAND : COMMAND;
    this.first = name === "--jobs 2" ? LARGE_FIRST : FIRST;
    this.exit = name === "diff" || name === "check" ? 1 : 0;
  }

  /** A place like the middle, after this share of the log. */
  placeIn(share: number): number {
    return this.log.indexOf("; ", Math.floor(share * this.log.length)) + 20;
  }

  /** The arguments as a text. None needs quotes. */
  words({ name = LOG, goesOn = true }: CallOptions = {}): string {
    const next = goesOn ? " next.log" : "";
    const words: Record<CommandName, string> = {
      normalizer: `-r rules.yaml -q first.log ${name}${next}`,
      "--jobs 2": `-r rules.yaml -q --jobs 2 first.log ${name}${next}`,
      diff: `diff -r rules.yaml ${name} first.log`,
      trace: `trace -r rules.yaml --by id first.log ${name}${next}`,
      check: `check rules.yaml first.log ${name}${next}`,
      why: `why -r rules.yaml ${name}`,
      fields: `fields -r rules.yaml --format json first.log ${name}`,
      suggest: `suggest -r rules.yaml first.log ${name}${next}`,
      init: "init new.yaml",
      completion: "completion bash",
    };
    return words[this.name];
  }

  /** What the command wrote to standard error, without what it writes there if nothing goes wrong. */
  messages(stderr: string): string {
    return this.name === "suggest" ? stderr.replace(SUMMARY, "") : stderr;
  }

  /** Makes a folder for those arguments. The log may be replaced, or missing if it is empty. */
  place(log: Uint8Array | undefined = this.log): string {
    const cwd = folder({ "rules.yaml": this.rules, "next.log": NEXT });
    if (log.length > 0) writeFileSync(`${cwd}/${LOG}`, log);
    writeFileSync(`${cwd}/first.log`, this.first);
    return cwd;
  }

  /** Runs the command in a process that it shares with earlier runs. */
  hosted(
    cwd: string,
    { args = [], ...options }: CallOptions & Hosting & { readonly args?: readonly string[] } = {},
  ): Promise<Outcome> {
    return hosted([...this.words(options).split(" "), ...args], cwd, { command: this.command, ...options });
  }

  /** Starts the command in a process of its own. */
  start(cwd: string, options: SpawnOptions, args: readonly string[] = this.words().split(" ")): ChildProcess {
    return start(args, cwd, options, this.command);
  }

  /** The same, as `normalizer` in a bash script. */
  hostedShell(script: string, cwd: string): Promise<Outcome> {
    return hostedShell(script, cwd, this.command);
  }

  /** Runs a bash script in which `normalizer` is the command, in a process of its own. */
  shell(script: string, cwd: string): Promise<Outcome> {
    return shell(script, cwd, this.command);
  }

  /** What the command writes for this log if nothing goes wrong. */
  undisturbed(log: Buffer = this.log, { name = LOG, goesOn = true }: CallOptions = {}): Promise<Buffer> {
    const key = `${name} ${goesOn} ${log.length} ${log.toString("latin1", 0, 30)}`;
    const known = this.known.get(key) ?? this.written(log, { name, goesOn });
    this.known.set(key, known);
    return known;
  }

  private async written(log: Buffer, options: Required<CallOptions>): Promise<Buffer> {
    if (this.name === "normalizer" || this.name === "--jobs 2") {
      return Buffer.from(rewritten(this.first) + rewritten(log) + (options.goesOn ? rewritten(NEXT) : ""), "latin1");
    }
    // If a fault ends it before the first line, it does not say that there are no lines.
    if (this.name === "why" && log.length === 0 && !options.goesOn) return log;
    const cwd = this.place(log);
    if (log.length === 0) writeFileSync(`${cwd}/${LOG}`, "");
    const { exit, stdout, stderr } = await this.hosted(cwd, { ...options, stdin: log });
    if (exit !== this.exit) throw new Error(`${this.name} ended with ${exit}: ${stderr}`);
    return stdout;
  }
}
