import { LineClassifier } from "../normalization/line-classifier.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { type Statistics, statisticsOf } from "../normalization/statistics.ts";
import { LineReader } from "../streams/line-reader.ts";
import { type LineTemplate, LineTemplates } from "./line-templates.ts";

/** So many pairs of a rule and one to which it lost are told apart. Rules can be made up that all lose to each other. */
const MAX_PAIRS = 1_000_000;

/** How many lines that a rule matches another one won. */
export interface Loss {
  /** The index of the other one. */
  readonly to: number;
  readonly count: number;
}

/** What became of the lines that a rule matches. */
export interface RuleCoverage {
  /** Lines that it won. */
  readonly won: number;
  /** Lines that followed those that it won. */
  readonly followed: number;
  /** The greatest count first. */
  readonly lost: readonly Loss[];
  /** How many more lines it lost, to rules that are not told apart. */
  readonly lostToOthers: number;
}

/** What rules made of logs. */
export interface Coverage {
  readonly statistics: Statistics;
  /** By the indexes of the rules. */
  readonly rules: readonly RuleCoverage[];
  /** Of the lines that no rule matches; the most frequent first. */
  readonly lineTemplates: readonly LineTemplate[];
  /** How many lines that no rule matches have other templates, which are not told apart. */
  readonly linesOfOtherTemplates: number;
}

/** Reads logs and counts which rules win their lines. Rejects with the failure of a log. */
export async function coverageOf(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  { signal, stripAnsi }: { readonly signal?: AbortSignal | undefined; readonly stripAnsi?: boolean | undefined },
): Promise<Coverage> {
  const counting = new Counting(rulebook);
  const reader = new LineReader({ signal, stripsAnsi: stripAnsi });
  for (const log of logs) {
    counting.begin();
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

/** Counts lines, one after the other. */
class Counting {
  private readonly rulebook: Rulebook;
  private readonly classifier: LineClassifier;
  /** For each kind of line its rule. */
  private readonly ruleOf: readonly number[];
  private readonly won: number[];
  private readonly followed: number[];
  /** For each rule how many lines it lost, by the winner. */
  private readonly lost: readonly Map<number, number>[];
  private readonly lostToOthers: number[];
  private pairs = 0;
  private readonly templates = new LineTemplates();
  private processed = 0;
  private matched = 0;

  constructor(rulebook: Rulebook) {
    const { rules, followers } = rulebook;
    this.rulebook = rulebook;
    this.classifier = new LineClassifier(rulebook);
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

  /** Begins a log: no sequence reaches into it from the one before. */
  begin(): void {
    this.classifier.begin();
  }

  add({ lines: { bytes, start, end }, number }: LineReader, log: string): void {
    this.processed++;
    const linePattern = this.classifier.classify(bytes, start, end);
    if (linePattern === -1) {
      this.templates.add(bytes, start, end, log, number);
      return;
    }
    this.matched++;
    const winner = this.ruleOf[linePattern]!;
    const counts = this.rulebook.linePatterns[linePattern]!.isFollower ? this.followed : this.won;
    counts[winner]!++;
    for (const rule of this.rulebook.matcher.matching(bytes, start, end)) {
      if (rule !== winner) this.addLoss(rule, winner);
    }
  }

  private addLoss(rule: number, winner: number): void {
    const lost = this.lost[rule]!;
    const count = lost.get(winner);
    if (count === undefined && this.pairs === MAX_PAIRS) {
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
      lineTemplates: this.templates.byCount(),
      linesOfOtherTemplates: this.templates.linesOfOtherTemplates,
    };
  }
}
