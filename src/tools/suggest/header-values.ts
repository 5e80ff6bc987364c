// The values of a header's columns: one field each, or several if all texts are built alike, such as `pid 7:tid 8`.

import { DATE_TIME, type Element, type FieldType } from "../../matcher/pattern.ts";
import { identifier } from "../../rules/rule-names.ts";
import { normalForm } from "../../text/shapes/normal-form.ts";
import { Skeletons } from "../../text/shapes/skeleton.ts";
import type { ColumnStatistics } from "./column-statistics.ts";
import { type ContentField, contentFields, contentParts } from "./content-pattern.ts";
import { type HeaderColumn, isLevel } from "./header-columns.ts";
import { type HeaderNames, WITH_PID } from "./header-names.ts";
import { suggestedNames } from "./naming.ts";
import { typeOfAll } from "./value-types.ts";

const WORD: FieldType = { typeName: "word" };

const skeletons = new Skeletons();

export class HeaderValues {
  private readonly names: HeaderNames;

  constructor(names: HeaderNames) {
    this.names = names;
  }

  /** The elements for the values of a column. */
  of(one: ColumnStatistics, columns: readonly HeaderColumn[]): Element[] {
    const { names } = this;
    const values = columns.map(({ value }) => value);
    const fixed = names.fixed.get(one.index);
    if (fixed !== undefined) return [this.field(names.of(fixed), values)];
    switch (one.columnClass) {
      case "time":
        return [{ field: names.of("timestamp"), type: DATE_TIME }];
      case "level":
        // Runtimes of containers write F for full and P for partial lines.
        if (values.every((value) => /^[FP]$/.test(value))) return [{ field: names.of("logtag"), type: WORD }];
        // No blank ends a letter right before the date.
        return [
          { field: names.of("level"), type: columns[0]!.gap === "" && columns[0]!.after === "" ? LETTERS : WORD },
        ];
      case "priority":
      case "epoch":
      case "stream":
        return [this.field(names.of(one.columnClass), values)];
      case "integer":
        return [this.field(names.integer(values), values)];
      case "sign":
        if (values.every((value) => value === values[0])) return [{ text: values[0]! }];
        return [{ field: names.sign(), type: WORD }];
      default:
        if (values.every((value) => value === "")) return [];
        return this.parts(values) ?? [this.field(names.name(one, columns), values)];
    }
  }

  /** The elements for the names that all lines have before a colon. */
  ofTag(tags: readonly string[]): Element[] {
    return this.parts(tags) ?? [this.field(this.names.tag(tags), tags)];
  }

  /** A field with the type that will hold tomorrow: addresses may be IPv4 or IPv6, numbers any, names any word. */
  private field(field: string, values: readonly string[]): Element {
    // A host that is an address today may be a name tomorrow.
    const type = field === "host" ? "word" : typeOfAll(values);
    if (type === undefined) return { field };
    const isKept = type === "ip" || type === "uuid" || ((type === "number" || type === "float") && values.length > 0);
    return { field, type: isKept ? { typeName: type } : WORD };
  }

  /** The elements of texts that have several values at the same places; undefined if the text is one value. */
  private parts(values: readonly string[]): Element[] | undefined {
    return (
      this.withLevel(values) ??
      this.withPid(values) ??
      this.numbered(values) ??
      this.structured(values) ??
      this.withKey(values)
    );
  }

  /** A level at the beginning or the end of a name, as in `app.ERROR`. */
  private withLevel(values: readonly string[]): Element[] | undefined {
    const { names } = this;
    const rows = values.map((value) => LEVEL_LAST.exec(value)?.slice(1) ?? []);
    if (isSplit(rows, 2)) {
      const rests = rows.map(([rest]) => rest!);
      const before = this.withPid(rests) ?? [
        rests.includes("") ? { field: names.of("component") } : this.field(names.part(rests), rests),
      ];
      return [...before, { text: rows[0]![1]! }, { field: names.of("level"), type: WORD }];
    }
    const first = values.map((value) => LEVEL_FIRST.exec(value)?.slice(1) ?? []);
    if (!isSplit(first, 0)) return undefined;
    const rests = first.map(([, , rest]) => rest!);
    return [{ field: names.of("level"), type: WORD }, { text: first[0]![1]! }, this.field(names.part(rests), rests)];
  }

  private withPid(values: readonly string[]): Element[] | undefined {
    return values.every((value) => WITH_PID.test(value)) ? this.names.withPid(this.names.tag(values)) : undefined;
  }

  /** A number before a name, as in `3272:M`. */
  private numbered(values: readonly string[]): Element[] | undefined {
    const rows = values.map((value) => NUMBERED.exec(value)?.slice(1) ?? []);
    if (rows.some((row) => row.length === 0)) return undefined;
    const [numbers, rests] = [0, 1].map((i) => rows.map((row) => row[i]!));
    return [this.field(this.names.process(), numbers!), { text: ":" }, this.field(this.names.part(rests!), rests!)];
  }

  /** A key that all values begin with, as in `[client: 10.0.0.1]`. */
  private withKey(values: readonly string[]): Element[] | undefined {
    const key = KEY.exec(values[0]!)?.[0];
    if (key === undefined || !values.every((value) => value.startsWith(key))) return undefined;
    const rests = values.map((value) => value.slice(key.length));
    if (rests.every((rest) => /^\d+$/.test(rest)) && !key.endsWith(" ")) return undefined;
    return [{ text: key }, this.field(this.names.of(identifier(key, "component")), rests)];
  }

  private structured(values: readonly string[]): Element[] | undefined {
    const texts = values.map((value) => Buffer.from(value, "latin1"));
    const forms = new Set(texts.map((text) => normalForm(skeletons.of(text, 0, text.length))));
    const parts = forms.size === 1 ? contentParts([...forms][0]!, texts, []) : undefined;
    if (parts === undefined || parts.length < 2) return undefined;
    if (!contentFields(parts).some(({ type }) => type === "ip" || type === "number")) return undefined;
    // A number behind letters is part of a name.
    if (
      !parts.every(
        (part, i) => "values" in part || ("text" in part && (i === 0 ? LABEL : LABEL_INSIDE).test(part.text)),
      )
    )
      return undefined;
    let previous: { name: string; type: string | undefined } | undefined;
    return parts.map((part, i): Element => {
      if ("text" in part) return part;
      const { type } = part as ContentField;
      const before = parts[i - 1];
      const text = before !== undefined && "text" in before ? before.text : "";
      const isBare = !/[A-Za-z]/.test(text) && !(text === ":" && previous?.type === "ip");
      const name =
        isBare && type === "number"
          ? this.names.process()
          : isBare && type === "ip"
            ? this.names.of("client")
            : this.names.of(suggestedNames({ before: text, after: "", type, previous })[0]);
      previous = { name, type };
      return { field: name, ...(type !== undefined && { type: { typeName: type } }) };
    });
  }
}

const LETTERS: FieldType = { values: ["I", "W", "E", "F", "D"] };
const LEVEL_LAST = /^(|.*[^.:|/])([.:|/]+)([A-Za-z]+)$/;
const LEVEL_FIRST = /^([A-Za-z]+)([.:|/]+)(.+)$/s;
const NUMBERED = /^(\d+):([A-Za-z]\w*)$/;
const KEY = /^[A-Za-z_]+[:=] ?(?=[^:])/;
const LABEL = /^(?:[A-Za-z_]+[ :=]+|[^A-Za-z0-9-]+)$/;
const LABEL_INSIDE = /^[^A-Za-z0-9-]+(?:[A-Za-z][A-Za-z_]*[ :=]+)?$/;

/** Whether all texts begin or end with a level. */
export function hasLevel(values: readonly string[]): boolean {
  return [LEVEL_LAST, LEVEL_FIRST].some((expression, i) =>
    isSplit(
      values.map((value) => expression.exec(value)?.slice(1) ?? []),
      2 - 2 * i,
    ),
  );
}

/** Whether all rows have a level at the index, and one separator. */
function isSplit(rows: readonly (readonly string[])[], level: number): boolean {
  return rows.every((row) => row.length > 0 && isLevel(row[level]!) && row[1] === rows[0]![1]);
}
