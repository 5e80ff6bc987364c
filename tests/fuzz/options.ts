import { parseArgs } from "node:util";
import { TARGET_NAMES, type TargetName } from "./targets.ts";

export interface FuzzOptions {
  /** For all targets together. */
  readonly seconds: number;
  readonly seed: number;
  readonly targets: readonly TargetName[];
  /** The number of a single case to run again. */
  readonly index: number | undefined;
}

/** Reads the options of `npm run fuzz`. `--target` may be given several times. */
export function fuzzOptions(args: string[]): FuzzOptions {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: "string", default: "60" },
      seed: { type: "string" },
      target: { type: "string", multiple: true, default: TARGET_NAMES },
      case: { type: "string" },
    },
  });
  const { seed, target, case: index } = values;
  const unknown = target.find((name) => !TARGET_NAMES.includes(name as TargetName));
  if (unknown !== undefined)
    throw new Error(`--target takes ${TARGET_NAMES.join(", ")}, not ${JSON.stringify(unknown)}`);
  return {
    seconds: whole("--seconds", values.seconds),
    seed: seed === undefined ? Math.floor(Math.random() * 1_000_000) : whole("--seed", seed),
    targets: target as TargetName[],
    index: index === undefined ? undefined : whole("--case", index),
  };
}

function whole(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`${option} takes a whole number, not ${JSON.stringify(text)}`);
}
