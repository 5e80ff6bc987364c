import { type JsonWriter, writeShortLine } from "../../text/messages/json.ts";
import type { Claim, ExampleLine } from "./claim.ts";

/** Reads an example again. */
export type ReadExample = (example: ExampleLine) => {
  readonly file: string;
  readonly line: number;
  readonly original: Buffer;
};

/** Writes an object for each claim. */
export function writeClaims(json: JsonWriter, claims: readonly Claim[], read: ReadExample): void {
  for (const { change, rule, ruleFile, shape, field, value, from, to, example, ...facts } of claims) {
    const { unit, old, new: next, confidence } = facts;
    writeShortLine(json, {
      kind: "claim",
      ...{ change, rule: rule ?? null, ruleFile, shape, field: field ?? null, value: value ?? null, from, to },
      ...{ unit: unit === "" ? undefined : unit, old, new: next, confidence },
      example: example && read(example),
    });
  }
}
