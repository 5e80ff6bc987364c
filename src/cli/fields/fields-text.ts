import { groupBy } from "../../collections/group-by.ts";
import { displayWidth } from "../../diagnostics/display-width.ts";
import { counted, quoted } from "../../diagnostics/phrases.ts";
import { printable } from "../../diagnostics/printable.ts";
import type { TextLayout } from "../../diagnostics/text-layout.ts";
import type { Advice } from "../../fields/advice.ts";
import type { FieldReport } from "../../fields/field-report.ts";
import type { FieldsReport } from "../../fields/fields.ts";
import { maskOfType } from "../../suggest/value-types.ts";
import { percentage } from "../outputs/statistics-report.ts";

/** How many values of a field are shown. */
const MAX_VALUES = 3;
/** How many places of one edit are shown. */
const MAX_PLACES = 5;
/** A terminal shows one row for each field if it has so much room for values. */
const MIN_VALUES_WIDTH = 16;
const INDENT = "  ";
const GAP = "  ";

/** A column of the table. Numbers are right-aligned. */
interface Column {
  readonly title: string;
  readonly isNumber: boolean;
  cell(field: FieldReport): string;
}

const COLUMNS: readonly Column[] = [
  { title: "field", isNumber: false, cell: ({ field }) => printable(field) },
  { title: "lines", isNumber: true, cell: ({ lines }) => String(sum(lines)) },
  { title: "distinct", isNumber: true, cell: ({ distinct, exact }) => `${exact ? "" : "~"}${distinct}` },
  { title: "type", isNumber: false, cell: ({ type, lines }) => (sum(lines) === 0 ? "" : type) },
  { title: "shown", isNumber: false, cell: shownInWords },
];

/** Further columns for two logs. */
const COMPARED: readonly Column[] = [
  { title: "new", isNumber: true, cell: ({ variation }) => (variation ? percent(variation.newShare) : "") },
  { title: "varies", isNumber: false, cell: ({ varies }) => (varies === undefined ? "" : varies ? "yes" : "no") },
];

/** Writes what fields captured for people: a table, and then what to do. Yields wherever the output may be flushed. */
export function* writeFieldsText(layout: TextLayout, { logs, fields }: FieldsReport): Generator<void> {
  const reached = fields.filter(({ lines, empty }) => sum(lines) + sum(empty) > 0);
  yield* addTable(layout, reached, logs.length > 1 ? [...COLUMNS, ...COMPARED] : COLUMNS);
  if (reached.some(({ exact }) => !exact)) {
    layout.text("~ marks an estimate, + a count that may be higher\n");
  }
  if (reached.length > 0) layout.text("\n");
  yield* addEdits(layout, reached);
  for (const [i, statistics] of logs.entries()) {
    const name = logs.length === 1 ? "" : ["OLD: ", "NEW: "][i]!;
    const { linesProcessed, linesMatched } = statistics;
    layout.text(`${name}${counted(linesProcessed, "line")}, ${linesMatched} matched: ${percentage(statistics)}\n`);
  }
  addSummary(layout, reached, fields.length - reached.length);
}

function* addTable(layout: TextLayout, fields: readonly FieldReport[], columns: readonly Column[]): Generator<void> {
  if (fields.length === 0) return;
  const widths = columns.map(({ title, cell }) =>
    fields.reduce((width, field) => Math.max(width, displayWidth(cell(field))), title.length),
  );
  const lead = INDENT.length + widths.reduce((total, width) => total + width + GAP.length, 0);
  const isTable = layout.columns === Number.POSITIVE_INFINITY || lead + MIN_VALUES_WIDTH <= layout.columns;
  const endRow = (): void => {
    if (isTable) layout.limitToRow();
    layout.text("\n");
  };
  layout.begin("heading");
  layout.text(INDENT + columns.map(({ title }, i) => aligned(title, widths[i]!, columns[i]!)).join(GAP));
  layout.text(`${GAP}values`);
  layout.end("heading");
  endRow();
  let title = "";
  for (const field of fields) {
    const own = titleOf(field);
    if (own !== title) layout.text(`${own}\n`);
    title = own;
    layout.text(INDENT + columns.map((column, i) => aligned(column.cell(field), widths[i]!, column)).join(GAP));
    layout.text(GAP);
    layout.hang();
    addValues(layout, field);
    endRow();
    yield;
  }
}

function addValues(layout: TextLayout, { common, distinct, exact }: FieldReport): void {
  const shown = common.slice(0, MAX_VALUES);
  for (const [i, { bytes, cut, count, atMost }] of shown.entries()) {
    if (i > 0) layout.text(", ");
    layout.bytes(bytes);
    layout.styled("faint", `${cut ? "…" : ""} (${count}${atMost > count ? "+" : ""})`);
  }
  const remaining = distinct - shown.length;
  if (remaining > 0) layout.styled("faint", ` and ${exact ? "" : "~"}${remaining} more`);
}

/** Adds the fields with which outputs vary, with the edits that help. Fields of one name need one edit. */
function* addEdits(layout: TextLayout, fields: readonly FieldReport[]): Generator<void> {
  const varying = fields.filter(({ edit }) => edit !== undefined);
  for (const [help, alike] of groupBy(varying, (field) => helpFor(field, field.edit!.edit))) {
    const places = [...new Set(alike.map(({ edit }) => edit!.place))];
    const name = quoted(alike[0]!.field);
    addLabelled(layout, `${places[0]}: `, `${name} varies from run to run, and ${outputsOf(alike)} it`);
    for (const place of places.slice(1, MAX_PLACES)) layout.text(`${place}: the same\n`);
    if (places.length > MAX_PLACES) layout.text(`and ${counted(places.length - MAX_PLACES, "more place")}\n`);
    addLabelled(layout, "  help: ", help);
    layout.text("\n");
    yield;
  }
}

/** What to do so that an output does not vary with a field. */
function helpFor({ field, type, transforms }: FieldReport, edit: Advice): string {
  if (edit === "leave_out") {
    const mask = maskOfType(type);
    const instead = mask === undefined ? "" : `, or write ${mask} in its place`;
    return `leave {${printable(field)}} out of the output${instead}`;
  }
  const steps = [...transforms, edit];
  const transform = `transform: ${steps.length === 1 ? edit : `[${steps.join(", ")}]`}`;
  const definition = `fields: { ${printable(yamlKey(field))}: { ${transform} } }`;
  const where = `write ${transform} at the field, or ${definition} in the rule or at the top of the file`;
  return edit === "alias" ? `number its values: ${where}` : `mask what varies in it: ${where}`;
}

function outputsOf(fields: readonly FieldReport[]): string {
  const rules = [...new Set(fields.map(titleOf))];
  return rules.length === 1 ? `the output of ${rules[0]} shows` : `the outputs of ${rules.length} rules show`;
}

function addSummary(layout: TextLayout, reached: readonly FieldReport[], unreached: number): void {
  const varying = reached.filter(({ varies }) => varies);
  const parts = [counted(reached.length, "field")];
  if (reached.some(({ variation }) => variation !== undefined)) {
    const cured = varying.filter(({ edit }) => edit !== undefined).length;
    const outputs = cured === 0 ? "none of these" : cured;
    parts.push(`${varying.length} of them vary from run to run`, `and outputs vary with ${outputs}`);
  }
  layout.text(`${parts.join(", ")}\n`);
  if (unreached > 0)
    layout.text(`${counted(unreached, "more field")} of rules that won no line; --format json shows all\n`);
}

function titleOf({ rule, line, follower }: FieldReport): string {
  return `${quoted(rule)} (line ${line})${follower === undefined ? "" : `, follower ${follower}`}`;
}

function shownInWords({ shown, transforms }: FieldReport): string {
  if (!shown) return "no";
  return transforms.length === 0 ? "yes" : transforms.join("+");
}

/** A share in percent, rounded so that only all is 100%, and only none 0%. */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return "<1%";
  return rounded === 100 && share < 1 ? ">99%" : `${rounded}%`;
}

function aligned(text: string, width: number, { isNumber }: Column): string {
  const blanks = " ".repeat(width - displayWidth(text));
  return isNumber ? blanks + text : text + blanks;
}

function addLabelled(layout: TextLayout, label: string, text: string): void {
  layout.text(label);
  layout.hang();
  layout.text(`${text}\n`);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function yamlKey(field: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(field) ? field : JSON.stringify(field);
}
