// Faults of the rules file.
import { spawnSync } from "node:child_process";
import type { FaultRow, Promised } from "./fault-row.ts";
import { READERS } from "./fault-subject.ts";

const refused = (reason: string): Promised[] => [
  {
    commands: READERS,
    exit: 2,
    says: `rules.yaml: ${reason}`,
    out: "nothing",
  },
];

/** Runs the command after a script has replaced its rules. */
const after = (script: string): FaultRow["befall"] => {
  return async (subject) => {
    const cwd = subject.place();
    spawnSync("bash", ["-c", script], { cwd, stdio: "ignore" });
    return [{ outcome: await subject.hosted(cwd), expected: await subject.undisturbed() }];
  };
};

export const RULES_ROWS: readonly FaultRow[] = [
  {
    fault: "missing rules",
    promised: refused("no such rules file; write one with: normalizer init rules.yaml"),
    befall: after("rm rules.yaml"),
  },
  {
    fault: "rules that are a directory",
    promised: refused("is a directory"),
    befall: after("rm rules.yaml; mkdir rules.yaml"),
  },
  {
    fault: "endless rules, such as `/dev/zero`",
    promised: refused("larger than 64 MiB, the limit for rules files"),
    befall: after("ln -sf /dev/zero rules.yaml"),
  },
  {
    fault: "rules that are a named pipe",
    promised: [{ commands: READERS, exit: "as usual", says: "", out: "all" }],
    befall: after("mv rules.yaml written; mkfifo rules.yaml; cat written >rules.yaml &"),
  },
];
