// What the columns of a header become: fields with names and types. A column is one field, or several if all its texts
// are built alike, such as `app.ERROR`.

import { DATE_TIME, type Element, type FieldType } from "../../matcher/pattern.ts";
import { UniqueNames } from "../../rules/rule-names.ts";
import { HTTP_STATUS } from "../../text/bytes/http.ts";
import { type ColumnClass, isLevel } from "./header-columns.ts";
import { suggestedNames } from "./naming.ts";
import { typeOfAll } from "./value-types.ts";

interface Place {
  readonly values: readonly string[];
  /** The class of the column, or `part` for a part of one. */
  readonly columnClass: ColumnClass | "part";
  /** Whether it is right behind the time, and before a program: syslog has the host there. */
  readonly isBeforeProgram?: boolean;
  /** Whether no other column tells that a line has the header. */
  readonly isAlone?: boolean;
  readonly isGlued?: boolean;
  readonly known?: string | undefined;
}

export const DOTTED = /^[\w$/-]+(?:(?:\.|::)[\w$/-]+)*(?:\.|::)[A-Za-z_$][\w$/-]*$/;

/** Names for fields, and where they fit, in the order in which they are tried. `used` are names that come before. */
const NAMES: readonly (readonly [name: string, fits: (place: Place, used: UniqueNames) => boolean])[] = [
  // Runtimes of containers write F for full and P for partial lines.
  ["logtag", (place) => is(place, "level") && areAll(place, /^[FP]$/)],
  ...(["priority", "timestamp", "epoch", "uptime", "level", "stream", "service"] as const).map(
    (name) => [name, (place: Place) => is(place, name)] as const,
  ),
  ["time", (place) => is(place, "date") && areAll(place, /^\d+:/)],
  ["date", (place) => is(place, "date")],
  // Some programs write levels as signs.
  ["level", (place, used) => is(place, "sign") && !used.has("level") && used.has("timestamp")],
  ["label", (place) => is(place, "sign")],
  ["level", (place, used) => !used.has("level") && areAll(place, /^[A-Za-z]*$/) && place.values.some(isLevel)],
  ["status", (place) => areAll(place, HTTP_STATUS)],
  // Of two numbers, as in logs of Android, the first is the process and the second the thread.
  ["pid tid number", (place) => areAll(place, /^\d+$/) && !place.values.includes("0")],
  ["number", (place) => is(place, "integer")],
  // Bounded: by `MAX_HEADER_BYTES`.
  ["source", (place) => areAll(place, /^[^\s:]*\.?[\w.]+:\d+\b/)],
  ["code", (place) => is(place, "bracketed", "tag") && areAll(place, /^[A-Z]{1,8}-?\d{3,}$/)],
  ["program", (place, used) => is(place, "tag") && !used.has("level") && used.has("timestamp")],
  // Names such as `web1` or `ip-10-0-0-1`.
  [
    "host",
    (place, used) =>
      is(place, "other") &&
      !used.has("level") &&
      (place.isBeforeProgram === true || areAll(place, /^(?=.*\d)[a-z][a-z0-9.-]*$/)),
  ],
  ["client", ({ values }) => typeOfAll(values) === "ip"],
  ["user", (place) => areAll(place, /^[^\s@]+@[^\s@]+$/)],
  ["request", (place) => areAll(place, /\breq(?:uest)?\b/i)],
  ["duration", (place) => areAll(place, /^\d[\d.]*\D{0,3}s$/)],
  ["thread", (place) => is(place, "bracketed") && areThreads(place.values)],
  ["logger", ({ values }) => 2 * values.filter((value) => DOTTED.test(value)).length > values.length],
  ["component", () => true],
];

function is({ columnClass }: Place, ...classes: readonly Place["columnClass"][]): boolean {
  return classes.includes(columnClass);
}

function areAll({ values }: Place, form: RegExp): boolean {
  return values.every((value) => form.test(value));
}

/** Whether texts are more than twenty, or half have digits, or one says it. Names of classes have digits too. */
function areThreads(values: readonly string[]): boolean {
  const different = [...new Set(values)];
  if (different.every((value) => DOTTED.test(value))) return false;
  const numbered = different.filter((value) => /\d/.test(value)).length;
  if (different.length > 20 || 2 * numbered >= different.length) return true;
  return different.some((value) => /^main$|thread/i.test(value));
}

/** Where texts are split: what an expression captures is a value. With the names of their fields or classes. */
const SPLITS: readonly (readonly [expression: RegExp, ...groups: string[]])[] = [
  [/^([^\s[\]]+)(\[)(\d+)(?=\]$)/, "tag", "pid"],
  [/^([^\s[\]]+)(\[)(\d+)(\][.:|/]+)([A-Za-z]+)$/, "tag", "pid", "level"],
  [/^(|.*[^.:|/])([.:|/]+)([A-Za-z]+)$/, "part", "level"],
  // Bounded: by `MAX_HEADER_BYTES`.
  [/^([A-Za-z]+)([.:|/]+)(.+)$/, "level", "part"],
  [/^(\d+)(:)([A-Za-z]\w*)$/, "pid", "part"],
  [/^(\d+)([#/])(\d+)$/, "pid", "tid"],
  [/^([A-Za-z_][\w.-]*)(\/)(\d+)$/, "part", "pid"],
  // Numbers and addresses behind labels, such as `pid 7:tid 8`; and anything behind a key.
  [/(?<![\w.-])(\d+(?:\.\d+){3}|[0-9A-Fa-f]*(?::[0-9A-Fa-f]*){2,}|\d+)(?![\w-]|\.\d)/],
  [/(?<=^[A-Za-z_]+[:=] ?)([^: ].*)$/],
];
/** What may stand before a number or an address; a number behind other letters is part of a name. */
// Bounded: by `MAX_HEADER_BYTES`.
const LABEL = /^[^A-Za-z0-9-]*(?:(?<![A-Za-z0-9])[A-Za-z_]+[ :=]+)?$/;

/** The pieces of each text, and names of the values among these, if all are built alike. */
export function split(values: readonly string[]): { rows: string[][]; groups: string[] } | undefined {
  for (const [expression, ...groups] of SPLITS) {
    const rows = values.map((value) => value.split(expression));
    const texts = rows.map((row) => row.filter((_, i) => i % 2 === 0));
    const level = groups.indexOf("level");
    if (texts[0]!.length < 2 || texts.some((row) => row.join("\n") !== texts[0]!.join("\n"))) continue;
    if (groups.length === 0 ? areLabels(rows[0]!) : level === -1 || rows.every((row) => isLevel(row[2 * level + 1]!)))
      return { rows, groups };
  }
  return undefined;
}

/** Whether the text between values says what they are. Numbers with other signs alone are one value, as a version. */
function areLabels(row: readonly string[]): boolean {
  const texts = row.filter((_, i) => i % 2 === 0);
  const isSaid = /[A-Za-z]/.test(texts.join("")) || (texts.join("") !== "" && typeOfAll([row[1]!]) === "ip");
  return isSaid && texts.every((text) => LABEL.test(text));
}

/** A name, which may be any word tomorrow. */
export const WORD: FieldType = { typeName: "word" };
const LETTERS = { values: ["I", "W", "E", "F", "D"] };

/** Levels that one program may write: the most common ones, and those of four letters, as .NET has them. */
const FAMILIES = ["trace debug info notice warning warn error severe critical fatal", "trce dbug info warn fail crit"];

/** The levels among these words and the most common others, written like these. */
function levelsLike(words: readonly string[]): FieldType {
  const values = words.filter(isLevel);
  const families = FAMILIES.map((levels) => levels.split(" "));
  const own = families.filter((levels) => values.every((value) => levels.includes(value)));
  const common = (own.length > 0 ? own.flat() : families[0]!).map((level) =>
    /[a-z]$/.test(values[0]!) ? level : level.toUpperCase(),
  );
  return values.every(({ length }) => length === 1) ? LETTERS : { values: [...new Set([...values, ...common])].sort() };
}

/** Names and types the fields of one header. */
export class HeaderFields {
  private readonly used = new UniqueNames();

  of(place: Place): Element[] {
    const { values, columnClass, known } = place;
    if (columnClass === "timestamp") return [{ field: this.nameOf(place), type: DATE_TIME }];
    if (columnClass === "uptime") return [{ field: this.nameOf(place), type: { typeName: "uptime" } }];
    if (known === "structured_data" && columnClass === "sign")
      return [{ alternatives: [[{ text: "-" }], [{ text: "[" }, { field: this.used.of(known) }, { text: "]" }]] }];
    if (known !== undefined) return [this.field(this.used.of(known), values)];
    const isText = columnClass === "sign" || values[0] === "";
    if (isText && values.every((value) => value === values[0])) return [{ text: values[0]! }];
    // No blank ends a letter right before the date.
    if (columnClass === "level" && place.isGlued && areAll(place, /^.$/))
      return [{ field: this.nameOf(place), type: LETTERS }];
    // With any word, it would be the header of most texts.
    if (columnClass === "level" && place.isAlone) return [{ field: this.nameOf(place), type: levelsLike(values) }];
    const parts = ["bracketed", "other", "tag"].includes(columnClass) ? split(values) : undefined;
    return parts === undefined ? [this.field(this.nameOf(place), values)] : this.splitElements(parts);
  }

  nameOf(place: Place): string {
    const [name] = NAMES.find(([, fits]) => fits(place, this.used))!;
    const [first, ...others] = name.split(" ");
    return this.used.of(first!, ...others);
  }

  private splitElements({ rows, groups }: NonNullable<ReturnType<typeof split>>): Element[] {
    let previous: { name: string; type: string | undefined } | undefined;
    return rows[0]!.flatMap((text, i): Element[] => {
      if (i % 2 === 0) return text === "" ? [] : [{ text }];
      const values = rows.map((row) => row[i]!);
      const before = rows[0]![i - 1]!;
      const group = groups[(i - 1) / 2] ?? (/[A-Za-z]/.test(before) || previous?.type === "ip" ? undefined : "part");
      const type = typeOfAll(values);
      const isPart = group === "tag" || group === "part";
      const name = isPart
        ? this.nameOf({ values, columnClass: group })
        : this.used.of(group ?? suggestedNames({ before, after: "", type, previous })[0]);
      previous = { name, type };
      return [this.field(name, values)];
    });
  }

  /** A field with the type that will hold tomorrow: addresses may be IPv4 or IPv6, numbers any, names any word. */
  private field(field: string, values: readonly string[]): Element {
    // A host that is an address today may be a name tomorrow.
    const type = field === "host" ? "word" : typeOfAll(values);
    if (type === undefined) return { field };
    const isKept = ["ip", "uuid", "number", "float"].includes(type);
    return { field, type: isKept ? { typeName: type } : WORD };
  }
}
