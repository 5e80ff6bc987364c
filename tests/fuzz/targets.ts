import { commands } from "./commands.ts";
import { logs } from "./logs.ts";
import { rules } from "./rules.ts";
import type { Target } from "./target.ts";

export const TARGETS = { rules, logs, commands } as const satisfies Record<string, Target<unknown>>;

export type TargetName = keyof typeof TARGETS;

export const TARGET_NAMES = Object.keys(TARGETS) as TargetName[];

export function targetNamed(name: TargetName): Target<unknown> {
  return TARGETS[name];
}
