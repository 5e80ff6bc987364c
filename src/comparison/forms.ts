import { Interner } from "../collections/interner.ts";
import { NumberList } from "../collections/number-list.ts";
import { Aliases } from "../normalization/aliases.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { Captures, Recognizer } from "../normalization/recognizer.ts";
import type { Rendering } from "../normalization/rendering.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
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
export class Forms {
  /** The kind of the line that was read last, -1 for none, and its group. */
  kind = -1;
  group = NO_GROUP;
  /** The log that the next lines are of. Each log is a run of its own. */
  log: LogName = "old";

  private readonly rulebook: Rulebook;
  private readonly correlation: Correlation | undefined;
  readonly captures: Captures;
  private readonly recognizers: Readonly<Record<LogName, Recognizer>>;
  /** The group of the last line that followed none. */
  private leaderGroup = NO_GROUP;
  private readonly renderings: MaskedRenderings;
  private readonly kindShapes: readonly number[];

  private readonly forms = new Interner();
  private readonly shapes = new NumberList();
  private readonly ids = new Interner();
  /** What stands for values in either log. */
  readonly aliases = { old: new Aliases(), new: new Aliases() } as const;

  constructor(rulebook: Rulebook, correlation: Correlation | undefined) {
    this.rulebook = rulebook;
    this.correlation = correlation;
    this.captures = new Captures(rulebook);
    this.recognizers = { old: new Recognizer(rulebook), new: new Recognizer(rulebook) };
    this.renderings = new MaskedRenderings(rulebook.kinds, () => this.aliases[this.log]);
    const shapes = new Interner();
    this.kindShapes = rulebook.kinds.map(({ template }) => {
      const literals = Buffer.concat(template.literals.flatMap((literal) => [literal, Buffer.from(MASK)]));
      return NO_SHAPE + 1 + shapes.intern(literals, 0, literals.length);
    });
  }

  /** How many forms there are. */
  get size(): number {
    return this.forms.size;
  }

  /** How many groups there are, with that of the lines without an id. */
  get groups(): number {
    return this.ids.size + 1;
  }

  /** Reads the next line of the log, and gives the number of its form. */
  read(bytes: Buffer, start: number, end: number): number {
    const recognizer = this.recognizers[this.log];
    this.kind = recognizer.recognize(bytes, start, end);
    const isFollower = this.kind !== -1 && this.rulebook.kinds[this.kind]!.isFollower;
    this.group = isFollower ? this.leaderGroup : NO_GROUP;
    const form = this.forms.internReserved(this.prepare(bytes, start, end, recognizer.bounds));
    if (!isFollower) this.leaderGroup = this.group;
    const shape = this.shapeOfKind(this.kind);
    if (form === this.shapes.length) this.shapes.push(shape);
    else if (shape > this.shapes.at(form)) this.shapes.set(form, shape);
    return form;
  }

  /** Whether a line of that kind still has this form and this group. */
  has(line: Buffer, kind: number, form: number, group: number): boolean {
    const bounds = kind === -1 ? [] : this.captures.of(kind, line);
    if (bounds === undefined) return false;
    this.kind = kind;
    this.group = kind !== -1 && this.rulebook.kinds[kind]!.isFollower ? group : NO_GROUP;
    const length = this.prepare(line, 0, line.length, bounds);
    return this.group === group && this.forms.isReserved(form, length);
  }

  /** The bytes of a form. */
  bytes(form: number): Buffer {
    return this.forms.bytes(form);
  }

  /** The shape of a form: that of the rule that made it. Where several did it is always the same one, whichever came first. */
  shape(form: number): number {
    return this.shapes.at(form);
  }

  /** The shape of all lines of a kind: the literal text of its template. */
  shapeOfKind(kind: number): number {
    return this.kindShapes[kind] ?? NO_SHAPE;
  }

  /** What a line of that kind and form becomes, with its id where the form has a mark. */
  output(line: Buffer, kind: number, form: number): Buffer {
    const bounds = this.correlation === undefined || kind === -1 ? undefined : this.captures.of(kind, line);
    if (bounds === undefined) return this.forms.bytes(form);
    const rendering = this.renderings.whole(kind);
    rendering.take(line, bounds);
    const output = Buffer.allocUnsafe(rendering.length);
    rendering.writeInto(output, 0);
    return output;
  }

  /** The id of a group; undefined for that of the lines without one. */
  id(group: number): Buffer | undefined {
    return group === NO_GROUP ? undefined : this.ids.bytes(group - 1);
  }

  /** Writes the form of a line of `kind` where the store of forms has room; gives its length. */
  private prepare(bytes: Buffer, start: number, end: number, bounds: readonly number[]): number {
    const { store } = this.forms;
    if (this.kind === -1) {
      store.reserve(end - start);
      store.block.set(bytes.subarray(start, end), store.at);
      return end - start;
    }
    const rendering = this.renderingOf(bytes, bounds);
    rendering.take(bytes, bounds);
    const { length } = rendering;
    store.reserve(length);
    rendering.writeInto(store.block, store.at);
    return length;
  }

  /** Renders the line with a mark for each of the fields that hold its id, and notes its group. */
  private renderingOf(bytes: Buffer, bounds: readonly number[]): Rendering {
    const { correlation, kind } = this;
    const field = correlation === undefined ? -1 : correlation.idField(kind, bounds);
    if (correlation === undefined || field === -1) return this.renderings.whole(kind);
    const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
    this.group = NO_GROUP + 1 + this.ids.intern(bytes, from, to);
    const candidates = correlation.candidates(kind);
    let held = 0;
    for (const [i, candidate] of candidates.entries()) {
      const [start, end] = [bounds[2 * candidate]!, bounds[2 * candidate + 1]!];
      if (candidate === field || bytes.compare(bytes, from, to, start, end) === 0) held |= 1 << i;
    }
    return this.renderings.masked(kind, candidates, held);
  }
}
