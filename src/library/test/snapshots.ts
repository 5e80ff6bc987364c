// What tests of other projects take: a serializer and a matcher for the snapshots of vitest and jest. Neither is
// imported. Both hand their state of snapshots to matchers, and have the same interface for serializers.
import type { TextOptions } from "../../run/text-lines.ts";
import { described } from "../../text/messages/phrases.ts";
import type { LineProcessor } from "../line-processor.ts";
import { differenceText } from "./difference-text.ts";

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

/**
 * Makes a serializer that normalizes each text of a snapshot, also within objects. A text without a line end at its end
 * stays without one.
 */
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
  const differing = (): string => differenceText(processor.explainText(received, options), expected, actual);
  const shown = { aAnnotation: "Snapshot", bAnnotation: "Received" };
  const diff = (): string => (isJest ? `${utils.diff(expected, actual, shown) ?? ""}\n\n` : "");
  return { pass, message: () => `Snapshot \`${key}\` mismatched\n\n${diff()}${differing()}`, expected, actual };
}

const NAME = "toMatchNormalizedSnapshot";

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
