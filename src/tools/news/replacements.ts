// Lines that stand in the place of a good line: between the same neighbours, and much like it.

import { countUpTo } from "../../text/collections/numbers.ts";
import { UNALIGNED } from "./alignment.ts";
import type { ComparedLog, GoodPlace } from "./compared-log.ts";
import { STATE } from "./failed-lines.ts";
import { hasCommitMessage, TRAIT } from "./line-traits.ts";
import type { Run } from "./run.ts";

/** Of the good shapes that differ from a line in one word, so many are looked for in its gap: more say no more. */
const MAX_SHAPES_OF_GAP = 8;
/** A line that takes the place of a much different one begins with as many of its words, so that it is its like. */
const MIN_COMMON_WORDS = 2;
/** These words are searched in so many bytes. */
const MAX_BEGINNING = 4096;

/** Notes in a log which of its lines stand in the place of a good one. */
export function findReplacements(log: ComparedLog): void {
  if (log.isCut) return;
  const { good, stored, partners, states } = log;
  const found = new Map<number, GoodPlace & { runs: number; shape: number }>();
  for (const [r, run] of good.entries()) {
    const gaps = new Gaps(run, partners[r]!);
    for (let i = 0; i < states.length; i++) {
      const state = states[i];
      if (state !== STATE.new && state !== STATE.value && state !== STATE.variant) continue;
      if (log.newShape(i).isOtherWorker) continue;
      gaps.moveTo(i);
      const goodIndex = partnerInGap(log, i, gaps);
      if (goodIndex === undefined) continue;
      const shape = run.shapes.at(goodIndex);
      const other = found.get(i);
      if (other === undefined) found.set(i, { goodIndex, source: stored.length + r, runs: 1, shape });
      else if (other.shape === shape) other.runs++;
    }
  }
  for (const [index, { source, goodIndex, runs }] of [...found].sort((a, b) => a[0] - b[0]))
    if (!isHead(log, index)) log.addChange({ index, source, goodIndex, isAgreed: runs === good.length });
}

/** Whether its own lines follow a line, so that it is the head of an event. */
function isHead(log: ComparedLog, index: number): boolean {
  const isNewBelow = log.states[index + 1] === STATE.new && log.has(index + 1, TRAIT.indented);
  return isNewBelow && !log.has(index, TRAIT.indented);
}

/** The line of the good run that stands in the place of the i-th one, if there is one. */
function partnerInGap(log: ComparedLog, i: number, gaps: Gaps): number | undefined {
  const { table, shapes } = log;
  const shape = log.shapeOf(i);
  const { words: own, holes } = log.newShape(i);
  const isFrame = log.has(i, TRAIT.indented) && shapes.words.text(own[0] ?? 0) === "at";
  if (isFrame) return undefined;
  for (const hole of holes) {
    if (!own.some((word, k) => k !== hole.word && shapes.words.isTelling(word))) continue;
    for (const partner of hole.partners.slice(0, MAX_SHAPES_OF_GAP)) {
      const goodIndex = gaps.find(partner);
      if (goodIndex === undefined) continue;
      // A line of another level is another line.
      const isOtherLevel = hole.word === 0 && levelOf(log, partner) !== levelOf(log, shape);
      if (isOtherLevel && levelOf(log, shape) !== TRAIT.errorLevel) continue;
      return goodIndex;
    }
  }
  const only = gaps.only();
  if (only === undefined) return undefined;
  const other = gaps.run.shapes.at(only);
  if (!beginAlike(table.shapes.bytes(shape), table.shapes.bytes(other))) return undefined;
  // Bad news is news, unless it is the message of a commit, or good runs have other lines there now and then.
  const isEverywhere = table.runsOf(other) === table.runCount;
  return log.isBad(i) && isEverywhere && !hasCommitMessage(table.shapes.bytes(shape)) ? undefined : only;
}

function levelOf({ table }: ComparedLog, shape: number): number {
  return table.traitsOf(shape) & (TRAIT.errorLevel | TRAIT.middleLevel | TRAIT.lowLevel);
}

function beginAlike(one: Buffer, other: Buffer): boolean {
  const [a, b] = [one, other].map((shape) =>
    shape.toString("latin1", 0, MAX_BEGINNING).trimStart().split(" ", MIN_COMMON_WORDS),
  ) as [string[], string[]];
  return a.length === MIN_COMMON_WORDS && a.every((word, i) => word === b[i]);
}

/** The lines of a good run between the partners of the lines before and after a line of the failed run. */
class Gaps {
  readonly run: Run;
  private readonly partners: Int32Array;
  /** By shape: the lines that have it and no partner. */
  private readonly places = new Map<number, number[]>();
  /** The lines of the failed run after the last one with a partner, up to the next one. */
  private from = 0;
  private to = 0;
  private goodFrom = 0;
  private goodTo = 0;

  constructor(run: Run, partners: Int32Array) {
    this.run = run;
    this.partners = partners;
    const isAligned = new Uint8Array(run.length);
    for (const partner of partners) if (partner !== UNALIGNED) isAligned[partner] = 1;
    for (const [i, shape] of run.shapes.values().entries()) {
      if (isAligned[i] === 1) continue;
      const places = this.places.get(shape) ?? [];
      if (places.push(i) === 1) this.places.set(shape, places);
    }
  }

  /** Moves to the gap of a line. Lines must come in order. */
  moveTo(index: number): void {
    if (index < this.to) return;
    const { partners, run } = this;
    let from = index;
    while (from > this.to && partners[from - 1] === UNALIGNED) from--;
    let to = index;
    while (to < partners.length && partners[to] === UNALIGNED) to++;
    this.goodFrom = from === 0 ? 0 : partners[from - 1]! + 1;
    this.goodTo = to === partners.length ? run.length : partners[to]!;
    this.from = from;
    this.to = to;
  }

  /** The first line of the gap with this shape. */
  find(shape: number): number | undefined {
    const places = this.places.get(shape) ?? [];
    const place = places[countUpTo(places, this.goodFrom - 1)];
    return place !== undefined && place < this.goodTo ? place : undefined;
  }

  /** The only line of the gap, if the gap is one line on either side. */
  only(): number | undefined {
    return this.to - this.from === 1 && this.goodTo - this.goodFrom === 1 ? this.goodFrom : undefined;
  }
}
