// The requests of logs, by the ids of their lines: which steps they have, and how long these take.

import type { LineTime } from "../../run/line-time.ts";
import { doubled, NumberList, NumberLists, PairNumbers } from "../../text/collections/numbers.ts";
import { Blocks } from "./blocks.ts";
import type { Both } from "./claim.ts";
import { NumberProfile } from "./profile.ts";

const INITIAL_CAPACITY = 1024;
/** In seconds. Times that are written with decimals are no whole seconds: they are later by this much at least. */
const FRACTION = 1e-6;

/** The lines of a log that have the id of a request. Takes 20 bytes for each, and half as much again while it grows. */
export class StepLines {
  private readonly groups = new NumberList();
  private readonly indexes = new NumberList();
  private readonly events = new NumberList();
  private times = new Float64Array(INITIAL_CAPACITY);
  private lastGroup = 0;

  /** Adds a line. `time` is that of the line; undefined if it has none. */
  add(group: number, event: number, index: number, time: LineTime["instant"] | undefined): void {
    const { length } = this.groups;
    if (length === this.times.length) this.times = doubled(this.times);
    const fraction = time && Math.max(time.nanoseconds / 1e9, time.decimals === 0 ? 0 : FRACTION);
    this.groups.push(group);
    this.indexes.push(index);
    this.events.push(event);
    this.times[length] = time === undefined ? Number.NaN : time.seconds + fraction!;
    this.lastGroup = Math.max(this.lastGroup, group);
  }

  /**
   * The rows of the lines of each request. They are in order of time if all have one, since the services of a system
   * log apart. Valid until the next one.
   */
  *requests(): Generator<Uint32Array> {
    const groups = this.groups.values();
    const lists = new NumberLists(this.lastGroup + 1, (take) => {
      for (let i = 0; i < groups.length; i++) take(groups[i]!, i);
    });
    for (let group = 0; group <= this.lastGroup; group++) {
      const rows = lists.of(group);
      if (rows.length === 0) continue;
      if (!rows.some((row) => Number.isNaN(this.times[row]!))) rows.sort((a, b) => this.secondsBetween(b, a) || a - b);
      yield rows;
    }
  }

  eventOf(row: number): number {
    return this.events.at(row);
  }

  indexOf(row: number): number {
    return this.indexes.at(row);
  }

  isWhole(row: number): boolean {
    return this.times[row]! % 1 === 0;
  }

  /** NaN if a time is missing. Times in whole seconds are told from others by these alone. */
  secondsBetween(from: number, to: number): number {
    const [begin, end] = [this.times[from]!, this.times[to]!];
    return this.isWhole(from) || this.isWhole(to) ? Math.floor(end) - Math.floor(begin) : end - begin;
  }
}

/** Logs with more transitions have no steps that tell anything. */
const MAX_TRANSITIONS = 10_000;
/** Further variants are not told. */
const MAX_VARIANTS = 10_000;
/** Requests with more steps have no variant. */
const MAX_STEPS = 64;
/** So many requests show what a step or a transition is a part of. */
const MAX_SAMPLES = 8;
/** What is before the first step of a request and after its last one, among events that count from 1. */
export const OUTSIDE = 0;

/** The steps of requests, each twice an event, plus one if it comes several times in a row. */
export type Variant = readonly number[];

/** What a log has of one event, or of one event directly after another, in requests. */
export class StepProfile {
  requests = 0;
  /** The sum of how many lines come before it. */
  linesBefore = 0;
  readonly example: number;
  last = -1;
  /** Seconds, for events since the first line, and in how many requests these are whole seconds. */
  readonly durations: NumberProfile;
  whole = 0;
  readonly samples: Variant[] = [];

  constructor(example: number, blocks: Blocks) {
    this.example = example;
    this.durations = new NumberProfile(blocks);
  }
}

/** What both logs have of one event, or of one event directly after another. Events count from 1. */
export interface StepPair extends Partial<Both<StepProfile>> {
  readonly from: number;
  readonly to: number;
}

class SideRequests {
  readonly blocks = new Blocks();
  readonly variants = new Map<string, { readonly steps: Variant; requests: number }>();

  /** The variants, the most frequent first. */
  get frequent(): Variant[] {
    return [...this.variants.values()].sort((a, b) => b.requests - a.requests).map(({ steps }) => steps);
  }
}

/** What two logs have of the steps of their requests. */
export class RequestProfiles {
  readonly old = new SideRequests();
  readonly new = new SideRequests();
  /** By event; `from` is `OUTSIDE`. */
  readonly events: StepPair[] = [];
  readonly transitions: StepPair[] = [];
  private readonly numbers = new PairNumbers();

  constructor(steps: Both<StepLines>) {
    for (const side of ["old", "new"] as const)
      for (const rows of steps[side].requests()) this.add(side, steps[side], rows);
  }

  get total(): Both<number> {
    return { old: this.old.blocks.lines, new: this.new.blocks.lines };
  }

  get hasTransitions(): boolean {
    return this.numbers.size < MAX_TRANSITIONS;
  }

  get hasVariants(): boolean {
    return Math.max(this.old.variants.size, this.new.variants.size) < MAX_VARIANTS;
  }

  private add(side: "old" | "new", lines: StepLines, rows: Uint32Array): void {
    const { blocks, variants } = this[side];
    blocks.next();
    /** What the request may be a sample of. */
    const touched: StepProfile[] = [];
    /** Counts the request, if that was not done, with the time from another of its lines. */
    const touch = (pair: { -readonly [Key in keyof StepPair]: StepPair[Key] }, i: number, begin?: number): void => {
      const end = rows[i];
      pair[side] ??= new StepProfile(lines.indexOf((end ?? begin)!), blocks);
      const profile = pair[side];
      if (profile.last === blocks.lines) return;
      profile.last = blocks.lines;
      profile.requests++;
      profile.linesBefore += i;
      if (profile.samples.length < MAX_SAMPLES) touched.push(profile);
      if (begin === undefined || end === undefined || begin === end) return;
      const value = lines.secondsBetween(begin, end);
      if (Number.isNaN(value)) return;
      profile.durations.add({ value, hasUnit: true });
      if (lines.isWhole(begin) || lines.isWhole(end)) profile.whole++;
    };
    const steps: number[] = [];
    let from = OUTSIDE;
    for (let i = 0; i <= rows.length; i++) {
      const to = i === rows.length ? OUTSIDE : lines.eventOf(rows[i]!) + 1;
      if (to !== OUTSIDE) {
        this.events[to] ??= { from: OUTSIDE, to };
        touch(this.events[to], i, rows[0]);
      }
      if (this.hasTransitions) {
        const number = this.numbers.of(from, to);
        this.transitions[number] ??= { from, to };
        touch(this.transitions[number], i, rows[i - 1]);
      }
      if (from === to) steps.push(2 * (steps.pop()! >> 1) + 1);
      else if (to !== OUTSIDE) steps.push(2 * to);
      from = to;
    }
    if (steps.length > MAX_STEPS) return;
    const key = steps.join(" ");
    const known = variants.get(key);
    if (known === undefined && !this.hasVariants) return;
    const variant = known ?? { steps, requests: 0 };
    variant.requests++;
    variants.set(key, variant);
    for (const { samples } of touched) samples.push(variant.steps);
  }
}
