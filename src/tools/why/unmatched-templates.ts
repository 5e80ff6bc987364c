import { type LineTemplate, LineTemplates, mayGetRule } from "../../run/line-templates.ts";
import type { Log } from "../../run/log.ts";
import { LogLines, type RereadOptions } from "../../run/log-lines.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import type { LineAnswer } from "./explanation.ts";
import { type SharedBudget, Why } from "./why.ts";

/** How many templates are explained: an explanation takes a dozen rows. */
const MAX_TEMPLATES = 20;

/** What all explanations together may spend, in steps: two or three seconds at worst. */
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
  /** Whether there may be more. */
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
    const explainer = new TemplateExplainer(rulebook, templates.slice(0, MAX_TEMPLATES), { steps });
    if (templates.length > 0) await lines.read(explainer);
    return {
      ...explainer.result,
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

/** The second reading: explains the first line of each template, until the budget is spent. */
class TemplateExplainer {
  private readonly why: Why;
  private readonly templates: readonly LineTemplate[];
  private readonly budget: SharedBudget;
  /** The indexes of the templates whose lines are still to come, by the numbers of these. */
  private readonly wanted: Map<number, number>;
  /** By template. Lacks those whose lines have changed since the first reading. */
  private readonly answers: (LineAnswer | "skipped" | undefined)[] = [];
  private number = 0;

  constructor(rulebook: Rulebook, templates: readonly LineTemplate[], budget: SharedBudget) {
    this.why = new Why(rulebook);
    this.templates = templates;
    this.budget = budget;
    this.wanted = new Map(templates.map(({ line }, i) => [line, i]));
  }

  begin(): void {
    this.why.begin();
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    if (this.wanted.size === 0) return;
    const index = this.wanted.get(++this.number);
    this.wanted.delete(this.number);
    const isLeft = this.budget.steps >= 1;
    if (index !== undefined && !isLeft) this.answers[index] = "skipped";
    if (index === undefined || !isLeft || flaw !== undefined) {
      this.why.pass(bytes, start, end, flaw === undefined);
      return;
    }
    const original = Buffer.from(bytes.subarray(start, end));
    const why = this.why.explain(original, this.budget);
    const { line, count, followed, template } = this.templates[index]!;
    if (why.nearest !== undefined) this.answers[index] = { line, original, count, followed, template, why };
  }

  get result(): Pick<UnmatchedTemplates, "explained" | "needRules" | "skipped"> {
    const hasHelp = ({ why }: LineAnswer): boolean => why.nearest!.some(({ edits }) => edits.length > 0);
    return {
      explained: this.answers.filter((one) => one !== undefined && one !== "skipped"),
      needRules: this.answers.some(
        (one, i) => one !== undefined && one !== "skipped" && mayGetRule(this.templates[i]!) && !hasHelp(one),
      ),
      skipped: this.templates.filter((_, i) => this.answers[i] === "skipped"),
    };
  }
}
