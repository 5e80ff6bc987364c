/** A line that is compared, and where it stands. */
export interface ComparedLine {
  /** The log's name, as it was given. */
  readonly log: string;
  /** From 1. */
  readonly line: number;
  /** Name of the rule that won the line; undefined for none. */
  readonly rule: string | undefined;
  /** What the line is compared by; the line itself if no rule won it. */
  readonly output: Buffer;
  readonly original: Buffer;
}

/** A field that captured other bytes in the one line than in the other. */
export interface FieldChange {
  /** Name of the field; where two names stand at one place of the templates, both with a slash between them. */
  readonly name: string;
  readonly old: Buffer;
  readonly new: Buffer;
}

/** Lines that belong together by their ids, which may be two where the runs do not share them. */
export interface GroupIds {
  readonly old: Buffer | undefined;
  readonly new: Buffer | undefined;
}

interface InGroup {
  /** The same object for all that belongs to one group; undefined for lines without an id, or when none are asked for. */
  readonly group: GroupIds | undefined;
}

/** A line that only the old log has. */
export interface Removed extends InGroup {
  readonly kind: "removed";
  readonly old: ComparedLine;
}

/** A line that only the new log has. */
export interface Added extends InGroup {
  readonly kind: "added";
  readonly new: ComparedLine;
}

/** A line of the old log in whose place the new one has a line of the same shape. */
export interface Changed extends InGroup {
  readonly kind: "changed";
  readonly old: ComparedLine;
  readonly new: ComparedLine;
  /** At least one, in the order of the output. */
  readonly fields: readonly FieldChange[];
}

/** A group of lines that the other log has nothing like. */
export interface WholeGroup extends InGroup {
  readonly kind: "removed group" | "added group";
  readonly group: GroupIds;
  /** How many lines there are. */
  readonly length: number;
  /** They are read when they are asked for. */
  readonly lines: Iterable<ComparedLine>;
}

/** How often a log has a line, and the first of them. */
export interface Occurrences {
  readonly count: number;
  readonly first: ComparedLine | undefined;
}

/** A line that one log has more often than the other, where their order does not matter. */
export interface Count {
  readonly kind: "count";
  readonly old: Occurrences;
  readonly new: Occurrences;
}

/** A line that the old log has more often; the new log has only one line of its shape more often, which it has become. */
export interface ChangedCount {
  readonly kind: "changed count";
  readonly was: Count;
  readonly became: Count;
  /** At least one, in the order of the output. */
  readonly fields: readonly FieldChange[];
}

/** A line that both logs have, near a difference. */
export interface Same extends InGroup {
  readonly kind: "same";
  readonly old: ComparedLine;
  readonly new: ComparedLine;
}

/** Lines that both logs have, and that are not given. */
export interface Gap extends InGroup {
  readonly kind: "gap";
}

export type Difference = Removed | Added | Changed | WholeGroup | Count | ChangedCount;

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
