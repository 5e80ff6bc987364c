import { Interner } from "../collections/interner.ts";
import { NumberList } from "../collections/number-list.ts";
import { Aliases } from "../normalization/aliases.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { Rendering } from "../normalization/rendering.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { Transforming } from "../normalization/transforming.ts";
import type { Rule } from "../rules/rule.ts";
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
  /** Of the line that was read last: the rule that won it, -1 for none; and its group. */
  winner = -1;
  group = NO_GROUP;
  /** The log that lines are of: each is a run of its own. */
  log: LogName = "old";

  private readonly rulebook: Rulebook;
  private readonly correlation: Correlation | undefined;
  /** For each rule its rendering, by which of the fields that may hold an id do: bit i says that candidate i does. */
  private readonly renderings: (Rendering | undefined)[][];
  private readonly ruleShapes: readonly number[];

  private readonly forms = new Interner();
  private readonly shapes = new NumberList();
  private readonly ids = new Interner();
  /** What stands for values in either log. */
  readonly aliases = { old: new Aliases(), new: new Aliases() } as const;

  constructor(rulebook: Rulebook, correlation: Correlation | undefined) {
    this.rulebook = rulebook;
    this.correlation = correlation;
    this.renderings = rulebook.rules.map((rule) => [this.rendering(rule, rule.template)]);
    const shapes = new Interner();
    this.ruleShapes = rulebook.rules.map(({ template }) => {
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

  /** The number of a line's form. What its fields capture holds until the next line is read. */
  read(bytes: Buffer, start: number, end: number): number {
    const form = this.forms.internReserved(this.prepare(bytes, start, end));
    const shape = this.shapeOfRule(this.winner);
    if (form === this.shapes.length) this.shapes.push(shape);
    else if (shape > this.shapes.at(form)) this.shapes.set(form, shape);
    return form;
  }

  /** Whether a line has the form of that number. Else as `read`. */
  has(form: number, line: Buffer): boolean {
    return this.forms.isReserved(form, this.prepare(line, 0, line.length));
  }

  /** The bytes of a form. */
  bytes(form: number): Buffer {
    return this.forms.bytes(form);
  }

  /** The shape of a form: that of a rule that made it, and where several did always the same, whichever line came first. */
  shape(form: number): number {
    return this.shapes.at(form);
  }

  /** The shape of all lines that a rule won: the literal text of its template. */
  shapeOfRule(rule: number): number {
    return this.ruleShapes[rule] ?? NO_SHAPE;
  }

  /** What the line that was read last, of this form, becomes: with its id, if it has one. */
  output(form: number, line: Buffer): Buffer {
    if (this.group === NO_GROUP) return this.forms.bytes(form);
    const rendering = this.renderings[this.winner]![0]!;
    rendering.take(line, this.rulebook.matcher.bounds);
    const output = Buffer.allocUnsafe(rendering.length);
    rendering.writeInto(output, 0);
    return output;
  }

  /** The id of a group. */
  id(group: number): Buffer | undefined {
    return group === NO_GROUP ? undefined : this.ids.bytes(group - 1);
  }

  /** Matches a line and writes its form where the store of forms has room; gives its length. */
  private prepare(bytes: Buffer, start: number, end: number): number {
    const { store } = this.forms;
    const { matcher } = this.rulebook;
    this.winner = matcher.match(bytes, start, end);
    this.group = NO_GROUP;
    if (this.winner === -1) {
      store.reserve(end - start);
      store.block.set(bytes.subarray(start, end), store.at);
      return end - start;
    }
    const rendering = this.renderingOf(bytes);
    rendering.take(bytes, matcher.bounds);
    const { length } = rendering;
    store.reserve(length);
    rendering.writeInto(store.block, store.at);
    return length;
  }

  /** What the winner's template is written with: of the fields that hold the line's id, nothing but a mark. */
  private renderingOf(bytes: Buffer): Rendering {
    const renderings = this.renderings[this.winner]!;
    if (this.correlation === undefined) return renderings[0]!;
    const { bounds } = this.rulebook.matcher;
    const field = this.correlation.idField(this.winner, bounds);
    if (field === -1) return renderings[0]!;
    const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
    this.group = NO_GROUP + 1 + this.ids.intern(bytes, from, to);
    let held = 0;
    for (const [i, candidate] of this.correlation.candidates(this.winner).entries()) {
      const [start, end] = [bounds[2 * candidate]!, bounds[2 * candidate + 1]!];
      if (candidate === field || bytes.compare(bytes, from, to, start, end) === 0) held |= 1 << i;
    }
    renderings[held] ??= this.masking(held);
    return renderings[held]!;
  }

  private masking(held: number): Rendering {
    const fields = this.correlation!.candidates(this.winner).filter((_, i) => held & (1 << i));
    const rule = this.rulebook.rules[this.winner]!;
    return this.rendering(rule, masked(rule.template, fields));
  }

  private rendering(rule: Rule, template: Template): Rendering {
    return new Rendering(
      template,
      Transforming.of(rule, () => this.aliases[this.log]),
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
