import { Interner } from "../collections/interner.ts";
import { NumberList } from "../collections/number-list.ts";
import { Aliases } from "../normalization/aliases.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { Captures, LineClassifier } from "../normalization/line-classifier.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { TemplateRenderer } from "../normalization/template-renderer.ts";
import { MASK, MaskedRenderings } from "./masked-renderings.ts";

/** The shape of lines that no rule matched. */
export const NO_SHAPE = 0;

/** The group of lines that have no id. */
export const NO_GROUP = 0;

/** One of the two logs that are compared. */
export type LogName = "old" | "new";

/**
 * Numbers what lines are compared by, their forms: equal forms have equal numbers, whichever log they are of. The form of a
 * line is what its rule makes of it, or the line itself if no rule matches. Where lines are grouped by an id, a mark stands
 * in its place.
 */
export class ComparisonKeys {
  /** The kind of the line that was read last, -1 for none, and its group. */
  linePattern = -1;
  group = NO_GROUP;
  /** The log that the next lines are of. Each log is a run of its own. */
  log: LogName = "old";

  private readonly rulebook: Rulebook;
  private readonly correlation: Correlation | undefined;
  readonly captures: Captures;
  private readonly recognizers: Readonly<Record<LogName, LineClassifier>>;
  /** The group of the last line that followed none. */
  private leaderGroup = NO_GROUP;
  private readonly renderers: MaskedRenderings;
  private readonly kindShapes: readonly number[];

  private readonly keys = new Interner();
  private readonly shapes = new NumberList();
  private readonly ids = new Interner();
  /** What stands for values in either log. */
  readonly aliases = { old: new Aliases(), new: new Aliases() } as const;

  constructor(rulebook: Rulebook, correlation: Correlation | undefined) {
    this.rulebook = rulebook;
    this.correlation = correlation;
    this.captures = new Captures(rulebook);
    this.recognizers = { old: new LineClassifier(rulebook), new: new LineClassifier(rulebook) };
    this.renderers = new MaskedRenderings(rulebook.linePatterns, () => this.aliases[this.log]);
    const shapes = new Interner();
    this.kindShapes = rulebook.linePatterns.map(({ template }) => {
      const literals = Buffer.concat(template.literals.flatMap((literal) => [literal, Buffer.from(MASK)]));
      return NO_SHAPE + 1 + shapes.intern(literals, 0, literals.length);
    });
  }

  /** How many forms there are. */
  get size(): number {
    return this.keys.size;
  }

  /** How many groups there are, with that of the lines without an id. */
  get groups(): number {
    return this.ids.size + 1;
  }

  /** Reads the next line of the log, and gives the number of its form. */
  read(bytes: Buffer, start: number, end: number): number {
    const classifier = this.recognizers[this.log];
    this.linePattern = classifier.classify(bytes, start, end);
    const isFollower = this.linePattern !== -1 && this.rulebook.linePatterns[this.linePattern]!.isFollower;
    this.group = isFollower ? this.leaderGroup : NO_GROUP;
    const key = this.keys.internReserved(this.prepare(bytes, start, end, classifier.bounds));
    if (!isFollower) this.leaderGroup = this.group;
    const shape = this.shapeOfKind(this.linePattern);
    if (key === this.shapes.length) this.shapes.push(shape);
    else if (shape > this.shapes.at(key)) this.shapes.set(key, shape);
    return key;
  }

  /** Whether a line of that kind still has this form and this group. */
  has(line: Buffer, linePattern: number, key: number, group: number): boolean {
    const bounds = linePattern === -1 ? [] : this.captures.of(linePattern, line);
    if (bounds === undefined) return false;
    this.linePattern = linePattern;
    this.group = linePattern !== -1 && this.rulebook.linePatterns[linePattern]!.isFollower ? group : NO_GROUP;
    const length = this.prepare(line, 0, line.length, bounds);
    return this.group === group && this.keys.isReserved(key, length);
  }

  /** The bytes of a form. */
  bytes(key: number): Buffer {
    return this.keys.bytes(key);
  }

  /** The shape of a form: that of the rule that made it. Where several did it is always the same one, whichever came first. */
  shape(key: number): number {
    return this.shapes.at(key);
  }

  /** The shape of all lines of a kind: the literal text of its template. */
  shapeOfKind(linePattern: number): number {
    return this.kindShapes[linePattern] ?? NO_SHAPE;
  }

  /** What a line of that kind and form becomes, with its id where the form has a mark. */
  output(line: Buffer, linePattern: number, key: number): Buffer {
    const bounds =
      this.correlation === undefined || linePattern === -1 ? undefined : this.captures.of(linePattern, line);
    if (bounds === undefined) return this.keys.bytes(key);
    const renderer = this.renderers.whole(linePattern);
    renderer.take(line, bounds);
    const output = Buffer.allocUnsafe(renderer.length);
    renderer.writeInto(output, 0);
    return output;
  }

  /** The id of a group; undefined for that of the lines without one. */
  id(group: number): Buffer | undefined {
    return group === NO_GROUP ? undefined : this.ids.bytes(group - 1);
  }

  /** Writes the form of a line of `kind` where the store of forms has room; gives its length. */
  private prepare(bytes: Buffer, start: number, end: number, bounds: readonly number[]): number {
    const { store } = this.keys;
    if (this.linePattern === -1) {
      store.reserve(end - start);
      store.block.set(bytes.subarray(start, end), store.at);
      return end - start;
    }
    const renderer = this.renderingOf(bytes, bounds);
    renderer.take(bytes, bounds);
    const { length } = renderer;
    store.reserve(length);
    renderer.writeInto(store.block, store.at);
    return length;
  }

  /** Renders the line with a mark for each of the fields that hold its id, and notes its group. */
  private renderingOf(bytes: Buffer, bounds: readonly number[]): TemplateRenderer {
    const { correlation, linePattern } = this;
    const field = correlation === undefined ? -1 : correlation.idField(linePattern, bounds);
    if (correlation === undefined || field === -1) return this.renderers.whole(linePattern);
    const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
    this.group = NO_GROUP + 1 + this.ids.intern(bytes, from, to);
    const candidates = correlation.candidates(linePattern);
    let held = 0;
    for (const [i, candidate] of candidates.entries()) {
      const [start, end] = [bounds[2 * candidate]!, bounds[2 * candidate + 1]!];
      if (candidate === field || bytes.compare(bytes, from, to, start, end) === 0) held |= 1 << i;
    }
    return this.renderers.masked(linePattern, candidates, held);
  }
}
