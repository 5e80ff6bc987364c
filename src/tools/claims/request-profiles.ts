import { PairNumbers } from "../../text/collections/numbers.ts";
import { Blocks } from "./blocks.ts";
import { NumberProfile } from "./field-profile.ts";
import type { StepLines } from "./step-lines.ts";

/** Logs with more transitions have no steps that tell anything. */
const MAX_TRANSITIONS = 10_000;
/** Variants are no longer told if so many beginnings of them are known. */
const MAX_NODES = 50_000;
/** Requests with more steps have no variant. */
const MAX_STEPS = 64;
/** So many requests show what a step or a transition is a part of. */
const MAX_SAMPLES = 8;

/** What is before the first step of a request and after its last one, among events that count from 1. */
export const OUTSIDE = 0;

/** What a log has of one event, or of one event directly after another, in requests. */
export class StepProfile {
  requests = 0;
  /** The sum of how many lines come before it. */
  linesBefore = 0;
  readonly example: number;
  /** The last request with it. */
  last = -1;
  /** Seconds, for events since the first line, and in how many requests times are whole seconds. */
  durations: NumberProfile | undefined;
  whole = 0;
  /** The variants of the first requests with it. */
  readonly samples: number[] = [];

  constructor(example: number) {
    this.example = example;
  }
}

class RequestProfile {
  /** Blocks of requests. */
  readonly blocks = new Blocks();
  /** By event, and by the number of the pair. */
  readonly events: (StepProfile | undefined)[] = [];
  readonly transitions: (StepProfile | undefined)[] = [];
  /** How many requests have each variant. */
  readonly variants = new Map<number, number>();
}

/** What two logs have of the steps of their requests. */
export class RequestProfiles {
  readonly old = new RequestProfile();
  readonly new = new RequestProfile();
  /** Pairs of events, plus one. */
  readonly pairs = new PairNumbers();
  /** Beginnings of variants: the one before, plus one, and a step: twice an event from 1 on, plus one if repeated. */
  readonly nodes = new PairNumbers();
  /** What the current request is a sample of. */
  private readonly current: StepProfile[] = [];

  constructor(old: StepLines, next: StepLines) {
    for (const rows of old.requests()) this.add(this.old, old, rows);
    for (const rows of next.requests()) this.add(this.new, next, rows);
  }

  get hasTransitions(): boolean {
    return this.pairs.size < MAX_TRANSITIONS;
  }

  get hasVariants(): boolean {
    return this.nodes.size < MAX_NODES;
  }

  /** The steps of a variant; see `nodes`. */
  stepsOf(variant: number): number[] {
    const steps: number[] = [];
    for (let node = variant; node > 0; node = this.nodes.first(node - 1)) steps.push(this.nodes.second(node - 1));
    return steps.reverse();
  }

  private add(side: RequestProfile, lines: StepLines, rows: Uint32Array): void {
    side.blocks.next(lines.indexOf(rows[0]!));
    this.current.length = 0;
    let node = 0;
    let steps = 0;
    let isRepeated = false;
    for (let i = 0; i <= rows.length; i++) {
      const from = i === 0 ? OUTSIDE : lines.eventOf(rows[i - 1]!) + 1;
      const to = i === rows.length ? OUTSIDE : lines.eventOf(rows[i]!) + 1;
      if (to !== OUTSIDE) this.touch(side, side.events, to - 1, lines, i, i === 0 ? undefined : rows[0], rows[i]);
      if (this.hasTransitions) {
        const pair = this.pairs.of(from, to);
        this.touch(side, side.transitions, pair, lines, i, rows[i - 1], rows[i]);
      }
      if (from === to) isRepeated = true;
      else if (from !== OUTSIDE) {
        const isKept = node >= 0 && ++steps <= MAX_STEPS && this.hasVariants;
        node = isKept ? this.nodes.of(node, 2 * from + (isRepeated ? 1 : 0)) + 1 : -1;
        isRepeated = false;
      }
    }
    if (node < 0) return;
    side.variants.set(node, (side.variants.get(node) ?? 0) + 1);
    for (const { samples } of this.current) samples.push(node);
  }

  /** Counts the request, if that is the first time in it, with the time between two rows. */
  private touch(
    { blocks }: RequestProfile,
    profiles: (StepProfile | undefined)[],
    number: number,
    lines: StepLines,
    before: number,
    from: number | undefined,
    to: number | undefined,
  ): void {
    profiles[number] ??= new StepProfile(lines.indexOf((to ?? from)!));
    const profile = profiles[number];
    if (profile.last === blocks.lines) return;
    profile.last = blocks.lines;
    profile.requests++;
    profile.linesBefore += before;
    if (profile.samples.length < MAX_SAMPLES) this.current.push(profile);
    if (from === undefined || to === undefined) return;
    const value = lines.secondsBetween(from, to);
    if (Number.isNaN(value)) return;
    profile.durations ??= new NumberProfile(blocks);
    profile.durations.add({ value, hasUnit: true }, blocks.current, 1);
    if (lines.isWhole(from) || lines.isWhole(to)) profile.whole++;
  }
}
