// What must hold for one log, whatever interface reads it.
import assert from "node:assert/strict";
import { type LineRecord, Processor } from "../../src/index.ts";
import type { Rewrite, Rule } from "../../src/rules/rule.ts";
import { isNumbered } from "../../src/rules/transforms/transform-registry.ts";
import { FORMATS, type Format } from "../../src/run/line-writer.ts";
import { stripAnsi } from "../../src/text/bytes/escape-sequences.ts";
import { Collector } from "../support/collector.ts";
import { COMPRESSORS } from "../support/compressors.ts";
import { fromJson, fromRecord, parsed } from "../support/json-records.ts";
import { maskedByReference } from "../support/mask-reference.ts";
import { referenceLines } from "../support/reference.ts";
import { chunked, joined, type Output, packed, processed, recordsOf, transformed } from "./log-run.ts";
import { tiles } from "./tiling.ts";

/** Longer lines are not masked by regular expressions. */
const MAX_REFERENCE_LENGTH = 500;

type Records = readonly LineRecord<Uint8Array>[];

export interface Logged {
  readonly processor: Processor;
  readonly rules: readonly Rule[];
  readonly log: Buffer;
  readonly chunks: readonly number[];
}

/** Whether the output of a line does not depend on other lines. */
export function isLineByLine(rules: readonly Rule[]): boolean {
  return rules.every(({ followers }) => followers.length === 0) && !hasAlias(rules);
}

export function hasAlias(rules: readonly Rule[]): boolean {
  const rewrites = rules.flatMap((rule): Rewrite[] => [rule, ...rule.followers]);
  return rewrites.some(({ transforms = [] }) => transforms.flat().some(isNumbered));
}

export async function checkLog(logged: Logged): Promise<Records> {
  const { processor, log } = logged;
  const records = await recordsOf(processor, log);
  const lines = referenceLines(log).map((line) => Buffer.from(line, "latin1"));
  checkRecords(logged, records, lines);
  await checkOutputs(logged, records);
  await checkChoices(logged, records, lines);
  await checkFormats(logged, records);
  if (log.includes(0x1b)) await checkStripped(logged, lines);
  await checkMasked(logged, lines);
  return records;
}

function checkRecords({ processor, rules }: Logged, records: Records, lines: readonly Buffer[]): void {
  assert.deepEqual(
    records.map(({ line }) => line),
    lines.map((_, i) => i + 1),
  );
  const isSame = isLineByLine(rules);
  for (const [i, record] of records.entries()) {
    if (isSame) assert.deepEqual(withoutPlace(record), recordOf(processor, lines[i]!), `line ${i + 1}`);
    checkTiling(rules, record, lines[i]!);
  }
}

/** What a record says of its line, whatever log it is from. */
function withoutPlace({ file: _file, line: _line, offset: _offset, time: _time, ...rest }: Records[number]): object {
  return rest;
}

/** The record of a line by itself. */
function recordOf(processor: Processor, line: Buffer): object {
  return processor.normalize(line) ?? { rule: undefined, fields: {}, captures: [], output: new Uint8Array(line) };
}

function checkTiling(rules: readonly Rule[], { rule, captures }: LineRecord<Uint8Array>, line: Buffer): void {
  if (rule === undefined) return;
  const named = rules.filter(({ name }) => name === rule).flatMap((one): Rewrite[] => [one, ...one.followers]);
  const values = captures.map(({ value }) => value);
  const could = named.filter(({ pattern }) => pattern.fields.length === captures.length);
  assert.ok(
    could.some(({ pattern }) => tiles(pattern, values, line)),
    `the captures of rule ${rule} do not add up to its line`,
  );
}

/** Whether a line counts as matched, which those of catch-alls do not. */
export function isMatched({ rule, catchAll }: Pick<Records[number], "rule" | "catchAll">): boolean {
  return rule !== undefined && catchAll !== true;
}

async function checkOutputs({ processor, log, chunks }: Logged, records: Records): Promise<void> {
  const expected = joined(records.map(({ output }) => output));
  const matched = records.filter(isMatched).length;
  const check = (what: string, { bytes, statistics }: Output): void => {
    assert.ok(bytes.equals(expected), `${what} gives lines that differ from records`);
    const { rules, ...counts } = statistics;
    assert.deepEqual(counts, {
      linesProcessed: records.length,
      linesMatched: matched,
      matchRate: records.length === 0 ? 0 : matched / records.length,
    });
    for (const { name } of rules) {
      const lines = rules.reduce((sum, rule) => (rule.name === name ? sum + rule.lines : sum), 0);
      assert.equal(lines, records.filter(({ rule }) => rule === name).length, `${what} counts the lines of ${name}`);
    }
  };
  check("process", await processed(processor, [log]));
  check("process in chunks", await processed(processor, chunked(log, chunks)));
  for (const { format, compress } of COMPRESSORS)
    check(`process of ${format}`, await processed(processor, chunked(packed(log, compress), chunks)));
  assert.ok((await transformed(processor, chunked(log, chunks))).equals(expected), "a stream gives different lines");
}

async function checkChoices(
  { processor, log, chunks }: Logged,
  records: Records,
  lines: readonly Buffer[],
): Promise<void> {
  for (const unmatched of ["drop", "only"] as const) {
    const explain = new Collector();
    const kept = records.filter((record) => isMatched(record) === (unmatched === "drop"));
    // What counts as unmatched is written as it is in the log, also if a catch-all gave it a form.
    const written = kept.map(({ line, output }) => (unmatched === "drop" ? output : lines[line - 1]!));
    const { bytes } = await processed(processor, chunked(log, chunks), { unmatched, explain });
    assert.ok(bytes.equals(joined(written)), `unmatched: ${unmatched}`);
    const explained = kept.map(({ line, rule, catchAll }) => {
      const matched = `Matched rule '${rule}'${catchAll ? " (catch-all)" : ""}`;
      return `EXPLAIN: Line ${line}: ${rule === undefined ? "No rule matched" : matched}\n`;
    });
    assert.equal(explain.text, explained.join(""));
  }
}

/** Compares what formats write with records. Other formats are only written; tests/run/formats.test.ts reads all. */
const FORMAT_CHECKS: Readonly<Partial<Record<Format, (written: Buffer, records: Records) => void>>> = {
  lines: (written, records) => assert.ok(written.equals(joined(records.map(({ output }) => output)))),
  json: (written, records) => assert.deepEqual(parsed(written.toString()).map(fromJson), records.map(fromRecord)),
};

async function checkFormats({ processor, log, chunks }: Logged, records: Records): Promise<void> {
  for (const format of FORMATS) {
    const { bytes } = await processed(processor, chunked(log, chunks), { format });
    FORMAT_CHECKS[format]?.(bytes, records);
  }
}

/** Masks all lines, without rules. */
async function checkMasked({ log, chunks }: Logged, lines: readonly Buffer[]): Promise<void> {
  const masking = new Processor({ mask: true });
  const records = await recordsOf(masking, log);
  const { bytes } = await processed(masking, chunked(log, chunks));
  assert.ok(bytes.equals(joined(records.map(({ output }) => output))), "masked lines differ from records");
  for (const [i, { output }] of records.entries()) {
    const line = lines[i]!.toString("latin1");
    if (line.length > MAX_REFERENCE_LENGTH) continue;
    assert.equal(Buffer.from(output).toString("latin1"), maskedByReference(line), `line ${i + 1}, masked`);
  }
}

async function checkStripped({ processor, rules, log }: Logged, lines: readonly Buffer[]): Promise<void> {
  if (!isLineByLine(rules)) return;
  const records = await recordsOf(processor, log, { stripAnsi: true });
  for (const [i, record] of records.entries()) {
    assert.deepEqual(withoutPlace(record), recordOf(processor, stripAnsi(lines[i]!)), `line ${i + 1} without colours`);
  }
}
