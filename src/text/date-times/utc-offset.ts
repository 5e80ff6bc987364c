const HOUR = 3600;
const MINUTE = 60;

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
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}

/** The same for a text that is known to be one of these, or for UTC if there is none. */
export function utcOffsetOf(timezone = "UTC"): number {
  return utcOffset(timezone)!;
}
