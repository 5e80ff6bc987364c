// Rules that were written by hand for real systems, with lines of those systems. The rules files are in written/.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DATE_TIMES } from "./date-times.ts";
import { linesOf } from "./loghub.ts";
import { withoutAlternatives, withoutTypes } from "./untyped-rules.ts";
import type { Workload } from "./workload.ts";
import { templatesOf } from "./written-rules.ts";

interface System {
  readonly name: string;
  /** The path of its lines. */
  readonly folder: string;
  /** How its lines write the time. */
  readonly dateTime: string;
  /**
   * By field, the regular expression that a careful programmer who knows the lines writes where a type's own expression
   * is slower or not enough.
   */
  readonly expressions?: Readonly<Record<string, string>>;
}

const SYSTEMS: readonly System[] = [
  {
    name: "linux",
    folder: "Linux",
    dateTime: "syslog",
    expressions: { since: DATE_TIMES.ctime!.expression, program: "[^\\s([:]+", module: "[^\\s)]+" },
  },
  {
    name: "zookeeper",
    folder: "Zookeeper",
    dateTime: "log4j",
    expressions: { padding: " *", thread: "[^@]*?", class: "[^@\\s]+" },
  },
  { name: "hadoop", folder: "Hadoop", dateTime: "log4j" },
  { name: "hdfs", folder: "HDFS", dateTime: "packed" },
];

/** The same lines with rules that require more and less. */
export interface WrittenWorkload {
  readonly typed: Workload;
  /** Without types and values, and then, if there are any, without alternatives too. */
  readonly untyped: readonly Workload[];
}

/**
 * The workloads whose lines are in a folder of loghub's systems. The lines of a system come in their own order,
 * repeatedly.
 */
export function writtenWorkloads(folder: string): WrittenWorkload[] {
  return SYSTEMS.filter((system) => existsSync(join(folder, system.folder))).map((system) => {
    const log = linesOf(join(folder, system.folder, `${system.folder}_2k.log`));
    const timestamp = DATE_TIMES[system.dateTime]!.expression;
    const workload = (name: string, rulesText: string, expressions = {}): Workload => ({
      name,
      rules: templatesOf(rulesText, { ...expressions, timestamp }),
      rulesText,
      line: (_, number) => log[number % log.length]!,
      lineEnd: "\n",
    });
    const name = `written-${system.name}`;
    const typed = readFileSync(fileURLToPath(new URL(`written/${system.name}.yaml`, import.meta.url)), "utf8");
    const untyped = withoutTypes(typed);
    const plain = withoutAlternatives(untyped);
    return {
      typed: workload(name, typed, system.expressions),
      untyped: [workload(`${name}-untyped`, untyped), ...(plain === untyped ? [] : [workload(`${name}-plain`, plain)])],
    };
  });
}
