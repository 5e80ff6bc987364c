// Finds what an edit of the rules changes on the lines of logs.
import { isDeepStrictEqual } from "node:util";
import type { LineReader } from "../../io/line-reader.ts";
import type { Rewrite } from "../../rules/rule.ts";
import { Aliases } from "../../run/aliases.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type RuleReference, referencesOf } from "../../run/rule-references.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { LineClassifier, rulesOfLinePatterns } from "../../run/rulebook.ts";
import { type TemplateRenderer, TemplateRenderers } from "../../run/template-renderer.ts";
import { equalBytes } from "../../text/bytes/copy.ts";

/** How many pairs of rules are counted separately. In contrived rules, every rule could lose lines to every other. */
const MAX_PAIRS = 2000;
/** How many pairs of line patterns are compared as such. */
const MAX_COMPARED = 100_000;
/** How many lines are kept for each pair. */
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
  /** The first of them. */
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

/** A change while its lines are counted. */
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
  /** The number of names in both, and one for no rule. */
  private readonly nameCount: number;
  /** By the numbers of both names. */
  private readonly pairs = new Map<number, Pair>();
  private readonly sameMatches = new Map<number, boolean>();
  private otherLines = 0;

  constructor(old: LoadedRules, next: LoadedRules) {
    const names = [old, next].flatMap(({ rules }) => rules.map(({ name }) => name));
    const numbers = new Map([...new Set(names)].map((name, i) => [name, i + 1]));
    this.nameCount = numbers.size + 1;
    // Both sides give a value of a field the same number.
    const aliases = new Aliases();
    this.old = new SideOfRules(old, numbers, aliases);
    this.next = new SideOfRules(next, numbers, aliases);
    this.classifier = new LineClassifier(old.rulebook);
    this.path = old.path;
  }

  /** Begins a log. */
  begin(): void {
    this.classifier.begin();
  }

  /** Takes the line that the reader is at, with its line pattern among the new rules and its captures. */
  add(reader: LineReader, log: string, linePattern: number, bounds: readonly number[]): void {
    const { bytes, start, end } = reader;
    const { old, next, classifier } = this;
    const oldPattern = classifier.classify(bytes, start, end, reader.isText);
    const names = old.nameNumber(oldPattern) * this.nameCount + next.nameNumber(linePattern);
    const hasSameRule = old.nameNumber(oldPattern) === next.nameNumber(linePattern);
    const needsSample = !hasSameRule && (this.pairs.get(names)?.samples.length ?? 0) < MAX_SAMPLES;
    let hasSameOutput = !needsSample && this.haveSameMatch(oldPattern, linePattern);
    if (!hasSameOutput) {
      old.take(oldPattern, bytes, start, end, classifier.bounds);
      next.take(linePattern, bytes, start, end, bounds);
      hasSameOutput = haveSameOutput(old, next);
    }
    if (hasSameRule && hasSameOutput) return;
    const pair = this.pairOf(names, oldPattern, linePattern);
    if (pair === undefined) {
      this.otherLines++;
      return;
    }
    pair.count++;
    if (!hasSameOutput) pair.outputs++;
    if (pair.samples.length === MAX_SAMPLES) return;
    const original = sampleOf(bytes, start, end);
    pair.samples.push({ file: log, line: reader.number, original, old: old.sample(), new: next.sample() });
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
        samples: samples.map(({ file, line, original, old, new: next }) => ({
          ...{ file, line },
          ...{ original: whole(original), old: whole(old), new: whole(next) },
        })),
      })),
      linesOfOtherPairs: this.otherLines,
      renamed: pairs.filter(isRenamed).map(({ old, new: next, count }) => ({ old: old!, new: next!, count })),
    };
  }

  /** Whether two line patterns are known to make the same outputs, so that these need not be compared. */
  private haveSameMatch(oldPattern: number, linePattern: number): boolean {
    const { old, next, sameMatches } = this;
    // Neither is less than -1.
    const key = (oldPattern + 1) * (next.patternCount + 1) + linePattern + 1;
    const known = sameMatches.get(key);
    if (known !== undefined || sameMatches.size === MAX_COMPARED) return known ?? false;
    const isSame = isDeepStrictEqual(old.rewrite(oldPattern), next.rewrite(linePattern));
    sameMatches.set(key, isSame);
    return isSame;
  }

  /** The pair of two names, or undefined if there are too many. */
  private pairOf(names: number, oldPattern: number, linePattern: number): Pair | undefined {
    const { old, next, pairs } = this;
    const known = pairs.get(names);
    if (known !== undefined || pairs.size === MAX_PAIRS) return known;
    const pair = {
      old: old.reference(oldPattern),
      new: next.reference(linePattern),
      count: 0,
      outputs: 0,
      samples: [],
    };
    pairs.set(names, pair);
    return pair;
  }

  /** Whether two rules of different names, each unknown to the other rules, have the same lines and outputs. */
  private isRenamed({ old, new: next, outputs }: Pair, pairs: readonly Pair[]): boolean {
    if (old === undefined || next === undefined || outputs > 0 || this.otherLines > 0) return false;
    if (this.next.hasName(old.name) || this.old.hasName(next.name)) return false;
    return pairs.filter((pair) => pair.old?.name === old.name || pair.new?.name === next.name).length === 1;
  }
}

/** The old or the new rules, and the output that they give the current line. */
class SideOfRules {
  /** The output, once it is rendered: `length` of these bytes, from `from` on. */
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  length = 0;

  private readonly references: readonly RuleReference[];
  /** The rule of each line pattern. */
  private readonly ruleOf: readonly number[];
  private readonly names: ReadonlySet<string>;
  /** The number of the name of each line pattern. Zero stands for no rule. */
  private readonly nameNumbers: readonly number[];
  private readonly linePatterns: readonly LinePattern[];
  private readonly renderers: TemplateRenderers;
  private renderer: TemplateRenderer | undefined;
  private rendered = Buffer.allocUnsafeSlow(MAX_SAMPLE_BYTES);

  /** `numbers` are those of all names. */
  constructor(source: LoadedRules, numbers: ReadonlyMap<string, number>, aliases: Aliases) {
    const { linePatterns } = source.rulebook;
    this.linePatterns = linePatterns;
    this.references = referencesOf(source);
    this.ruleOf = rulesOfLinePatterns(source.rulebook);
    this.names = new Set(linePatterns.map(({ name }) => name));
    this.nameNumbers = linePatterns.map(({ name }) => numbers.get(name)!);
    this.renderers = new TemplateRenderers(linePatterns, aliases);
  }

  get patternCount(): number {
    return this.linePatterns.length;
  }

  hasName(name: string): boolean {
    return this.names.has(name);
  }

  /** The number of the name of a line pattern's rule; 0 for -1. */
  nameNumber(linePattern: number): number {
    return this.nameNumbers[linePattern] ?? 0;
  }

  reference(linePattern: number): RuleReference | undefined {
    return linePattern === -1 ? undefined : this.references[this.ruleOf[linePattern]!];
  }

  /** What captures parts of the line and makes its output; undefined for -1. */
  rewrite(linePattern: number): Pick<Rewrite, "pattern" | "template" | "transforms"> | undefined {
    const found = this.linePatterns[linePattern];
    return found && { pattern: found.pattern, template: found.template, transforms: found.transforms ?? [] };
  }

  /** Takes a line, with its line pattern and its captures. */
  take(linePattern: number, bytes: Buffer, start: number, end: number, bounds: readonly number[]): void {
    this.renderer = linePattern === -1 ? undefined : this.renderers.of(linePattern);
    this.renderer?.take(bytes, bounds);
    this.bytes = bytes;
    this.from = start;
    this.length = this.renderer?.length ?? end - start;
  }

  /** Makes the output of the line. It is valid until the next line. */
  render(): void {
    const { renderer, length } = this;
    if (renderer === undefined) return;
    if (length > this.rendered.length) this.rendered = Buffer.allocUnsafeSlow(2 * length);
    renderer.writeInto(this.rendered, 0);
    this.bytes = this.rendered;
    this.from = 0;
  }

  /** The beginning of the output. */
  sample(): Buffer {
    this.render();
    return sampleOf(this.bytes, this.from, this.from + this.length);
  }
}

/** Whether the outputs are the same. Renders them only if they have the same length. */
function haveSameOutput(a: SideOfRules, b: SideOfRules): boolean {
  if (a.length !== b.length) return false;
  for (const side of [a, b]) side.render();
  return equalBytes(a.bytes, a.from, b.bytes, b.from, a.length);
}

function sampleOf(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.from(bytes.subarray(from, Math.min(to, from + MAX_SAMPLE_BYTES)));
}
