/** How many of so many lines an engine is given under so many rules. */
export type LineCount = (of: number, rules: number) => number;

export const all: LineCount = (of) => of;

/** For engines that try one rule after the other; enough for V8 to have compiled every expression long before the end. */
export const fewerUnderManyRules: LineCount = (of, rules) =>
  Math.min(of, Math.max(5000, Math.round((of * 20) / rules)));

/** For those that do it slowly. */
export const few: LineCount = (of, rules) => Math.min(of, Math.max(2000, Math.round(of / rules)));
