// Events that one log alone has, each too rarely to tell. Equal logs have about as many of them each. If one has many
// more, most of these are no chance.

import type { Both, Claim, EventName, Question } from "./claim.ts";
import { answerFor } from "./counts.ts";

/** First lines of events that are no further apart are one occasion, such as an error with all that follows from it. */
const MAX_GAP = 20;

interface RareEvent {
  readonly name: EventName;
  /** The index among the events of both logs. */
  readonly pair: number;
  /** The index of its first line. */
  readonly first: number;
  readonly claimOf: (confidence: number) => Claim;
}

export type RareEvents = Both<readonly RareEvent[]>;

/** Asks whether one log has more occasions of such events than the other. `lines` are those of the logs. */
export function rareQuestion(rare: RareEvents, lines: Both<number>): Question {
  const occasions = { old: occasionsOf(rare.old), new: occasionsOf(rare.new) };
  const answer = answerFor(occasions, lines, 1);
  const side = answer.isMore ? "new" : "old";
  const other = answer.isMore ? "old" : "new";
  const byChance = Math.min(1, (occasions[other] * lines[side]) / lines[other] / occasions[side]);
  const claims: Question["claims"] = (confidence) => {
    return rare[side].map(({ claimOf }) => claimOf(confidence * (1 - byChance)));
  };
  return { p: answer.p, least: answer.least, claims };
}

function occasionsOf(events: readonly RareEvent[]): number {
  const firsts = events.map(({ first }) => first).sort((a, b) => a - b);
  return firsts.filter((first, i) => i === 0 || first - firsts[i - 1]! > MAX_GAP).length;
}
