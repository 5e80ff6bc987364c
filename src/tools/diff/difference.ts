import type { CapturedFields, FieldCapture } from "../../run/record-builder.ts";
import type { LineRule } from "../../run/rulebook.ts";
import { LazyItems } from "../../text/collections/lazy-items.ts";

/** One of the two logs that are compared. */
export type SideName = "old" | "new";

/** What there is of each of the two logs. */
export type BySide<T> = Readonly<Record<SideName, T>>;

/** A line of one of the logs, with its line number. Its texts are bytes or, for callers that want text, strings. */
export interface ComparisonLine<Line extends string | Uint8Array = string> extends LineRule {
  /** The log's name, as the caller gave it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** What the fields captured, as in a NormalizedLine. Empty if no rule matched. */
  readonly fields: CapturedFields<Line>;
  readonly captures: readonly FieldCapture<Line>[];
  /** The output, by which lines are compared. If no rule matched, the line itself, or the masked line. */
  readonly output: Line;
  readonly original: Line;
}

/** A field whose captures in the two lines differ. */
export interface FieldChange<Line extends string | Uint8Array = string> {
  /**
   * The field's name. If the two templates name it differently, both names with a slash between them: `user/account`.
   */
  readonly name: string;
  readonly old: Line;
  readonly new: Line;
}

/** The ids of a group in the two logs. They differ if the runs do not share ids. */
export interface GroupIds<Line extends string | Uint8Array = string> {
  readonly old: Line | undefined;
  readonly new: Line | undefined;
  /** How similar two groups with different ids are. Undefined if the ids are equal, or if there is only one. */
  readonly alike: AlikeLines | undefined;
}

/** How many lines two groups have in common, and how many the larger one has. */
interface AlikeLines {
  readonly lines: number;
  readonly of: number;
}

interface InGroup<Line extends string | Uint8Array> {
  /** The same object for everything in one group. Undefined for lines without an id, or if lines are not grouped. */
  readonly group: GroupIds<Line> | undefined;
}

/** A line that only the old log has. */
export interface Removed<Line extends string | Uint8Array = string> extends InGroup<Line> {
  readonly kind: "removed";
  readonly old: ComparisonLine<Line>;
}

/** A line that only the new log has. */
export interface Added<Line extends string | Uint8Array = string> extends InGroup<Line> {
  readonly kind: "added";
  readonly new: ComparisonLine<Line>;
}

/** A line of the old log that the new log has with other field values: the two templates have the same literal text. */
interface Changed<Line extends string | Uint8Array = string> extends InGroup<Line> {
  readonly kind: "changed";
  readonly old: ComparisonLine<Line>;
  readonly new: ComparisonLine<Line>;
  /** At least one, in the order of the output. */
  readonly fields: readonly FieldChange<Line>[];
}

/** A group without a counterpart in the other log. */
export interface WholeGroup<Line extends string | Uint8Array = string, Kind = "removed_group" | "added_group">
  extends InGroup<Line> {
  readonly kind: Kind;
  readonly group: GroupIds<Line>;
  /** How many lines there are. */
  readonly count: number;
  /** Each iteration reads them from the log again, because a group may be as large as the log. */
  readonly lines: Iterable<ComparisonLine<Line>>;
}

/** How often a line occurs in a log, and where it first does. */
export interface Occurrences<Line extends string | Uint8Array = string> {
  readonly count: number;
  /** Undefined if the count is 0. */
  readonly first: ComparisonLine<Line> | undefined;
}

/** How often a line occurs in each of the two logs. */
export interface Counts<Line extends string | Uint8Array = string> {
  readonly old: Occurrences<Line>;
  readonly new: Occurrences<Line>;
  /** Which of these lines one log has more often; undefined if only one log has such lines, so that all are. */
  readonly additional?: Additional<Line> | undefined;
}

/** The lines that one log has more often than the other, as far as anything tells which of equal lines they are. */
export interface Additional<Line extends string | Uint8Array = string> {
  /** At most three of them, or one that may be. Empty if nothing tells which they are. */
  readonly lines: readonly ComparisonLine<Line>[];
  /** How many lines are additional, as far as is told, and among how many. */
  readonly count: number;
  readonly among: number;
  /** What tells; undefined if there are so many of these lines that they are not compared. */
  readonly evidence: readonly Evidence[] | undefined;
}

/** What tells that lines are additional: a value that no other line has, or that more lines have, or a neighbour. */
export type Evidence = ValueEvidence | NeighbourEvidence;

interface ValueEvidence {
  readonly kind: "value";
  /** The field or, of a masked line, the mask: `<ip>`. */
  readonly field: string;
  /** Those of the lines, at most three. */
  readonly values: readonly string[];
}

/** Of the first line. */
interface NeighbourEvidence {
  readonly kind: "neighbour";
  /** How many lines later it stands; negative if it stands before the line. */
  readonly distance: number;
  readonly output: string;
}

/** A line that one log has more often than the other, if order does not matter. */
export interface Count<Line extends string | Uint8Array = string> extends Counts<Line>, InGroup<Line> {
  readonly kind: "count";
}

/**
 * A line that the old log has more often, and the line of the new log that it has become. Among the lines whose
 * templates have the same literal text, each is the only one that its log has more often, by as many lines as the
 * other.
 */
export interface ChangedCount<Line extends string | Uint8Array = string> extends InGroup<Line> {
  readonly kind: "changed_count";
  readonly was: Counts<Line>;
  readonly became: Counts<Line>;
  /** At least one, in the order of the output. */
  readonly fields: readonly FieldChange<Line>[];
}

/** A line that both logs have, shown as context of a difference. */
export interface ComparisonSame<Line extends string | Uint8Array = string> extends InGroup<Line> {
  readonly kind: "same";
  readonly old: ComparisonLine<Line>;
  readonly new: ComparisonLine<Line>;
}

/** Stands for equal lines that are left out between two differences. */
interface ComparisonGap<Line extends string | Uint8Array = string> extends InGroup<Line> {
  readonly kind: "gap";
}

/** One difference. Its kind, its property names and its structure are those of `diff --format json`. */
export type ComparisonDifference<Line extends string | Uint8Array = string> =
  | Removed<Line>
  | Added<Line>
  | Changed<Line>
  | WholeGroup<Line, "removed_group">
  | WholeGroup<Line, "added_group">
  | Count<Line>
  | ChangedCount<Line>;

/** A difference, or what is shown around one. */
export type ComparisonItem<Line extends string | Uint8Array = string> =
  | ComparisonDifference<Line>
  | ComparisonSame<Line>
  | ComparisonGap<Line>;

/** A copy of an item with what `map` makes of each line, which is undefined if a count is 0. */
export function mapLines(
  item: ComparisonItem<Buffer>,
  map: (line: ComparisonLine<Buffer> | undefined) => unknown,
): object {
  const counts = ({ old, new: next, additional }: Counts<Buffer>): object => ({
    old: { count: old.count, first: map(old.first) },
    new: { count: next.count, first: map(next.first) },
    ...(additional && { additional: { ...additional, lines: additional.lines.map(map) } }),
  });
  switch (item.kind) {
    case "gap":
      return item;
    case "removed":
      return { ...item, old: map(item.old) };
    case "added":
      return { ...item, new: map(item.new) };
    case "same":
    case "changed":
      return { ...item, old: map(item.old), new: map(item.new) };
    case "count":
      return { ...item, ...counts(item) };
    case "changed_count":
      return { ...item, was: counts(item.was), became: counts(item.became) };
    default: {
      const mapped = function* (): Generator<unknown> {
        for (const line of item.lines) yield map(line);
      };
      return { ...item, lines: new LazyItems(item.count, mapped) };
    }
  }
}

/** Line counts of one log. */
export interface SideSummary {
  /** All lines that were read. */
  readonly lines: number;
  /** Lines that no rule matched. */
  readonly unmatched: number;
  /** Lines without an equal line in the other log. */
  readonly only: number;
}

export interface ComparisonSummary {
  /** How many lines of either log have an equal line in the other. */
  readonly same: number;
  readonly old: SideSummary;
  readonly new: SideSummary;
}

/** How many lines of one side a rule won. */
export interface RuleSideCount {
  readonly lines: number;
  /** Lines without an equal line in the other log. */
  readonly only: number;
}

/** How many lines of both logs a rule won. */
export interface ComparisonRule {
  /** The name of the rule; undefined for lines that no rule matched, or only a catch-all. */
  readonly rule: string | undefined;
  /** The path of its file, if there are several. */
  readonly ruleFile?: string;
  readonly old: RuleSideCount;
  readonly new: RuleSideCount;
  /** How many lines more the new log has; negative if it has fewer. */
  readonly difference: number;
}

/** A comparison in figures, as `JSON.stringify` writes it. */
export interface ComparisonFigures extends ComparisonSummary {
  /** Whether nothing differs. */
  readonly equal: boolean;
  readonly rules: readonly ComparisonRule[];
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];
}
