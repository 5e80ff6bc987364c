import { Interner } from "../collections/interner.ts";
import { NumberList } from "../collections/number-list.ts";
import { Aliases } from "../normalization/aliases.ts";
import { Captures } from "../normalization/captures.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { Recognizer } from "../normalization/recognizer.ts";
import { Rendering } from "../normalization/rendering.ts";
import type { LineKind, Rulebook } from "../normalization/rulebook.ts";
import { Transforming } from "../normalization/transforming.ts";
import type { Template } from "../rules/template.ts";

/** The shape of lines that no rule matched. */
export const NO_SHAPE = 0;

/** The group of lines that have no id. */
export const NO_GROUP = 0;

/** Which of the two logs that are compared. */
export type LogName = "old" | "new";

/** Stands for an id in a form, in which nothing else has a line end. */
const MASK = "\n";

/**
 * Numbers what lines are compared by, the same for lines of both logs: equal forms have equal numbers. A form is what the
 * line's rule makes of it, or the line itself; where lines are grouped by an id, that is left open in it.
 */
export class Forms {
  /** Of the line that was read last: its kind, -1 for none; and its group. */
  kind = -1;
  group = NO_GROUP;
  /** The log that lines are of: each is a run of its own. */
  log: LogName = "old";

  private readonly rulebook: Rulebook;
  private readonly correlation: Correlation | undefined;
  readonly captures: Captures;
  private readonly recognizers: Readonly<Record<LogName, Recognizer>>;
  /** The group of the last line that followed none. */
  private leaderGroup = NO_GROUP;
  /** For each kind of line its rendering, by which of the fields that may hold an id do: bit i says that candidate i does. */
  private readonly renderings: (Rendering | undefined)[][];
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
    this.renderings = rulebook.kinds.map((kind) => [this.rendering(kind, kind.template)]);
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

  /** How many groups there are, that of lines without an id included. */
  get groups(): number {
    return this.ids.size + 1;
  }

  /** The number of the form of a log's next line. */
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

  /** The shape of a form: that of a rule that made it, and where several did always the same, whichever line came first. */
  shape(form: number): number {
    return this.shapes.at(form);
  }

  /** The shape of all lines of a kind: the literal text of its template. */
  shapeOfKind(kind: number): number {
    return this.kindShapes[kind] ?? NO_SHAPE;
  }

  /** What a line of that kind, of this form, becomes: with its id, where that is left open in the form. */
  output(line: Buffer, kind: number, form: number): Buffer {
    const bounds = this.correlation === undefined || kind === -1 ? undefined : this.captures.of(kind, line);
    if (bounds === undefined) return this.forms.bytes(form);
    const rendering = this.renderings[kind]![0]!;
    rendering.take(line, bounds);
    const output = Buffer.allocUnsafe(rendering.length);
    rendering.writeInto(output, 0);
    return output;
  }

  /** The id of a group. */
  id(group: number): Buffer | undefined {
    return group === NO_GROUP ? undefined : this.ids.bytes(group - 1);
  }

  /** Writes the form of a line of that kind where the store of forms has room; gives its length. */
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

  /** What the kind's template is written with: of the fields that hold the line's id, nothing but a mark. */
  private renderingOf(bytes: Buffer, bounds: readonly number[]): Rendering {
    const renderings = this.renderings[this.kind]!;
    if (this.correlation === undefined) return renderings[0]!;
    const field = this.correlation.idField(this.kind, bounds);
    if (field === -1) return renderings[0]!;
    const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
    this.group = NO_GROUP + 1 + this.ids.intern(bytes, from, to);
    let held = 0;
    for (const [i, candidate] of this.correlation.candidates(this.kind).entries()) {
      const [start, end] = [bounds[2 * candidate]!, bounds[2 * candidate + 1]!];
      if (candidate === field || bytes.compare(bytes, from, to, start, end) === 0) held |= 1 << i;
    }
    renderings[held] ??= this.masking(held);
    return renderings[held]!;
  }

  private masking(held: number): Rendering {
    const fields = this.correlation!.candidates(this.kind).filter((_, i) => held & (1 << i));
    const kind = this.rulebook.kinds[this.kind]!;
    return this.rendering(kind, masked(kind.template, fields));
  }

  private rendering(kind: LineKind, template: Template): Rendering {
    return new Rendering(
      template,
      Transforming.of(kind, () => this.aliases[this.log]),
      "",
    );
  }
}

/** A template with a mark in the place of some fields. */
function masked({ literals, slots }: Template, fields: readonly number[]): Template {
  const left: Uint8Array[] = [literals[0]!];
  const leftSlots: number[] = [];
  for (const [i, slot] of slots.entries()) {
    const next = literals[i + 1]!;
    if (fields.includes(slot)) {
      left.push(Buffer.concat([left.pop()!, Buffer.from(MASK), next]));
    } else {
      left.push(next);
      leftSlots.push(slot);
    }
  }
  return { literals: left, slots: leftSlots };
}
