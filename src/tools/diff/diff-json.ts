import type { TextOutput } from "../../io/text-output.ts";
import type { MaskedValues } from "../../text/masks/masker.ts";
import { type JsonWriter, writeLine, writeShortLine } from "../../text/messages/json.ts";
import type { DiffWriter } from "./diff-writer.ts";
import {
  type ComparisonItem,
  type ComparisonLine,
  type ComparisonRule,
  mapLines,
  type WholeGroup,
} from "./difference.ts";

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
