// What stands around a number says whether it is the same in every run.

/** Places of numbers, the more likely one is to be the same in every run, the higher. */
export const PLACE = { free: 0, count: 1, value: 2, fixed: 3, code: 4, version: 5 } as const;

export type Place = (typeof PLACE)[keyof typeof PLACE];

/** So much of the text before a number says what it is. */
const MAX_BYTES = 256;

const AFTER_LETTER = /[A-Za-z\x80-\xff]$/;
const AFTER_V = /(?<![A-Za-z0-9])v$/i;
/** Behind `name/` or a capitalised name, a number of two parts is a version. */
const AFTER_NAME = /[A-Za-z\x80-\xff]\/$|(?<![A-Za-z\x80-\xff])[A-Z\x80-\xff][A-Za-z\x80-\xff]*[ -]$/;
const AFTER_STATUS = /HTTP\/[\d.]*"? $/;
/** Between the name of a code and the code there are a few marks. */
const AFTER_CODE = /(?:status|code|exit|errno|signal)[^A-Za-z0-9]{1,4}$/i;
const AFTER_KEY = /([A-Za-z0-9"]) *([=:]) *"?$/;
const AFTER_ONLY_KEY = /^ *[^ ]+ *[=:] *"?$/;

/** What kind of place the number from `from` up to `to` has in the text from `start` up to `end`. */
export function placeOf(bytes: Uint8Array, start: number, end: number, from: number, to: number): Place {
  const number = latin1(bytes, from, to);
  const before = latin1(bytes, Math.max(start, from - MAX_BYTES), from);
  const after = latin1(bytes, to, Math.min(to + 1, end));
  if (!/^[\d.]+$/.test(number) || after === "%") return PLACE.free;
  if (number.includes(".")) return isVersion(number.split("."), before) ? PLACE.version : PLACE.free;
  if (/[A-Za-z0-9]/.test(after)) return PLACE.free;
  if (AFTER_LETTER.test(before)) return number.length === 1 ? PLACE.fixed : PLACE.free;
  if (before.endsWith("/") || after === "/") return PLACE.free;
  if (AFTER_STATUS.test(before) || AFTER_CODE.test(before)) return PLACE.code;
  // `key = 7` and `key: 7`, alone in its line; or `key=7`, `"key": 7`.
  const key = AFTER_KEY.exec(before);
  if (key === null) return PLACE.count;
  if (to === end && before.length === from - start && AFTER_ONLY_KEY.test(before)) return PLACE.fixed;
  return key[2] === "=" || key[1] === '"' ? PLACE.value : PLACE.count;
}

function isVersion(parts: readonly string[], before: string): boolean {
  const isAfterV = AFTER_V.test(before);
  if (AFTER_LETTER.test(before) && !isAfterV) return false;
  if (parts.length === 2) return isAfterV || AFTER_NAME.test(before);
  const isAddress = parts.length === 4 && parts.every((part) => Number(part) < 256);
  return !isAddress;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.subarray(from, to)).toString("latin1");
}
