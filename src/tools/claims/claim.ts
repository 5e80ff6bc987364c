// What is claimed of two logs, also as JSON: in results, and in files of accepted claims. Those are lines, sorted, of
// what changed, without numbers, which are others in the next run.

import { BaselineError } from "../../io/read-errors.ts";
import { type JsonWriter, jsonString, snakeCase, writeShortLine } from "../../text/messages/json.ts";
import type { Sketch } from "./numbers.ts";

/** What may have changed, and how much that tells if it is as sure and concerns as many lines. */
export const IMPORTANCE = {
  new: 4,
  gone: 2,
  more: 1,
  fewer: 1,
  new_value: 3,
  gone_value: 1,
  share: 2,
  slower: 2,
  faster: 1,
  larger: 1,
  smaller: 1,
  new_variant: 2,
  gone_variant: 1,
} as const;

export type Change = keyof typeof IMPORTANCE;

export const CHANGES = Object.keys(IMPORTANCE) as readonly Change[];

/** What there is of each of two logs. */
export type Both<Item> = Readonly<Record<"old" | "new", Item>>;

/** How many of how many lines or, in claims on steps and variants, requests. */
export interface Frequency {
  readonly count: number;
  readonly total: number;
}

/** Quantiles of numbers as they are written or, if they have units of time, of seconds; and of times between steps. */
export interface Distribution {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

/** Lines of one rule or, without a rule, of one shape: the masked text. */
export interface EventName {
  /** The name of the rule; undefined for a shape. */
  readonly rule: string | undefined;
  /** The path of its file, if there are several. */
  readonly ruleFile?: string | undefined;
  readonly shape?: string | undefined;
}

/** A line that shows what is claimed: the index among the compared lines of its side. */
export interface ExampleLine {
  readonly side: keyof Both<unknown>;
  readonly index: number;
}

/** A line of a log that shows what is claimed. */
export interface ClaimExample<Line> {
  readonly file: string;
  readonly line: number;
  readonly original: Line;
}

/** The usual sequence of steps, up to a change and after it. */
export interface StepSequence {
  /** What became of the step; `direct` if two steps come right after each other, and no step explains why. */
  readonly kind: "inserted" | "removed" | "moved" | "repeated" | "single" | "direct";
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A difference between two logs that chance does not explain. */
export interface Claim extends EventName {
  readonly change: Change;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  /** The names of the steps of a request that a claim is about. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What frequencies count, `lines` or `requests`; or the unit of quantiles, as far as it is known: `s`, `ms`. */
  readonly unit: string;
  readonly old: Frequency | Distribution;
  readonly new: Frequency | Distribution;
  /** From 0 to 1: one minus the probability of any such claim by chance, whatever the number of questions. */
  readonly confidence: number;
  readonly weight: number;
  readonly example?: ExampleLine | undefined;
  /** For pictures, and not in JSON: the numbers of both logs, and the steps around a change. */
  readonly numbers?: Both<Sketch>;
  readonly sequence?: StepSequence;
}

/** A claim as it is told to programs. */
export interface ComparisonClaim<Line extends string | Uint8Array = string>
  extends Omit<Claim, "weight" | "unit" | "example" | "numbers" | "sequence"> {
  /** What the numbers are: `lines` or `requests` that were counted, or a unit of time. */
  readonly unit?: string | undefined;
  readonly example?: ClaimExample<Line> | undefined;
}

/** What is claimed of two logs, and how many questions were asked. */
export interface Claims {
  readonly claims: readonly Claim[];
  readonly questions: number;
  /** What would be claimed of events that one log alone has, too rarely to tell. */
  readonly tooRare: Both<readonly Claim[]>;
  /** How many events either log has, and how many fields the events of both have. */
  readonly compared: { readonly events: number; readonly fields: number };
  /** What is not asked, because there is too much of it. */
  readonly notes: readonly string[];
}

export function isFrequency(facts: Frequency | Distribution): facts is Frequency {
  return "count" in facts;
}

export function eventKey({ rule, ruleFile, shape }: EventName): string {
  return JSON.stringify([rule, ruleFile, shape]);
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

/** What makes a claim the same claim in another comparison. */
const MEMBERS = ["change", "rule", "ruleFile", "shape", "field", "value", "from", "to"] as const;
const NAMES: readonly string[] = MEMBERS.map(snakeCase);

type ClaimIdentity = Pick<Claim, (typeof MEMBERS)[number]>;

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
    const reason = `is no accepted change: an object of texts, named ${NAMES.join(", ")}, with 'change' one of ${CHANGES.join(", ")}`;
    if (identity === undefined) throw new BaselineError(i + 1, 1, reason);
    accepted.set(acceptedLine(identity), identity);
  }
  return accepted;
}

export function formatAccepted(claims: readonly Claim[]): string {
  const lines = [...new Set(claims.map(acceptedLine))].sort();
  return lines.map((line) => `${line}\n`).join("");
}

export function acceptedLine(claim: ClaimIdentity): string {
  const members = MEMBERS.flatMap((member, i) => {
    const value = claim[member];
    return value === undefined ? [] : [`"${NAMES[i]}": ${jsonString(value)}`];
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
  const areTexts = Object.entries(members).every(([name, value]) => NAMES.includes(name) && typeof value === "string");
  const { change, rule_file: ruleFile, ...others } = members;
  const isChange = CHANGES.some((one) => one === change);
  return areTexts && isChange ? ({ change, ruleFile, ...others } as ClaimIdentity) : undefined;
}
