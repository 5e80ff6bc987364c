// What a normalized text and its snapshot differ in, told by the lines as they were.
import type { ExplainedText, ExplainedTextLine } from "../../run/text-lines.ts";
import { counted, firstOf, quoted, shortened } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { editScript } from "../../tools/diff/edit-script/edit-script.ts";

const MAX_LINES = 10;
const MAX_LENGTH = 500;
const MAX_FIELDS = 10;

/**
 * The lines that differ from a snapshot, each with its rule, its fields that differ and the original, and what outputs
 * hide. Both texts are as the test runner prints them.
 */
export function differenceText({ lines, hidden }: ExplainedText, expected: string, actual: string): string {
  const [old, next] = [expected, actual].map(linesOf) as [string[], string[]];
  const origins = lines.flatMap((line) => Array.from(`${line.output}\n`.matchAll(LINE_END), () => line));
  // A serializer may print other lines than ours.
  const differing = origins.length === next.length ? differingLines(origins, old, next) : [];
  const more = differing.length - MAX_LINES;
  return [
    ...differing.slice(0, MAX_LINES),
    ...(more > 0 ? [`and ${counted(more, "more line")}`] : []),
    ...(differing.length > 0 && hidden.length > 0 ? [""] : []),
    ...(hidden.length > 0 ? [hiddenText(hidden)] : []),
  ].join("\n");
}

/** What outputs hide, in words: "hidden: 12 values by `id`, 3 by `ms`". */
function hiddenText(hidden: ExplainedText["hidden"]): string {
  const named = hidden.map(
    ({ by, count }, i) => `${i === 0 ? counted(count, "value") : count} by \`${printable(by)}\``,
  );
  return `hidden: ${firstOf(named, MAX_FIELDS)}`;
}

const LINE_END = /\r\n|\r|\n/g;

function linesOf(printed: string): string[] {
  const text = printed.startsWith('"') && printed.endsWith('"') ? printed.slice(1, -1) : printed;
  return text.replace(/\n$/, "").split("\n");
}

function differingLines(
  origins: readonly ExplainedTextLine[],
  old: readonly string[],
  next: readonly string[],
): string[] {
  const numbers = new Map([...old, ...next].map((line, i) => [line, i]));
  const numbered = (lines: readonly string[]): Uint32Array => Uint32Array.from(lines, (line) => numbers.get(line)!);
  const script = editScript(numbered(old), numbered(next), old.length + next.length);
  return Array.from(script.hunks()).flatMap(({ oldFrom, oldTo, newFrom, newTo }) => {
    const paired = Math.min(oldTo - oldFrom, newTo - newFrom);
    const changed = origins
      .slice(newFrom, newTo)
      .map((origin, i) => lineText(origin, i < paired ? old[oldFrom + i] : undefined));
    const missing = old.slice(oldFrom + paired, oldTo).map((line) => `missing: ${shortened(line, MAX_LENGTH)}`);
    return [...changed, ...missing];
  });
}

function lineText({ line, rule, original, parts }: ExplainedTextLine, expected: string | undefined): string {
  const by = rule === undefined ? "no rule matches" : `rule ${quoted(rule)}`;
  const changed = rule === undefined || expected === undefined ? "" : changedField(parts, expected);
  const what = expected === undefined ? "not in the snapshot" : changed;
  return `line ${line}, ${by}${what === "" ? "" : `, ${what}`}\n  ${shortened(original, MAX_LENGTH)}`;
}

/**
 * The field whose value differs from that in an expected output: `status: 200 → 500`. Empty if there are several, or it
 * may be one or another.
 */
function changedField(parts: ExplainedTextLine["parts"], expected: string): string {
  const output = parts.map(({ text }) => text).join("");
  const shorter = Math.min(output.length, expected.length);
  let [start, end] = [0, 0];
  while (start < shorter && output[start] === expected[start]) start++;
  while (end < shorter && output.at(-1 - end) === expected.at(-1 - end)) end++;
  let to = 0;
  const found = parts.flatMap(({ by, text }) => {
    const from = to;
    to += text.length;
    const after = output.length - to;
    if (by === undefined || from > start || after > end || from + after > expected.length) return [];
    return [`${printable(by)}: ${shown(expected.slice(from, expected.length - after))} → ${shown(text)}`];
  });
  return found.length === 1 ? found[0]! : "";
}

function shown(value: string): string {
  return value === "" ? "(empty)" : shortened(value, 60);
}
