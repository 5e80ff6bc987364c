import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** The folder of external data, if it exists. */
export const DATA = fileURLToPath(new URL("../../shared/data", import.meta.url));

export interface BenchOptions {
  readonly lines: number;
  readonly rounds: number;
  /** Names of sections. If empty, all run. */
  readonly sections: readonly string[];
  /** Names of workloads for the engines. If empty, all run. */
  readonly only: readonly string[];
  /** The file of another build of the command, to run beside this one. */
  readonly other: string | undefined;
  /** The maximum sent through the command to see its memory. */
  readonly megabytes: number;
  /** A folder that may hold loghub/. */
  readonly data: string;
}

/** Reads the options of `npm run bench`. `--section` and `--only` may be given several times. */
export function benchOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "3" },
      section: { type: "string", multiple: true, default: [] },
      only: { type: "string", multiple: true, default: [] },
      other: { type: "string" },
      megabytes: { type: "string", default: "1000" },
      data: { type: "string", default: DATA },
    },
  });
  return {
    lines: atLeastOne("--lines", values.lines),
    rounds: atLeastOne("--rounds", values.rounds),
    sections: values.section,
    only: values.only,
    other: values.other,
    megabytes: atLeastOne("--megabytes", values.megabytes),
    data: values.data,
  };
}

function atLeastOne(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${option} takes a number of 1 or more, not ${JSON.stringify(text)}`);
}
