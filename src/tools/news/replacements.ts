// Lines that stand in the place of a good line: between the same neighbours, and much like it.

import { countUpTo } from "../../text/collections/numbers.ts";
import { UNALIGNED } from "./alignment.ts";
import type { ComparedLog, GoodPlace } from "./compared-log.ts";
import { STATE } from "./failed-lines.ts";
import { TRAIT } from "./line-traits.ts";
import type { Run } from "./run.ts";

/** Of the good shapes that differ from a line in one word, so many are looked for in its gap: more say no more. */
const MAX_SHAPES_OF_GAP = 8;
/** A line that takes the place of a much different one begins with as many of its words, so that it is its like. */
const MIN_COMMON_WORDS = 2;
/** These words are searched in so many bytes. */
const MAX_BEGINNING = 4096;

interface Partner {
  readonly goodIndex: number;
  readonly isDoubtful: boolean;
}

/** Notes in a log which of its lines stand in the place of a good one. */
export function findReplacements(log: ComparedLog): void {
  if (log.isCut) return;
  const { good, stored, partners, states } = log;
  const wanted = wantedPartners(log);
  const found = new Map<number, Partner & GoodPlace & { runs: number; shape: number }>();
  for (const [r, run] of good.entries()) {
    const gaps = new Gaps(run, partners[r]!, wanted);
    for (let i = 0; i < states.length; i++) {
      const state = states[i];
      if (state !== STATE.new && state !== STATE.value && state !== STATE.variant) continue;
      if (log.newShape(i).isOtherWorker) continue;
      gaps.moveTo(i);
      const partner = partnerInGap(log, i, gaps);
      if (partner === undefined) continue;
      const shape = run.shapes.at(partner.goodIndex);
      const other = found.get(i);
      if (other === undefined) found.set(i, { ...partner, source: stored.length + r, runs: 1, shape });
      else if (other.shape === shape) other.runs++;
    }
  }
  for (const [index, { source, goodIndex, isDoubtful, runs }] of [...found].sort((a, b) => a[0] - b[0]))
    if (isHead(log, index)) log.heads.push({ source, goodIndex });
    else log.addChange({ index, source, goodIndex, isAgreed: runs === good.length, isDoubtful });
}

/** Whether its own lines follow a line, so that it is the head of an event. */
function isHead(log: ComparedLog, index: number): boolean {
  const isNewBelow = log.states[index + 1] === STATE.new && log.has(index + 1, TRAIT.indented);
  return isNewBelow && !log.has(index, TRAIT.indented);
}

/** By shape: 1 for good ones that differ from a new one in one word. */
function wantedPartners({ table, newShapes, shapes }: ComparedLog): Uint8Array {
  const wanted = new Uint8Array(table.size);
  for (const shape of newShapes)
    for (const { partners } of shapes.of(shape).holes) for (const partner of partners) wanted[partner] = 1;
  return wanted;
}

/** The line of the good run that stands in the place of the i-th one, if there is one. */
function partnerInGap(log: ComparedLog, i: number, gaps: Gaps): Partner | undefined {
  const { table, shapes } = log;
  const shape = log.shapeOf(i);
  const own = shapes.words.of(shape);
  const isFrame = log.has(i, TRAIT.indented) && shapes.words.text(own[0] ?? 0) === "at";
  if (isFrame) return undefined;
  for (const hole of log.newShape(i).holes) {
    if (!own.some((word, k) => k !== hole.word && shapes.words.isTelling(word))) continue;
    for (const partner of hole.partners.slice(0, MAX_SHAPES_OF_GAP)) {
      const goodIndex = gaps.find(partner);
      if (goodIndex === undefined) continue;
      // A line of another level is another line.
      const isOtherLevel = hole.word === 0 && levelOf(log, partner) !== levelOf(log, shape);
      if (isOtherLevel && levelOf(log, shape) !== TRAIT.errorLevel) continue;
      return { goodIndex, isDoubtful: false };
    }
  }
  const only = gaps.only();
  if (only === undefined) return undefined;
  const other = gaps.run.shapes.at(only);
  if (!beginAlike(table.shapes.bytes(shape), table.shapes.bytes(other))) return undefined;
  const isEverywhere = table.runsOf(other) === table.runCount;
  return { goodIndex: only, isDoubtful: log.isBad(i) && (table.runCount === 1 || isEverywhere) };
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

  constructor(run: Run, partners: Int32Array, wanted: Uint8Array) {
    this.run = run;
    this.partners = partners;
    const isAligned = new Uint8Array(run.length);
    for (const partner of partners) if (partner !== UNALIGNED) isAligned[partner] = 1;
    for (let i = 0; i < run.length; i++) {
      const shape = run.shapes.at(i);
      if (isAligned[i] === 1 || wanted[shape] === 0) continue;
      const places = this.places.get(shape);
      if (places === undefined) this.places.set(shape, [i]);
      else places.push(i);
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
