// What runs of the same work prove: a field whose values differ between them is noise, and one that all have alike says
// what the work is.

import { type ValueBudget, ValueCounts } from "../text/collections/value-counts.ts";
import { keptValue } from "../text/collections/value-key.ts";
import { Masker } from "../text/masks/masker.ts";

/** The values of the runs are the same, or are so once they are masked, or are noise. */
export type Proof = "same" | "masked" | "noise";

interface Place {
  readonly isInHeader: boolean;
  /** Whether the values tell events apart, although they are numbers. */
  readonly areStates: boolean;
}

/** Words that one run alone has belong to lines that come and go, unless this share of lines has some. */
const MIN_NEW_WORDS = 0.5;
/** The same for columns of headers, in which all lines are together. */
const MIN_NEW_IN_HEADER = 0.1;
/** What tells states and events apart, as numbers and ids do not. */
const WORDS = /^[A-Za-z_ -]*$/;

const LETTER = /[A-Za-z]/;

const masker = new Masker();

function maskedText(value: Buffer): Buffer {
  const target = Buffer.alloc(masker.room(value, 0, value.length));
  return target.subarray(0, masker.write(value, 0, value.length, target, 0));
}

/** The values that one place has in each run. Each run is compared with the next one, and the last with the first. */
export class RunValues {
  /** Whether the same values come in other lines in each run, so that several numbers among them are noise. */
  areMixed = false;

  private readonly pairs: readonly ValueCounts[];

  constructor(runCount: number, budget: ValueBudget) {
    this.pairs = Array.from({ length: runCount === 2 ? 1 : runCount }, () => new ValueCounts(budget));
  }

  add(bytes: Buffer, from: number, to: number, run: number): void {
    const { pairs } = this;
    pairs[run]?.add(bytes, from, to, 0);
    if (run > 0) pairs[run - 1]!.add(bytes, from, to, 1);
    else if (pairs.length > 1) pairs.at(-1)!.add(bytes, from, to, 1);
  }

  proof(place: Place): Proof | undefined {
    const varies = this.varies(place);
    if (varies === false && this.areMixed && this.pairs.some(areNumbers)) return "masked";
    if (varies !== true) return varies === undefined ? undefined : "same";
    return this.varies(place, maskedText) === true ? "noise" : "masked";
  }

  private varies(place: Place, textOf?: (value: Buffer) => Buffer): boolean | undefined {
    const known = this.pairs.filter(({ totals }) => totals[0] > 0 && totals[1] > 0);
    const answers = known.map((pair) => variesIn(pair, place, textOf));
    if (answers.includes(true)) return true;
    return answers.length === 0 || answers.includes(undefined) ? undefined : false;
  }
}

function areNumbers(values: ValueCounts): boolean {
  return values.distinct > 1 && [...values.sampled()].every(({ key }) => !LETTER.test(key.toString("latin1")));
}

/** How often each run has each text that `textOf` makes of values. Of long values only the beginnings are known. */
export function countsByText(values: ValueCounts, textOf: (value: Buffer) => Buffer): Map<string, [number, number]> {
  const byText = new Map<string, [number, number]>();
  for (const { key, counts } of values.sampled()) {
    const { bytes, cut } = keptValue(key);
    const text = (cut ? key : textOf(bytes)).toString("latin1");
    const known = byText.get(text) ?? [0, 0];
    byText.set(text, [known[0] + counts[0], known[1] + counts[1]]);
  }
  return byText;
}

/** Whether values vary between two runs; undefined if that is unclear, because lines may come and go. */
function variesIn(
  values: ValueCounts,
  { isInHeader, areStates }: Place,
  textOf: (value: Buffer) => Buffer = (value) => value,
): boolean | undefined {
  const [shorter, longer] = values.totals[0] < values.totals[1] ? ([0, 1] as const) : ([1, 0] as const);
  const byText = countsByText(values, textOf);
  let all = 0;
  let more = 0;
  let alone = 0;
  for (const counts of byText.values()) {
    all += counts[shorter];
    more += Math.max(0, counts[shorter] - counts[longer]);
    if (counts[longer] === 0) alone += counts[shorter];
  }
  if (more === 0) return false;
  if (areStates || [...byText.keys()].every((text) => WORDS.test(text)))
    return alone >= MIN_NEW_WORDS * all ? true : undefined;
  return !isInHeader || more >= MIN_NEW_IN_HEADER * all ? true : undefined;
}
