import type { TextOutput } from "../../io/text-output.ts";
import type { MaskedValues } from "../../text/masks/masker.ts";
import { fewValuesPhrase, MAX_FEW_VALUES, type SideValues } from "../../text/messages/few-values.ts";
import { type JsonWriter, writeLine, writeShortLine } from "../../text/messages/json.ts";
import { quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import {
  type BySide,
  type ComparisonItem,
  type ComparisonLine,
  type ComparisonRule,
  type ComparisonSummary,
  mapLines,
  type WholeGroup,
} from "./difference.ts";
import { type FoldedLines, foldEvents } from "./fold-events.ts";
import type { LogDiff } from "./log-diff.ts";

export interface DiffWriter {
  /** Whether people read it, not programs: an event is shown once, its lines folded, and empty lines are one row. */
  readonly isForPeople: boolean;
  write(item: Exclude<ComparisonItem<Buffer>, WholeGroup<Buffer>> | FoldedLines): void;
  /** Writes a group of any number of lines. Yields after each line, so that the caller can flush the output. */
  writeGroup(group: WholeGroup<Buffer>): Iterable<void>;
  /** If more lines than these differ, the counts of the rules are written before the differences. */
  readonly maxLinesWithoutCounts?: number | undefined;
  writeRules(counts: readonly ComparisonRule[]): void;
  /** Writes the summary, with how many values were masked if lines were, and ends the output. */
  end(summary: ComparisonSummary, masked: MaskedValues | undefined): void;
}

/**
 * Writes the differences, each with up to `context` lines around it, and the summary. Yields after each part of a
 * difference, so that the caller can flush the output. Throws a log's error if it has changed since it was read.
 * `hint` counts what is written.
 */
export function* writeDiff(
  logs: LogDiff,
  writer: DiffWriter,
  context: number,
  hint?: VaryingFieldHint,
): Generator<void> {
  if (writer.maxLinesWithoutCounts !== undefined) {
    const { old, new: next } = logs.summary;
    if (old.only + next.only > writer.maxLinesWithoutCounts) writer.writeRules(logs.rules);
  }
  const items = logs.items(context, writer.isForPeople);
  for (const item of writer.isForPeople ? foldEvents(items) : items) {
    if (item.kind === "removed_group" || item.kind === "added_group") yield* writer.writeGroup(item);
    else writer.write(item);
    hint?.add(item);
    yield;
  }
  writer.end(logs.summary, logs.masked);
}

/** Writes differences for programs: one JSON object per line, the summary last. */
export class DiffJson implements DiffWriter {
  readonly isForPeople = false;
  private readonly json: JsonWriter;

  constructor({ json }: TextOutput) {
    this.json = json;
  }

  write(item: Parameters<DiffWriter["write"]>[0]): void {
    if (item.kind !== "gap" && item.kind !== "same" && item.kind !== "folded")
      writeShortLine(this.json, mapLines(item, lineJson));
  }

  writeGroup(group: WholeGroup<Buffer>): Iterable<void> {
    return writeLine(this.json, mapLines(group as ComparisonItem<Buffer>, lineJson));
  }

  writeRules(counts: readonly Pick<ComparisonRule, "rule">[]): void {
    for (const { rule, ...count } of counts) writeShortLine(this.json, { kind: "rule", rule: rule ?? null, ...count });
  }

  /** `claims` is what the summary also has if something is claimed of the logs. */
  end(summary: object, masked: MaskedValues | undefined, claims = {}): void {
    const values = masked === undefined ? {} : { masked: Object.fromEntries(masked) };
    writeShortLine(this.json, { kind: "summary", ...claims, ...summary, ...values });
  }
}

/** A line without its captures, which follow from the original. */
function lineJson(line: ComparisonLine<Buffer> | undefined): object | null {
  if (line === undefined) return null;
  const { file, line: number, rule, ruleFile, catchAll, output, original } = line;
  return { file, line: number, rule: rule ?? null, ruleFile, catchAll, output, original };
}

/** Fewer lines that differ in one field are soon looked through. */
const MIN_LINES = 10;

/** A field of a rule in which alone lines differ, how many do, and up to one value more than are few of each log. */
interface ChangedField extends BySide<Map<string, Buffer>> {
  readonly rule: string;
  readonly ruleFile: string | undefined;
  readonly field: string;
  count: number;
}

/** Counts in which fields changed lines differ while differences are written. */
export class VaryingFieldHint {
  private readonly changed = new Map<string, ChangedField>();
  private differences = 0;

  add(item: ComparisonItem<Buffer> | FoldedLines): void {
    if (item.kind === "same" || item.kind === "gap") return;
    this.differences += item.kind === "folded" ? item.frames + item.others : 1;
    if (item.kind !== "changed" || item.fields.length !== 1) return;
    const { rule, ruleFile } = item.new;
    if (rule === undefined) return;
    const { name, old, new: next } = item.fields[0]!;
    const key = JSON.stringify([rule, ruleFile, name]);
    const changed = this.changed.get(key) ?? { rule, ruleFile, field: name, count: 0, old: new Map(), new: new Map() };
    this.changed.set(key, changed);
    changed.count++;
    keep(changed.old, old);
    keep(changed.new, next);
  }

  /**
   * What to do if most differences are in one field: `command` tells more. It would tell nothing of a field with other
   * values in each log, and few of them. Undefined if most differences are not in one field.
   */
  hint(command: string): string | undefined {
    const most = [...this.changed.values()].find(({ count }) => count >= MIN_LINES && 2 * count > this.differences);
    if (most === undefined) return undefined;
    const { rule, ruleFile, field, count, old, new: next } = most;
    const title = `${quoted(rule)}${ruleFile === undefined ? "" : ` of ${printable(ruleFile)}`}`;
    const what = `${count} of ${this.differences} differences are only in field ${quoted(field)} of rule ${title}`;
    const areFew = old.size <= MAX_FEW_VALUES && next.size <= MAX_FEW_VALUES;
    if (areFew && ![...old.keys()].some((value) => next.has(value)))
      return `${what}, which is ${fewValuesPhrase([sideValues(old), sideValues(next)])}`;
    return `${what}; to find out whether it varies from run to run, and what to do: ${command}`;
  }
}

/** Keeps a copy of a value, unless it is known or there are more than few. */
function keep(values: Map<string, Buffer>, value: Buffer): void {
  const key = value.toString("latin1");
  if (values.size <= MAX_FEW_VALUES && !values.has(key)) values.set(key, Buffer.from(value));
}

function sideValues(values: ReadonlyMap<string, Buffer>): SideValues {
  return { values: [...values.values()], distinct: values.size };
}
