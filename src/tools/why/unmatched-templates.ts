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
  const logLines = new LogLines([log], reading);
  try {
    const counted = new TemplateCounter(rulebook, log.name);
    await logLines.read(counted);
    const { lines, unmatched, noTexts } = counted;
    const templates = counted.templates.byCount();
    const first = templates.slice(0, MAX_TEMPLATES);
    const answers = new Map<LineTemplate, LineAnswer>();
    const skipped = new Set<LineTemplate>();
    if (templates.length > 0) await logLines.read(explainer(rulebook, first, steps, answers, skipped));
    const lacksHelp = (template: LineTemplate): boolean =>
      answers.get(template)?.why.nearest?.every(({ edits }) => edits.length === 0) ?? false;
    return {
      explained: first.flatMap((template) => answers.get(template) ?? []),
      needRules: first.some((template) => mayGetRule(template) && lacksHelp(template)),
      skipped: first.filter((template) => skipped.has(template)),
      noTexts: [...noTexts.values()],
      ...{ lines, unmatched, templates: templates.length },
      isCut: counted.templates.linesOfOtherTemplates > 0,
    };
  } finally {
    logLines.close();
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
    if (!isMatched && flaw === undefined) this.templates.add(bytes, start, end, this.log, this.lines);
    else this.templates.end();
    if (flaw === undefined) return;
    const original = Buffer.from(bytes.subarray(start, end));
    const known = this.noTexts.get(flaw) ?? { line: this.lines, original, count: 0, why: { won: undefined, flaw } };
    known.count++;
    this.noTexts.set(flaw, known);
  }
}

/**
 * Explains the first line of each template in a second reading. Skips those that are left when the budget is spent.
 * Lines that have changed since the first reading get no answer.
 */
function explainer(
  rulebook: Rulebook,
  templates: readonly LineTemplate[],
  steps: number,
  answers: Map<LineTemplate, LineAnswer>,
  skipped: Set<LineTemplate>,
): LineConsumer {
  const explaining = new Why(rulebook);
  const wanted = new Map(templates.map((template) => [template.line, template]));
  let line = 0;
  return {
    begin: () => explaining.begin(),
    add(bytes, start, end, flaw) {
      const own = wanted.get(++line);
      const isLeft = explaining.spent < steps;
      if (own !== undefined && !isLeft) skipped.add(own);
      if (own === undefined || !isLeft || flaw !== undefined) {
        explaining.pass(bytes, start, end, flaw === undefined);
        return;
      }
      const original = Buffer.from(bytes.subarray(start, end));
      const why = explaining.explain(original);
      const { count, followed, template } = own;
      if (why.nearest !== undefined) answers.set(own, { line, original, count, followed, template, why });
    },
  };
}
