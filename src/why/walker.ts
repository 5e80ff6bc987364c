import { Line } from "../matcher/line/line.ts";
import type { Element } from "../matcher/pattern.ts";
import { Steps, type Way } from "./steps.ts";
import { type Meter, type Stop, walk } from "./walk.ts";

/**
 * So many places of a line are passed to explain it; a walk that has begun goes on to twice as many. That takes a second or
 * two at worst. For a line of kilobytes all is tried; for one of megabytes perhaps fewer rules, and only the smallest edits.
 */
const MOST_PLACES = 10_000_000;

/** How many places are passed in the time that it takes to make an element of an edited pattern ready. */
const PLACES_FOR_ELEMENT = 64;

/** Walks patterns along one line. */
export class Walker {
  readonly line: Buffer;
  private readonly meter: Meter = { count: 0, most: 2 * MOST_PLACES };
  /** Kept for this line only: edits have texts of their line, and a log has no end. */
  private readonly steps: Steps;

  constructor(line: Buffer) {
    this.line = line;
    const current = new Line();
    current.begin(0, line.length);
    this.steps = new Steps(current);
  }

  /** Whether more than this share of what may be spent is spent. */
  hasSpent(part: number): boolean {
    return this.meter.count > part * MOST_PLACES;
  }

  /** Where elements stop on the line; undefined if they match it. */
  walk(elements: readonly Element[]): Stop | undefined {
    this.meter.count += PLACES_FOR_ELEMENT * sizeOf(elements);
    return this.walkAlong(this.steps.way(elements));
  }

  /** The same, along a way that is known already. */
  walkAlong(way: Way): Stop | undefined {
    return walk(way, this.line, this.meter);
  }
}

function sizeOf(elements: readonly Element[]): number {
  return elements.reduce((size, element) => {
    if (!("alternatives" in element)) return size + 1;
    return element.alternatives.reduce((sum, branch) => sum + sizeOf(branch), size + 1);
  }, 0);
}
