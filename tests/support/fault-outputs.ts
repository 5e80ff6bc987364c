// Faults of what a command writes to.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type Outcome, outcome } from "./command.ts";
import { blockedOutput } from "./fault-pipes.ts";
import type { FaultRow, FaultRun } from "./fault-row.ts";
import { ALL, LOG, READERS, type Subject } from "./fault-subject.ts";
import { folder } from "./folder.ts";

const NO_SPACE = "no space left on device";
const noFull = existsSync("/dev/full") ? undefined : "there is no /dev/full";

/** A disk of 32 KiB in a namespace of its own, which disappears with the script that runs in it. */
const onSmallDisk = (script: string): string =>
  `unshare -rm bash -c 'mkdir disk && mount -t tmpfs -o size=32k none disk && { ${script}; }'`;
const noDisk =
  spawnSync("bash", ["-c", onSmallDisk("true")], { cwd: folder() }).status === 0
    ? undefined
    : "no small disk can be made here";

const NOTHING = Buffer.alloc(0);

/** Runs a bash script around the command, which has a process of its own. */
async function around(subject: Subject, script: (run: string) => string): Promise<Outcome & { readonly cwd: string }> {
  const cwd = subject.place();
  return { ...(await subject.shell(script(`"$NODE" "$COMMAND" ${subject.words()}`), cwd)), cwd };
}

/** The same, where the command needs no process of its own. */
async function hostedIn(subject: Subject, script: (run: string) => string): ReturnType<typeof around> {
  const cwd = subject.place();
  return { ...(await subject.hostedShell(script(`normalizer ${subject.words()}`), cwd)), cwd };
}

/** What a script that exits as the command did put into the file `out`. */
async function intoFile(subject: Subject, running: ReturnType<typeof around>, expected?: Buffer): Promise<FaultRun[]> {
  const { cwd, ...outcome } = await running;
  const stdout = readFileSync(`${cwd}/out`);
  return [{ outcome: { ...outcome, stdout }, expected: expected ?? (await subject.undisturbed()) }];
}

/** At once, before the last byte, and somewhere in between, at another place for each command. */
async function withClosedPipe(subject: Subject): Promise<FaultRun[]> {
  const all = await subject.undisturbed();
  const taken = Math.floor((all.length * (1 + ALL.indexOf(subject.name))) / (1 + ALL.length));
  const script = (run: string) => `${run} | head -c ${taken} >out; exit \${PIPESTATUS[0]}`;
  return [
    await takenFrom(subject, all, 0),
    ...(await intoFile(subject, hostedIn(subject, script), all.subarray(0, taken))),
    await takenFrom(subject, all, all.length - 1),
  ];
}

/** Runs the command in a host, with a named pipe as its output, of which `bytes` bytes are read. */
async function takenFrom(subject: Subject, all: Buffer, bytes: number): Promise<FaultRun> {
  const cwd = subject.place();
  spawnSync("mkfifo", ["pipe"], { cwd });
  const reader = outcome(spawn("head", ["-c", `${bytes}`, "pipe"], { cwd }));
  const run = await subject.hosted(cwd, { stdout: `${cwd}/pipe` });
  const { stdout } = await reader;
  return { outcome: { ...run, stdout }, expected: all.subarray(0, bytes) };
}

/** A file that cannot be written completely is removed. */
async function withoutRoomForRules(subject: Subject): Promise<FaultRun[]> {
  const { cwd, ...outcome } = await around(subject, (run) => `trap '' XFSZ; ulimit -f 1; ${run}`);
  if (existsSync(`${cwd}/new.yaml`)) throw new Error("half a rules file stayed");
  return [{ outcome, expected: Buffer.alloc(0) }];
}

async function withoutRoomForCopy(subject: Subject): Promise<FaultRun[]> {
  const script = onSmallDisk(`TMPDIR=disk "$NODE" "$COMMAND" ${subject.words()}`);
  const outcome = await subject.shell(script, subject.place(gzipSync(subject.log)));
  return [{ outcome, expected: await subject.undisturbed() }];
}

/** Checks that each line has its record, with its number. */
async function withBlockedRecords(subject: Subject): Promise<FaultRun[]> {
  const outcome = await blockedOutput(subject, [...subject.words().split(" "), "-e"], "stderr");
  const records = outcome.stderr.toString("latin1").split("\n").slice(0, -1);
  const isWhole = records.every((record, i) => record.startsWith(`EXPLAIN: Line ${i + 1}: `));
  const expected = await subject.undisturbed();
  if (!isWhole || records.length !== lineCount(expected)) throw new Error(`${records.length} records, or others`);
  return [{ outcome: { ...outcome, stderr: NOTHING }, expected }];
}

function lineCount(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

export const OUTPUT_ROWS: readonly FaultRow[] = [
  {
    fault: "a pipe that is closed by its reader, at any point",
    promised: [
      {
        commands: ALL,
        exit: "as usual",
        says: "",
        out: "as much as was taken",
      },
    ],
    befall: withClosedPipe,
  },
  {
    fault: "the same for the records of `--explain`",
    promised: [{ commands: ["normalizer", "--jobs 2"], exit: "as usual", says: "", out: "all" }],
    befall: (subject) =>
      intoFile(
        subject,
        hostedIn(subject, (run) => `${run} -e 2> >(head -1 >/dev/null) >out`),
      ),
  },
  {
    fault: "a full disk",
    promised: [
      {
        commands: ALL,
        exit: 2,
        says: `standard output: ${NO_SPACE}`,
        out: "nothing",
      },
    ],
    skipped: noFull,
    befall: async (subject) => [
      { outcome: await subject.hosted(subject.place(), { stdout: "/dev/full" }), expected: NOTHING },
    ],
  },
  {
    fault: "a disk that fills up",
    promised: [
      {
        commands: READERS,
        exit: 2,
        says: `standard output: ${NO_SPACE}`,
        out: "its beginning",
      },
    ],
    skipped: noDisk,
    befall: (subject) =>
      intoFile(
        subject,
        around(subject, (run) => onSmallDisk(`${run} >disk/out; exit=$?; cp disk/out .; exit $exit`)),
      ),
  },
  {
    fault: "a file that may not grow further (`ulimit -f`)",
    promised: [
      {
        commands: READERS,
        exit: 2,
        says: "standard output: file too large",
        out: "its beginning",
      },
      { commands: ["init"], exit: 2, says: "new.yaml: file too large", out: "nothing" },
    ],
    befall: (subject) =>
      subject.name === "init"
        ? withoutRoomForRules(subject)
        : intoFile(
            subject,
            around(subject, (run) => `trap '' XFSZ; ulimit -f 32; ${run} >out`),
          ),
  },
  {
    fault: "a full disk for `--stats-file`",
    promised: [{ commands: ["normalizer", "--jobs 2"], exit: 2, says: `/dev/full: ${NO_SPACE}`, out: "all" }],
    skipped: noFull,
    befall: async (subject) => {
      const outcome = await subject.hosted(subject.place(), { args: ["--stats-file", "/dev/full"] });
      return [{ outcome, expected: await subject.undisturbed() }];
    },
  },
  {
    fault: "a full disk for the records of `--explain` and messages",
    promised: [{ commands: ["normalizer", "--jobs 2"], exit: 2, says: "", out: "its first lines" }],
    skipped: noFull,
    befall: (subject) =>
      intoFile(
        subject,
        hostedIn(subject, (run) => `${run} -e 2>/dev/full >out`),
      ),
  },
  {
    fault: "a full disk for the copy of a log that can't be read twice: a pipe, a compressed one",
    promised: [
      {
        commands: ["diff", "suggest"],
        exit: 2,
        says: `${LOG}: cannot be copied to a temporary file in disk: ${NO_SPACE}`,
        out: "nothing",
      },
    ],
    skipped: noDisk,
    befall: withoutRoomForCopy,
  },
  {
    fault: "a pipe that is full at the moment, and that another program made non-blocking (`EAGAIN`)",
    promised: [{ commands: READERS, exit: "as usual", says: "", out: "all" }],
    befall: async (subject) => {
      const outcome = await blockedOutput(subject, subject.words().split(" "), "stdout");
      return [{ outcome, expected: await subject.undisturbed() }];
    },
  },
  {
    fault: "the same for the records of `--explain`",
    promised: [{ commands: ["normalizer", "--jobs 2"], exit: "as usual", says: "", out: "all" }],
    befall: withBlockedRecords,
  },
  {
    fault: "closed standard output (`>&-`), which Node replaces with `/dev/null`",
    promised: [
      {
        commands: ALL,
        exit: "as usual",
        says: "",
        out: "nothing",
      },
    ],
    befall: async (subject) => {
      // Node opens /dev/null before the command starts, so testing one command covers them all.
      const outcome =
        subject.name === "normalizer"
          ? await around(subject, (run) => `${run} >&-`)
          : await subject.hosted(subject.place(), { stdout: "/dev/null" });
      return [{ outcome, expected: NOTHING }];
    },
  },
];
