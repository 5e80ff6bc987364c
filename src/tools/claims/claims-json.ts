import { type JsonWriter, writeShortLine } from "../../text/messages/json.ts";
import type { Claim, ExampleLine } from "./claim.ts";

/** A line of a log that shows what is claimed. */
export interface ClaimExample<Line> {
  readonly file: string;
  readonly line: number;
  readonly original: Line;
}

/** A claim as it is told to programs. */
export interface ComparisonClaim<Line extends string | Uint8Array = string>
  extends Omit<Claim, "weight" | "unit" | "example" | "numbers" | "sequence"> {
  /** What the numbers are: `lines` or `requests` that were counted, or a unit of time. */
  readonly unit?: string | undefined;
  readonly example?: ClaimExample<Line> | undefined;
}

/** Makes claims what programs are told. `read` reads an example again. */
export function toldClaims<Line extends string | Uint8Array>(
  claims: readonly Claim[],
  read: (example: ExampleLine) => ClaimExample<Line>,
): ComparisonClaim<Line>[] {
  return claims.map(({ change, rule, ruleFile, shape, field, value, from, to, unit, example, ...facts }) => ({
    ...{ change, rule, ruleFile, shape, field, value, from, to, unit: unit === "" ? undefined : unit },
    ...{ old: facts.old, new: facts.new, confidence: Math.floor(facts.confidence * 1e6) / 1e6 },
    example: example && read(example),
  }));
}

export function writeClaims(json: JsonWriter, claims: readonly ComparisonClaim<Buffer>[]): void {
  for (const { change, rule = null, ruleFile, shape, field = null, value = null, ...facts } of claims)
    writeShortLine(json, { kind: "claim", change, rule, ruleFile, shape, field, value, ...facts });
}
