import type { Sketch } from "./sketch.ts";

/** What may have changed, and how much that tells if it is as sure and concerns as many lines. */
export const IMPORTANCE = {
  new: 4,
  gone: 2,
  more: 1,
  fewer: 1,
  new_value: 3,
  gone_value: 1,
  share: 2,
  slower: 2,
  faster: 1,
  larger: 1,
  smaller: 1,
  new_variant: 2,
  gone_variant: 1,
} as const;

export type Change = keyof typeof IMPORTANCE;

export const CHANGES = Object.keys(IMPORTANCE) as readonly Change[];

/** What there is of each of two logs. */
export type Both<Item> = Readonly<Record<"old" | "new", Item>>;

/** How many of how many lines or, in claims on steps and variants, requests. */
export interface Frequency {
  readonly count: number;
  readonly total: number;
}

/** Quantiles of numbers as they are written or, if they have units of time, of seconds; and of times between steps. */
export interface Distribution {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

/** Lines of one rule or, without a rule, of one shape: the masked text. */
export interface EventName {
  /** The name of the rule; undefined for a shape. */
  readonly rule: string | undefined;
  /** The path of its file, if there are several. */
  readonly ruleFile?: string | undefined;
  readonly shape?: string | undefined;
}

/** A line that shows what is claimed: the index among the compared lines of its side. */
export interface ExampleLine {
  readonly side: keyof Both<unknown>;
  readonly index: number;
}

/** The usual sequence of steps, up to a change and after it. */
export interface StepSequence {
  /** What became of the step; `direct` if two steps come right after each other, and no step explains why. */
  readonly kind: "inserted" | "removed" | "moved" | "repeated" | "single" | "direct";
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A difference between two logs that chance does not explain. */
export interface Claim extends EventName {
  readonly change: Change;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  /** The steps of a request that a claim is about, as `stepName` says. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What frequencies count, `lines` or `requests`; or the unit of quantiles, as far as it is known: `s`, `ms`. */
  readonly unit: string;
  readonly old: Frequency | Distribution;
  readonly new: Frequency | Distribution;
  /** From 0 to 1: one minus the probability of any such claim by chance, whatever the number of questions. */
  readonly confidence: number;
  /** How important it is. Not shown. */
  readonly weight: number;
  readonly example?: ExampleLine | undefined;
  /** For pictures, and not in JSON: the numbers of both logs, and the steps around a change. */
  readonly numbers?: Both<Sketch>;
  readonly sequence?: StepSequence;
}

/** What is compared of a run: a logarithm, and the variance that chance gives it. */
export interface Effect {
  readonly value: number;
  readonly variance: number;
}

export interface Effects {
  readonly good: readonly Effect[];
  readonly next: Effect | undefined;
}

/** Whether two logs differ in one respect: what is asked before anything is claimed. */
export interface Question {
  /** The probability of such a difference, or a larger one, by chance. Asked only if there may be an answer. */
  readonly p: () => number;
  /** The least probability that these counts allow. Questions that no counts could answer are not asked. */
  readonly least: number;
  /** What is compared, in each of several good runs that has it, and in the new one; absent if only chance counts. */
  readonly effects?: (() => Effects) | undefined;
  /** What is claimed if the answer is yes. */
  claims(confidence: number): readonly Claim[];
}

export function isFrequency(facts: Frequency | Distribution): facts is Frequency {
  return "count" in facts;
}

export function eventKey({ rule, ruleFile, shape }: EventName): string {
  return JSON.stringify([rule, ruleFile, shape]);
}
