import type { DifferenceWriter } from "../../comparison/diff-writer.ts";
import type { ComparisonRule, ComparisonSummary, WholeGroup } from "../../comparison/difference.ts";
import { quoted } from "../../diagnostics/phrases.ts";

/** Fewer lines that differ in one field are soon looked through. */
const MIN_LINES = 10;

/** A field of a rule in which alone lines differ, and how many do. */
interface ChangedField {
  readonly rule: string;
  readonly field: string;
  count: number;
}

/** Counts in which fields changed lines differ while differences are written. */
export class VaryingFieldHint implements DifferenceWriter {
  private readonly writer: DifferenceWriter;
  private readonly changed = new Map<string, ChangedField>();
  /** How many differences there are, of whatever kind. */
  private differences = 0;

  constructor(writer: DifferenceWriter) {
    this.writer = writer;
  }

  get maxLinesWithoutCounts(): number {
    return this.writer.maxLinesWithoutCounts;
  }

  write(item: Parameters<DifferenceWriter["write"]>[0]): void {
    this.writer.write(item);
    if (item.kind === "same" || item.kind === "gap") return;
    this.differences++;
    if (item.kind !== "changed" || item.fields.length !== 1 || item.new.rule === undefined) return;
    const [{ name: field }] = item.fields as [(typeof item.fields)[number]];
    const key = JSON.stringify([item.new.rule, field]);
    const known = this.changed.get(key);
    if (known !== undefined) known.count++;
    else this.changed.set(key, { rule: item.new.rule, field, count: 1 });
  }

  writeGroup(group: WholeGroup<Buffer>): Iterable<void> {
    this.differences++;
    return this.writer.writeGroup(group);
  }

  writeRules(counts: readonly ComparisonRule[]): void {
    this.writer.writeRules(counts);
  }

  end(summary: ComparisonSummary): void {
    this.writer.end(summary);
  }

  /** What to do if most differences are in one field: `command` tells more. Undefined if they are not. */
  hint(command: string): string | undefined {
    const most = [...this.changed.values()].find(({ count }) => count >= MIN_LINES && 2 * count > this.differences);
    if (most === undefined) return undefined;
    const { rule, field, count } = most;
    const what = `${count} of ${this.differences} differences are only in field ${quoted(field)} of rule ${quoted(rule)}`;
    return `${what}; to find out whether it varies from run to run, and what to do: ${command}`;
  }
}
