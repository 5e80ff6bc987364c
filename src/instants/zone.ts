import { COLON, DASH, isCapital, LETTER_Z, PLUS, SPACE } from "./bytes.ts";
import { append, codeOf } from "./codes.ts";
import type { Draft } from "./draft.ts";

/** Seconds east of UTC. Of names that several zones share, the one in most logs: BST is British, IST Indian. */
const ZONES = new Map(
  Object.entries({
    ...{ UTC: 0, GMT: 0, WET: 0, WEST: 1, BST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, SAST: 2 },
    ...{ IST: 5.5, SGT: 8, HKT: 8, JST: 9, KST: 9, AWST: 8, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11 },
    ...{ NZST: 12, NZDT: 13, HST: -10, AKST: -9, AKDT: -8, PST: -8, PDT: -7, MST: -7, MDT: -6 },
    ...{ CST: -6, CDT: -5, EST: -5, EDT: -4 },
  }).map(([name, hours]) => [codeOf(name), hours * 3600]),
);

const LONGEST_NAME = 4;

/** Reads a zone, if there is one: `Z`, an offset, or a blank and an offset or a name. */
export function zone(draft: Draft): boolean {
  if (draft.isDone()) return true;
  if (draft.take(LETTER_Z)) {
    draft.zone = 0;
    return true;
  }
  if (!draft.take(SPACE)) return offset(draft, 1);
  // After a blank, `-12` is more often a value of its own than a zone.
  return isCapital(draft.peek()) ? zoneName(draft) : offset(draft, 2);
}

/** Reads the name of a zone. */
export function zoneName(draft: Draft): boolean {
  let code = 0;
  for (let i = 0; i < LONGEST_NAME && isCapital(draft.peek()); i++) code = append(code, draft.next());
  const seconds = ZONES.get(code);
  if (seconds === undefined) return false;
  draft.zone = seconds;
  return true;
}

/** Reads a sign, hours and minutes, with or without a colon between; or, if `numbers` is 1, hours alone. */
function offset(draft: Draft, numbers: 1 | 2): boolean {
  const sign = draft.take(PLUS) ? 1 : draft.take(DASH) ? -1 : 0;
  const hours = draft.number(2, 2);
  if (sign === 0 || hours < 0) return false;
  const needsMinutes = draft.take(COLON) || numbers === 2;
  const minutes = draft.number(2, 2);
  if (minutes < 0 && needsMinutes) return false;
  draft.zone = sign * (hours * 3600 + Math.max(minutes, 0) * 60);
  return true;
}
