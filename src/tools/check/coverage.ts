import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import type { Matcher } from "../../matcher/matcher.ts";
import type { KnownShapes } from "../../run/known-lines.ts";
import { type LineTemplate, LineTemplates } from "../../run/line-templates.ts";
import { type Log, readLogs } from "../../run/log.ts";
import { LineClassifier, type Rulebook, rulesOfLinePatterns } from "../../run/rulebook.ts";
import { type Statistics, statisticsOf } from "../../run/statistics.ts";

/** How many pairs of a losing and a winning rule are counted separately. Contrived rules have more. */
const MAX_PAIRS = 1_000_000;
/**
 * To find the rules that lost a line, all rules must be tried that nothing in the line rules out. If these are many,
 * only some lines are examined, so that this takes much less time than finding the winners did: a line adds
 * CREDIT_FOR_LINE rules to the credit, and a share of those that were tried to find its winner. A line on which more
 * than USUAL_RULES were tried counts twice, as its rules take long to fail. Short logs are examined as a whole.
 */
const CREDIT_FOR_LINE = 1;
const CREDIT_SHARE = 1 / 8;
const FIRST_CREDIT = 300_000;
const USUAL_RULES = 100;
/**
 * The machine of the rules counts lines that one rule wins and no other matches: so many bytes at once, as others
 * overwrite them. Where it comes to few lines before one that is not such, it is left out for some lines.
 */
const COUNTED_BYTES = 32 * 1024;
const FEW_LINES = 16;
const MAX_PAUSE = 64;

/** Counts of the lines that a rule matches. */
export interface RuleCoverage {
  /** Present if the rule is a catch-all. The lines that it won, and those that followed, count as unmatched. */
  readonly catchAll?: true;
  readonly won: number;
  /** Lines that its followers matched. */
  readonly followed: number;
  /** Lines that other rules won, by their indexes, the greatest count first. A catch-all loses nothing. */
  readonly lost: readonly { readonly to: number; readonly count: number }[];
  /** Further lines that other rules won, which are not counted for each rule. */
  readonly lostToOthers: number;
}

/** What the rules made of the logs. */
export interface Coverage {
  readonly statistics: Statistics;
  readonly rules: readonly RuleCoverage[];
  /** How many lines were not examined for the rules that lost them, because too many rules would have to be tried. */
  readonly linesNotExamined: number;
  /** The templates of the unmatched lines: those that the baseline lacks first, then the most frequent. */
  readonly lineTemplates: readonly LineTemplate[];
  /** How many unmatched lines have other templates, which are not counted separately. */
  readonly linesOfOtherTemplates: number;
}

interface CoverageOptions extends ReadOptions {
  readonly baseline?: KnownShapes | undefined;
  readonly observers?: readonly LineObserver[] | undefined;
}

/** Sees each line while it is counted. */
export interface LineObserver {
  begin?(log: string): void;
  /**
   * Called with the reader at the line. `linePattern` is -1 if nothing matches the line. Field i of the pattern lies
   * from `bounds[2 * i]` up to `bounds[2 * i + 1]`. The template is undefined if the line counts as matched.
   */
  add(
    reader: LineReader,
    log: string,
    linePattern: number,
    bounds: readonly number[],
    template: string | undefined,
  ): void;
}

/** Reads logs and counts which rules win their lines. Rejects with a log's read error. */
export async function coverageOf(
  rulebook: Rulebook,
  logs: readonly Log[],
  options: CoverageOptions,
): Promise<Coverage> {
  const counter = new CoverageCounter(rulebook, options);
  const reader = new LineReader(options);
  await readLogs(logs, options.signal, async (log) => {
    counter.begin(log.name);
    for await (const _ of reader.read(log.open(), FIRST_FILE)) {
      for (counter.countAhead(reader); reader.next(); counter.countAhead(reader)) counter.add(reader, log.name);
    }
  });
  return counter.coverage;
}

class CoverageCounter {
  private readonly rulebook: Rulebook;
  private readonly observers: readonly LineObserver[];
  private readonly classifier: LineClassifier;
  private readonly ruleOf: readonly number[];
  /** By rule. `lost` is by winner. */
  private readonly rules: readonly { won: number; followed: number; lost: Map<number, number>; lostToOthers: number }[];
  private pairs = 0;
  private credit = FIRST_CREDIT;
  private notExamined = 0;
  private readonly templates: LineTemplates;
  private processed = 0;
  private matched = 0;
  /** What the machine has counted: see `Machine.countInto`. */
  private readonly counted: number[];
  /** The machine that knows which rules are apart. */
  private machine: Matcher["machine"];
  /** For how many lines the machine is left out, and was before. */
  private pause = 0;
  private lastPause = 0;

  constructor(rulebook: Rulebook, { baseline, observers = [] }: CoverageOptions) {
    const { rules } = rulebook;
    this.rulebook = rulebook;
    this.observers = observers;
    this.templates = new LineTemplates(baseline);
    this.classifier = new LineClassifier(rulebook);
    this.ruleOf = rulesOfLinePatterns(rulebook);
    this.rules = rules.map(() => ({ won: 0, followed: 0, lost: new Map(), lostToOthers: 0 }));
    this.counted = [0, ...rules.map(() => 0)];
  }

  begin(log: string): void {
    this.classifier.begin();
    this.templates.end();
    for (const observer of this.observers) observer.begin?.(log);
  }

  /** Counts as many of the next lines as need nothing else, and takes them from the reader. */
  countAhead(reader: LineReader): void {
    const { matcher } = this.rulebook;
    const { machine } = matcher;
    if (machine === undefined || this.observers.length > 0 || this.classifier.isInSequence || this.pause-- > 0) return;
    const { unread } = reader;
    if (unread === undefined) return;
    const { chunk, cursor } = unread;
    if (machine !== this.machine) this.setApart(machine);
    const block = chunk.subarray(cursor, cursor + COUNTED_BYTES);
    machine.load(block);
    const before = this.processed;
    for (let from = 0, goesOn = true; goesOn; ) {
      // So many lines cannot use up the credit.
      const most = Math.floor(this.credit / USUAL_RULES);
      const counted = machine.count(from, block.length, most, USUAL_RULES);
      const { lines, taken, winner } = counted;
      reader.skip(lines, taken);
      this.processed += lines;
      this.matched += lines;
      this.credit += lines * CREDIT_FOR_LINE + counted.tried * CREDIT_SHARE - counted.triedForOthers;
      matcher.patternsTried += counted.tried + counted.triedForOthers;
      from += taken;
      goesOn = winner !== undefined;
      if (winner === undefined) continue;
      for (let { other } = counted; other >= 0; other = machine.other())
        if (this.classifier.countsAsMatched(other)) this.addLoss(other, winner);
      matcher.patternsTried += machine.patternsTried;
      this.payFor(machine.patternsTried);
    }
    machine.countInto(this.counted);
    const lines = this.processed - before;
    if (lines > 0) this.templates.end();
    this.lastPause = lines < FEW_LINES ? Math.min(2 * this.lastPause + 1, MAX_PAUSE) : 0;
    this.pause = this.lastPause;
  }

  /** Has the machine leave the lines of catch-alls and of rules with followers to `add`. */
  private setApart(machine: NonNullable<Matcher["machine"]>): void {
    this.machine = machine;
    const { rules, followers } = this.rulebook;
    for (const [rule, { followers: own }] of rules.entries())
      if (own.length > 0 || followers[rule] !== undefined || !this.classifier.countsAsMatched(rule))
        machine.setApart(rule);
  }

  add(reader: LineReader, log: string): void {
    const { bytes, start, end } = reader;
    const { matcher } = this.rulebook;
    const before = matcher.patternsTried;
    this.processed++;
    const linePattern = this.classifier.classify(bytes, start, end, reader.isText);
    this.credit += CREDIT_FOR_LINE + (matcher.patternsTried - before) * CREDIT_SHARE;
    const isMatched = this.classifier.countsAsMatched(linePattern);
    let template: string | undefined;
    if (isMatched) {
      this.matched++;
      this.templates.end();
    } else template = this.templates.add(bytes, start, end, log, reader.number, reader.flaw);
    const { bounds } = this.classifier;
    for (const observer of this.observers) observer.add(reader, log, linePattern, bounds, template);
    if (linePattern === -1) return;
    const winner = this.ruleOf[linePattern]!;
    const { isFollower } = this.rulebook.linePatterns[linePattern]!;
    const own = this.rules[winner]!;
    if (isFollower) own.followed++;
    else own.won++;
    if (this.credit < 0) {
      this.notExamined++;
      return;
    }
    const examinedFrom = matcher.patternsTried;
    for (const rule of isFollower ? matcher.matching(bytes, start, end) : matcher.others(bytes)) {
      // A catch-all loses nothing to the rules that come before it.
      if (rule !== winner && this.classifier.countsAsMatched(rule) === isMatched) this.addLoss(rule, winner);
    }
    this.payFor(matcher.patternsTried - examinedFrom);
  }

  private payFor(tried: number): void {
    this.credit -= tried > USUAL_RULES ? 2 * tried : tried;
  }

  private addLoss(rule: number, winner: number): void {
    const own = this.rules[rule]!;
    const count = own.lost.get(winner) ?? 0;
    if (count === 0 && this.pairs === MAX_PAIRS) {
      own.lostToOthers++;
      return;
    }
    if (count === 0) this.pairs++;
    own.lost.set(winner, count + 1);
  }

  get coverage(): Coverage {
    return {
      statistics: statisticsOf({ linesProcessed: this.processed, linesMatched: this.matched }),
      rules: this.rules.map(({ won, followed, lost, lostToOthers }, rule) => ({
        ...(!this.classifier.countsAsMatched(rule) && { catchAll: true }),
        ...{ won: won + this.counted[rule + 1]!, followed },
        lost: [...lost].map(([to, count]) => ({ to, count })).sort((a, b) => b.count - a.count),
        lostToOthers,
      })),
      linesNotExamined: this.notExamined,
      lineTemplates: this.templates.byCount(),
      linesOfOtherTemplates: this.templates.linesOfOtherTemplates,
    };
  }
}
