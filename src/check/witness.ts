import { type Pattern, TIMESTAMP } from "../matcher/pattern.ts";
import { typeEntry } from "../matcher/types/type-registry.ts";
import type { Expansion, PlainPart } from "./covering.ts";

const NAME = /^[A-Za-z][\w.-]*$/;
const SNOWMAN = 0x2603;

/** Makes lines that match given expansions. */
export class Witnesses {
  private readonly patterns: readonly Pattern[];
  /** A character that occurs in no literal of the patterns; made when it is first needed. */
  private filler: string | undefined;

  constructor(patterns: readonly Pattern[]) {
    this.patterns = patterns;
  }

  /** A line in which each field of any text captures the filler, which stands for any text. */
  opaque(expansion: Expansion): string {
    this.filler ??= unusedCharacter(this.patterns);
    const { filler } = this;
    return lineOf(expansion, () => filler);
  }

  /** A line in which each field of any text captures its own name. */
  readable(expansion: Expansion, fields: readonly string[]): string {
    return lineOf(expansion, (field) => {
      const name = fields[field]!;
      return name === TIMESTAMP ? typeEntry(TIMESTAMP).samples[0] : NAME.test(name) ? name : "x";
    });
  }
}

function unusedCharacter(patterns: readonly Pattern[]): string {
  const used = new Set<string>();
  for (const { parts } of patterns) for (const character of jsonOf(parts)) used.add(character);
  let code = SNOWMAN;
  while (used.has(String.fromCodePoint(code))) code++;
  return String.fromCodePoint(code);
}

function lineOf(expansion: Expansion, filling: (field: number) => string): string {
  return expansion.map((piece) => textOf(piece, filling)).join("");
}

function textOf(piece: PlainPart, filling: (field: number) => string): string {
  if ("literal" in piece) return Buffer.from(piece.literal).toString();
  const { kind } = piece;
  if (kind === undefined) return filling(piece.field);
  if ("values" in kind) return kind.values.find((value) => value !== "") ?? "";
  return typeEntry(kind.parser).samples[0];
}

/** A text that contains all literals of the parts, among other characters. */
function jsonOf(parts: Pattern["parts"]): string {
  return JSON.stringify(parts, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}
