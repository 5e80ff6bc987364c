// Names for the columns of a header.

import { type Element, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import type { ColumnStatistics } from "./column-statistics.ts";
import { type HeaderColumn, isLevel } from "./header-columns.ts";
import { typeOfAll } from "./value-types.ts";

/** More different texts with digits are hardly names, but ids. */
const MAX_NAMES = 20;
/** A column of words with levels among them, and hardly more others. */
const MAX_LEVELS = 12;
const REQUEST = /\breq(?:uest)?\b/i;
/** The status of an answer of HTTP. */
const STATUS = /^(?:10[0-3]|20[0-8]|226|30[0-8]|4[0-5]\d|49\d|50\d|51[01])$/;
const THREAD_NAME = /^main$|thread/i;
/** Names such as `web1` or `ip-10-0-0-1`. */
const MACHINE = /^(?=.*\d)[a-z][a-z0-9.-]*$/;
const ACCOUNT = /^[^\s@]+@[^\s@]+$/;
/** A place in the source of a program. */
const CODE_PLACE = /^[^\s:]*(?<=[\w.]):\d+\b/;
const DURATION = /^\d[\d.]*\D{0,3}s$/;
const ERROR_CODE = /^[A-Z]{1,8}-?\d{3,}$/;
export const WITH_PID = /^[^\s[\]]+\[\d+\]$/;

export function isDotted(name: string): boolean {
  return /^[\w$/-]+(?:(?:\.|::)[\w$/-]+)*(?:\.|::)[A-Za-z_$][\w$/-]*$/.test(name);
}

/** Gives each name once. A name that is given again gets a number. */
export class HeaderNames {
  /** By index: the names that columns have by their place in a format that is known. */
  readonly fixed: ReadonlyMap<number, string>;
  private readonly used = new Map<string, number>();
  private readonly columns: readonly ColumnStatistics[];

  constructor(columns: readonly ColumnStatistics[]) {
    this.columns = columns;
    const time = columns.findIndex(({ columnClass }) => columnClass === "time");
    const names: (readonly [number, string])[] = [];
    // RFC 5424, and the Common Log Format of servers, in which a dash stands for what is not known.
    if (columns[0]?.columnClass === "priority" && columns[1]?.columnClass === "integer" && time === 2)
      names.push([1, "version"], [3, "host"], [4, "program"], [5, "pid"], [6, "message_id"], [7, "structured_data"]);
    else if (time >= 3 && columns[time]!.columns[0]!.before === "[" && columns[time - 2]!.values.has("-"))
      names.push([time - 4, "host"], [time - 3, "client"], [time - 2, "ident"], [time - 1, "user"]);
    this.fixed = new Map(names);
  }

  of(name: string): string {
    const count = (this.used.get(name) ?? 0) + 1;
    this.used.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  }

  /** For a number: of two, as in logs of Android, the first is the process and the second the thread. */
  integer(values: readonly string[]): string {
    if (!values.every((value) => /^\d/.test(value))) return this.of("number");
    return values.every((value) => STATUS.test(value)) ? this.of("status") : this.process();
  }

  /** For the number of a process, and of a thread in it. */
  process(): string {
    if (!this.used.has("pid")) return this.of("pid");
    return this.of(this.used.has("tid") ? "number" : "tid");
  }

  /** For different signs, as some programs write levels. */
  sign(): string {
    return this.of(this.used.has("level") || !this.used.has(TIMESTAMP_FIELD) ? "label" : "level");
  }

  /** For names before a colon. */
  tag(values: readonly string[]): string {
    const isBehindLevel = this.used.has("level");
    if (!isBehindLevel && areLevels(values)) return this.of("level");
    if (isBehindLevel && values.every((value) => ERROR_CODE.test(value))) return this.of("code");
    const isProgram =
      !isBehindLevel && this.used.has(TIMESTAMP_FIELD) && !values.every((value) => CODE_PLACE.test(value));
    return isProgram ? this.of("program") : this.part(values);
  }

  withPid(name: string): Element[] {
    const pid: Element = { field: this.of("pid"), type: { typeName: "number" } };
    return [{ field: name, type: { typeName: "word" } }, { text: "[" }, pid, { text: "]" }];
  }

  /** For names of no known class. */
  name({ index, columnClass }: ColumnStatistics, columns: readonly HeaderColumn[]): string {
    const values = columns.map(({ value }) => value);
    const isBracketed = columnClass === "bracketed";
    if (isBracketed && values.every((value) => /^\d+$/.test(value))) return this.integer(values);
    if (!this.used.has("level") && areLevels(values)) return this.of("level");
    if (index === 0 && columns[0]!.gap.includes("|")) return this.of("service");
    if (!isBracketed && this.isHost(index, values)) return this.of("host");
    if (2 * values.filter((value) => typeOfAll([value]) === "ip").length > values.length) return this.of("client");
    if (this.columns[index - 1]?.columnClass !== "time" && values.every((value) => ACCOUNT.test(value)))
      return this.of("user");
    if (values.every((value) => REQUEST.test(value))) return this.of("request");
    if (isBracketed && values.every((value) => ERROR_CODE.test(value))) return this.of("code");
    if (values.every((value) => DURATION.test(value))) return this.of("duration");
    if (
      isBracketed &&
      !values.every(isDotted) &&
      !values.every((value) => CODE_PLACE.test(value)) &&
      areThreads(values)
    )
      return this.of("thread");
    return this.part(values);
  }

  /** For names of parts of a program. */
  part(values: readonly string[]): string {
    if (values.every((value) => CODE_PLACE.test(value))) return this.of("source");
    return this.of(2 * values.filter(isDotted).length > values.length ? "logger" : "component");
  }

  /** Whether texts are hosts: machines have numbers, and syslog has one right behind the time, before a program. */
  private isHost(index: number, values: readonly string[]): boolean {
    if (this.used.has("host") || this.used.has("level")) return false;
    if (values.every((value) => MACHINE.test(value))) return true;
    return this.columns[index - 1]?.columnClass === "time" && this.columns[index + 1]?.columnClass === "tag";
  }
}

export function areLevels(values: readonly string[]): boolean {
  const different = new Set(values);
  return (
    different.size <= MAX_LEVELS && [...different].some(isLevel) && !values.some((value) => /[^A-Za-z0-9]/.test(value))
  );
}

function areThreads(values: readonly string[]): boolean {
  const different = new Set(values);
  const numbered = [...different].filter((value) => /\d/.test(value)).length;
  return (
    different.size > MAX_NAMES || 2 * numbered >= different.size || values.some((value) => THREAD_NAME.test(value))
  );
}
