// Time zones. Only listed names are recognised. "Any three or four capitals" was refused: it would take the POST of an
// access log for a zone.

import { byteAt, COLON, DASH, isCapital, isPair, isSign, isWord, LETTER_Z, numberAt, SPACE } from "../bytes/ascii.ts";

/** Hours east of UTC, by name. If several zones share a name, the most common in logs: BST is British, IST Indian. */
const ZONE_HOURS = {
  ...{ UTC: 0, GMT: 0, WET: 0, WEST: 1, BST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, SAST: 2 },
  ...{ IST: 5.5, SGT: 8, HKT: 8, JST: 9, KST: 9, AWST: 8, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11 },
  ...{ NZST: 12, NZDT: 13, HST: -10, AKST: -9, AKDT: -8, PST: -8, PDT: -7, MST: -7, MDT: -6 },
  ...{ CST: -6, CDT: -5, EST: -5, EDT: -4 },
};

/** Seconds east of UTC, by the code of the name. */
const ZONES = new Map(Object.entries(ZONE_HOURS).map(([name, hours]) => [codeOf(name), hours * 3600]));

/** What `afterZoneName` and `afterZone` recognise, as regular expressions. */
export const ZONE_NAME_EXPRESSION = `(?:${Object.keys(ZONE_HOURS).join("|")})\\b`;
export const ZONE_EXPRESSION = `(?:Z|[+-]\\d\\d(?::?\\d\\d)?| [+-]\\d\\d:?\\d\\d| ${ZONE_NAME_EXPRESSION})`;

const MAX_NAME_LENGTH = 4;

/** The bits of a word's third byte, a letter of its names. */
export const THIRD_LETTERS = Object.keys(ZONE_HOURS).reduce(
  (bits, name) => bits | (1 << (name.charCodeAt(2) & 0x1f)),
  0,
);

/** The position after a zone, or `at`. A zone is `Z`, an offset, or a blank and then an offset or a name. */
export function afterZone(bytes: Uint8Array, at: number, end: number): number {
  const first = byteAt(bytes, at, end);
  if (first === LETTER_Z) return at + 1;
  if (isSign(first)) return afterOffset(bytes, at, end);
  if (first !== SPACE) return at;
  const isOffset = isSign(byteAt(bytes, at + 1, end));
  const stop = isOffset ? afterOffset(bytes, at + 1, end) : afterZoneName(bytes, at + 1, end);
  // After a blank, an offset needs its minutes: `-12` is more often a separate value than a zone.
  return stop === at + 1 || (isOffset && stop === at + " -12".length) ? at : stop;
}

/** Whether the zone that `afterZone` found from `at` to `stop` is one without its `:MM` too. */
export function endsWithMinutes(bytes: Uint8Array, at: number, stop: number): boolean {
  return stop === at + "+HH:MM".length && bytes[at + 3] === COLON;
}

/** The position after the name of a zone that is not followed by a word character, or `at`. */
export function afterZoneName(bytes: Uint8Array, at: number, end: number): number {
  let code = 0;
  let stop = at;
  let letter = byteAt(bytes, stop, end);
  while (isCapital(letter)) {
    if (stop - at === MAX_NAME_LENGTH) return at;
    code = withLetter(code, letter);
    letter = byteAt(bytes, ++stop, end);
  }
  return isWord(letter) || !ZONES.has(code) ? at : stop;
}

/** The seconds east of UTC of a zone that was recognised at `at`. No letter or digit may follow it before `end`. */
export function zoneSeconds(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!;
  if (isSign(first)) {
    const minute = minuteOfOffset(bytes, at, end);
    const minutes = isPair(bytes, minute, end) ? numberAt(bytes, minute, 2) : 0;
    const seconds = numberAt(bytes, at + 1, 2) * 3600 + minutes * 60;
    return first === DASH ? -seconds : seconds;
  }
  let code = 0;
  for (let i = at; isCapital(byteAt(bytes, i, end)); i++) code = withLetter(code, bytes[i]!);
  // `Z` is not among the names.
  return ZONES.get(code) ?? 0;
}

/** The position after a sign, two digits of hours and perhaps two of minutes, with or without a colon; or `at`. */
function afterOffset(bytes: Uint8Array, at: number, end: number): number {
  if (!isPair(bytes, at + 1, end)) return at;
  const minute = minuteOfOffset(bytes, at, end);
  return isPair(bytes, minute, end) ? minute + 2 : at + 3;
}

function minuteOfOffset(bytes: Uint8Array, at: number, end: number): number {
  return byteAt(bytes, at + 3, end) === COLON ? at + 4 : at + 3;
}

/** A number for a name of up to four letters. */
function codeOf(name: string): number {
  return Buffer.from(name).reduce(withLetter, 0);
}

function withLetter(code: number, letter: number): number {
  return (code << 8) | letter;
}

/** The accepted texts, for messages. */
export const UTC_OFFSET_FORMS = "an offset from UTC such as +02:00, -0530 or +02, Z or UTC";

/**
 * Parses `+02:00`, `+0200`, `+02`, `Z` or `UTC`, in any case. Returns seconds east of UTC, or undefined for other
 * texts.
 */
export function utcOffset(text: string): number | undefined {
  if (/^(?:z|utc)$/i.test(text)) return 0;
  const [, sign, hours = "", minutes = "0"] = /^([+-])([01]\d|2[0-3])(?::?([0-5]\d))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** The same for a text that is known to be one of these, or for UTC if there is none. */
export function utcOffsetOf(timezone = "UTC"): number {
  return utcOffset(timezone)!;
}
