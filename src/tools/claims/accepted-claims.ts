// Accepted claims are a file of JSON lines, sorted: what changed, without numbers, which are others in the next run.

import { BaselineError } from "../../io/read-errors.ts";
import { jsonString } from "../../text/messages/json.ts";
import { quoted } from "../../text/messages/phrases.ts";
import { CHANGES, type Claim } from "./claim.ts";

/** What makes a claim the same claim in another comparison. */
const MEMBERS = ["change", "rule", "ruleFile", "shape", "field", "value", "from", "to"] as const;
const NAMES = MEMBERS.map((member) => (member === "ruleFile" ? "rule_file" : member));

type ClaimIdentity = Pick<Claim, (typeof MEMBERS)[number]>;

/** How claims compare with accepted ones. */
export interface AcceptedResult {
  /** The claims that were accepted before, and are left out. */
  readonly claims: readonly Claim[];
  /** How many claims the file now accepts, if it is updated. */
  readonly updated: number | undefined;
  /** Those that nothing in the logs makes any more. */
  readonly gone: readonly ClaimIdentity[];
  readonly path: string;
}

/** Reads a file of accepted claims: by line, what was accepted. Throws a BaselineError for anything else. */
export function parseAccepted(text: string): Map<string, ClaimIdentity> {
  const accepted = new Map<string, ClaimIdentity>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const identity = identityIn(line);
    if (typeof identity === "string") throw new BaselineError(i + 1, 1, identity);
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

/** What a line accepts, or what is wrong with it. */
function identityIn(line: string): ClaimIdentity | string {
  let members: unknown;
  try {
    members = JSON.parse(line);
  } catch {
    return "is not a JSON object";
  }
  if (typeof members !== "object" || members === null || Array.isArray(members)) return "is not a JSON object";
  for (const [name, value] of Object.entries(members)) {
    if (!NAMES.some((known) => known === name)) return `has an unknown member ${quoted(name)}`;
    if (typeof value !== "string") return `${quoted(name)} is not a string`;
  }
  const { change, rule, rule_file: ruleFile, ...others } = members as Record<string, string>;
  const known = CHANGES.find((one) => one === change);
  if (known === undefined) return `'change' is none of ${CHANGES.join(", ")}`;
  return { change: known, rule, ruleFile, ...others };
}
