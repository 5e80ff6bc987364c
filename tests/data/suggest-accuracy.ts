// How well `suggest` groups the lines of loghub's samples, judged by the rules that win the raw lines.
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { Processor } from "../../src/index.ts";
import { truthsOf } from "./loghub.ts";

/** The figures of one system. Shares are of lines. */
export interface Accuracy {
  readonly rules: number;
  readonly events: number;
  /** The share of lines whose rule won exactly the lines of their event. */
  readonly grouped: number;
  /** Lines that no rule matches. */
  readonly left: number;
  /** With rules from the odd lines: the share of even lines of known events that a rule matches. */
  readonly heldOutMatched: number;
  /** The share of them that a rule wins which won more odd lines of their event than of any other. */
  readonly heldOutRight: number;
}

/** Measures one system. `folder` holds its log and the truth. */
export async function accuracyOf(name: string, folder: string): Promise<Accuracy> {
  const lines = linesOf(readFileSync(`${folder}/${name}_2k.log`));
  const events = truthsOf(name, folder).map(({ event }) => event);
  if (lines.length !== events.length) throw new Error(`${name}: ${lines.length} lines, but ${events.length} truths`);
  const rules = await suggested(lines);
  const winners = winnersOf(rules.text, lines);
  const [odd, even] = [1, 0].map((rest) => lines.flatMap((_, i) => (i % 2 === rest ? [i] : [])));
  const held = heldOut((await suggested(odd!.map((i) => lines[i]!))).text, lines, events, odd!, even!);
  return {
    rules: rules.ruleCount,
    events: new Set(events).size,
    grouped: groupedRight(winners, events) / lines.length,
    left: winners.filter((winner) => winner === undefined).length,
    ...held,
  };
}

function linesOf(log: Buffer): Buffer[] {
  const text = log.toString("latin1").replace(/\r?\n$/, "");
  return text.split(/\r?\n/).map((line) => Buffer.from(line, "latin1"));
}

function suggested(lines: readonly Buffer[]) {
  return Processor.suggest(Readable.from([Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]))]));
}

/** The name of the rule that wins each line; a suggested name occurs once. */
function winnersOf(rules: string, lines: readonly Buffer[]): (string | undefined)[] {
  const processor = new Processor({ rules });
  return lines.map((line) => processor.normalize(line)?.rule);
}

/** How many lines have a rule that won exactly the lines of their event. */
function groupedRight(winners: readonly (string | undefined)[], events: readonly string[]): number {
  const [byEvent, byRule] = [indexesBy(events), indexesBy(winners)];
  return [...byEvent.values()].reduce((sum, indexes) => {
    const won = byRule.get(winners[indexes[0]!])!;
    const isRight = won.length === indexes.length && won.every((index, i) => index === indexes[i]);
    return sum + (isRight ? indexes.length : 0);
  }, 0);
}

function indexesBy<Key>(keys: readonly Key[]): Map<Key, number[]> {
  const indexes = new Map<Key, number[]>();
  for (const [i, key] of keys.entries()) {
    const known = indexes.get(key);
    if (known === undefined) indexes.set(key, [i]);
    else known.push(i);
  }
  return indexes;
}

function heldOut(
  rules: string,
  lines: readonly Buffer[],
  events: readonly string[],
  mined: readonly number[],
  run: readonly number[],
): Pick<Accuracy, "heldOutMatched" | "heldOutRight"> {
  const winners = winnersOf(rules, lines);
  const eventOf = new Map<string | undefined, string>();
  for (const [rule, indexes] of indexesBy(mined.map((i) => winners[i]))) {
    const counts = [...indexesBy(indexes.map((i) => events[mined[i]!]!))].sort(([, a], [, b]) => b.length - a.length);
    eventOf.set(rule, counts[0]![0]);
  }
  const known = new Set(mined.map((i) => events[i]!));
  const judged = run.filter((i) => known.has(events[i]!));
  const matched = judged.filter((i) => winners[i] !== undefined);
  const right = matched.filter((i) => eventOf.get(winners[i]) === events[i]);
  return { heldOutMatched: matched.length / judged.length, heldOutRight: right.length / judged.length };
}
