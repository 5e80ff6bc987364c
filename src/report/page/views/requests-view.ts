import { quantity } from "../../markup.ts";
import type { GroupFigures, TraceFigures } from "../../report.ts";
import { foldedRow, h, pathText, svg } from "../dom.ts";
import { COLOURS, longList, type ViewContext } from "./view.ts";

const WIDTH = 1000;
const HEIGHT = 22;
const MARK_WIDTH = 5;
/** Marks do not stick out at the ends. */
const ROOM = WIDTH - MARK_WIDTH;

/** A row for each id, the slowest first: its events as marks in the order of time. It opens into its lines. */
export function requestsView({ model }: ViewContext): Node[] {
  const { trace } = model.data;
  if (trace === undefined) return [];
  const { groups, count, by, withoutId, files } = trace;
  const longest = Math.max(0, ...groups.map(({ span }) => span ?? 0));
  const list = longList(groups, (group) => groupRow(group, trace, longest));
  const more = count > groups.length ? `, of which the ${groups.length} slowest are here` : "";
  return [
    h("h1", "Requests"),
    h(
      "p.sub",
      `${quantity(count, "group")} by ${by.join(", ")}${more}, the slowest first; ${quantity(withoutId, "line")} without an id.`,
    ),
    h("ul.legend", ...files.map((file, i) => h("li", h("span", { class: `swatch f${i % COLOURS}` }), file))),
    h("div.card", list),
  ];
}

function groupRow(group: GroupFigures, { files }: TraceFigures, longest: number): HTMLElement {
  const { id, span, count, events } = group;
  const list = h("ol.events");
  const took = span === undefined ? "no time" : seconds(span);
  const summary = h(
    "summary",
    h("span.id", { title: id }, id),
    timeline(group, longest),
    h("span.rule", `${took}, ${quantity(count, "line")}`),
  );
  return foldedRow({ class: "row group", "data-key": id }, summary, list, () => {
    const first = events.find(({ time }) => time !== undefined)?.time;
    const rest = count - events.length;
    return [
      ...events.map((event) => eventRow(event, files, first)),
      ...(rest > 0 ? [h("li", `and ${quantity(rest, "more line")}`)] : []),
    ];
  });
}

function eventRow(
  { time, file, line, output }: GroupFigures["events"][number],
  files: readonly string[],
  first: number | undefined,
): HTMLElement {
  const after = time === undefined || first === undefined ? "" : `+${seconds((time - first) / 1000)}`;
  return h(
    "li",
    h("span.number", after),
    h("code", { class: `line f${file % COLOURS}` }, output),
    pathText(`${files[file]}:${line}`),
  );
}

/** A group's events in time. All rows have one scale, so that the slow ones are the long ones. */
function timeline({ id, span, events }: GroupFigures, longest: number): SVGElement {
  const label = `${events.length} events of ${id} in ${span === undefined ? "no known time" : seconds(span)}`;
  // It is stretched to the room that it has.
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  const marks = svg("svg", {
    class: "timeline",
    viewBox,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": label,
  });
  const times = events.flatMap(({ time }) => (time === undefined ? [] : [time]));
  if (times.length === 0 || longest === 0) return marks;
  const first = times.reduce((a, b) => Math.min(a, b));
  const xOf = (time: number): number => (ROOM * (time - first)) / (1000 * longest);
  const last = times.reduce((a, b) => Math.max(a, b));
  marks.append(svg("rect", { x: 0, y: HEIGHT / 2 - 1, width: xOf(last) + MARK_WIDTH, height: 2, class: "track" }));
  for (const { time, file } of events) {
    if (time === undefined) continue;
    const mark = { x: xOf(time), y: 2, width: MARK_WIDTH, height: HEIGHT - 4, class: `mark m${file % COLOURS}` };
    marks.append(svg("rect", mark));
  }
  return marks;
}

function seconds(span: number): string {
  if (span < 1) return `${Math.round(1000 * span)} ms`;
  return span < 120 ? `${Number(span.toFixed(2))} s` : `${Number((span / 60).toFixed(1))} min`;
}
