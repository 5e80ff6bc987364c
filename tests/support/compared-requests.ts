// Claims on logs of requests that are compared in memory.
import type { Log } from "../../src/run/log.ts";
import { rulebookOf } from "../../src/run/rulebook.ts";
import type { Claim } from "../../src/tools/claims/claim.ts";
import { findClaims } from "../../src/tools/claims/find-claims.ts";
import { Profiles } from "../../src/tools/claims/profiles.ts";
import { LogDiff } from "../../src/tools/diff/log-diff.ts";
import { parseRules } from "./parsed-rules.ts";

/** The steps of a request: their names, and the milliseconds since the one before. */
export type Steps = readonly (readonly [name: string, gap: number])[];

const BEGINNING = Date.UTC(2026, 0, 5);

/** Lines of requests of which each begins `every` milliseconds after the one before, in order of time. */
export function linesOf(requests: readonly Steps[], every = 7): string[] {
  const lines = requests.flatMap((steps, id) => {
    let at = BEGINNING + every * id;
    return steps.map(([name, gap]) => {
      at += gap;
      return { at, text: `${new Date(Math.floor(at)).toISOString()} r${id} ${name}` };
    });
  });
  return lines.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

/** What is claimed of the logs of two sides. Steps are named by lower-case letters. */
export async function claimsOf(old: readonly string[][], next: readonly string[][]): Promise<readonly Claim[]> {
  const rules = [..."abcdefghijklmnopqrstuvwxyz"].map(
    (name) => `  - { name: ${name}, pattern: "{timestamp} {id} ${name}", output: "{id} ${name}" }\n`,
  );
  const rulebook = rulebookOf(parseRules(Buffer.from(`rules:\n${rules.join("")}`), "rules.yaml"));
  const profiles = new Profiles(rulebook, ["id"]);
  const options = { by: ["id"], observer: profiles };
  const diff = await LogDiff.of(rulebook, old.map(logOf), next.map(logOf), options);
  diff.close();
  return findClaims(profiles).claims;
}

function logOf(lines: readonly string[], i: number): Log {
  return {
    name: `${i}.log`,
    path: undefined,
    failure: (error) => error,
    async *open() {
      yield Buffer.from(lines.map((line) => `${line}\n`).join(""));
    },
  };
}
