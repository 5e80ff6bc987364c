// What a report says first: in a sentence, in a picture, and in a few lines. It is markup, so that it is also seen
// where scripts are forbidden; the page takes it into its overview.

import type { DiffFigures, DiffKind } from "./collected-diff.ts";
import type { NewsFigures } from "./collected-news.ts";
import type { RunFigures } from "./line-collector.ts";
import type { LineMap } from "./line-map.ts";
import { logsPicture, type PicturedLog } from "./log-picture.ts";
import { count, markup, quantity, shownText } from "./markup.ts";

const MAX_TOLD = 5;

/** What a summary is made of. Without news and differences, it is about lines without a rule. */
interface SummaryParts {
  readonly run: RunFigures;
  readonly logs: readonly LineMap[];
  readonly old: readonly LineMap[];
  readonly diff: DiffFigures | undefined;
  readonly news: NewsFigures | undefined;
  /** The markup of what has changed more than by chance; empty without older logs. */
  readonly changed: string;
}

/** A line below the picture, where a flag shows its place. */
interface ToldLine {
  readonly text: string;
  readonly note: string;
  readonly file: string;
  readonly line: number;
}

interface Subject {
  readonly sentence: string;
  /** What else there is to say. */
  readonly notes: readonly string[];
  readonly told: readonly ToldLine[];
  /** What the marked lines are, in the logs and in older ones. */
  readonly mark: string;
  readonly oldMark?: string;
}

export function summaryMarkup(parts: SummaryParts): string {
  const { run, diff, news, logs } = parts;
  const subject = news ? newsSubject(news, logs[0]!.name) : diff ? diffSubject(diff, parts) : runSubject(run);
  const { sentence, notes, told, mark, oldMark } = subject;
  const pictured = (map: LineMap, mark: string): PicturedLog => {
    const flags = told.flatMap(({ file, line }, i) => (file === map.name ? [{ label: String(i + 1), line }] : []));
    return { map, mark, flags };
  };
  const picture = logsPicture([
    ...logs.map((log) => pictured(log, mark)),
    ...(oldMark === undefined ? [] : parts.old.map((log) => pictured(log, oldMark))),
  ]);
  const items = told.map(({ text, note, file, line }, i) => {
    const number = markup`<span class="number">${i + 1}</span>`;
    const row = markup`<code class="line">${shownText(text)}</code> <span class="sub">${placeOf({ file, line }, parts)}: ${note}</span>`;
    return `<li>${number}<span>${row}</span></li>`;
  });
  return [
    markup`<h1>${sentence}</h1>`,
    ...notes.map((note) => markup`<p class="sub">${note}</p>`),
    picture,
    items.length === 0 ? "" : `<ol class="told">${items.join("")}</ol>`,
    parts.changed,
  ].join("");
}

/** Where a line is. The name of the log is left out where there is only one. */
function placeOf({ file, line }: Pick<ToldLine, "file" | "line">, { logs, old }: Pick<SummaryParts, "logs" | "old">) {
  return logs.length === 1 && (old.length === 0 || file === logs[0]!.name) ? `line ${line}` : `${file}:${line}`;
}

function newsSubject({ items, places }: NewsFigures, name: string): Subject {
  const summary = items.find((item) => item.kind === "summary")!;
  const blocks = items.flatMap((item): ToldLine[] => {
    if (item.kind !== "block") return [];
    const { best, following } = places[item.rank - 1]!;
    const note = item.lines.length < 2 ? following : `${quantity(item.lines.length, "line")}, ${following}`;
    return [{ text: best.text, note, file: name, line: best.line }];
  });
  const changes = items.flatMap((item): ToldLine[] => {
    if (item.kind !== "changed" || !item.told) return [];
    return [{ text: item.text, note: `${item.from} → ${item.to}`, file: name, line: item.fileLine }];
  });
  const told = [...blocks, ...changes].slice(0, MAX_TOLD);
  const { told: lines, lines: all, endedEarly: early, good, stored = [], littleInCommon: isStrange } = summary;
  const runs = good.length + stored.reduce((sum, table) => sum + table.runs, 0);
  const begin = told.length === 0 ? "" : `: start with line ${told[0]!.line}`;
  const sentence =
    lines === 0
      ? `None of ${quantity(all, "line")} is worth reading${early === undefined ? "" : ", but the log ends early"}.`
      : `${quantity(lines, "line")} ${lines === 1 ? "is" : "are"} worth reading${begin}.`;
  const notes = [
    `Compared with ${quantity(runs, "good run")}.`,
    ...(isStrange ? ["They have little in common: are they runs of the same work?"] : []),
    ...(early === undefined ? [] : [`The log ends early. Good runs go on with: ${shownText(early.next)}`]),
  ];
  return { sentence, notes, told, mark: "new" };
}

function diffSubject({ same, onlyOld, onlyNew, kinds }: DiffFigures, parts: SummaryParts): Subject {
  const told = kinds.slice(0, MAX_TOLD).map((kind) => ({ ...kind.first, text: kind.first.output, note: noteOf(kind) }));
  const [first] = told;
  const isOne = onlyNew === 1 && onlyOld < 2;
  const sentence =
    first === undefined
      ? "No line differs from the older log."
      : `${quantity(onlyNew, "line")} ${isOne ? "is" : "are"} new and ${count(onlyOld)} gone: start with ${placeOf(first, parts)}.`;
  const old = parts.old.length === 1 ? parts.old[0]!.name : quantity(parts.old.length, "log");
  const notes = [`Compared with ${old}: ${quantity(same, "line")} alike.`];
  return { sentence, notes, told, mark: "only here", oldMark: "only here" };
}

function noteOf({ first, old, new: next, changed }: DiffKind): string {
  const times = (number: number): string => (number === 1 ? "once" : `${count(number)} times`);
  const rest = first.count === 1 ? "" : `one of ${count(first.count)} lines that belong together; `;
  const differs = [
    ...(changed > 0 ? [`${times(changed)} with other values`] : []),
    ...(next > 0 && old > 0 ? [`${times(next)} only here, ${times(old)} only in the old log`] : []),
    ...(next > 0 && old === 0 ? [`new, ${times(next)}`] : []),
    ...(old > 0 && next === 0 ? [`gone, ${times(old)}`] : []),
  ];
  return rest + differs.join(", ");
}

function runSubject({ lines, matched, templates, otherUnmatched }: RunFigures): Subject {
  const told = templates.slice(0, MAX_TOLD).map(({ template, count: number, file, line }) => {
    return { text: template, note: quantity(number, "line"), file, line };
  });
  const missed = lines - matched;
  const kinds = `${otherUnmatched > 0 ? "more than " : ""}${quantity(templates.length, "template")}`;
  const sentence =
    missed === 0
      ? `All ${quantity(lines, "line")} have a rule.`
      : `${count(missed)} of ${quantity(lines, "line")} ${missed === 1 ? "has" : "have"} no rule, in ${kinds}.`;
  return { sentence, notes: [], told, mark: "without a rule" };
}
