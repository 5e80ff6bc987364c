import { placeOfRule } from "../../run/rule-references.ts";
import { percentage } from "../../run/statistics-text.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { maskOfType } from "../../text/masks/varying-parts.ts";
import { displayWidth, withoutMiddle } from "../../text/messages/columns.ts";
import { fewValuesPhrase } from "../../text/messages/few-values.ts";
import { counted, listed, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { type Advice, isHiding } from "./advice.ts";
import type { FieldResult } from "./field-results.ts";
import type { FieldsEdits, FieldsResult } from "./fields.ts";

type Field = FieldResult<Buffer>;

const MAX_VALUES = 3;
const MAX_PLACES = 5;
/** On a terminal, names of fields are shortened so that values have so much room, but not to less than that. */
const MIN_VALUES_WIDTH = 16;
const MIN_NAME_WIDTH = 10;
const INDENT = "  ";
const GAP = "  ";

/** The headings of columns, and what these have of a field. */
type Columns = readonly (readonly [heading: string, cellOf: (field: Field) => string])[];

const COLUMNS: Columns = [
  ["field", ({ field }) => printable(field)],
  ["lines", ({ lines }) => String(lines)],
  ["distinct", ({ distinct, exact }) => `${exact ? "" : "~"}${distinct}`],
  ["type", ({ lines, type }) => (lines === 0 ? "" : type)],
  ["shown", ({ shown, transforms }) => (shown ? transforms.join("+") || "yes" : "no")],
];
/** Those of two logs. */
const COMPARED: Columns = [
  ["new", ({ newShare }) => percent(newShare)],
  ["chance", ({ chanceShare }) => percent(chanceShare)],
  ["varies", ({ unclear, varies }) => (unclear ? "?" : varies === undefined ? "" : varies ? "yes" : "no")],
];
/** These are right-aligned. */
const NUMBERS = ["lines", "distinct", "new", "chance"];

/** Writes a table of fields, and what to do, or what was done. Yields wherever the output may be flushed. */
export function* writeFieldsText(
  layout: TextLayout,
  { logs, fields, edits }: FieldsResult<Buffer>,
  hasTable: boolean,
): Generator<void> {
  const reached = fields.filter(({ lines, empty }) => lines + empty > 0);
  if (hasTable) {
    yield* addTable(layout, reached, logs.length > 1 ? [...COLUMNS, ...COMPARED] : COLUMNS);
    if (reached.some(({ exact }) => !exact)) {
      layout.text("~ marks an estimate, + a count that may be higher\n");
    }
    if (reached.length > 0) layout.text("\n");
  }
  yield* addAdvice(layout, reached);
  for (const [i, statistics] of logs.entries()) {
    const name = logs.length === 1 ? "" : ["OLD: ", "NEW: "][i]!;
    const { lines, matched } = statistics;
    const rate = percentage({ linesProcessed: lines, linesMatched: matched });
    layout.text(`${name}${counted(lines, "line")}, ${matched} matched: ${rate}\n`);
  }
  addSummary(layout, reached, fields.length - reached.length);
  if (edits !== undefined) layout.text(`${editsInWords(edits)}\n`);
}

function editsInWords({ made, left, changedExamples }: FieldsEdits): string {
  const parts = [`${counted(made, "edit")} made`];
  if (left > 0) parts.push(`${left} left, because no place was found where they change nothing else`);
  if (changedExamples > 0) parts.push(`${counted(changedExamples, "example")} with another output`);
  return parts.join(", ");
}

/** Whether there is something to say of a field. */
export function hasFinding(field: Field): boolean {
  return editAdvice(field) !== undefined || unclearAdvice(field) !== undefined;
}

function* addTable(layout: TextLayout, fields: readonly Field[], columns: Columns): Generator<void> {
  if (fields.length === 0) return;
  const headings = columns.map(([heading]) => heading);
  const rows = fields.map((field) => columns.map(([, cellOf]) => cellOf(field)));
  const widths = headings.map((heading, i) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[i]!)), heading.length),
  );
  const used = widths.reduce((sum, width) => sum + width + GAP.length, INDENT.length) - widths[0]!;
  widths[0] = Math.min(widths[0]!, Math.max(MIN_NAME_WIDTH, layout.columns - used - MIN_VALUES_WIDTH));
  const rowOf = (cells: readonly string[]): string => {
    const aligned = cells.map((cell, i) => {
      const text = withoutMiddle(cell, widths[i]!);
      const blanks = " ".repeat(widths[i]! - displayWidth(text));
      return NUMBERS.includes(headings[i]!) ? blanks + text : text + blanks;
    });
    return INDENT + aligned.join(GAP) + GAP;
  };
  layout.styled("heading", `${rowOf(headings)}values`);
  layout.limitToRow();
  layout.text("\n");
  let title = "";
  for (const [i, field] of fields.entries()) {
    const own = titleOf(field);
    if (own !== title) layout.text(`${own}\n`);
    title = own;
    layout.text(rowOf(rows[i]!));
    addValues(layout, field);
    layout.limitToRow();
    layout.text("\n");
    yield;
  }
}

function addValues(layout: TextLayout, { common, distinct, exact }: Field): void {
  const shown = common.slice(0, MAX_VALUES);
  for (const [i, { value, cut, count, atMost }] of shown.entries()) {
    if (i > 0) layout.text(", ");
    layout.bytes(value);
    layout.styled("faint", `${cut ? "…" : ""} (${count}${atMost > count ? "+" : ""})`);
  }
  const remaining = distinct - shown.length;
  if (remaining > 0) layout.styled("faint", ` and ${exact ? "" : "~"}${remaining} more`);
}

/** Adds what to do about fields with which outputs vary. Fields of one name need one edit. */
function* addAdvice(layout: TextLayout, fields: readonly Field[]): Generator<void> {
  const advice = fields.map((field) => ({ field, ...(editAdvice(field) ?? unclearAdvice(field)) }));
  for (const alike of groupBy(advice, ({ field, what, help }) => JSON.stringify([field.field, what, help])).values()) {
    const [{ field, what, help, verb }] = alike as [(typeof advice)[number]];
    if (what === undefined) continue;
    const places = [...new Set(alike.map(({ place }) => place!))];
    const fields = alike.map(({ field }) => field);
    layout.labelled(`${places[0]}: `, `${quoted(field.field)} ${what} ${outputsOf(fields, verb!)} it`);
    for (const place of places.slice(1, MAX_PLACES)) layout.text(`${place}: the same\n`);
    if (places.length > MAX_PLACES)
      layout.text(`and ${counted(places.length - MAX_PLACES, "more place")}; --format json has all\n`);
    layout.labelled(field.edit?.made ? "  done: " : "  help: ", help!);
    layout.text("\n");
    yield;
  }
}

/** What is said of a field with which an output varies, and what the output does with it. */
function editAdvice(field: Field) {
  const { edit, distinct } = field;
  if (edit === undefined) return undefined;
  const { place, made } = edit;
  const help = made ? doneFor(field, edit.edit) : helpFor(field, edit.edit);
  if (edit.edit !== "show") return { place, what: "varies from run to run, and", help, verb: "show" };
  const values = distinct === 1 ? "the same value" : "the same values as often";
  return { place, what: `has ${values} in both runs, and`, help, verb: "hide" };
}

/** Proposes no transform, because `alias` would give all statuses one name, and so hide that they have changed. */
function unclearAdvice(field: Field) {
  const { unclear, newShare, chanceShare, doubtful: { place, values } = {} } = field;
  if (place === undefined || values === undefined) return undefined;
  const [what, help] =
    unclear === "chance"
      ? [
          `may vary from run to run, as ${percent(newShare)} of its values are new, and by chance it would be ${percent(chanceShare)};`,
          "users, hosts and the like are worth comparing; if its values mean as little as durations,",
        ]
      : [`is ${fewValuesPhrase(values)};`, "look into it; only if the value names the run, as a process ID does,"];
  return { place, what, help: `${help} ${leaveOut(field)}`, verb: "show" };
}

/** What was done so that an output does not vary with a field, or shows it. */
function doneFor({ field, type, transforms, shown }: Field, edit: Advice): string {
  if (edit === "leave_out") return `the output has ${maskOfType(type) ?? `<${printable(field)}>`} in its place`;
  if (edit === "show" && !shown) return "the output shows it";
  return transformText(edit === "show" ? transforms.filter((name) => !isHiding(name)) : [...transforms, edit]);
}

/** What to do so that an output does not vary with a field, or shows it. */
function helpFor(report: Field, edit: Advice): string {
  const { field, transforms, shown } = report;
  if (edit === "show")
    return shown
      ? `show it: take ${listed(transforms.filter(isHiding), "and")} out of its transforms`
      : `show it: write {${printable(field)}} in its place in the output`;
  if (edit === "leave_out") return leaveOut(report);
  const transform = transformText([...transforms, edit]);
  const definition = `fields: { ${printable(yamlKey(field))}: { ${transform} } }`;
  const where = `write ${transform} at the field, or ${definition} in the rule or at the top of the file`;
  return edit === "alias" ? `number its values: ${where}` : `mask what varies in it: ${where}`;
}

function transformText(steps: readonly string[]): string {
  return `transform: ${steps.length === 1 ? steps[0]! : `[${steps.join(", ")}]`}`;
}

function leaveOut({ field, type }: Field): string {
  const mask = maskOfType(type);
  const instead = mask === undefined ? "" : `, or write ${mask} in its place`;
  return `leave {${printable(field)}} out of the output${instead}`;
}

function outputsOf(fields: readonly Field[], verb: string): string {
  const rules = [...new Set(fields.map(titleOf))];
  return rules.length === 1 ? `the output of ${rules[0]} ${verb}s` : `the outputs of ${rules.length} rules ${verb}`;
}

function addSummary(layout: TextLayout, reached: readonly Field[], unreached: number): void {
  const varying = reached.filter(({ varies }) => varies);
  const parts = [counted(reached.length, "field")];
  if (reached.some(({ newShare }) => newShare !== undefined)) {
    const cured = varying.filter(({ edit }) => edit !== undefined).length;
    const outputs = cured === 0 ? "none of these" : cured;
    parts.push(
      `${varying.length} of them ${varying.length === 1 ? "varies" : "vary"} from run to run`,
      `and outputs vary with ${outputs}`,
    );
  }
  const unclear = reached.filter(({ unclear }) => unclear !== undefined).length;
  layout.text(`${parts.join(", ")}${unclear > 0 ? `; ${unclear} ${unclear === 1 ? "is" : "are"} unclear (?)` : ""}\n`);
  if (unreached > 0)
    layout.text(`${counted(unreached, "more field")} of rules that won no line; --format json shows all\n`);
}

function titleOf(field: Field): string {
  const { rule, follower } = field;
  return `${quoted(rule)} (${placeOfRule(field)})${follower === undefined ? "" : `, follower ${follower}`}`;
}

/** A share in percent, rounded so that only all is 100%, and only none 0%. */
function percent(share: number | undefined): string {
  if (share === undefined) return "";
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return "<1%";
  return rounded === 100 && share < 1 ? ">99%" : `${rounded}%`;
}

function yamlKey(field: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(field) ? field : JSON.stringify(field);
}
