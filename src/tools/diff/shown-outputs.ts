import type { ValueNumbers } from "../../rules/transforms/transform-registry.ts";
import { Aliases } from "../../run/aliases.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import type { AliasedValues, Numbering } from "./aliased-values.ts";
import type { SideName } from "./difference.ts";

/** The outputs of lines as they are shown: with their ids, their ignored fields and the numbers of their aliases. */
export class ShownOutputs {
  private readonly renderers: readonly TemplateRenderer[];
  private readonly values: AliasedValues;
  private readonly isGrouped: boolean;
  private side: SideName = "old";
  private numbering: Numbering | undefined;
  /** Numbers the values of fields that are shown but ignored. */
  private readonly ignoredAliases = { old: new Aliases(), new: new Aliases() } as const;

  constructor(linePatterns: readonly LinePattern[], values: AliasedValues, isGrouped: boolean) {
    this.values = values;
    this.isGrouped = isGrouped;
    this.renderers = linePatterns.map(
      (linePattern) => new TemplateRenderer(linePattern.template, FieldTransformer.of(linePattern, this.numbers), ""),
    );
  }

  /** The numbers of aliases, for the side and the numbering that were set last. */
  readonly numbers: ValueNumbers = {
    of: (field) => {
      const numberOf = this.values.of(field);
      const ignored = { old: this.ignoredAliases.old.of(field), new: this.ignoredAliases.new.of(field) };
      return (bytes, from, to) => {
        const { numbering } = this;
        const value = numberOf(bytes, from, to) - 1;
        const number = numbering?.of(value);
        if (number !== undefined) return number;
        // The field is ignored, or it holds the id of its group.
        if (this.isGrouped && numbering !== undefined) return numbering.next(value);
        return ignored[this.side](bytes, from, to);
      };
    },
  };

  /** Sets the side, and the numbers of the aliases that are compared. Without them, those of the log's lines count. */
  use(side: SideName, numbering: Numbering | undefined): void {
    this.side = side;
    this.numbering = numbering;
  }

  /** Gives the aliases of a line numbers, as all lines of a log must be, in order, before any output is asked for. */
  countAliases(linePattern: number, bytes: Buffer, bounds: readonly number[]): void {
    this.renderers[linePattern]!.take(bytes, bounds);
  }

  /** The output of a line. */
  of(linePattern: number, line: Buffer, bounds: readonly number[]): Buffer {
    const renderer = this.renderers[linePattern]!;
    renderer.take(line, bounds);
    const output = Buffer.allocUnsafe(renderer.length);
    renderer.writeInto(output, 0);
    return output;
  }
}
