// What dissect makes of a line, by the documentation of Logstash, Elastic and Beats, and whether imported rules do the
// same with random patterns and lines. The reference shares nothing with the importer.

import fc from "fast-check";
import { importRules, Processor } from "../../src/index.ts";

/** The tools differ in what stands between joined values, and in which of them comes first. */
export type DissectTool = "logstash" | "elastic";

interface Part {
  readonly value: string;
  readonly rank: number;
  readonly before: string;
}

/**
 * The values of a line, in the order in which the pattern names them; null if the line does not match. Elastic has
 * `separator` between joined values, Logstash and Beats the text before a value in the pattern, or a blank.
 */
export function dissected(
  pattern: string,
  line: string,
  tool: DissectTool,
  separator: string,
): Map<string, string> | null {
  // Text, key, text, key, …, text.
  const tokens = pattern.split(/%\{(.*?)\}/s);
  const head = tokens[0]!;
  if (!line.startsWith(head)) return null;
  let at = head.length;
  const keys = new Map<string, Part[]>();
  for (let i = 1; i < tokens.length; i += 2) {
    const [key, delimiter] = [tokens[i]!, tokens[i + 1]!];
    const end = delimiter === "" ? line.length : line.indexOf(delimiter, at);
    if (end === -1) return null;
    const value = line.slice(at, end);
    at = end + delimiter.length;
    const isPadded = key.endsWith("->");
    while (isPadded && delimiter !== "" && line.startsWith(delimiter, at)) at += delimiter.length;
    const name = key.replace(/->$/, "");
    if (name === "" || name.startsWith("?")) continue;
    const [plain, order] = name.replace(/^\+/, "").split("/");
    const isAppended = name.startsWith("+");
    const rank = order !== undefined ? Number(order) : isAppended || tool === "elastic" ? 0 : -1;
    const isJoined = new RegExp(`%\\{\\+${plain}[/}-]`).test(pattern);
    const others = isJoined ? (keys.get(plain!) ?? []) : [];
    if (!isJoined) keys.delete(plain!);
    keys.set(plain!, [...others, { value, rank, before: tool === "elastic" ? separator : tokens[i - 1]! || " " }]);
  }
  return new Map(
    Array.from(keys, ([name, parts]) => {
      const [first, ...others] = [...parts].sort((a, b) => a.rank - b.rank);
      return [name, first!.value + others.map(({ before, value }) => before + value).join("")];
    }),
  );
}

const delimiter = fc.constantFrom(
  ...[" ", " ", " ", ", ", ",", ": ", "=", " [", "] ", "  ", " - ", "->", "ab", "aba", "\t", "é", "%", "{", "}"],
);
const key = fc
  .tuple(
    fc.constantFrom("", "", "", "", "+", "+", "?"),
    fc.constantFrom("a", "b", "c", "d", "e", "timestamp"),
    fc.constantFrom("", "", "/1", "/2", "/3"),
    fc.constantFrom("", "", "", "->"),
  )
  .map(([sign, name, order, padding]) => sign + name + (sign === "+" ? order : "") + padding);
const anyKey = fc.oneof({ weight: 6, arbitrary: key }, { weight: 1, arbitrary: fc.constantFrom("", "->") });
const VALUES = ["x", "", "foo", "a", "b", "ab", "12", "2024-11-15 10:00:02", "x y", "é", " ", ",", "%", "\tz"];
const value = fc.constantFrom(...VALUES);

/** A pattern, and lines most of which it fits. */
export const dissectTrial = fc
  .array(fc.tuple(anyKey, delimiter), { minLength: 1, maxLength: 5 })
  .chain((pieces) =>
    fc.record({
      pieces: fc.constant(pieces),
      head: fc.constantFrom("", "", "x", "a b", "["),
      hasEnd: fc.boolean(),
      tool: fc.constantFrom<DissectTool>("logstash", "elastic"),
      separator: fc.constantFrom("", " ", "::", "a"),
      lines: fc.array(
        fc.array(fc.tuple(value, fc.constantFrom(1, 1, 1, 1, 1, 0, 2, 3, 12)), {
          minLength: pieces.length,
          maxLength: pieces.length,
        }),
        { minLength: 12, maxLength: 12 },
      ),
    }),
  )
  .map(({ pieces, head, hasEnd, tool, separator, lines }) => {
    const isEnd = (i: number): boolean => i === pieces.length - 1 && !hasEnd;
    return {
      pattern: head + pieces.map(([one, text], i) => `%{${one}}${isEnd(i) ? "" : text}`).join(""),
      lines: lines.map(
        (values) =>
          head + values.map(([text, count], i) => text + (isEnd(i) ? "" : pieces[i]![1].repeat(count))).join(""),
      ),
      ...{ tool, separator },
    };
  });

/** How often the rules and the reference agreed, and where they did not without a comment that says so. */
export interface DissectTally {
  patterns: number;
  carriedOver: number;
  matched: number;
  exact: number;
  readonly untold: string[];
}

type Trial = typeof dissectTrial extends fc.Arbitrary<infer One> ? One : never;

/** Imports a pattern, and compares its rule with the reference: all values of each line, as the output joins them. */
export async function compareDissect({ pattern, lines, tool, separator }: Trial, tally: DissectTally): Promise<void> {
  const dissect = { field: "message", pattern, append_separator: separator };
  const text = tool === "elastic" ? JSON.stringify({ processors: [{ dissect }] }) : `${pattern}\n`;
  const { rules, ruleCount } = await importRules([{ name: "x", text }], { from: "dissect" });
  tally.patterns++;
  if (ruleCount === 0) return;
  tally.carriedOver++;
  const processor = new Processor({ rules });
  const comments = rules.split("\n").filter((line) => line.startsWith("  # "));
  for (const line of lines) {
    const values = dissected(pattern, line, tool, separator);
    const theirs = values === null ? undefined : [...values.values()].join(" ");
    const ours = processor.normalize(line)?.output;
    if (theirs !== undefined) tally.matched++;
    // Without a field, the output is the name of the rule.
    if (theirs === ours || (values?.size === 0 && ours !== undefined)) {
      if (ours !== undefined) tally.exact++;
      continue;
    }
    const kind = theirs === undefined ? /or among them/ : /begins after|prefers to end/;
    const isTold = ours !== undefined && comments.some((comment) => kind.test(comment));
    if (!isTold) tally.untold.push(`${pattern} on ${JSON.stringify(line)}: ${tool} ${theirs}, ours ${ours}`);
  }
}
