// The tables of docs/faults.md, row by row: every fault befalls every command that something is promised for, and the page
// says what was tried.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CHANGE_ROWS } from "./support/fault-changes.ts";
import { GZIP_ROWS } from "./support/fault-gzip.ts";
import { INPUT_ROWS } from "./support/fault-inputs.ts";
import { OUTPUT_ROWS } from "./support/fault-outputs.ts";
import { tableOf } from "./support/fault-page.ts";
import { PROCESS_ROWS } from "./support/fault-process.ts";
import { assertKept, type Row } from "./support/fault-row.ts";
import { RULES_ROWS } from "./support/fault-rules.ts";
import { type CommandName, Subject } from "./support/fault-subject.ts";
import { suite } from "./support/suite.ts";

/** By the headings of the page. */
const TABLES: Record<string, readonly Row[]> = {
  "What is written": OUTPUT_ROWS,
  "What is read": [...INPUT_ROWS, ...CHANGE_ROWS],
  "What is compressed": GZIP_ROWS,
  "The rules": RULES_ROWS,
  "The program itself": PROCESS_ROWS,
};

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

for (const [title, rows] of Object.entries(TABLES)) {
  suite(`when something goes wrong: ${title}`, (test) => {
    for (const row of rows) {
      if (row.skipped !== undefined) console.log(`skipped: ${row.fault}, since ${row.skipped}`);
      (row.skipped === undefined ? test : test.skip)(row.fault, () => befallAll(row));
    }
  });
}

suite("docs/faults.md", (test) => {
  const page = readFileSync(fileURLToPath(new URL("../docs/faults.md", import.meta.url)), "utf8");
  for (const [title, rows] of Object.entries(TABLES)) {
    test(`tells what is promised: ${title}`, () => {
      const section = page.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? "";
      assert.equal(/^\|.*\|\n/ms.exec(section)?.[0], tableOf(rows));
    });
  }
});
