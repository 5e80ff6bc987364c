import { Recognizer } from "../normalization/recognizer.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { NamedLog } from "../normalization/run.ts";
import { type Statistics, statisticsOf } from "../normalization/statistics.ts";
import { LineReader } from "../streams/line-reader.ts";
import { type Shape, Shapes } from "./shapes.ts";

/** To whom a rule lost lines that it matches, and how many. */
export interface Loss {
  readonly to: number;
  readonly count: number;
}

/** What became of the lines that a rule matches. */
export interface RuleCoverage {
  readonly won: number;
  /** Lines that followed those that it won. */
  readonly followed: number;
  /** The most first. */
  readonly lost: readonly Loss[];
  /** Further lines lost, to rules that are not told apart. */
  readonly lostToOthers: number;
}

/** So many pairs of a rule and one to which it lost are told apart. Rules can be made up that all lose to each other. */
const MOST_PAIRS = 1_000_000;

/** What rules made of logs. */
export interface Coverage {
  readonly statistics: Statistics;
  /** By the indexes of the rules. */
  readonly rules: readonly RuleCoverage[];
  /** Of the lines that no rule matches. */
  readonly shapes: readonly Shape[];
  /** Lines that no rule matches, of further shapes. */
  readonly uncounted: number;
}

/** Reads logs and counts whose their lines are. Rejects with the failure of a log. */
export async function coverageOf(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  signal: AbortSignal | undefined,
  stripsAnsi = false,
): Promise<Coverage> {
  const counting = new Counting(rulebook);
  const reader = new LineReader({ signal, stripsAnsi });
  for (const log of logs) {
    const take = (): void => {
      while (reader.next()) counting.add(reader, log.name);
    };
    try {
      await reader.read(log.open(), take, { linesBefore: 0, isBeginning: true });
    } catch (error) {
      throw log.failure(error);
    }
  }
  return counting.coverage;
}

class Counting {
  private readonly rulebook: Rulebook;
  private readonly recognizer: Recognizer;
  /** Of each kind its rule. */
  private readonly ruleOf: readonly number[];
  private readonly won: number[];
  private readonly followed: number[];
  /** Of each rule the lines lost, by the winner. */
  private readonly lost: readonly Map<number, number>[];
  private readonly lostToOthers: number[];
  private pairs = 0;
  private readonly shapes = new Shapes();
  private processed = 0;
  private matched = 0;

  constructor(rulebook: Rulebook) {
    const { rules, followers } = rulebook;
    this.rulebook = rulebook;
    this.recognizer = new Recognizer(rulebook);
    const ruleOf = rules.map((_, rule) => rule);
    for (const [rule, { followers: own }] of rules.entries()) {
      for (let i = 0; i < own.length; i++) ruleOf[followers[rule]!.first + i] = rule;
    }
    this.ruleOf = ruleOf;
    this.won = rules.map(() => 0);
    this.followed = rules.map(() => 0);
    this.lost = rules.map(() => new Map());
    this.lostToOthers = rules.map(() => 0);
  }

  add({ lines: { bytes, start, end }, number }: LineReader, log: string): void {
    this.processed++;
    const kind = this.recognizer.recognize(bytes, start, end);
    if (kind === -1) {
      this.shapes.add(bytes, start, end, log, number);
      return;
    }
    this.matched++;
    const winner = this.ruleOf[kind]!;
    const counts = this.rulebook.kinds[kind]!.isFollower ? this.followed : this.won;
    counts[winner]!++;
    for (const rule of this.rulebook.matcher.matching(bytes, start, end)) {
      if (rule !== winner) this.addLoss(rule, winner);
    }
  }

  private addLoss(rule: number, winner: number): void {
    const lost = this.lost[rule]!;
    const count = lost.get(winner);
    if (count === undefined && this.pairs === MOST_PAIRS) {
      this.lostToOthers[rule]!++;
      return;
    }
    if (count === undefined) this.pairs++;
    lost.set(winner, (count ?? 0) + 1);
  }

  get coverage(): Coverage {
    return {
      statistics: statisticsOf(this.processed, this.matched),
      rules: this.won.map((won, rule) => ({
        won,
        followed: this.followed[rule]!,
        lost: [...this.lost[rule]!].map(([to, count]) => ({ to, count })).sort((a, b) => b.count - a.count),
        lostToOthers: this.lostToOthers[rule]!,
      })),
      shapes: this.shapes.byCount(),
      uncounted: this.shapes.uncounted,
    };
  }
}
