// The tables of docs/reference/faults.md, row by row: a fault is tried with the commands for which something is
// promised, and the page must state all of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tableOf } from "./fault-page.ts";
import { assertKept, type FaultRow } from "./fault-row.ts";
import { type CommandName, Subject } from "./fault-subject.ts";
import { someOf } from "./property.ts";
import type { suite } from "./suite.ts";

type Test = Parameters<Parameters<typeof suite>[1]>[0];

/** Each is made only once, because it caches what the command writes if nothing goes wrong. */
const subjects = new Map<CommandName, Subject>();

function subjectOf(name: CommandName): Subject {
  const subject = subjects.get(name) ?? new Subject(name);
  subjects.set(name, subject);
  return subject;
}

/**
 * Tries a fault with the commands for which something is promised; in a run with fewer random cases, with some of them.
 * Runs two at a time, because most of the time goes into starting them.
 */
async function befallAll({ fault, promised, befall }: FaultRow): Promise<void> {
  const pairs = promised.flatMap((promise) => promise.commands.map((name) => ({ promise, subject: subjectOf(name) })));
  const remaining = someOf(pairs, fault).values();
  const runNext = async (): Promise<void> => {
    for (const { promise, subject } of remaining) {
      for (const run of await befall(subject)) assertKept(promise, subject, run);
    }
  };
  await Promise.all([runNext(), runNext()]);
}

const page = readFileSync(fileURLToPath(new URL("../../docs/reference/faults.md", import.meta.url)), "utf8");

/** Defines the tests of the rows under a heading of the page. */
export function faultTests(test: Test, heading: string, rows: readonly FaultRow[]): void {
  for (const row of rows) {
    if (row.skipped !== undefined) console.log(`skipped: ${row.fault} (${row.skipped})`);
    (row.skipped === undefined ? test : test.skip)(row.fault, () => befallAll(row));
  }

  test("are all on the page, with their promises", () => {
    const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
    assert.equal(/^\|.*\|\n/ms.exec(section)?.[0], tableOf(rows));
  });
}
