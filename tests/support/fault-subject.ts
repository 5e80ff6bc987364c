// The commands as they are put to the test: what they are given, and what they make of it when nothing goes wrong.
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { writeFileSync } from "node:fs";
import { COMMAND, type Outcome, shell, start } from "./command.ts";
import { type Hosting, hosted } from "./command-host.ts";
import { folder } from "./folder.ts";
import { SIZES, SMALL_COMMAND } from "./small-build.ts";

/** The commands that read logs, that without a word twice: with one thread and with two. */
export const READERS = ["normalizer", "--jobs 2", "diff", "trace", "check", "why"] as const;
export const ALL = [...READERS, "init", "completion"] as const;

export type CommandName = (typeof ALL)[number];

/** Where the log stands among the arguments that faults befall. */
export const LOG = "app.log";

const RULES = `
rules:
  - name: served
    pattern: [{ field: timestamp }, { text: " request " }, { field: id }, { text: " took " }, { field: ms },
      { text: " ms: " }, { field: what }, { text: "; " }, { field: _ }]
    output: "request {id} took {ms} ms: {what}"
`;
/** Of which there is much to be said. */
const FAULTY_RULES = `${RULES}    examples:\n${Array.from({ length: 500 }, (_, i) => `      - line: example ${i}\n`).join("")}`;

/** What the rules make of log lines, by another way than the program's. */
function rewritten(log: Buffer): string {
  const lines = log.toString("latin1").replace(/\n$/, "").split("\n");
  if (log.length === 0) return "";
  const LINE = /^\S+ request (.*?) took (.*?) ms: (.*?); .*$/;
  return lines.map((line) => `${line.replace(LINE, "request $1 took $2 ms: $3")}\n`).join("");
}

/** Log lines with these numbers. None is like another, and a rule matches each. */
export function logOf(from: number, to: number, padding = 30): Buffer {
  const lines: string[] = [];
  for (let i = from; i < to; i++) {
    const time = new Date(1_735_689_600_000 + i * 7).toISOString();
    const what = `item ${i} of a list that goes on for some time`;
    lines.push(`${time} request r${i % 50} took ${(i * 7919) % 10_007} ms: ${what}; ${"x".repeat(padding)}\n`);
  }
  return Buffer.from(lines.join(""));
}

const FIRST = logOf(0, 100);
const NEXT = logOf(3_400, 3_500);

/** So large that threads read it. */
const LARGE_FIRST = logOf(0, 2_200);
if (LARGE_FIRST.length < SIZES.MIN_PARALLEL_BYTES) throw new Error("threads would not read this");

/** How a command is called: what stands for the log, and whether another follows it. */
export interface Asked {
  readonly name?: string;
  readonly goesOn?: boolean;
}

/** A command, and logs for it. The one that faults befall is not the first, and not the last, where there may be several. */
export class Subject {
  readonly name: CommandName;
  /** The log, and a place in the middle of it and of a line; of that enough comes before it for the rule to match. */
  readonly log: Buffer;
  readonly middle: number;
  /** How the command ends when nothing goes wrong: `diff` finds differences, and `check` mistakes. */
  readonly exit: number;
  private readonly command: string;
  private readonly first: Buffer;
  private readonly known = new Map<string, Promise<Buffer>>();

  constructor(name: CommandName) {
    this.name = name;
    // For threads in three parts, the middle lying in the second.
    // `why` says much of each line, and takes its time.
    this.log = logOf(2_200, name === "why" ? 2_600 : 3_400);
    this.middle = this.placeIn(0.66);
    this.command = name === "--jobs 2" ? SMALL_COMMAND : COMMAND;
    this.first = name === "--jobs 2" ? LARGE_FIRST : FIRST;
    this.exit = name === "diff" || name === "check" ? 1 : 0;
  }

  /** A place like the middle, after so much of the log. */
  placeIn(share: number): number {
    return this.log.indexOf("; ", Math.floor(share * this.log.length)) + 20;
  }

  /** The arguments; none needs quotes. */
  words({ name = LOG, goesOn = true }: Asked = {}): string {
    const next = goesOn ? " next.log" : "";
    const words: Record<CommandName, string> = {
      normalizer: `-r rules.yaml -q first.log ${name}${next}`,
      "--jobs 2": `-r rules.yaml -q --jobs 2 first.log ${name}${next}`,
      diff: `diff -r rules.yaml ${name} first.log`,
      trace: `trace -r rules.yaml --by id first.log ${name}${next}`,
      check: `check rules.yaml first.log ${name}${next}`,
      why: `why -r rules.yaml ${name}`,
      init: "init new.yaml",
      completion: "completion bash",
    };
    return words[this.name];
  }

  /** A folder in which those arguments mean something. The log may be another, or not be there. */
  place(log: Uint8Array | undefined = this.log): string {
    const cwd = folder({ "rules.yaml": this.name === "check" ? FAULTY_RULES : RULES, "next.log": NEXT });
    if (log.length > 0) writeFileSync(`${cwd}/${LOG}`, log);
    writeFileSync(`${cwd}/first.log`, this.first);
    return cwd;
  }

  /** Runs the command in a process that other runs had before it. */
  hosted(
    cwd: string,
    { args = [], ...asked }: Asked & Hosting & { readonly args?: readonly string[] } = {},
  ): Promise<Outcome> {
    return hosted([...this.words(asked).split(" "), ...args], cwd, { command: this.command, ...asked });
  }

  /** Starts the command as a process of its own. */
  start(cwd: string, options: SpawnOptions, args: readonly string[] = this.words().split(" ")): ChildProcess {
    return start(args, cwd, options, this.command);
  }

  /** Runs a script of bash, to which `normalizer` is the command. */
  shell(script: string, cwd: string): Promise<Outcome> {
    return shell(script, cwd, this.command);
  }

  /** What the command writes if the log is this one, and it is no fault. */
  undisturbed(log: Buffer = this.log, { name = LOG, goesOn = true }: Asked = {}): Promise<Buffer> {
    const key = `${name} ${goesOn} ${log.length} ${log.toString("latin1", 0, 30)}`;
    const known = this.known.get(key) ?? this.written(log, { name, goesOn });
    this.known.set(key, known);
    return known;
  }

  private async written(log: Buffer, asked: Required<Asked>): Promise<Buffer> {
    if (this.name === "normalizer" || this.name === "--jobs 2") {
      return Buffer.from(rewritten(this.first) + rewritten(log) + (asked.goesOn ? rewritten(NEXT) : ""), "latin1");
    }
    const cwd = this.place(log);
    if (log.length === 0) writeFileSync(`${cwd}/${LOG}`, "");
    const { exit, stdout, stderr } = await this.hosted(cwd, { ...asked, stdin: log });
    if (exit !== this.exit) throw new Error(`${this.name} ended with ${exit}: ${stderr}`);
    return stdout;
  }
}
