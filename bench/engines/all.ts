import { join } from "node:path";
import type { Engine, EngineFiles } from "./engine.ts";

/** The names of the engines that all others are held against. */
export const OURS = "normalizer";
export const FLOOR = "floor: read, split, write";

/** The programs to be bundled. */
export const PROGRAMS = ["library", "alternation", "regexp-readline", "regexp-chunks", "floor"];

const all = (lines: number): number => lines;
/** For engines that try one rule after the other; enough for V8 to have compiled every expression long before the end. */
const fewerUnderManyRules = (lines: number, rules: number): number =>
  Math.min(lines, Math.max(5000, Math.round((lines * 20) / rules)));

/** All engines, where the command and the bundled programs lie in a folder; `other` is another build of the command. */
export function engines(folder: string, other: string | undefined): Engine[] {
  const whole = { lines: all, measuresItself: false, normalizes: true };
  const program = (name: string, ...rest: string[]): string[] => [
    process.execPath,
    join(folder, `${name}.mjs`),
    ...rest,
  ];
  const ours = (name: string, file: string): Engine => ({
    ...whole,
    name,
    command: ({ rules, log }) => [process.execPath, file, "-q", "-r", rules, log],
  });
  return [
    ours(OURS, join(folder, "normalizer.cjs")),
    ...(other === undefined ? [] : [ours("normalizer, other build", other)]),
    {
      name: "our library, in process",
      lines: (lines) => Math.ceil(lines / 4),
      command: ({ rules, log }) => program("library", rules, log),
      measuresItself: true,
      normalizes: true,
    },
    {
      name: "P.alt, in process",
      lines: (lines, rules) => Math.min(lines, Math.max(50, Math.ceil(100_000 / rules))),
      command: ({ rules, log }) => program("alternation", rules, log),
      measuresItself: true,
      normalizes: true,
    },
    {
      ...whole,
      name: "RegExps, readline",
      lines: fewerUnderManyRules,
      command: (files) => program("regexp-readline", files.textExpressions, files.log),
    },
    {
      ...whole,
      name: "RegExps, 64 KiB pieces",
      lines: fewerUnderManyRules,
      command: (files) => program("regexp-chunks", files.latin1Expressions, files.log),
    },
    { ...whole, name: FLOOR, command: ({ log }: EngineFiles) => program("floor", log), normalizes: false },
  ];
}
