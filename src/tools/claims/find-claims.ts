import { acceptedLine } from "./accepted-claims.ts";
import { type Claim, isFrequency } from "./claim.ts";
import { eventPairs } from "./compared-events.ts";
import { withoutConsequences } from "./consequences.ts";
import { EventQuestions } from "./event-questions.ts";
import { fieldPairs, fieldQuestions } from "./field-questions.ts";
import { joinAlike } from "./own-events.ts";
import type { Profiles } from "./profiles.ts";
import type { RareEvents } from "./rare-events.ts";
import { noiseOf } from "./run-noise.ts";
import { claimsOf } from "./statistics.ts";
import { StepQuestions } from "./step-questions.ts";

/** What is claimed of two logs, and how many questions were asked. */
export interface Claims {
  /** The most important first. */
  readonly claims: readonly Claim[];
  readonly questions: number;
  /** Events that one log alone has, and that no claim is about unless there are many of them. */
  readonly tooRare: RareEvents;
  /** How many events either log has, and how many fields the events of both have. */
  readonly compared: { readonly events: number; readonly fields: number };
  /** What is not asked, because there is too much of it. */
  readonly notes: readonly string[];
}

const MANY_SHAPES =
  "too many lines match no rule and have shapes of their own: which of them are new is not told; rules, or --mask, make them fewer";

export function findClaims(profiles: Profiles): Claims {
  const { runs, new: next } = profiles;
  for (const run of [...runs, next]) run.finish();
  if (runs.length > 1) joinAlike(profiles);
  const pairs = eventPairs(profiles);
  const fields = fieldPairs(profiles, pairs);
  const events = new EventQuestions(profiles, pairs);
  const steps = profiles.steps && new StepQuestions(profiles.events, profiles.steps);
  const questions = [...events.all(), ...fieldQuestions(profiles, fields), ...(steps?.all() ?? [])];
  const own = events.own();
  // Two families of questions, each of which has half of the chance to err.
  const families = own.length === 0 ? 1 : 2;
  const [ofAll, ofOwn] = [claimsOf(questions, families, noiseOf), claimsOf(own, families)];
  const claims = events.withoutCrowds([...ofAll.claims, ...ofOwn.claims]);
  return {
    claims: withoutConsequences(withoutRepeated(claims), steps?.places() ?? (() => undefined)),
    questions: ofAll.asked + ofOwn.asked,
    tooRare: events.rareBeside(claims),
    compared: { events: pairs.length, fields: fields.length },
    notes: [...(steps?.notes ?? []), ...(profiles.events.hasManyShapes ? [MANY_SHAPES] : [])],
  };
}

/** Of several claims on one field that say the same, the surest. */
function withoutRepeated(claims: readonly Claim[]): Claim[] {
  const kept = new Map<string, Claim>();
  for (const claim of claims) {
    const key = isFrequency(claim.new)
      ? acceptedLine(claim) + claim.unit
      : acceptedLine({ ...claim, change: "larger" });
    if (!kept.has(key)) kept.set(key, claim);
  }
  return [...kept.values()];
}
