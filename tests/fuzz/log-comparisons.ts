// What must hold for logs that are compared, merged, traced and checked: no line is lost, and none is invented.
import assert from "node:assert/strict";
import { type ComparisonOptions, type LineRecord, Processor } from "../../src/index.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { Collector } from "../support/collector.ts";
import { hasAlias, isMatched } from "./log-checks.ts";

export interface LogFile {
  readonly path: string;
  readonly records: readonly LineRecord<Uint8Array>[];
}

export interface Compared {
  readonly processor: Processor;
  readonly rules: readonly Rule[];
  readonly by: readonly string[];
}

/** How many ids are traced by themselves. */
const MAX_IDS = 2;

const unmatchedOf = ({ records }: LogFile): number => records.filter((record) => !isMatched(record)).length;

/** Whether one of these fields belongs to the rules, so that it may hold ids. */
function isKnown({ rules, by }: Compared): boolean {
  const patterns = rules.flatMap((rule) => [rule, ...rule.followers]).map(({ pattern }) => pattern);
  return patterns.some(({ fields }) => fields.some((field) => by.includes(field)));
}

export async function checkComparisons(compared: Compared, old: LogFile, now: LogFile): Promise<void> {
  const { processor, by } = compared;
  const orders: ComparisonOptions[] = [{}, { unordered: true }, { unmatched: "drop" }];
  if (isKnown(compared)) orders.push({ by });
  for (const options of orders) {
    const itself = await counted(processor, old, old, options);
    assert.equal(itself.count, 0, `a log differs from itself, ${JSON.stringify(options)}`);
    await counted(processor, old, now, options);
  }
}

async function counted(
  processor: Processor,
  old: LogFile,
  now: LogFile,
  options: ComparisonOptions,
): Promise<{ count: number }> {
  const comparison = await processor.compare(old.path, now.path, options);
  try {
    let count = 0;
    for (const difference of comparison.differences()) {
      count++;
      if ("lines" in difference) assert.equal([...difference.lines].length, difference.count);
    }
    const { same, old: one, new: other } = comparison.summary;
    for (const [side, file] of [
      [one, old],
      [other, now],
    ] as const) {
      const { lines, unmatched, only } = side;
      assert.deepEqual([lines, unmatched], [file.records.length, unmatchedOf(file)]);
      assert.equal(same + only, options.unmatched === "drop" ? lines - unmatched : lines, JSON.stringify(options));
    }
    return { count };
  } finally {
    comparison.close();
  }
}

export async function checkTraces(compared: Compared, files: readonly LogFile[]): Promise<void> {
  const { processor, rules, by } = compared;
  const paths = files.map(({ path }) => path);
  const expected = new Map(
    files.flatMap(({ path, records }) => records.map((record) => [`${record.line} ${path}`, record] as const)),
  );
  let [count, last] = [0, Number.NEGATIVE_INFINITY];
  for (const { file, line, time, rule, output } of await processor.merge(paths, { bytes: true })) {
    const record = expected.get(`${line} ${file}`);
    assert.ok(record !== undefined, `line ${line} of ${file} is merged twice, or is none`);
    expected.delete(`${line} ${file}`);
    count++;
    assert.equal(rule, record.rule);
    if (!hasAlias(rules))
      assert.ok(Buffer.from(output).equals(record.output), `line ${line} of ${file} is merged as another`);
    const at = time === undefined ? last : time.epochMs;
    assert.ok(at >= last, `line ${line} of ${file} of ${time?.utc} stands behind a later one`);
    last = at;
  }
  assert.equal(expected.size, 0, "merge loses lines");
  if (!isKnown(compared)) return;

  const { groups, unmatched, withoutId } = await processor.trace(paths, { by, bytes: true });
  let [traced, looked] = [0, 0];
  for (const { id, events } of groups) {
    traced += events.length;
    if (looked++ >= MAX_IDS) continue;
    const { groups: alone } = await processor.trace(paths, { by, id });
    assert.deepEqual(
      alone.map((group) => group.events.length),
      [events.length],
      `the lines of ${JSON.stringify(Buffer.from(id).toString())}`,
    );
  }
  assert.equal(traced + unmatched + withoutId, count, "trace loses lines");
}

/** Checks that logs checked together count as one, as they do for the plain command. */
export async function checkCoverage(processor: Processor, rulesPath: string, paths: readonly string[]): Promise<void> {
  const { coverage } = await Processor.check({ rulesPath }, paths);
  const { lines, matched, matchRate, rules, lineTemplates, linesOfOtherTemplates } = coverage!;
  const { rules: ruleLines, ...counts } = await processor.process(paths, new Collector());
  assert.deepEqual({ linesProcessed: lines, linesMatched: matched, matchRate }, counts);
  assert.deepEqual(
    rules.map(({ won, followed }) => won + followed),
    ruleLines.map((rule) => rule.lines),
  );
  const unmatched = lines - matched;
  assert.equal(
    // The lines of catch-alls count as unmatched.
    rules.reduce((sum, { won, followed, catchAll }) => sum + (catchAll ? 0 : won + followed), 0),
    matched,
  );
  assert.equal(
    lineTemplates.reduce((sum, { count }) => sum + count, linesOfOtherTemplates),
    unmatched,
  );
}
