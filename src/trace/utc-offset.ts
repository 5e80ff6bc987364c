const HOUR = 3600;
const MINUTE = 60;

/** Said of what is no offset. */
export const UTC_OFFSET_FORMS = "an offset from UTC as +02:00 or -0530, Z or UTC";

/** Seconds east of UTC: of `+02:00`, `+0200`, `Z` or `UTC`, undefined of anything else. */
export function utcOffset(text: string): number | undefined {
  if (text === "Z" || text === "UTC") return 0;
  const [, sign, hours = "", minutes = ""] = /^([+-])([01]\d|2[0-3]):?([0-5]\d)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}
