import { commands } from "./commands.ts";
import { imports } from "./import.ts";
import { logs } from "./logs.ts";
import { rules } from "./rules.ts";
import type { Target } from "./target.ts";

export const TARGETS = { rules, logs, commands, import: imports } as const satisfies Record<string, Target<unknown>>;

export type TargetName = keyof typeof TARGETS;

export const TARGET_NAMES = Object.keys(TARGETS) as TargetName[];

export function targetNamed(name: TargetName): Target<unknown> {
  return TARGETS[name];
}
