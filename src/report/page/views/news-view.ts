import { stripAnsi } from "../../../text/bytes/escape-sequences.ts";
import { printable } from "../../../text/messages/printable.ts";
import type { NewsData, RuleOutput } from "../../collected-news.ts";
import { count, quantity } from "../../markup.ts";
import { foldedRow, h, pathText } from "../dom.ts";
import { card, listCard, type View, type ViewContext } from "./view.ts";

type Of<Kind extends NewsData["kind"]> = NewsData & { readonly kind: Kind };
type BlockLine = Of<"block">["lines"][number];

const REASONS: Readonly<Record<Of<"folded">["reason"] | "changed", string>> = {
  redraw: "Overwritten lines",
  value: "New values where values vary",
  variant: "Variants of known lines",
  repeated: "Lines that repeat those of blocks",
  block: "New lines that seem not to matter",
  changed: "Lines in the place of others",
};

/** What is new in the failed run, the cause first, where it stands in the log. */
export function newsView({ model }: ViewContext): View {
  const { news } = model.data;
  if (news === undefined) return [];
  const itemsOf = <Kind extends NewsData["kind"]>(kind: Kind): readonly Of<Kind>[] =>
    news.items.filter((item): item is Of<Kind> => item.kind === kind);
  const [summary] = itemsOf("summary");
  const { told, blocks, lines, good, ended, endedEarly: early, littleInCommon: isStrange } = summary!;
  const changes = itemsOf("changed");
  const toldChanges = changes.filter((change) => change.told);
  const foldedChanges = changes.filter((change) => !change.told);
  const after = early !== undefined && early.line > 0 ? `, after line ${early.line}` : "";
  return [
    h("h1", told === 0 ? "Nothing is new" : `${quantity(told, "line")} to read, in ${quantity(blocks, "block")}`),
    h(
      "p.sub",
      `Of ${quantity(lines, "line")}, compared with ${quantity(good.length, "good run")}`,
      model.data.hasRules
        ? " by the outputs of the rules. Lines that a rule won have its name and its output, from the rules of the file."
        : ".",
    ),
    isStrange && h("p.note", "These logs have little in common with the good ones: are they runs of the same work?"),
    ...ended.map(({ line, text, was }) => h("p", `It ends at ${line}: `, code(text), was && ` (was ${was})`)),
    early && h("p.note", `It ends early${after}: good runs go on with `, code(early.next)),
    news.left > 0 ? h("p.note", `${count(news.left)} more are not in this page; diff --good shows all.`) : undefined,
    ...itemsOf("block").map((block) => blockCard(block, news)),
    listCard("Changed", toldChanges, (change) => changeRow(change, news.outputs[change.fileLine])),
    listCard("At another rate", itemsOf("rate"), rateRow),
    listCard("Not reached", itemsOf("not_reached"), missedRow, "place"),
    foldedCard(itemsOf("folded"), foldedChanges),
  ];
}

/** The lines of a block, with some before and after it. */
export function blockCard(
  { id, rank, lines, nearest }: Of<"block">,
  { places, outputs }: NonNullable<ViewContext["model"]["data"]["news"]>,
): HTMLElement {
  const { before, after, rows, following } = places[rank - 1]!;
  const newsLine = ({ fileLine: line, text, new: isNew }: BlockLine): HTMLElement =>
    lineAt(line, isNew ? "+" : " ", text, outputs[line]);
  const list = h("div.stretch", ...before.map(({ line, text }) => lineAt(line, " ", text)));
  let at = 0;
  for (const length of rows) {
    const part = lines.slice(at, at + length);
    at += length;
    if (length === 1) list.append(...part.map(newsLine));
    else if (part.length > 0) list.append(foldOf(id, part, newsLine));
  }
  list.append(...after.map(({ line, text }) => lineAt(line, " ", text)));
  const [first, last] = [lines[0]?.fileLine, lines.at(-1)?.fileLine];
  return card(
    h("span", `${rank}  `, h("span.rule", `lines ${first}–${last}, ${following} (--show ${id})`)),
    list,
    nearest !== null &&
      h("p.sub", "Nearest good line: ", code(nearest.text), " ", pathText(`${nearest.file}:${nearest.line}`)),
  );
}

function foldOf(id: string, lines: readonly BlockLine[], newsLine: (line: BlockLine) => HTMLElement): HTMLElement {
  const [from, to] = [lines[0]!.fileLine, lines.at(-1)!.fileLine];
  const summary = h("summary", `… ${quantity(lines.length, "more line")}, ${from}–${to}`);
  return foldedRow({ class: "fold", "data-key": `${id}:${from}` }, summary, h("div"), () => lines.map(newsLine));
}

/** A line of the log and, if a rule won it, what the rule makes of it. */
function lineAt(line: number, sign: string, text: string, won?: RuleOutput): HTMLElement {
  const output = won?.output === undefined ? "" : h("code.line", `→ ${won.output} `);
  const by = won && h("span.won", output, `(rule ${won.rule})`);
  const name = sign === "+" ? "at fresh" : "at";
  return h("p", { class: name }, h("span.number", String(line)), h("span", sign), h("span", code(text), by));
}

function rateRow({ fileLine: line, text, old, new: next }: Of<"rate">): HTMLElement {
  const often = ({ count: number, lines }: typeof old): string => `${count(number)} in ${quantity(lines, "line")}`;
  return h("div.change", lineAt(line ?? 0, " ", text), h("p.fieldchange", `${often(old)} → ${often(next)}`));
}

/** A text of the log, without the escape sequences that would colour it on a terminal. */
function code(text: string): HTMLElement {
  const plain = stripAnsi(Buffer.from(text)).toString();
  return h("code.line", new Text(plain.split("\t").map(printable).join("\t")));
}

function changeRow({ fileLine: line, from, to, text, nearest }: Of<"changed">, won?: RuleOutput): HTMLElement {
  return h(
    "div.change",
    lineAt(line, "+", text, won),
    h("p.fieldchange", h("del", from), " → ", h("ins", to), " "),
    pathText(`${nearest.file}:${nearest.line}`),
  );
}

function missedRow({ file, from, to, count: lines, first }: Of<"not_reached">): HTMLElement {
  return h(
    "div.change",
    lineAt(from, "−", first),
    h("p.sub", quantity(lines, "line"), " ", pathText(`${file}:${from}${to > from ? `–${to}` : ""}`)),
  );
}

function foldedLines({ from, to, count: lines, first }: Of<"folded">): HTMLElement {
  const rest = lines > 1 ? h("p.sub", `and ${quantity(lines - 1, "more line")}, to ${to}`) : undefined;
  return h("div.change", lineAt(from, "+", first), rest);
}

/** What is not told, by reason, on a click. */
function foldedCard(folded: readonly Of<"folded">[], changes: readonly Of<"changed">[]): HTMLElement | undefined {
  const rows = (Object.keys(REASONS) as (keyof typeof REASONS)[]).flatMap((reason) => {
    const own = folded.filter((item) => item.reason === reason);
    const lines = reason === "changed" ? changes.length : own.reduce((sum, item) => sum + item.count, 0);
    if (lines === 0) return [];
    const summary = h("summary", `${REASONS[reason]} (${count(lines)})`);
    return [
      foldedRow({ class: "fold", "data-key": reason }, summary, h("div"), () =>
        reason === "changed" ? changes.map((change) => changeRow(change)) : own.map(foldedLines),
      ),
    ];
  });
  return rows.length === 0 ? undefined : card("Folded", ...rows);
}
