// Two logs compared.

import type { TextOutput } from "../io/text-output.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { quoted } from "../text/messages/phrases.ts";
import { DiffJson } from "../tools/diff/diff-json.ts";
import {
  DEFAULT_CONTEXT_LINES,
  DEFAULT_ORIGINALS,
  DiffText,
  type DiffTextOptions,
  ORIGINALS,
} from "../tools/diff/diff-text.ts";
import { VaryingFieldHint, writeCounts, writeDiff } from "../tools/diff/diff-writer.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import { unknownFieldNote } from "./errors.ts";
import { filesOf, openFiles } from "./inputs.ts";
import type { Request } from "./request.ts";

/** What the options that say how differences are shown may be, and what they usually are. */
export const DIFF_VIEW = {
  context: String(DEFAULT_CONTEXT_LINES),
  originals: ORIGINALS,
  usualOriginals: DEFAULT_ORIGINALS,
} as const;

interface DiffRequest {
  /** The files and folders of each side. */
  readonly sides: { readonly old: readonly string[]; readonly new: readonly string[] };
  /** Reads the rules, when the logs are known to be there. */
  readonly rulebook: () => Rulebook;
  readonly options: Parameters<typeof LogDiff.of>[3];
  /** The descriptors that the differences go to. */
  readonly outputs: readonly number[];
}

/** How differences are shown. JSON has all of them, without context. */
interface DiffView extends Omit<DiffTextOptions, "hasRules"> {
  /** Only the counts of rules. */
  readonly isSummary: boolean;
  readonly context: number;
}

/** Two logs that were read, and what can be written of them. `close` must be called at the end. */
interface Diffed {
  /** The files of each side, in order. */
  readonly files: readonly (readonly string[])[];
  /** What people should know before they read the differences. */
  readonly notes: readonly string[];
  readonly hasDifferences: boolean;
  /** Yields wherever the output may be flushed. */
  write(format: "text" | "json", output: TextOutput, view: DiffView): Iterable<void>;
  /** What to do if most differences that were written are in one field; see `VaryingFieldHint`. */
  hint(command: string): string | undefined;
  close(): void;
}

/** Reads the logs of both sides and compares them. Rejects like `LogDiff.of`. */
export function compare({
  rules,
  logs: [old, next = []],
  options,
}: Request<DiffRequest["options"], Rulebook>): Promise<LogDiff> {
  return LogDiff.of(rules, old, next, options);
}

/** Compares files and folders. Rejects with an AggregateError of NamedErrors, or with a NamedError. */
export async function diffLogs({ sides, rulebook, options, outputs }: DiffRequest): Promise<Diffed> {
  const { lists, notes } = filesOf([sides.old, sides.new]);
  const diff = await compare({ ...openFiles(lists, outputs, rulebook), options });
  let hints: VaryingFieldHint | undefined;
  let differs: boolean | undefined;
  return {
    files: lists,
    notes: [
      ...notes,
      ...diff.unknownFields.map(unknownFieldNote),
      ...diff.hiddenFields.map(
        (field) => `no output shows field ${quoted(field)}, so --ignore ${field} changes nothing`,
      ),
    ],
    get hasDifferences() {
      return differs ?? diff.items(0).next().done !== true;
    },
    *write(format, output, { isSummary, context, ...view }) {
      const isJson = format === "json";
      hints = isJson
        ? undefined
        : new VaryingFieldHint(new DiffText(output, diff.logs, { ...view, hasRules: diff.hasRules }));
      const writer = hints ?? new DiffJson(output);
      if (isSummary) {
        differs = writeCounts(diff, writer);
        return;
      }
      differs = false;
      for (const _ of writeDiff(diff, writer, isJson ? 0 : context)) {
        differs = true;
        yield;
      }
    },
    hint: (command) => hints?.hint(command),
    close: () => diff.close(),
  };
}
