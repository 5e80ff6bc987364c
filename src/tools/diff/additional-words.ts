import { counted, listed, shortened } from "../../text/messages/phrases.ts";
import type { Counts, Evidence } from "./difference.ts";

/** Enough of a value to recognise it. */
const MAX_WIDTH = 40;

/** What tells which lines one log has more often, or that nothing does: `none in OLD has status 500`. */
export function additionalInWords({ old, new: next, additional }: Counts<Buffer>): string {
  const { lines, count, among, evidence } = additional!;
  const [other, state] = old.count > next.count ? ["NEW", "gone"] : ["OLD", "new"];
  if (evidence === undefined) return `too many to tell which are ${state}`;
  if (evidence.length === 0) return `nothing tells which ${count === 1 ? "is" : "are"} ${state}`;
  const values = evidence.flatMap((one) => (one.kind === "value" ? [valuesInWords(one)] : []));
  if (count < among) return `${count} of ${among} with ${listed(values, "and")}`;
  const places = evidence.flatMap((one) => (one.kind === "neighbour" ? [placeInWords(one)] : []));
  const verbs = [...(values.length > 0 ? [`has ${listed(values, "and")}`] : []), ...places];
  const shownOf = count > lines.length ? `${lines.length} of ${counted(count, "line")}; ` : "";
  const unknown = Math.abs(old.count - next.count) - count;
  const others = unknown === 0 ? "" : `; nothing tells which the other ${unknown === 1 ? "one is" : `${unknown} are`}`;
  return `${shownOf}none in ${other} ${listed(verbs, "and")}${others}`;
}

function valuesInWords({ field, values }: Extract<Evidence, { kind: "value" }>): string {
  return `${shown(field)} ${listed(
    values.map((value) => (value === "" ? "(nothing)" : shown(value))),
    "or",
  )}`;
}

function placeInWords({ distance, output }: Extract<Evidence, { kind: "neighbour" }>): string {
  const far = Math.abs(distance) === 1 ? "" : `${Math.abs(distance)} lines `;
  return `comes ${far}${distance < 0 ? "after" : "before"} '${shown(output)}'`;
}

function shown(text: string): string {
  return shortened(text, MAX_WIDTH);
}
