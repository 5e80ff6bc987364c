import { quoted } from "../../diagnostics/quoted.ts";

/** Says how many lines are in no group; undefined if there are none. */
export function leftOutNote(unmatched: number, withoutId: number): string | undefined {
  const parts: string[] = [];
  if (unmatched > 0) parts.push(`${counted(unmatched)} that no rule matched`);
  if (withoutId > 0) parts.push(`${parts.length > 0 ? withoutId : counted(withoutId)} without an id`);
  return parts.length === 0 ? undefined : `left out ${parts.join(" and ")}`;
}

/** Says that what was asked for is not there; undefined if nothing was. */
export function notFoundNote(id: string | undefined, text: string | undefined): string | undefined {
  if (id === undefined)
    return text === undefined ? undefined : `no normalized line with an id contains ${quoted(text)}`;
  if (text === undefined) return `no line has the id ${quoted(id)}`;
  return `no normalized line with the id ${quoted(id)} contains ${quoted(text)}`;
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "line" : "lines"}`;
}
