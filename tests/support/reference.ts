// The expected output of `process`, computed with plain Latin-1 strings: lines by a split, rules and captures by the
// oracle, templates by a replacement. Slow, and written from the semantics.
import { type Pattern, pattern } from "../../src/matcher/pattern.ts";
import type { Unmatched } from "../../src/run/line-writer.ts";
import { oracleCaptures, oracleWinner } from "./oracle.ts";
import type { WrittenFollower, WrittenRule } from "./rules-file.ts";

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

/** The lines of an input, without their line ends. */
export function referenceLines(input: Uint8Array): string[] {
  const text = Buffer.from(input)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Fills in a template in which every name of a field in braces is a placeholder. */
function filled(output: string, { fields }: Pattern, captures: readonly string[]): string {
  return latin1(output).replace(/\{(\w+)\}/g, (whole, name) => captures[fields.indexOf(name)] ?? whole);
}

export interface ReferenceRun {
  readonly lines: string;
  readonly records: string;
  readonly processed: number;
  readonly matched: number;
  /** By rule. */
  readonly ruleLines: readonly number[];
}

/** Runs over some inputs, given as Latin-1 text. */
export function referenceRun(
  rules: readonly WrittenRule[],
  inputs: readonly Uint8Array[],
  unmatched: Unmatched,
): ReferenceRun {
  const run = { lines: "", records: "", processed: 0, matched: 0, ruleLines: rules.map(() => 0) };
  for (const input of inputs) {
    // No line follows one of another input.
    let leader: WrittenRule | undefined;
    for (const line of referenceLines(input)) {
      run.processed++;
      const bytes = Buffer.from(line, "latin1");
      const rule = best(rules, bytes);
      const isLeft = rule === undefined || rule.catch_all;
      // The followers of a catch-all get only what other rules leave.
      const mayFollow = leader !== undefined && (!leader.catch_all || isLeft);
      const follower = mayFollow ? best(leader?.sequence?.followers ?? [], bytes) : undefined;
      const owner = follower === undefined ? rule : leader;
      // An empty line that is no follower leaves a sequence as it is.
      const isGap = line === "" && rule?.sequence === undefined;
      if (follower === undefined && !(leader && isGap)) leader = rule;
      const won: WrittenFollower | undefined = follower ?? rule;
      const isMatched = won !== undefined && !owner!.catch_all;
      if (isMatched) run.matched++;
      if (won !== undefined) run.ruleLines[rules.indexOf(owner!)]!++;
      if (unmatched === (isMatched ? "only" : "drop")) continue;
      run.records += `EXPLAIN: Line ${run.processed}: ${won === undefined ? "No rule matched" : recordOf(owner!)}\n`;
      run.lines += `${won === undefined || unmatched === "only" ? line : outputOf(won, line)}\n`;
    }
  }
  return run;
}

function recordOf({ name, catch_all }: WrittenRule): string {
  return `Matched rule '${name}'${catch_all ? " (catch-all)" : ""}`;
}

function best<Kind extends WrittenFollower & { readonly catch_all?: boolean }>(
  kinds: readonly Kind[],
  line: Uint8Array,
): Kind | undefined {
  const patterns = kinds.map((kind) => kind.pattern);
  const catchAlls = kinds.map((kind) => kind.catch_all ?? false);
  return kinds[oracleWinner(patterns, line, catchAlls)];
}

/** The output of a line by its rule or follower. Without a template it stays as it is. */
function outputOf({ pattern: written, output }: WrittenFollower, line: string): string {
  const made = pattern(written);
  return output === undefined ? line : filled(output, made, oracleCaptures(written, Buffer.from(line, "latin1"))!);
}
