// Names for the columns of a header.

import { TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import type { ColumnStatistics } from "./header.ts";
import type { HeaderColumn } from "./header-columns.ts";
import { typeOfAll } from "./value-types.ts";

/** More different texts with digits are hardly names, but ids. */
const MAX_NAMES = 20;
const REQUEST = /\breq(?:uest)?\b/i;
/** The status of an answer of HTTP. */
const STATUS = /^[1-5]\d\d$/;
const THREAD_NAME = /^main$|thread/i;
/** Names such as `web1` or `ip-10-0-0-1`. */
const MACHINE = /^(?=.*\d)[a-z][a-z0-9.-]*$/;

/** Gives each name once. A name that is given again gets a number. */
export class HeaderNames {
  private readonly used = new Map<string, number>();
  private readonly columns: readonly ColumnStatistics[];

  constructor(columns: readonly ColumnStatistics[]) {
    this.columns = columns;
  }

  of(name: string): string {
    const count = (this.used.get(name) ?? 0) + 1;
    this.used.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  }

  /** For a number: of two, as in logs of Android, the first is the process and the second the thread. */
  integer(values: readonly string[]): string {
    if (!this.used.has("status") && values.every((value) => STATUS.test(value))) return this.of("status");
    if (!this.used.has("pid")) return this.of("pid");
    return this.of(this.used.has("tid") ? "number" : "tid");
  }

  bracketed(values: readonly string[]): string {
    if (values.every((value) => REQUEST.test(value))) return this.of("request");
    const different = new Set(values);
    const numbered = [...different].filter((value) => /\d/.test(value)).length;
    const areThreads =
      different.size > MAX_NAMES || 2 * numbered >= different.size || values.some((value) => THREAD_NAME.test(value));
    return this.of(areThreads ? "thread" : "source");
  }

  /** For names before a colon. */
  tag(values: readonly string[]): string {
    const dotted = values.filter((value) => /[\w$]\.[\w$]/.test(value)).length;
    if (2 * dotted > values.length && this.used.has("level")) return this.of("logger");
    return this.of(this.used.has("level") ? "component" : "program");
  }

  other(columns: readonly HeaderColumn[]): string {
    const values = columns.map(({ value }) => value);
    if (2 * values.filter((value) => typeOfAll([value]) === "ip").length > values.length) return this.of("ip");
    if (columns[0]!.gap.includes("|")) return this.of("component");
    if (this.used.has("level")) return this.of(values.every((value) => value.includes(".")) ? "logger" : "component");
    if (this.used.has(TIMESTAMP_FIELD) && !this.used.has("host") && this.isHost(values)) return this.of("host");
    return this.of(this.used.has("host") && !this.used.has("program") ? "program" : "source");
  }

  /** Whether texts behind the time are hosts: syslog has one there, before a program, and machines have numbers. */
  private isHost(values: readonly string[]): boolean {
    const areMachines = values.every((value) => MACHINE.test(value));
    return areMachines || this.columns.some(({ columnClass }) => columnClass === "tag" && !this.used.has("level"));
  }
}
