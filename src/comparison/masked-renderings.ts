import type { Aliases } from "../normalization/aliases.ts";
import { Rendering } from "../normalization/rendering.ts";
import type { LineKind } from "../normalization/rulebook.ts";
import { Transforming } from "../normalization/transforming.ts";
import type { Template } from "../rules/template.ts";

/** Stands for an id in a form, in which nothing else has a line end. */
export const MASK = "\n";

/** Renderings of the templates of all kinds of lines: whole, and with a mark in the place of fields that hold an id. */
export class MaskedRenderings {
  private readonly kinds: readonly LineKind[];
  private readonly aliases: () => Aliases;
  /** For each kind its renderings, by the masked ones of its candidates: bit i stands for candidate i. */
  private readonly renderings: (Rendering | undefined)[][];

  /** `aliases` gives those of the log whose line is being rendered. */
  constructor(kinds: readonly LineKind[], aliases: () => Aliases) {
    this.kinds = kinds;
    this.aliases = aliases;
    this.renderings = kinds.map((kind) => [this.rendering(kind, kind.template)]);
  }

  /** Of the template as it is. */
  whole(kind: number): Rendering {
    return this.renderings[kind]![0]!;
  }

  /** Of the template with a mark for each of the candidates, fields of the kind, whose bit is set. */
  masked(kind: number, candidates: readonly number[], bits: number): Rendering {
    const renderings = this.renderings[kind]!;
    renderings[bits] ??= this.masking(this.kinds[kind]!, candidates, bits);
    return renderings[bits];
  }

  private masking(kind: LineKind, candidates: readonly number[], bits: number): Rendering {
    const fields = candidates.filter((_, i) => bits & (1 << i));
    return this.rendering(kind, masked(kind.template, fields));
  }

  private rendering(kind: LineKind, template: Template): Rendering {
    return new Rendering(template, Transforming.of(kind, this.aliases), "");
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
