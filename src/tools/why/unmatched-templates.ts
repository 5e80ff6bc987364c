import { type LineTemplate, LineTemplates, mayGetRule } from "../../run/line-templates.ts";
import type { Log } from "../../run/log.ts";
import { LogLines, type RereadOptions } from "../../run/log-lines.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import type { LineAnswer } from "./explanation.ts";
import { type Explainer, Why } from "./why.ts";

/** How many templates are explained: an explanation takes a dozen rows. */
const MAX_TEMPLATES = 20;

/** What all explanations together may spend, in offsets of their lines: two or three seconds at worst. */
const MAX_OFFSETS = 40_000_000;

/** The templates of the lines that count as unmatched. */
export interface UnmatchedTemplates {
  /** Explained by the first line of each, the most frequent first. */
  readonly explained: readonly LineAnswer[];
  /** Whether no edit is known for some of these, for which a rule may be suggested. */
  readonly needRules: boolean;
  /** Those for which no time was left, because the explanations of others took too long. */
  readonly skipped: readonly LineTemplate[];
  /** Lines that hold no text, and so have no template, by the reason. */
  readonly noTexts: readonly LineAnswer[];
  /** How many lines there are, and how many of them count as unmatched. */
  readonly lines: number;
  readonly unmatched: number;
  /** How many templates there are; the least number if more were found than are counted. */
  readonly templates: number;
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/**
 * Counts the unmatched lines of a log by template, and explains the most frequent ones within one budget, of which
 * `offsets` is the size. Rejects with the log's read error.
 */
export async function unmatchedTemplates(
  rulebook: Rulebook,
  log: Log,
  reading: RereadOptions,
  offsets = MAX_OFFSETS,
): Promise<UnmatchedTemplates> {
  const lines = new LogLines([log], reading);
  try {
    const counter = new TemplateCounter(rulebook, log.name);
    await lines.read(counter);
    const templates = counter.templates.byCount();
    const collector = new LineCollector(rulebook, templates.slice(0, MAX_TEMPLATES));
    if (templates.length > 0) await lines.read(collector);
    return {
      ...explainedWithin(offsets, collector.found),
      noTexts: [...counter.noTexts.values()],
      lines: counter.lines,
      unmatched: counter.unmatched,
      templates: templates.length,
      isCut: counter.templates.linesOfOtherTemplates > 0,
    };
  } finally {
    lines.close();
  }
}

/** The first reading: counts. */
class TemplateCounter {
  readonly templates = new LineTemplates();
  /** By the reason, of which there are few. */
  readonly noTexts = new Map<string, LineAnswer & { count: number }>();
  lines = 0;
  unmatched = 0;

  private readonly classifier: LineClassifier;
  private readonly log: string;

  constructor(rulebook: Rulebook, log: string) {
    this.classifier = new LineClassifier(rulebook);
    this.log = log;
  }

  begin(): void {
    this.classifier.begin();
    this.templates.end();
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    this.lines++;
    if (this.classifier.countsAsMatched(this.classifier.classify(bytes, start, end, flaw === undefined))) {
      this.templates.end();
      return;
    }
    this.unmatched++;
    if (flaw === undefined) this.templates.add(bytes, start, end, this.log, this.lines);
    else {
      this.templates.end();
      this.addNoText(bytes, start, end, flaw);
    }
  }

  private addNoText(bytes: Buffer, start: number, end: number, flaw: string): void {
    const known = this.noTexts.get(flaw);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const original = Buffer.from(bytes.subarray(start, end));
    this.noTexts.set(flaw, { line: this.lines, original, count: 1, why: { won: undefined, flaw } });
  }
}

/** A template and the first line of it, which is not explained yet. */
interface FoundTemplate {
  readonly template: LineTemplate;
  readonly original: Buffer;
  readonly explain: Explainer;
}

/** Explains templates in their order, until the budget is spent. */
function explainedWithin(
  offsets: number,
  found: readonly FoundTemplate[],
): Pick<UnmatchedTemplates, "explained" | "needRules" | "skipped"> {
  const budget = { offsets };
  const explained: LineAnswer[] = [];
  const skipped: LineTemplate[] = [];
  let needRules = false;
  for (const { template: lines, original, explain } of found) {
    if (budget.offsets < 1) {
      skipped.push(lines);
      continue;
    }
    const { line, count, followed, template } = lines;
    const why = explain(budget);
    explained.push({ line, original, count, followed, template, why });
    needRules ||= mayGetRule(lines) && !why.nearest?.some(({ edits }) => edits.length > 0);
  }
  return { explained, needRules, skipped };
}

/** The second reading: finds the first line of each template, and what it may follow. */
class LineCollector {
  private readonly why: Why;
  private readonly templates: readonly LineTemplate[];
  /** The indexes of the templates, by the numbers of their lines. */
  private readonly wanted: ReadonlyMap<number, number>;
  private readonly lastWanted: number;
  private readonly byTemplate: (FoundTemplate | undefined)[] = [];
  private number = 0;

  constructor(rulebook: Rulebook, templates: readonly LineTemplate[]) {
    this.why = new Why(rulebook);
    this.templates = templates;
    this.wanted = new Map(templates.map(({ line }, i) => [line, i]));
    this.lastWanted = templates.reduce((last, { line }) => Math.max(last, line), 0);
  }

  begin(): void {
    this.why.begin();
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    this.number++;
    if (this.number > this.lastWanted) return;
    const index = this.wanted.get(this.number);
    if (index === undefined || flaw !== undefined) {
      this.why.pass(bytes, start, end, flaw === undefined);
      return;
    }
    const original = Buffer.from(bytes.subarray(start, end));
    const explain = this.why.explainLater(original);
    if (explain !== undefined) this.byTemplate[index] = { template: this.templates[index]!, original, explain };
  }

  /** In the order of the templates. Lacks those whose lines have changed since the first reading. */
  get found(): readonly FoundTemplate[] {
    return this.byTemplate.filter((template) => template !== undefined);
  }
}
