// Claims as JSON: in results, and in files of accepted ones. Those are lines, sorted, of what changed, without numbers,
// which are others in the next run.

import { BaselineError } from "../../io/read-errors.ts";
import { type JsonWriter, jsonString, writeShortLine } from "../../text/messages/json.ts";
import { CHANGES, type Claim, type ClaimExample, type ComparisonClaim, type ExampleLine } from "./claim.ts";

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

/** What makes a claim the same claim in another comparison, by its name in files. */
const MEMBERS = {
  change: "change",
  rule: "rule",
  rule_file: "ruleFile",
  shape: "shape",
  field: "field",
  value: "value",
  from: "from",
  to: "to",
} as const;

type ClaimIdentity = Pick<Claim, (typeof MEMBERS)[keyof typeof MEMBERS]>;

/** How claims compare with accepted ones. */
export interface AcceptedResult {
  readonly claims: readonly Claim[];
  /** How many claims the file now accepts, if it is updated. */
  readonly updated: number | undefined;
  readonly gone: readonly ClaimIdentity[];
  readonly path: string;
}

/** Reads a file of accepted claims: by line, what was accepted. Throws a BaselineError for anything else. */
export function parseAccepted(text: string): Map<string, ClaimIdentity> {
  const accepted = new Map<string, ClaimIdentity>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const identity = identityIn(line);
    if (identity === undefined) {
      const names = Object.keys(MEMBERS).join(", ");
      const reason = `is no accepted change: an object of texts, named ${names}, with 'change' one of ${CHANGES.join(", ")}`;
      throw new BaselineError(i + 1, 1, reason);
    }
    accepted.set(acceptedLine(identity), identity);
  }
  return accepted;
}

export function formatAccepted(claims: readonly Claim[]): string {
  const lines = [...new Set(claims.map(acceptedLine))].sort();
  return lines.map((line) => `${line}\n`).join("");
}

export function acceptedLine(claim: ClaimIdentity): string {
  const members = Object.entries(MEMBERS).flatMap(([name, member]) => {
    const value = claim[member];
    return value === undefined ? [] : [`"${name}": ${jsonString(value)}`];
  });
  return `{${members.join(", ")}}`;
}

function identityIn(line: string): ClaimIdentity | undefined {
  let members: Readonly<Record<string, unknown>>;
  try {
    members = Object(JSON.parse(line));
  } catch {
    return undefined;
  }
  const areTexts = Object.entries(members).every(
    ([name, value]) => Object.hasOwn(MEMBERS, name) && typeof value === "string",
  );
  const { change, rule_file: ruleFile, ...others } = members;
  const isChange = CHANGES.some((one) => one === change);
  return areTexts && isChange ? ({ change, ruleFile, ...others } as ClaimIdentity) : undefined;
}
