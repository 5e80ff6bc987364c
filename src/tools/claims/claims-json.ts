import { type JsonWriter, writeShortLine } from "../../text/messages/json.ts";
import type { Claim, Distribution, ExampleLine, Frequency } from "./claim.ts";

/** A line of a log that shows what is claimed. */
interface ClaimExample<Line> {
  readonly file: string;
  readonly line: number;
  readonly original: Line;
}

/** A claim as it is told to programs. */
export interface ComparisonClaim<Line extends string | Uint8Array = string>
  extends Omit<Claim, "weight" | "unit" | "example"> {
  /** What the numbers are: `lines` or `requests` that were counted, or a unit of time. */
  readonly unit?: string | undefined;
  readonly example?: ClaimExample<Line> | undefined;
}

/** Makes claims what programs are told. `read` reads an example again. */
export function toldClaims<Line extends string | Uint8Array>(
  claims: readonly Claim[],
  read: (example: ExampleLine) => ClaimExample<Line>,
): ComparisonClaim<Line>[] {
  return claims.map(({ example, change, rule, ruleFile, shape, field, value, from, to, unit, ...facts }) => {
    const { old, new: next, confidence } = facts;
    const subject = { change, rule, ruleFile, shape, field, value, from, to };
    const numbers = { old: rounded(old), new: rounded(next), confidence: Math.floor(confidence * 1e6) / 1e6 };
    return { ...subject, unit: unit === "" ? undefined : unit, ...numbers, example: example && read(example) };
  });
}

/** Writes an object for each claim. */
export function writeClaims(json: JsonWriter, claims: readonly ComparisonClaim<Buffer>[]): void {
  for (const { change, rule = null, ruleFile, shape, field = null, value = null, ...facts } of claims)
    writeShortLine(json, { kind: "claim", change, rule, ruleFile, shape, field, value, ...facts });
}

/** Quantiles are known to a percent. */
function rounded(facts: Frequency | Distribution): Frequency | Distribution {
  if ("count" in facts) return facts;
  const digits = (value: number): number => Number(value.toPrecision(4));
  return { median: digits(facts.median), p95: digits(facts.p95), p99: digits(facts.p99) };
}
