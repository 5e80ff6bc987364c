// Finds what an edit of the rules changes on the lines of logs.
import { isDeepStrictEqual } from "node:util";
import type { LineReader } from "../../io/line-reader.ts";
import { Aliases } from "../../run/field-transformer.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type RuleReference, referencesOf } from "../../run/rule-references.ts";
import { LineClassifier, rulesOfLinePatterns } from "../../run/rulebook.ts";
import { TemplateRenderers } from "../../run/template-renderer.ts";

/** How many pairs of rules are counted separately. In contrived rules, every rule could lose lines to every other. */
const MAX_PAIRS = 2000;
const MAX_SAMPLES = 3;
/** Of longer lines and outputs, only the beginning is kept. */
const MAX_SAMPLE_BYTES = 1024;

/** A line that the old and the new rules treat differently. */
export interface CheckChangedLine<Line extends string | Uint8Array = Buffer> {
  readonly file: string;
  readonly line: number;
  /** The line itself, and what the old and the new rules make of it: of each only the beginning. */
  readonly original: Line;
  readonly old: Line;
  readonly new: Line;
}

/** Lines that an edit of the rules changes, by the rules that won them before and win them now. */
export interface CheckChange<Line extends string | Uint8Array = Buffer> {
  /** Undefined if no rule matched. */
  readonly old: RuleReference | undefined;
  readonly new: RuleReference | undefined;
  /** How many lines have another winner or another output. */
  readonly count: number;
  /** How many of them have another output. */
  readonly outputs: number;
  readonly samples: readonly CheckChangedLine<Line>[];
}

/** A rule whose name is all that changed: the new rule wins the same lines, and their outputs are the same. */
export interface CheckRenamedRule {
  readonly old: RuleReference;
  readonly new: RuleReference;
  readonly count: number;
}

/** What an edit of the rules changes. */
export interface CheckChanges<Line extends string | Uint8Array = Buffer> {
  /** What messages call the old rules. */
  readonly path: string;
  /** How many lines have another winner or another output. A new name alone is not a change. */
  readonly lines: number;
  /** By pair of rules, most lines first. */
  readonly changes: readonly CheckChange<Line>[];
  /** How many of the lines belong to further pairs, which are not counted separately. */
  readonly linesOfOtherPairs: number;
  readonly renamed: readonly CheckRenamedRule[];
}

interface Pair extends CheckChange {
  count: number;
  outputs: number;
  readonly samples: CheckChangedLine[];
}

/**
 * Has old rules treat the lines that new rules have classified, and compares the outputs. An alias is compared by the
 * value that it stands for, not by its number, because numbers depend on all lines before. Lines that follow others
 * belong to the rule that they follow.
 */
export class RulesComparison {
  private readonly old: SideOfRules;
  private readonly next: SideOfRules;
  private readonly classifier: LineClassifier;
  private readonly path: string;
  /** By the names of both rules. */
  private readonly pairs = new Map<string, Pair>();
  /** By the new line pattern: whether the old one that was asked about last makes the same outputs. */
  private readonly sameMatches = new Map<number, { readonly with: number; readonly isSame: boolean }>();
  private otherLines = 0;

  constructor(old: LoadedRules, next: LoadedRules) {
    // Both sides give a value of a field the same number.
    const aliases = new Aliases();
    this.old = sideOf(old, aliases);
    this.next = sideOf(next, aliases);
    this.classifier = new LineClassifier(old.rulebook);
    this.path = old.path;
  }

  begin(): void {
    this.classifier.begin();
  }

  /** Takes the line that the reader is at, with its line pattern among the new rules and its captures. */
  add(reader: LineReader, log: string, linePattern: number, bounds: readonly number[]): void {
    const { bytes, start, end } = reader;
    const { old, next, classifier } = this;
    const oldPattern = classifier.classify(bytes, start, end, reader.isText);
    const hasSameRule = old.names[oldPattern] === next.names[linePattern];
    const hasSameMatch = this.haveSameMatch(oldPattern, linePattern);
    if (hasSameRule && hasSameMatch) return;
    const line = bytes.subarray(start, end);
    const names = JSON.stringify([old.names[oldPattern], next.names[linePattern]]);
    const isShown = this.pairs.get(names)?.samples.length !== MAX_SAMPLES;
    const [before, after] =
      hasSameMatch && !isShown
        ? [line, line]
        : [old.output(oldPattern, line, bytes, classifier.bounds), next.output(linePattern, line, bytes, bounds)];
    const hasSameOutput = hasSameMatch || before.equals(after);
    if (hasSameRule && hasSameOutput) return;
    const pair = this.pairOf(names, oldPattern, linePattern);
    if (pair === undefined) {
      this.otherLines++;
      return;
    }
    pair.count++;
    if (!hasSameOutput) pair.outputs++;
    if (!isShown) return;
    const beginning = (text: Buffer): Buffer => Buffer.from(text.subarray(0, MAX_SAMPLE_BYTES));
    const texts = { original: beginning(line), old: beginning(before), new: beginning(after) };
    pair.samples.push({ file: log, line: reader.number, ...texts });
  }

  /** What changed. `whole` makes lines and outputs of their bytes. */
  result<Line extends string | Uint8Array>(whole: (bytes: Buffer) => Line): CheckChanges<Line> {
    const pairs = [...this.pairs.values()];
    const isRenamed = (pair: Pair): boolean => this.isRenamed(pair, pairs);
    const changes = pairs.filter((pair) => !isRenamed(pair)).sort((a, b) => b.count - a.count);
    return {
      path: this.path,
      lines: changes.reduce((sum, { count }) => sum + count, this.otherLines),
      changes: changes.map(({ samples, ...change }) => ({
        ...change,
        samples: samples.map(({ file, line, original, old, new: next }) => {
          return { file, line, original: whole(original), old: whole(old), new: whole(next) };
        }),
      })),
      linesOfOtherPairs: this.otherLines,
      renamed: pairs.filter(isRenamed).map(({ old, new: next, count }) => ({ old: old!, new: next!, count })),
    };
  }

  /** Whether two line patterns are known to make the same outputs, so that these need not be compared. */
  private haveSameMatch(oldPattern: number, linePattern: number): boolean {
    const { old, next, sameMatches } = this;
    // Nearly always there is one old pattern for a new one.
    const known = sameMatches.get(linePattern);
    if (known?.with === oldPattern) return known.isSame;
    const isSame = isDeepStrictEqual(old.rewrites[oldPattern], next.rewrites[linePattern]);
    sameMatches.set(linePattern, { with: oldPattern, isSame });
    return isSame;
  }

  /** The pair of two names, or undefined if there are too many. */
  private pairOf(names: string, oldPattern: number, linePattern: number): Pair | undefined {
    const { old, next, pairs } = this;
    const known = pairs.get(names);
    if (known !== undefined || pairs.size === MAX_PAIRS) return known;
    const rules = { old: old.references[oldPattern], new: next.references[linePattern] };
    const pair = { ...rules, count: 0, outputs: 0, samples: [] };
    pairs.set(names, pair);
    return pair;
  }

  /** Whether two rules of different names, each unknown to the other rules, have the same lines and outputs. */
  private isRenamed({ old, new: next, outputs }: Pair, pairs: readonly Pair[]): boolean {
    if (old === undefined || next === undefined || outputs > 0 || this.otherLines > 0) return false;
    if (this.next.names.includes(old.name) || this.old.names.includes(next.name)) return false;
    return pairs.filter((pair) => pair.old?.name === old.name || pair.new?.name === next.name).length === 1;
  }
}

type SideOfRules = ReturnType<typeof sideOf>;

/** The old or the new rules: by line pattern, of which -1 stands for none. */
function sideOf(source: LoadedRules, aliases: Aliases) {
  const { linePatterns } = source.rulebook;
  const rules = referencesOf(source);
  const renderers = new TemplateRenderers(linePatterns, aliases);
  return {
    names: linePatterns.map(({ name }) => name),
    references: rulesOfLinePatterns(source.rulebook).map((rule) => rules[rule]!),
    /** What captures parts of the line and makes its output. */
    rewrites: linePatterns.map(({ pattern, template, transforms = [] }) => ({ pattern, template, transforms })),
    /** What becomes of a line; without a rule, the line itself. */
    output: (linePattern: number, line: Buffer, bytes: Buffer, bounds: readonly number[]): Buffer =>
      linePattern === -1 ? line : renderers.of(linePattern).render(bytes, bounds),
  };
}
