import { type AliasedLogs, keysByLabels } from "./aliased-lines.ts";
import { costOfMatching, type LineMatching } from "./line-matching.ts";
import { type Labels, UNDECIDED } from "./renaming.ts";

/**
 * Pairs a few values anew in any way, and keeps the pairs of all others. A branch is abandoned as soon as too many
 * lines differ, even with all undecided values counted as equal.
 */
export class Branches {
  private readonly logs: AliasedLogs;
  private readonly matching: LineMatching;
  private readonly labels: Labels;
  /** The cost of matching beyond which no branch is entered. */
  private readonly maxCost: number;
  private olds: readonly number[] = [];
  private news: readonly number[] = [];
  /** The labels of the new values: the initial ones and the best ones. */
  private before: number[] = [];
  private best: number[] = [];
  private fewest = 0;

  /** `labels` are those of a renaming. A search changes them, and costs little more than `maxCost` lines. */
  constructor(logs: AliasedLogs, matching: LineMatching, labels: Labels, maxCost: number) {
    this.logs = logs;
    this.matching = matching;
    this.labels = labels;
    this.maxCost = matching.cost + maxCost - costOfMatching(logs);
  }

  /**
   * Sets the best labels for these values. If they include a value, they must include its partner. Returns whether
   * fewer lines differ than before.
   */
  search(olds: readonly number[], news: readonly number[]): boolean {
    const { labels } = this;
    this.olds = olds;
    this.news = news;
    this.best = this.before = news.map((value) => labels.next[value]!);
    const fewestBefore = this.differing();
    this.fewest = fewestBefore;
    for (const old of olds) labels.old[old] = UNDECIDED;
    for (const next of news) labels.next[next] = UNDECIDED;
    this.decide(0);
    for (const old of olds) labels.old[old] = labels.ofOld(old);
    this.setLabels(this.best);
    return this.fewest < fewestBefore;
  }

  /** Sets the labels from before the search. */
  undo(): void {
    this.setLabels(this.before);
  }

  /** Decides on the i-th old value, and on all after it. */
  private decide(i: number): void {
    if (this.matching.cost > this.maxCost) return;
    const differing = this.differing();
    if (differing >= this.fewest) return;
    const { labels, olds, news, logs } = this;
    if (i === olds.length) {
      this.fewest = differing;
      this.best = news.map((next) => labels.next[next]! || labels.ofNew(next));
      return;
    }
    const old = olds[i]!;
    const label = labels.ofOld(old);
    labels.old[old] = label;
    // The previous partner comes first: the better the first renamings are, the sooner other branches are abandoned.
    const partner = news[this.before.indexOf(label)];
    for (const next of partner === undefined ? news : [partner, ...news.filter((other) => other !== partner)]) {
      if (labels.next[next] !== UNDECIDED || logs.old.fields[old] !== logs.next.fields[next]) continue;
      labels.next[next] = label;
      this.decide(i + 1);
      labels.next[next] = UNDECIDED;
    }
    this.decide(i + 1);
    labels.old[old] = UNDECIDED;
  }

  private differing(): number {
    const { logs, labels, matching } = this;
    return matching.differing(keysByLabels(logs, labels.old, labels.next));
  }

  private setLabels(nextLabels: readonly number[]): void {
    for (const [i, next] of this.news.entries()) this.labels.next[next] = nextLabels[i]!;
  }
}
