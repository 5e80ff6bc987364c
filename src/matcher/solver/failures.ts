import { failure, type Reply } from "../parser.ts";

/** The failure of what has failed before: what was expected then has been told. */
export const FAILED_BEFORE: Reply<never> = failure(-1, "");

/** Of two failures the one that got further; of none, the other. */
export function further(known: Reply<never> | undefined, reply: Reply<unknown>): Reply<never> {
  return known === undefined || reply.furthest > known.furthest ? (reply as Reply<never>) : known;
}
