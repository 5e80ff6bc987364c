import { type LineTemplate, LineTemplates, mayGetRule } from "../../run/line-templates.ts";
import type { Log } from "../../run/log.ts";
import { type LineConsumer, LogLines, type RereadOptions } from "../../run/log-lines.ts";
import { LineClassifier, type Rulebook } from "../../run/rulebook.ts";
import type { LineAnswer } from "./explanation.ts";
import { Why } from "./why.ts";

/** How many templates are explained: an explanation takes a dozen rows. */
const MAX_TEMPLATES = 20;

/** After so many steps no further template is explained: two or three seconds at worst. */
const MAX_SHARED_STEPS = 40_000_000;

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
  readonly isCut: boolean;
}

/** Counts unmatched lines by template, and explains the most frequent within one budget. Rejects with a read error. */
export async function unmatchedTemplates(
  rulebook: Rulebook,
  log: Log,
  reading: RereadOptions,
  steps = MAX_SHARED_STEPS,
): Promise<UnmatchedTemplates> {
  const lines = new LogLines([log], reading);
  try {
    const counter = new TemplateCounter(rulebook, log.name);
    await lines.read(counter);
    const templates = counter.templates.byCount();
    const first = templates.slice(0, MAX_TEMPLATES);
    const explainer = new TemplateExplainer(rulebook, first, steps);
    if (templates.length > 0) await lines.read(explainer);
    const { answers, skipped } = explainer;
    const explained = first.flatMap((template) => answers.get(template) ?? []);
    const lacksHelp = (template: LineTemplate): boolean =>
      answers.get(template)?.why.nearest?.every(({ edits }) => edits.length === 0) ?? false;
    return {
      ...{ explained, needRules: first.some((template) => mayGetRule(template) && lacksHelp(template)) },
      skipped: first.filter((template) => skipped.has(template)),
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

class TemplateCounter implements LineConsumer {
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
    const isMatched = this.classifier.countsAsMatched(this.classifier.classify(bytes, start, end, flaw === undefined));
    if (!isMatched) this.unmatched++;
    if (!isMatched && flaw === undefined) {
      this.templates.add(bytes, start, end, this.log, this.lines);
      return;
    }
    this.templates.end();
    if (flaw === undefined) return;
    const known = this.noTexts.get(flaw);
    if (known !== undefined) known.count++;
    else {
      const original = Buffer.from(bytes.subarray(start, end));
      this.noTexts.set(flaw, { line: this.lines, original, count: 1, why: { won: undefined, flaw } });
    }
  }
}

/** The second reading: explains the first line of each template, until the budget is spent. */
class TemplateExplainer implements LineConsumer {
  /** Lacks those whose lines have changed since the first reading. */
  readonly answers = new Map<LineTemplate, LineAnswer>();
  readonly skipped = new Set<LineTemplate>();
  private readonly why: Why;
  private readonly steps: number;
  private readonly wanted: ReadonlyMap<number, LineTemplate>;
  private number = 0;

  constructor(rulebook: Rulebook, templates: readonly LineTemplate[], steps: number) {
    this.why = new Why(rulebook);
    this.steps = steps;
    this.wanted = new Map(templates.map((template) => [template.line, template]));
  }

  begin(): void {
    this.why.begin();
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    const template = this.wanted.get(++this.number);
    const isLeft = this.why.spent < this.steps;
    if (template !== undefined && !isLeft) this.skipped.add(template);
    if (template === undefined || !isLeft || flaw !== undefined) {
      this.why.pass(bytes, start, end, flaw === undefined);
      return;
    }
    const original = Buffer.from(bytes.subarray(start, end));
    const why = this.why.explain(original);
    const { line, count, followed, template: shape } = template;
    if (why.nearest !== undefined)
      this.answers.set(template, { line, original, count, followed, template: shape, why });
  }
}
