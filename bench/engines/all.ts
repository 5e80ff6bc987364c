import { join } from "node:path";
import { beside } from "./beside.ts";
import { areUntyped } from "./converters/convertible-rule.ts";
import { asLatin1, asText, namedRegexpModule, regexpModule } from "./converters/regexp-module.ts";
import type { Engine, EngineFiles } from "./engine.ts";
import { isInstalled } from "./installed.ts";
import { all, fewerUnderManyRules } from "./line-counts.ts";
import { PEERS } from "./peers.ts";

/** The engines that all others are compared with. */
export const OURS = "normalizer";
export const FLOOR = "floor: read, split, write";
/** The build given by `--other`. */
export const OTHER = "normalizer, other build";
/** What a careful programmer would use instead of us. */
export const RIVAL = "RegExps, 64 KiB pieces";

/** The programs to be bundled. */
export const PROGRAMS = ["library", "alternation", "regexp-by-hand", "regexp-readline", "regexp-chunks", "floor"];

const expressions = {
  named: (files: EngineFiles) => beside(files, "rules-named.mjs", () => namedRegexpModule(files.templates)),
  text: (files: EngineFiles) => beside(files, "rules-text.mjs", () => regexpModule(files.templates, asText)),
  latin1: (files: EngineFiles) => beside(files, "rules-latin1.mjs", () => regexpModule(files.templates, asLatin1)),
};

/**
 * All engines that can run here. `folder` holds the command and the bundled programs; `other` is another build of the
 * command.
 */
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
    ...(other === undefined ? [] : [ours(OTHER, other)]),
    {
      name: "our library, in process",
      lines: (lines) => Math.ceil(lines / 4),
      command: ({ rules, log }) => program("library", rules, log),
      measuresItself: true,
      normalizes: true,
    },
    {
      name: "P.alt, in process",
      takes: areUntyped,
      lines: (lines, rules) => Math.min(lines, Math.max(50, Math.ceil(100_000 / rules))),
      command: ({ rules, log }) => program("alternation", rules, log),
      measuresItself: true,
      normalizes: true,
    },
    {
      ...whole,
      name: "RegExps, readline, as people write it",
      lines: fewerUnderManyRules,
      command: (files) => program("regexp-by-hand", expressions.named(files), files.log),
    },
    {
      ...whole,
      name: "RegExps, readline, fewer writes",
      lines: fewerUnderManyRules,
      command: (files) => program("regexp-readline", expressions.text(files), files.log),
    },
    {
      ...whole,
      name: RIVAL,
      lines: fewerUnderManyRules,
      command: (files) => program("regexp-chunks", expressions.latin1(files), files.log),
    },
    ...PEERS.filter(({ program }) => isInstalled(program)),
    { ...whole, name: FLOOR, command: ({ log }: EngineFiles) => program("floor", log), normalizes: false },
  ];
}

/** The names of the engines that are left out because their programs are not installed. */
export function leftOut(): string[] {
  return PEERS.filter(({ program }) => !isInstalled(program)).map(({ name }) => name);
}
