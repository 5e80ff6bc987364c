import type { ReadOptions } from "../../io/line-text.ts";
import { NamedError } from "../../io/named-error.ts";
import { LogError } from "../../io/read-errors.ts";
import type { RereadableFiles } from "../../io/rereadable.ts";
import { type KnownLines, MAX_KNOWN_BYTES } from "../../run/known-lines.ts";
import type { Log } from "../../run/log.ts";
import { shownPath } from "../../text/messages/paths.ts";
import type { ComparedBy } from "./compared-text.ts";
import { type GoodSource, Run } from "./run.ts";
import { ShapeTable } from "./shape-table.ts";
import { StoredTable } from "./stored-table.ts";

/** Good runs of a log: logs, and stored tables. */
export interface GoodLogs {
  readonly good: readonly Log[];
  readonly stored?: readonly { readonly name: string; readonly known: KnownLines }[];
}

/** Good runs that were read. */
export interface GoodRuns {
  /** What they know. */
  readonly table: ShapeTable;
  readonly stored: readonly StoredTable[];
  readonly good: readonly Run[];
  /** Where good lines are: stored tables, then the good runs. */
  readonly sources: readonly GoodSource[];
  /** How lines of logs are read. */
  readonly options: ReadOptions;
}

/**
 * Reads good runs. `isStored` says whether what is known of them will be stored. Rejects with a log's read error, or
 * with an error for an empty run.
 */
export async function readGoodRuns(
  logs: GoodLogs,
  files: RereadableFiles,
  reading: ReadOptions,
  by: ComparedBy | undefined,
  isStored = false,
  mayBeEmpty = false,
): Promise<GoodRuns> {
  // Rules are for lines without escape sequences. Shapes have none, and lines are shown as they are.
  const options = { ...reading, stripAnsi: by !== undefined && by.rulebook.rules.length > 0 };
  const stored = (logs.stored ?? []).map(({ name, known }) => new StoredTable(name, known));
  const table = new ShapeTable(options, by, isStored || stored.length > 0 ? MAX_KNOWN_BYTES : undefined);
  for (const [i, known] of stored.entries()) known.addTo(table, i);
  const good: Run[] = [];
  for (const log of logs.good) {
    const source = stored.length + good.length;
    table.begin(true);
    good.push(await Run.read(log, files, table, options, (shape, index) => table.addGood(shape, source, index)));
  }
  const reason = "is empty, so it is no good run";
  const [emptyTable, emptyLog] = [stored, good].map((runs) => runs.findIndex(({ shapes }) => shapes.length === 0));
  if (!mayBeEmpty && emptyTable !== -1) throw new NamedError(shownPath(stored[emptyTable!]!.name), reason);
  if (!mayBeEmpty && emptyLog !== -1) throw logs.good[emptyLog!]!.failure(new LogError(reason));
  return { table, stored, good, sources: [...stored, ...good], options };
}
