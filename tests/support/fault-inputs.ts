// Faults of a log to be read: it is missing, or is not a file.
import { spawnSync } from "node:child_process";
import { chmodSync, createReadStream, createWriteStream, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { pipeline } from "node:stream/promises";
import { outcome } from "./command.ts";
import { blockedInput } from "./fault-pipes.ts";
import type { FaultRow, FaultRun, Promised } from "./fault-row.ts";
import { LOG, READERS, type Subject } from "./fault-subject.ts";
import { asNobody, noNobody } from "./nobody.ts";

/** A log that is refused before anything is read. */
const refused = (reason: string, commands: Promised["commands"] = READERS): Promised[] => [
  {
    commands,
    exit: 2,
    says: `${LOG}: ${reason}`,
    out: "nothing",
  },
];

/** A log that fails after some of what precedes it is written. */
export const failing = (reason: string): Promised[] => [
  { commands: ["normalizer", "--jobs 2", "why"], exit: 2, says: `${LOG}: ${reason}`, out: "all before it" },
  { commands: ["diff", "trace", "check", "fields", "suggest"], exit: 2, says: `${LOG}: ${reason}`, out: "nothing" },
];

export const unnoticed: Promised[] = [{ commands: READERS, exit: "as usual", says: "", out: "all" }];

const NOTHING = Buffer.alloc(0);

/** Runs the command where its log was replaced by something that cannot be read. */
async function inPlace(subject: Subject, cwd: string, running = subject.hosted(cwd)): Promise<FaultRun[]> {
  const outcome = await running;
  return [{ outcome, expected: await subject.undisturbed(NOTHING, { goesOn: false }) }];
}

async function withoutPermission(subject: Subject): Promise<FaultRun[]> {
  const cwd = subject.place();
  chmodSync(cwd, 0o755);
  chmodSync(`${cwd}/${LOG}`, 0);
  return inPlace(subject, cwd, outcome(subject.start(cwd, { stdio: ["ignore", "pipe", "pipe"], ...asNobody })));
}

async function asDirectory(subject: Subject): Promise<FaultRun[]> {
  const cwd = subject.place(NOTHING);
  mkdirSync(`${cwd}/${LOG}`);
  return inPlace(subject, cwd);
}

async function asSocket(subject: Subject): Promise<FaultRun[]> {
  const cwd = subject.place(NOTHING);
  const server = createServer().listen(`${cwd}/${LOG}`);
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    return await inPlace(subject, cwd);
  } finally {
    server.close();
  }
}

export const INPUT_ROWS: readonly FaultRow[] = [
  {
    fault: "a missing log",
    promised: refused("no such file or directory"),
    befall: (subject) => inPlace(subject, subject.place(NOTHING)),
  },
  {
    fault: "a log that is a directory",
    promised: [
      ...refused(
        "is a directory; name the files in it: app.log/*",
        READERS.filter((command) => command !== "diff" && command !== "trace"),
      ),
      ...refused("is a directory without files", ["diff", "trace"]),
    ],
    befall: asDirectory,
  },
  {
    fault: "a log without read permission",
    promised: refused("permission denied"),
    skipped: noNobody,
    befall: withoutPermission,
  },
  { fault: "a log that is a socket", promised: failing("no such device or address"), befall: asSocket },
  {
    fault: "a log that is a device: `/dev/null`, which is empty",
    promised: unnoticed,
    befall: async (subject) => {
      const cwd = subject.place(NOTHING);
      symlinkSync("/dev/null", `${cwd}/${LOG}`);
      return [{ outcome: await subject.hosted(cwd), expected: await subject.undisturbed(NOTHING) }];
    },
  },
  {
    fault: "a log that is a named pipe",
    promised: unnoticed,
    befall: async (subject) => {
      const cwd = subject.place();
      renameSync(`${cwd}/${LOG}`, `${cwd}/written`);
      spawnSync("mkfifo", [LOG], { cwd });
      const running = subject.hosted(cwd);
      await pipeline(createReadStream(`${cwd}/written`), createWriteStream(`${cwd}/${LOG}`));
      return [{ outcome: await running, expected: await subject.undisturbed() }];
    },
  },
  {
    fault: "standard input that is empty at the moment, and that another program made non-blocking (`EAGAIN`)",
    promised: unnoticed,
    befall: async (subject) => [
      {
        outcome: await blockedInput(subject, subject.words({ name: "-" }).split(" ")),
        expected: await subject.undisturbed(subject.log, { name: "-" }),
      },
    ],
  },
  {
    fault: "closed standard input (`<&-`), which counts as empty",
    promised: unnoticed,
    befall: async (subject) => {
      // Node opens /dev/null before the command starts, so testing one command covers them all.
      const outcome =
        subject.name === "normalizer"
          ? await subject.shell(`normalizer ${subject.words({ name: "-" })} <&-`, subject.place())
          : await subject.hosted(subject.place(), { name: "-" });
      return [{ outcome, expected: await subject.undisturbed(NOTHING, { name: "-" }) }];
    },
  },
];
