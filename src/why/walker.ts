import type { Element } from "../matcher/pattern.ts";
import { Steps, type Way } from "./steps.ts";
import { type Meter, type Stop, walk } from "./walk.ts";

/**
 * So many places of a line are gone through to explain it, and a walk that has begun is given up at twice as many: a second
 * or two at the worst. Of a line of kilobytes all is tried; of one of megabytes perhaps fewer rules, and of edits only the
 * smallest.
 */
const MOST_PLACES = 10_000_000;

/** So many places are gone through in the time in which an element of an edited pattern is made ready. */
const PLACES_FOR_ELEMENT = 64;

/** Walks patterns along one line. */
export class Walker {
  readonly line: Buffer;
  private readonly meter: Meter = { count: 0, most: 2 * MOST_PLACES };
  /** Those of the line alone: edits have texts of it, and a log has no end. */
  private readonly steps = new Steps();

  constructor(line: Buffer) {
    this.line = line;
  }

  /** Whether more than a part of what may be spent has been. */
  hasSpent(part: number): boolean {
    return this.meter.count > part * MOST_PLACES;
  }

  walk(elements: readonly Element[]): Stop | undefined {
    this.meter.count += PLACES_FOR_ELEMENT * sizeOf(elements);
    return this.walkAlong(this.steps.way(elements));
  }

  /** Along a way that is known already. */
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
