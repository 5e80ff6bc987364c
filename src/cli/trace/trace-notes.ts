import { quoted } from "../../diagnostics/quoted.ts";
import { counted } from "../../text/counted.ts";

/** Says how many lines are in no group; undefined if there are none. */
export function leftOutNote(unmatched: number, withoutId: number): string | undefined {
  const parts: string[] = [];
  if (unmatched > 0) parts.push(`${counted(unmatched, "line")} that no rule matched`);
  if (withoutId > 0) parts.push(`${parts.length > 0 ? withoutId : counted(withoutId, "line")} without an id`);
  return parts.length === 0 ? undefined : `left out ${parts.join(" and ")}`;
}

/** Says that the id or the text asked for is not there; undefined if neither was asked for. */
export function notFoundNote(id: string | undefined, text: string | undefined): string | undefined {
  if (id === undefined)
    return text === undefined ? undefined : `no normalized line with an id contains ${quoted(text)}`;
  if (text === undefined) return `no line has the id ${quoted(id)}`;
  return `no normalized line with the id ${quoted(id)} contains ${quoted(text)}`;
}
