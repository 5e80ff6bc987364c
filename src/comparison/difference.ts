/** A line that is compared, and where it stands. Its texts are bytes, or strings where these were asked for. */
export interface ComparedLine<Line = Buffer> {
  /** The log's name, as it was given. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Name of the rule that won the line; undefined for none. */
  readonly rule: string | undefined;
  /** What the line is compared by; the line itself if no rule won it. */
  readonly output: Line;
  readonly original: Line;
}

/** A field that captured other bytes in the one line than in the other. */
export interface FieldChange<Line = Buffer> {
  /** Name of the field; where two names stand at one place of the templates, both with a slash between them. */
  readonly name: string;
  readonly old: Line;
  readonly new: Line;
}

/** Lines that belong together by their ids, which may be two where the runs do not share them. */
export interface GroupIds<Line = Buffer> {
  readonly old: Line | undefined;
  readonly new: Line | undefined;
}

interface InGroup<Line> {
  /** The same object for all that belongs to one group; undefined for lines without an id, or when none are asked for. */
  readonly group: GroupIds<Line> | undefined;
}

/** A line that only the old log has. */
export interface Removed<Line = Buffer> extends InGroup<Line> {
  readonly kind: "removed";
  readonly old: ComparedLine<Line>;
}

/** A line that only the new log has. */
export interface Added<Line = Buffer> extends InGroup<Line> {
  readonly kind: "added";
  readonly new: ComparedLine<Line>;
}

/** A line of the old log in whose place the new one has a line of the same shape. */
export interface Changed<Line = Buffer> extends InGroup<Line> {
  readonly kind: "changed";
  readonly old: ComparedLine<Line>;
  readonly new: ComparedLine<Line>;
  /** At least one, in the order of the output. */
  readonly fields: readonly FieldChange<Line>[];
}

/** A group of lines that the other log has nothing like. */
export interface WholeGroup<Line = Buffer, Kind = "removed_group" | "added_group"> extends InGroup<Line> {
  readonly kind: Kind;
  readonly group: GroupIds<Line>;
  /** How many lines there are. */
  readonly count: number;
  /** They are read from the log each time that they are asked for: a group may be as large as a log. */
  readonly lines: Iterable<ComparedLine<Line>>;
}

/** How often a log has a line, and the first of them. */
export interface Occurrences<Line = Buffer> {
  readonly count: number;
  readonly first: ComparedLine<Line> | undefined;
}

/** How often each of the logs has a line. */
export interface Counts<Line = Buffer> {
  readonly old: Occurrences<Line>;
  readonly new: Occurrences<Line>;
}

/** A line that one log has more often than the other, where their order does not matter. */
export interface Count<Line = Buffer> extends Counts<Line> {
  readonly kind: "count";
}

/** A line that the old log has more often; the new log has only one line of its shape more often, which it has become. */
export interface ChangedCount<Line = Buffer> {
  readonly kind: "changed_count";
  readonly was: Counts<Line>;
  readonly became: Counts<Line>;
  /** At least one, in the order of the output. */
  readonly fields: readonly FieldChange<Line>[];
}

/** A line that both logs have, near a difference. */
export interface Same<Line = Buffer> extends InGroup<Line> {
  readonly kind: "same";
  readonly old: ComparedLine<Line>;
  readonly new: ComparedLine<Line>;
}

/** Lines that both logs have, and that are not given. */
export interface Gap<Line = Buffer> extends InGroup<Line> {
  readonly kind: "gap";
}

/** What differs. The kinds, names and shapes are those of `diff --format json`. */
export type Difference<Line = Buffer> =
  | Removed<Line>
  | Added<Line>
  | Changed<Line>
  | WholeGroup<Line, "removed_group">
  | WholeGroup<Line, "added_group">
  | Count<Line>
  | ChangedCount<Line>;

/** What became of a log's lines. */
export interface SideSummary {
  /** All that were read. */
  readonly lines: number;
  /** Those that no rule matched. */
  readonly unmatched: number;
  /** Those for which the other log has none. */
  readonly only: number;
}

export interface ComparisonSummary {
  /** How many lines of either log have one in the other. */
  readonly same: number;
  readonly old: SideSummary;
  readonly new: SideSummary;
}
