import { parseArgs } from "node:util";

export interface BenchOptions {
  readonly lines: number;
  readonly rounds: number;
  /** Names of workloads; all if there is none. */
  readonly only: readonly string[];
  /** Another build of the command, as a file, to run beside this one. */
  readonly other: string | undefined;
}

/** Reads `--lines N`, `--rounds N`, `--other FILE` and `--only NAME`, which may be given several times. */
export function benchOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "3" },
      other: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
    },
  });
  return {
    lines: atLeastOne("--lines", values.lines),
    rounds: atLeastOne("--rounds", values.rounds),
    only: values.only,
    other: values.other,
  };
}

function atLeastOne(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${option} takes a number from 1 on, not ${JSON.stringify(text)}`);
}
