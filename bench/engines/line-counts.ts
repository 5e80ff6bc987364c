/** How many of this many lines an engine gets with this many rules. */
export type LineCount = (of: number, rules: number) => number;

export const all: LineCount = (of) => of;

/** For engines that try one rule after the other. Enough for V8 to compile every expression long before the end. */
export const fewerUnderManyRules: LineCount = (of, rules) =>
  Math.min(of, Math.max(5000, Math.round((of * 20) / rules)));

/** For slow engines of that sort. */
export const few: LineCount = (of, rules) => Math.min(of, Math.max(2000, Math.round(of / rules)));
