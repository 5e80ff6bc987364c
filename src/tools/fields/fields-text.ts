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
/** On a terminal, names of fields are shortened and the types left out before values have less room. */
const MIN_VALUES_WIDTH = 16;
/** Names of fields are not shortened to less. */
const MIN_NAME_WIDTH = 10;
const INDENT = "  ";
const GAP = "  ";

/** A column of the table. Numbers are right-aligned. */
interface Column {
  readonly title: string;
  readonly isNumber: boolean;
  cell(field: Field): string;
}

const NAME: Column = { title: "field", isNumber: false, cell: ({ field }) => printable(field) };
const TYPE: Column = {
  title: "type",
  isNumber: false,
  cell: ({ type, lines }) => (lines === 0 ? "" : type),
};

const COLUMNS: readonly Column[] = [
  NAME,
  { title: "lines", isNumber: true, cell: ({ lines }) => String(lines) },
  { title: "distinct", isNumber: true, cell: ({ distinct, exact }) => `${exact ? "" : "~"}${distinct}` },
  TYPE,
  {
    title: "shown",
    isNumber: false,
    cell: ({ shown, transforms }) => (shown ? transforms.join("+") || "yes" : "no"),
  },
];

const COMPARED: readonly Column[] = [
  { title: "new", isNumber: true, cell: ({ newShare }) => percent(newShare) },
  { title: "chance", isNumber: true, cell: ({ chanceShare }) => percent(chanceShare) },
  {
    title: "varies",
    isNumber: false,
    cell: ({ varies, unclear }) => (unclear ? "?" : varies === undefined ? "" : varies ? "yes" : "no"),
  },
];

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

function* addTable(layout: TextLayout, fields: readonly Field[], columns: readonly Column[]): Generator<void> {
  if (fields.length === 0) return;
  const table = fittedColumns(layout.columns, fields, columns);
  const addCells = (cellOf: (column: Column) => string): void => {
    layout.text(INDENT + table.map(({ column, width }) => aligned(cellOf(column), width, column)).join(GAP) + GAP);
  };
  const endRow = (): void => {
    layout.limitToRow();
    layout.text("\n");
  };
  layout.begin("heading");
  addCells(({ title }) => title);
  layout.text("values");
  layout.end("heading");
  endRow();
  let title = "";
  for (const field of fields) {
    const own = titleOf(field);
    if (own !== title) layout.text(`${own}\n`);
    title = own;
    addCells((column) => column.cell(field));
    addValues(layout, field);
    endRow();
    yield;
  }
}

/** The columns with their widths. Where the terminal is narrow, without the types, and with a narrow one for names. */
function fittedColumns(width: number, fields: readonly Field[], columns: readonly Column[]) {
  const sized = columns.map((column) => ({
    column,
    width: fields.reduce((most, field) => Math.max(most, displayWidth(column.cell(field))), column.title.length),
  }));
  const nameWidth = (): number => {
    const others = sized.filter(({ column }) => column !== NAME);
    const used = others.reduce((total, one) => total + one.width + GAP.length, INDENT.length);
    return width - MIN_VALUES_WIDTH - used - GAP.length;
  };
  const [name] = sized as [(typeof sized)[number]];
  if (nameWidth() < Math.min(name.width, MIN_NAME_WIDTH)) sized.splice(columns.indexOf(TYPE), 1);
  name.width = Math.min(name.width, Math.max(MIN_NAME_WIDTH, nameWidth()));
  return sized;
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
    layout.labelled(`${places[0]}: `, `${quoted(field.field)} ${what} ${outputsOf(fields, verb)} it`);
    for (const place of places.slice(1, MAX_PLACES)) layout.text(`${place}: the same\n`);
    if (places.length > MAX_PLACES)
      layout.text(`and ${counted(places.length - MAX_PLACES, "more place")}; --format json has all\n`);
    layout.labelled(field.edit?.made ? "  done: " : "  help: ", help!);
    layout.text("\n");
    yield;
  }
}

/** What is said of a field with which an output varies, or may vary. */
interface FieldAdvice {
  readonly place: string;
  readonly what: string;
  readonly help: string;
  /** What the output does with the field. By default, it shows it. */
  readonly verb?: string;
}

function editAdvice(field: Field): FieldAdvice | undefined {
  const { edit } = field;
  if (edit === undefined) return undefined;
  if (edit.edit === "show") {
    const values = field.distinct === 1 ? "the same value" : "the same values as often";
    return { place: edit.place, what: `has ${values} in both runs, and`, help: textFor(field, "show"), verb: "hide" };
  }
  return { place: edit.place, what: "varies from run to run, and", help: textFor(field, edit.edit) };
}

/** Proposes no transform, because `alias` would give all statuses one name, and so hide that they have changed. */
function unclearAdvice(field: Field): FieldAdvice | undefined {
  const { unclear, newShare, chanceShare, doubtful: { place, values } = {} } = field;
  if (place === undefined || values === undefined) return undefined;
  if (unclear === "chance") {
    const [share, chance] = [percent(newShare), percent(chanceShare)];
    return {
      place,
      what: `may vary from run to run, as ${share} of its values are new, and by chance it would be ${chance};`,
      help: `users, hosts and the like are worth comparing; if its values mean as little as durations, ${leaveOut(field)}`,
    };
  }
  return {
    place,
    what: `is ${fewValuesPhrase(values)};`,
    help: `look into it; only if the value names the run, as a process ID does, ${leaveOut(field)}`,
  };
}

function textFor(field: Field, edit: Advice): string {
  return field.edit?.made ? doneFor(field, edit) : helpFor(field, edit);
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

function outputsOf(fields: readonly Field[], verb = "show"): string {
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

function aligned(cell: string, width: number, { isNumber }: Column): string {
  const text = withoutMiddle(cell, width);
  const blanks = " ".repeat(width - displayWidth(text));
  return isNumber ? blanks + text : text + blanks;
}

function yamlKey(field: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(field) ? field : JSON.stringify(field);
}
