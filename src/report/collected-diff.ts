import type { ReadOptions } from "../io/line-text.ts";
import type { Log } from "../run/log.ts";
import { asText } from "../run/record-builder.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { type Comparison, compareLogs } from "../tools/diff/comparison.ts";
import type { ComparisonDifference, ComparisonLine, GroupIds } from "../tools/diff/difference.ts";
import type { DiffFigures, DiffItem, DiffLine } from "./report-data.ts";

/** How many differences a report has at most, and how many characters of each text. */
const MAX_ITEMS = 500;
const MAX_TEXT = 1000;

/** The old logs and how they are compared. */
interface DiffOptions extends ReadOptions {
  readonly old: readonly Log[];
  readonly by: readonly string[] | undefined;
}

/** Compares logs with older ones. Rejects as `compareLogs` does. */
export async function collectDiff(
  rulebook: Rulebook,
  next: readonly Log[],
  { old, ...options }: DiffOptions,
): Promise<DiffFigures> {
  const comparison = await compareLogs(rulebook, old, next, { ...options, mask: false }, asText);
  try {
    return figuresOf(comparison);
  } finally {
    comparison.close();
  }
}

function figuresOf(comparison: Comparison): DiffFigures {
  const { same, old, new: next } = comparison.summary;
  const items: DiffItem[] = [];
  let isCut = false;
  for (const difference of comparison.differences()) {
    for (const item of itemsOf(difference)) {
      isCut = items.length === MAX_ITEMS;
      if (isCut) break;
      items.push(item);
    }
    if (isCut) break;
  }
  return { same, onlyOld: old.only, onlyNew: next.only, items, isCut };
}

function* itemsOf(difference: ComparisonDifference<string>): Generator<DiffItem> {
  switch (difference.kind) {
    case "removed":
    case "added":
    case "changed":
      yield {
        group: groupOf(difference.group),
        old: "old" in difference ? diffLine(difference.old) : undefined,
        new: "new" in difference ? diffLine(difference.new) : undefined,
        fields: "fields" in difference ? difference.fields.map(fieldOf) : [],
      };
      return;
    case "removed_group":
    case "added_group":
      for (const line of difference.lines) {
        const shown = diffLine(line);
        const isOld = difference.kind === "removed_group";
        yield {
          group: groupOf(difference.group),
          old: isOld ? shown : undefined,
          new: isOld ? undefined : shown,
          fields: [],
        };
      }
      return;
    // Only comparisons that ignore the order have counts, and a report does not make these.
    case "count":
    case "changed_count":
      return;
  }
}

function groupOf(group: GroupIds<string> | undefined): string | undefined {
  if (group === undefined) return undefined;
  const { old, new: next } = group;
  return cut(old === undefined || next === undefined || old === next ? (old ?? next ?? "") : `${old} → ${next}`);
}

function diffLine({ file, line, output }: ComparisonLine<string>): DiffLine {
  return { place: `${file}:${line}`, output: cut(output) };
}

function fieldOf({ name, old, new: next }: { readonly name: string; readonly old: string; readonly new: string }) {
  return { name, old: cut(old), new: cut(next) };
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
