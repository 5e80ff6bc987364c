// What a change that is made on purpose has: how well it can be seen, the lines with it, and which claims name it.
import type { Random } from "../bench/workloads/random.ts";
import { VISIBLE } from "./chance.ts";
import { type Field, groupBy, type Halves, type Line } from "./known-logs.ts";
import type { Claim } from "./summary-claims.ts";

export interface Change {
  /** The new half with the change. */
  readonly lines: readonly string[];
  readonly isNamedBy: (claim: Claim) => boolean;
}

export interface Candidate {
  readonly kind: string;
  readonly halves: Halves;
  readonly what: string;
  /** See chance.ts. */
  readonly evidence: number;
  /** Undefined if the change would change more than it should. */
  readonly make: () => Change | undefined;
}

export const DURATION = "duration + 20 %";
export const KINDS = [
  ...["renamed event", "new field value", "status share x 3", "rate x 2", DURATION],
  ...["step left out", "step added", "order of two steps"],
];

/** Words that no log of a computer has. */
export const WORDS = ["marzipan", "pumpernickel", "rutabaga", "kohlrabi", "gooseberry"];
/** The longer words between the fields of a line. */
export function wordsOf({ literals }: Line): string[] {
  return literals.flatMap((literal) => literal.match(/(?<![\w.])[A-Za-z]{4,}(?![\w.])/g) ?? []);
}

/** The line with its literal word replaced where that stands first. */
export function reword({ literals, text }: Line, word: string, other: string): string {
  let from = 0;
  for (const literal of literals) {
    from = text.indexOf(literal, from);
    const at = literal.search(new RegExp(`(?<![\\w.])${word}(?![\\w.])`));
    if (at >= 0) return replaceAt(text, { from: from + at, to: from + at + word.length }, other);
    from += literal.length;
  }
  throw new Error(`There is no word ${word} between the fields of: ${text}`);
}

export function replaceAt(text: string, { from, to }: Pick<Field, "from" | "to">, value: string): string {
  return text.slice(0, from) + value + text.slice(to);
}

export function sample<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const rest = [...items];
  for (let i = 0; i < Math.min(count, rest.length); i++) {
    const other = i + random.below(rest.length - i);
    [rest[i], rest[other]] = [rest[other]!, rest[i]!];
  }
  return rest.slice(0, count);
}

/** So many of the changes that chance does not explain, from as many logs as there are; and how many there were. */
export function choose(
  all: readonly Candidate[],
  count: number,
  random: Random,
): { visible: number; chosen: { candidate: Candidate; change: Change }[] } {
  const visible = sample(all, all.length, random).filter(({ evidence }) => evidence >= VISIBLE);
  const queues = [...groupBy(visible, ({ halves }) => halves.log.name).values()];
  const chosen: { candidate: Candidate; change: Change }[] = [];
  while (chosen.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const candidate = queue.pop();
      const change = chosen.length < count ? candidate?.make() : undefined;
      if (candidate && change) chosen.push({ candidate, change });
    }
  }
  return { visible: visible.length, chosen };
}
