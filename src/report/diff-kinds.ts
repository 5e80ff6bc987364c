import { MAX_KNOWN_BYTES, shapeOf } from "../run/known-lines.ts";
import { isBadWord } from "../tools/news/line-traits.ts";

/** How many kinds a report has at most, and how many characters of each. */
const MAX_KINDS = 200;
const MAX_TEXT = 300;

/** The line that tells what an event is about, and how many lines the event has. */
export interface TellingLine {
  readonly file: string;
  readonly line: number;
  readonly output: string;
  readonly count: number;
}

/** Events whose telling lines differ only in what varies. */
export interface DiffKind {
  /** The first one: of the new log, if it has one. */
  readonly first: TellingLine;
  /** How many are only in the old log, and in the new one, and how many lines have other values in both. */
  old: number;
  new: number;
  changed: number;
}

export class DiffKinds {
  private readonly byShape = new Map<string, DiffKind>();

  /** Counts an event by the output of its telling line. */
  add(what: "old" | "new" | "changed", output: Buffer, { file, line, output: text, count }: TellingLine): void {
    const shape = shapeOf(output, 0, Math.min(output.length, MAX_KNOWN_BYTES));
    const { first, ...counts } = this.byShape.get(shape) ?? { old: 0, new: 0, changed: 0 };
    const isFirst = first === undefined || (what !== "old" && counts.new + counts.changed === 0);
    counts[what]++;
    const own = { file, line, output: text.slice(0, MAX_TEXT), count };
    this.byShape.set(shape, { first: isFirst ? own : first, ...counts });
  }

  /** Of the new log, of the old one, then of both: bad news first, then stack traces, then what is rare. */
  get ranked(): DiffKind[] {
    const kinds = [...this.byShape].map(([shape, kind]) => {
      const { old, new: next, changed, first } = kind;
      const side = changed > 0 || (old > 0 && next > 0) ? 2 : old > 0 ? 1 : 0;
      return { kind, rank: [side, isBadWord(shape) ? 0 : 1, first.count > 1 ? 0 : 1, old + next + changed] };
    });
    const difference = (a: readonly number[], b: readonly number[]): number =>
      a.map((number, i) => number - b[i]!).find((difference) => difference !== 0) ?? 0;
    return kinds
      .sort((a, b) => difference(a.rank, b.rank))
      .slice(0, MAX_KINDS)
      .map(({ kind }) => kind);
  }
}
