import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LoghubSystem, rulesOf, systems } from "../../tests/data/loghub.ts";
import type { PlainElement } from "../../tests/support/oracle.ts";
import type { WrittenRule } from "../../tests/support/rules-file.ts";
import { DATE_TIMES } from "./date-times.ts";
import type { LineTemplate } from "./line-template.ts";
import type { Workload } from "./workload.ts";

/** How the systems write the time. */
const DATE_TIMES_OF: Readonly<Record<string, string>> = {
  Apache: "ctime",
  HDFS: "packed",
  Linux: "syslog",
  OpenSSH: "syslog",
};
/** The fields whose values an output keeps. For the others it keeps the names. */
const KEPT = ["level", "component"];

/**
 * Real lines with rules made from their templates, from a folder of loghub's systems. The systems take turns, each in
 * its own order, repeatedly. Undefined if there is no such folder.
 */
export function loghub(folder: string): Workload | undefined {
  const there = systems.filter(({ name }) => existsSync(join(folder, name)));
  if (there.length === 0) return undefined;
  const logs = there.map(({ name }) => linesOf(join(folder, name, `${name}_2k.log`)));
  return {
    name: "loghub",
    rules: there.flatMap((system) => templatesOf(system, join(folder, system.name))),
    line: (_, number) => {
      const log = logs[number % logs.length]!;
      return log[Math.floor(number / logs.length) % log.length]!;
    },
    lineEnd: "\n",
  };
}

/** The lines of one of loghub's files. */
export function linesOf(log: string): string[] {
  return readFileSync(log, "utf8").replace(/\r\n$/, "").split("\r\n");
}

function templatesOf(system: LoghubSystem, folder: string): LineTemplate[] {
  const { expression } = DATE_TIMES[DATE_TIMES_OF[system.name]!]!;
  return rulesOf(system, folder).map(({ name, pattern }) => ({
    name: `${system.name}_${name}`,
    elements: pattern.map((element) => {
      if ("text" in element) return element.text;
      return element.field === "timestamp" ? { ...element, expression } : element;
    }),
    output: outputOf(pattern),
  }));
}

function outputOf(pattern: WrittenRule<PlainElement>["pattern"]): string {
  return pattern
    .map((element) => {
      if ("text" in element) return element.text;
      return KEPT.includes(element.field) ? `{${element.field}}` : `<${element.field}>`;
    })
    .join("");
}
