import { failure, type Reply } from "../parser.ts";

/** The failure of what has failed at the same place before, and told then what was expected. */
export const FAILED_BEFORE: Reply<never> = failure(-1, "");

/** Of two failures the one that got further; `reply`, where none is known. */
export function further(known: Reply<never> | undefined, reply: Reply<unknown>): Reply<never> {
  return known === undefined || reply.furthest > known.furthest ? (reply as Reply<never>) : known;
}
