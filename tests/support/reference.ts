// The expected output of `process`, computed with plain Latin-1 strings: lines by a split, rules and captures by the
// oracle, templates by a replacement. Slow, and written from the semantics.
import { type Pattern, pattern } from "../../src/matcher/pattern.ts";
import type { Unmatched } from "../../src/normalization/line-writer.ts";
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
}

/** Runs over some inputs, given as Latin-1 text. */
export function referenceRun(
  rules: readonly WrittenRule[],
  inputs: readonly Uint8Array[],
  unmatched: Unmatched,
): ReferenceRun {
  const run = { lines: "", records: "", processed: 0, matched: 0 };
  for (const input of inputs) {
    // No line follows one of another input.
    let leader: WrittenRule | undefined;
    for (const line of referenceLines(input)) {
      run.processed++;
      const bytes = Buffer.from(line, "latin1");
      const follower = best(leader?.sequence?.followers ?? [], bytes);
      const rule = follower === undefined ? best(rules, bytes) : undefined;
      if (follower === undefined) leader = rule;
      const won: WrittenFollower | undefined = follower ?? rule;
      if (won !== undefined) run.matched++;
      if (unmatched === (won === undefined ? "drop" : "only")) continue;
      run.records += `EXPLAIN: Line ${run.processed}: ${won === undefined ? "No rule matched" : `Matched rule '${leader!.name}'`}\n`;
      run.lines += `${won === undefined ? line : outputOf(won, line)}\n`;
    }
  }
  return run;
}

function best<Kind extends WrittenFollower>(kinds: readonly Kind[], line: Uint8Array): Kind | undefined {
  return kinds[
    oracleWinner(
      kinds.map((kind) => kind.pattern),
      line,
    )
  ];
}

/** The output of a line by its rule or follower. Without a template it stays as it is. */
function outputOf({ pattern: written, output }: WrittenFollower, line: string): string {
  const made = pattern(written);
  return output === undefined ? line : filled(output, made, oracleCaptures(written, Buffer.from(line, "latin1"))!);
}
