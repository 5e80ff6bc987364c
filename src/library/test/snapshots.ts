// What tests of other projects take: a serializer and a matcher for the snapshots of vitest and jest. Neither is
// imported. Both hand their state of snapshots to matchers, and have the same interface for serializers.
import type { ExplainedText, ExplainedTextLine, TextOptions } from "../../run/text-lines.ts";
import { counted, described, firstOf, quoted, shortened } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { editScript } from "../../tools/diff/edit-script/edit-script.ts";
import type { LineProcessor } from "../line-processor.ts";

/** What normalizes texts: a `Processor`. */
export type TextProcessor = Pick<LineProcessor, "normalizeText" | "explainText">;

/** A serializer for `expect.addSnapshotSerializer`. */
export interface SnapshotSerializer {
  test(value: unknown): boolean;
  serialize<Config, Refs>(
    value: string,
    config: Config,
    indentation: string,
    depth: number,
    refs: Refs,
    printer: (value: unknown, config: Config, indentation: string, depth: number, refs: Refs) => string,
  ): string;
}

/** Makes a serializer that normalizes each text of a snapshot, also within objects. It adds no line end to a text. */
export function normalizedSerializer(processor: TextProcessor, options: TextOptions = {}): SnapshotSerializer {
  let isPrinting = false;
  return {
    test: (value) => typeof value === "string" && !isPrinting,
    serialize(value, config, indentation, depth, refs, printer) {
      const lines = processor.normalizeText(value, options);
      isPrinting = true;
      try {
        return printer(value.endsWith("\n") ? lines : lines.slice(0, -1), config, indentation, depth, refs);
      } finally {
        isPrinting = false;
      }
    },
  };
}

interface Match {
  readonly pass: boolean;
  readonly key: string;
  /** Absent if there is no snapshot. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

/** What vitest and jest give a matcher as `this`, as far as it is used. */
interface MatcherContext {
  readonly isNot?: boolean;
  readonly currentTestName?: string;
  readonly snapshotState?: { match(options: object): Match };
  readonly utils: { diff(expected: string, actual: string, options: object): string | null | undefined };
  /** The test, in vitest since version 4. */
  readonly task?: { readonly id: string } | undefined;
  /** A failing snapshot does not end a test. Only jest has this. */
  dontThrow?(): void;
}

/** The result of a matcher. With the two texts, vitest shows their difference by itself. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly expected?: string;
  readonly actual?: string;
}

/** A matcher for `expect.extend`. It compares a text, normalized, with the snapshot of the test. */
export function toMatchNormalizedSnapshot(
  this: object,
  received: unknown,
  processor: TextProcessor,
  hint?: string,
  options: TextOptions = {},
): MatcherResult {
  const context = this as MatcherContext;
  const { isNot, currentTestName = "", snapshotState, utils, task } = context;
  if (isNot) throw new Error(`${NAME} cannot be negated`);
  if (typeof processor?.explainText !== "function")
    throw new TypeError(`${NAME} takes a Processor, not ${described(processor)}`);
  if (typeof received !== "string") throw new TypeError(`${NAME} compares a text, not ${described(received)}`);
  if (snapshotState === undefined) throw new Error(`${NAME} needs a test of vitest or jest, which have snapshots`);
  const isJest = context.dontThrow !== undefined;
  context.dontThrow?.();
  const testName = [currentTestName, hint ?? []].flat().join(isJest ? ": " : " > ");
  const match = snapshotState.match({
    testId: task?.id,
    testName,
    received: processor.normalizeText(received, options),
    isInline: false,
  });
  const { pass, key, expected, actual = "" } = match;
  if (pass) return { pass, message: () => "" };
  if (expected === undefined)
    return { pass, message: () => `There is no snapshot \`${key}\` yet, and this run may not write it.\n\n${actual}` };
  const message = (): string => {
    const shown = { aAnnotation: "Snapshot", bAnnotation: "Received" };
    const diff = isJest ? `${utils.diff(expected, actual, shown) ?? ""}\n\n` : "";
    const differing = differenceText(processor.explainText(received, options), expected, actual);
    return `Snapshot \`${key}\` mismatched\n\n${diff}${differing}`;
  };
  return { pass, message, expected, actual };
}

const NAME = "toMatchNormalizedSnapshot";

const MAX_LINES = 10;
const MAX_LENGTH = 500;
const MAX_FIELDS = 10;

/** The lines that differ from a snapshot, each with its rule, field and original, and what outputs hide. */
function differenceText({ lines, hidden }: ExplainedText, expected: string, actual: string): string {
  const [old, next] = [expected, actual].map(linesOf) as [string[], string[]];
  const origins = lines.flatMap((line) => Array.from(`${line.output}\n`.matchAll(LINE_END), () => line));
  // A serializer may print other lines than ours.
  const differing = origins.length === next.length ? differingLines(origins, old, next) : [];
  const more = differing.length - MAX_LINES;
  const shown = [differing.slice(0, MAX_LINES), more > 0 ? `and ${counted(more, "more line")}` : []].flat().join("\n");
  // "hidden: 12 values by `id`, 3 by `ms`"
  const named = hidden.map(
    ({ by, count }, i) => `${i === 0 ? counted(count, "value") : count} by \`${printable(by)}\``,
  );
  return [shown, named.length > 0 ? `hidden: ${firstOf(named, MAX_FIELDS)}` : ""]
    .filter((part) => part !== "")
    .join("\n\n");
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

/** The only field whose value may differ from that in an expected output: `status: 200 → 500`; else nothing. */
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

declare global {
  // The matchers of @types/jest, which vitest's have, too.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the declarations of one interface must agree
    interface Matchers<R, T = {}> {
      /** Compares a text, normalized, with the snapshot of the test. */
      toMatchNormalizedSnapshot(
        this: Matchers<R, T>,
        processor: TextProcessor,
        hint?: string,
        options?: TextOptions,
      ): R;
    }
  }
}
