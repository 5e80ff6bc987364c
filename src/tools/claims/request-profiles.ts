import { PairNumbers } from "../../text/collections/numbers.ts";
import { Blocks } from "./blocks.ts";
import { NumberProfile } from "./field-profile.ts";
import { type StepLine, type StepLines, secondsBetween } from "./step-lines.ts";

/** Logs with more transitions have no steps that tell anything. */
const MAX_TRANSITIONS = 10_000;
/** Variants are no longer told if so many beginnings of them are known. */
const MAX_NODES = 50_000;
/** Requests with more steps have no variant. */
const MAX_STEPS = 64;
/** So many requests show what a transition is a part of. */
const MAX_SAMPLES = 8;

/** What is before the first step of a request and after its last one, among events that count from 1. */
export const OUTSIDE = 0;

/** What a log has of one event, or of one event directly after another, in requests. */
export class StepProfile {
  requests = 0;
  /** The line with which it comes first. */
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

/** What a log has of all requests. */
export class RequestProfile {
  /** Blocks of requests. */
  readonly blocks = new Blocks();
  /** By event, and by the number of the transition, and of the pair of the first and the last event. */
  readonly events: (StepProfile | undefined)[] = [];
  readonly transitions: (StepProfile | undefined)[] = [];
  readonly spans: (StepProfile | undefined)[] = [];
  /** How many requests have each variant. */
  readonly variants = new Map<number, number>();
}

/** What two logs have of the steps of their requests. */
export class RequestProfiles {
  readonly old = new RequestProfile();
  readonly new = new RequestProfile();
  /** Pairs of events, plus one. */
  readonly pairs = new PairNumbers();
  /** Steps after beginnings of variants: pairs of a node, plus one, and a step: twice an event, plus one if it is repeated. */
  readonly nodes = new PairNumbers();
  /** The transitions of the current request. */
  private readonly current: StepProfile[] = [];

  constructor(old: StepLines, next: StepLines) {
    for (const lines of old.requests()) this.add(this.old, lines);
    for (const lines of next.requests()) this.add(this.new, lines);
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

  private add(side: RequestProfile, lines: readonly StepLine[]): void {
    side.blocks.next();
    this.current.length = 0;
    let node = 0;
    let steps = 0;
    let before: StepLine | undefined;
    let isRepeated = false;
    for (const line of lines) {
      touch(side, side.events, line.event, line, before && lines[0], line);
      if (before !== undefined && before.event !== line.event) {
        node = this.nodeAfter(node, before, isRepeated, ++steps);
        isRepeated = false;
      } else if (before !== undefined) {
        isRepeated = true;
      }
      this.transition(side, before, line);
      before = line;
    }
    const last = before!;
    this.transition(side, last, undefined);
    node = this.nodeAfter(node, last, isRepeated, ++steps);
    const first = lines[0]!;
    if (steps > 2) this.span(side, first, last);
    if (node < 0) return;
    side.variants.set(node, (side.variants.get(node) ?? 0) + 1);
    for (const { samples } of this.current) if (samples.length < MAX_SAMPLES) samples.push(node);
  }

  private nodeAfter(node: number, { event }: StepLine, isRepeated: boolean, steps: number): number {
    if (node < 0 || steps > MAX_STEPS || !this.hasVariants) return -1;
    return this.nodes.of(node, 2 * event + (isRepeated ? 1 : 0)) + 1;
  }

  private transition(side: RequestProfile, from: StepLine | undefined, to: StepLine | undefined): void {
    if (!this.hasTransitions) return;
    const pair = this.pairs.of(from ? from.event + 1 : OUTSIDE, to ? to.event + 1 : OUTSIDE);
    const profile = touch(side, side.transitions, pair, to ?? from!, from, to);
    if (profile !== undefined) this.current.push(profile);
  }

  private span(side: RequestProfile, from: StepLine, to: StepLine): void {
    if (this.hasTransitions) touch(side, side.spans, this.pairs.of(from.event + 1, to.event + 1), to, from, to);
  }
}

/** Counts the request, if that is the first time in it; returns what is known then. */
function touch(
  { blocks }: RequestProfile,
  profiles: (StepProfile | undefined)[],
  number: number,
  { index }: StepLine,
  from?: StepLine,
  to?: StepLine,
): StepProfile | undefined {
  profiles[number] ??= new StepProfile(index);
  const profile = profiles[number];
  if (profile.last === blocks.lines) return undefined;
  profile.last = blocks.lines;
  profile.requests++;
  if (from === undefined || to === undefined) return profile;
  const value = secondsBetween(from, to);
  if (Number.isNaN(value)) return profile;
  profile.durations ??= new NumberProfile(blocks);
  profile.durations.add({ value, hasUnit: true }, blocks.current, 1);
  if (from.isWhole || to.isWhole) profile.whole++;
  return profile;
}
