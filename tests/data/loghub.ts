// Makes rules from loghub's templates, and reads its ground truth for each line.
import { readFileSync } from "node:fs";
import type { PlainElement } from "../support/oracle.ts";
import type { WrittenRule } from "../support/rules-file.ts";

export interface LoghubSystem {
  readonly name: string;
  /** The header before the message, as pattern elements: quoted text, or the name of a field. */
  readonly headers: readonly (readonly string[])[];
  /** The header's fields, and the columns of the ground truth that hold them. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

export const systems: readonly LoghubSystem[] = [
  {
    name: "Apache",
    headers: [['"["', "timestamp", '"] ["', "level", '"] "']],
    columns: { timestamp: ["Time"], level: ["Level"] },
  },
  {
    name: "HDFS",
    headers: [["timestamp", '" "', "pid", '" "', "level", '" "', "component", '": "']],
    columns: { timestamp: ["Date", "Time"], pid: ["Pid"], level: ["Level"], component: ["Component"] },
  },
  {
    name: "Linux",
    headers: [
      ["timestamp", '" "', "level", '" "', "component", '"["', "pid", '"]: "'],
      ["timestamp", '" "', "level", '" "', "component", '": "'],
    ],
    columns: { timestamp: ["Month", "Date", "Time"], level: ["Level"], component: ["Component"], pid: ["PID"] },
  },
  {
    name: "OpenSSH",
    headers: [["timestamp", '" "', "component", '" sshd["', "pid", '"]: "']],
    columns: { timestamp: ["Date", "Day", "Time"], component: ["Component"], pid: ["Pid"] },
  },
];

export interface Truth {
  readonly event: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** Makes a rule from each template and the header, named after the template's id. Every `<*>` is a field. */
export function rulesOf(system: LoghubSystem, folder: string): WrittenRule<PlainElement>[] {
  return records(`${folder}/${system.name}_2k.log_templates.csv`).flatMap((template) =>
    system.headers.map((header) => {
      const message = template.get("EventTemplate")!.split("<*>");
      const elements = message.flatMap((text, i) => [
        ...(i === 0 ? [] : [{ field: `v${i}` }]),
        ...(text === "" ? [] : [{ text }]),
      ]);
      const head = header.map((one) => (one.startsWith('"') ? { text: one.slice(1, -1) } : { field: one }));
      const fields = Object.keys(system.columns).filter((field) => header.includes(field));
      // The output carries the header's captures, so that they can be compared with the ground truth.
      return {
        name: template.get("EventId")!,
        pattern: [...head, ...elements],
        output: fields.map((f) => `{${f}}`).join("\t"),
      };
    }),
  );
}

/** The truths of the lines of a log. */
export function truthsOf(log: string): Truth[] {
  return records(`${log}_structured.csv`).map((columns) => ({
    event: columns.get("EventId")!,
    columns,
  }));
}

/** Whether a line can come from a template: it has the literal texts in order, with the last one at its end. */
export function canMatch(system: LoghubSystem, template: string, line: string): boolean {
  const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const message = template.split("<*>").map(escaped).join("[^]*?");
  return system.headers.some((header) => {
    const head = header.map((one) => (one.startsWith('"') ? escaped(one.slice(1, -1)) : "[^]*?")).join("");
    return new RegExp(`^${head}${message}$`).test(line);
  });
}

/** The records of a CSV file, by column. */
function records(path: string): Map<string, string>[] {
  const [head = [], ...rows] = parseCsv(readFileSync(path, "utf8"));
  return rows.map((row) => new Map(head.map((column, i) => [column, row[i] ?? ""])));
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare, separator] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (separator === "" && quoted === undefined && bare === "" && row.length === 0) break;
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
    if (separator !== ",") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
