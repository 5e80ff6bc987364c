// The tables of docs/faults.md, row by row: every fault befalls every command that something is promised for, and the page
// says what was tried.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tableOf } from "./fault-page.ts";
import { assertKept, type Row } from "./fault-row.ts";
import { type CommandName, Subject } from "./fault-subject.ts";
import type { suite } from "./suite.ts";

type Test = Parameters<Parameters<typeof suite>[1]>[0];

/** Each is made once: what it writes when nothing goes wrong is found out once. */
const subjects = new Map<CommandName, Subject>();

function subjectOf(name: CommandName): Subject {
  const subject = subjects.get(name) ?? new Subject(name);
  subjects.set(name, subject);
  return subject;
}

/** Two commands at a time, since it is their starting that takes the time. */
async function befallAll({ promised, befall }: Row): Promise<void> {
  const pairs = promised.flatMap((promise) => promise.commands.map((name) => ({ promise, subject: subjectOf(name) })));
  const left = pairs.values();
  const goOn = async (): Promise<void> => {
    for (const { promise, subject } of left) {
      for (const run of await befall(subject)) assertKept(promise, subject, run);
    }
  };
  await Promise.all([goOn(), goOn()]);
}

const page = readFileSync(fileURLToPath(new URL("../../docs/faults.md", import.meta.url)), "utf8");

/** Tests of the rows that stand under a heading of the page. */
export function faultTests(test: Test, heading: string, rows: readonly Row[]): void {
  for (const row of rows) {
    if (row.skipped !== undefined) console.log(`skipped: ${row.fault}, since ${row.skipped}`);
    (row.skipped === undefined ? test : test.skip)(row.fault, () => befallAll(row));
  }

  test("docs/faults.md tells what is promised", () => {
    const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
    assert.equal(/^\|.*\|\n/ms.exec(section)?.[0], tableOf(rows));
  });
}
