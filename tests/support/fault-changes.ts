// Changes to a log while it is read.
import { fileURLToPath } from "node:url";
import { failing, unnoticed } from "./fault-inputs.ts";
import type { FaultRow, FaultRun } from "./fault-row.ts";
import { type CallOptions, LOG, logOf, READERS, type Subject } from "./fault-subject.ts";

const READ_HOOK = fileURLToPath(new URL("fault-hooks/read.cjs", import.meta.url));

/** The text appended to a log. */
const TAIL = logOf(600, 700);

/**
 * Runs the command with a fault that happens when the log has been read up to `at`. `read` is everything that can be
 * read of the log.
 */
async function runWithFault(
  subject: Subject,
  fault: { readonly run?: string; readonly error?: { readonly code: string; readonly words: string } },
  read: Buffer,
  { at = subject.middle, ...options }: CallOptions & { readonly at?: number } = {},
): Promise<FaultRun[]> {
  const faultJson = JSON.stringify({ path: LOG, at, ...fault });
  const goesOn = fault.error === undefined && options.goesOn !== false;
  const outcome = await subject.hosted(subject.place(), { ...options, hook: READ_HOOK, env: { FAULT: faultJson } });
  return [{ outcome, expected: await subject.undisturbed(read, { goesOn }) }];
}

export const CHANGE_ROWS: readonly FaultRow[] = [
  {
    fault: "a read error in the middle of a log",
    promised: failing("i/o error"),
    befall: (subject) =>
      runWithFault(subject, { error: { code: "EIO", words: "i/o error" } }, subject.log.subarray(0, subject.middle)),
  },
  {
    fault: "a log that grows while it is read",
    promised: [
      {
        commands: ["normalizer", "diff", "trace", "check", "why", "fields", "suggest"],
        exit: "as usual",
        says: "",
        out: "all, with what was appended",
      },
      { commands: ["--jobs 2"], exit: "as usual", says: "", out: "all but what was appended" },
    ],
    befall: (subject) => {
      const isRead = subject.name !== "--jobs 2";
      const after = isRead ? Buffer.concat([subject.log, TAIL]) : subject.log;
      return runWithFault(subject, { run: `echo ${TAIL.toString("base64")} | base64 -d >>${LOG}` }, after);
    },
  },
  {
    fault: "a log that is cut short while it is read, after the part already read",
    promised: [
      {
        commands: READERS,
        exit: "as usual",
        says: "",
        out: "all that is left",
      },
    ],
    befall: (subject) => {
      const size = subject.placeIn(0.8);
      return runWithFault(subject, { run: `truncate -s ${size} ${LOG}` }, subject.log.subarray(0, size));
    },
  },
  {
    fault: "the same, inside the part already read",
    promised: [
      {
        commands: ["normalizer", "trace", "check", "why", "fields"],
        exit: "as usual",
        says: "",
        out: "all that was read",
      },
      { commands: ["--jobs 2"], exit: "as usual", says: "", out: "its first lines, and a broken one" },
      { commands: ["diff"], exit: 2, says: `${LOG}: changed while it was read`, out: "its beginning" },
      { commands: ["suggest"], exit: 2, says: `${LOG}: changed while it was read`, out: "nothing" },
    ],
    befall: (subject) => {
      // In the first part for threads, while another thread has time to read the parts after it.
      const at = subject.placeIn(0.3);
      const run = `sleep 0.3; truncate -s ${subject.placeIn(0.2)} ${LOG}`;
      const read = subject.name === "--jobs 2" ? subject.log : subject.log.subarray(0, at);
      return runWithFault(subject, { run }, read, { at, goesOn: false });
    },
  },
  {
    fault: "a log whose lines are overwritten while it is read",
    promised: [{ commands: ["diff"], exit: 2, says: `${LOG}: changed while it was read`, out: "its beginning" }],
    befall: (subject) =>
      runWithFault(subject, { run: `tr 0-9 1-90 <${LOG} | dd status=none conv=notrunc of=${LOG}` }, subject.log),
  },
  {
    fault: "a log that is deleted while it is read, or replaced by another with its name",
    promised: unnoticed,
    befall: async (subject) => [
      ...(await runWithFault(subject, { run: `rm ${LOG}` }, subject.log)),
      ...(await runWithFault(subject, { run: `cp next.log other; mv other ${LOG}` }, subject.log)),
    ],
  },
];
