// How logs differ from older ones, event by event, and which kinds of lines do.

import type { ReadOptions } from "../io/line-text.ts";
import { MAX_KNOWN_BYTES, shapeOf } from "../run/known-lines.ts";
import type { Log } from "../run/log.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { stripAnsi } from "../text/bytes/escape-sequences.ts";
import { EventReader, groupLines } from "../text/events/event-reader.ts";
import { CleanLine } from "../text/shapes/clean-line.ts";
import { findClaims } from "../tools/claims/find-claims.ts";
import { Profiles } from "../tools/claims/profiles.ts";
import type { ComparisonItem, ComparisonLine, FieldChange, GroupIds, SideName } from "../tools/diff/difference.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import { SideLine } from "../tools/diff/side.ts";
import { isBadWord } from "../tools/news/line-traits.ts";
import type { LineMap } from "./line-map.ts";
import { changedMarkup } from "./what-changed.ts";

/** How many events a report has at most, how many lines of each, and how many characters of a line and of all. */
const MAX_EVENTS = 500;
const MAX_LINES_OF_EVENT = 50;
const MAX_LINE = 1000;
const MAX_TEXT = 400_000;
/** How many kinds a report has at most, and how many characters of each. */
const MAX_KINDS = 200;
const MAX_KIND_TEXT = 300;
/** So many lines that differ are read. All are marked. */
const MAX_READ = 20_000;
/** So many lines in a row are looked at together, to find the events in them. */
const MAX_STRETCH = 5000;

/** The old logs and how they are compared. The lines that differ are marked in the maps of their logs. */
interface DiffOptions extends ReadOptions {
  readonly old: readonly Log[];
  readonly by: readonly string[] | undefined;
  readonly maps: Readonly<Record<SideName, readonly LineMap[]>>;
}

export type DiffFigures = Awaited<ReturnType<typeof collectDiff>>["figures"];

/** Lines that belong together, such as a stack trace. */
export interface DiffEvent extends TellingLine {
  /** The first of them, if there are several. */
  readonly lines?: readonly { readonly line: number; readonly output: string }[];
}

/** An event that one log lacks, or a line that has other values in it. */
export interface DiffItem {
  readonly group: string | undefined;
  readonly old: DiffEvent | undefined;
  readonly new: DiffEvent | undefined;
  readonly fields: readonly FieldChange<string>[];
}

/** Compares logs with older ones, and finds what has changed more than by chance. Rejects as `LogDiff.of` does. */
export async function collectDiff(rulebook: Rulebook, next: readonly Log[], { old, maps, ...options }: DiffOptions) {
  const profiles = new Profiles(rulebook, options.by);
  const diff = await LogDiff.of(rulebook, old, next, { ...options, observer: profiles });
  try {
    const collector = new DiffCollector(rulebook, maps);
    for (const item of diff.items(0)) collector.add(item);
    collector.flush();
    const { items, isCut, hasAllKinds, kinds } = collector;
    const { same, old: before, new: after } = diff.summary;
    const changed = changedMarkup(findClaims(profiles), diff);
    const only = { onlyOld: before.only, onlyNew: after.only };
    return { changed, figures: { same, ...only, items, isCut, kinds: kinds.ranked, hasAllKinds } };
  } finally {
    diff.close();
  }
}

type Line = ComparisonLine<Buffer>;

class DiffCollector {
  readonly items: DiffItem[] = [];
  readonly kinds = new DiffKinds();
  /** Whether there are more events than items, and whether all are counted in the kinds. */
  isCut = false;
  hasAllKinds = true;
  private readonly rulebook: Rulebook;
  private readonly maps: Readonly<Record<SideName, ReadonlyMap<string, LineMap>>>;
  private readonly events = new EventReader({ indented: true });
  private readonly clean = new CleanLine();
  private read = 0;
  private room = MAX_TEXT;
  /** Lines of one side that come right after each other. */
  private stretch: Line[] = [];
  private side: SideName = "new";
  private group: GroupIds<Buffer> | undefined;

  constructor(rulebook: Rulebook, maps: DiffOptions["maps"]) {
    this.rulebook = rulebook;
    const byName = (maps: readonly LineMap[]) => new Map(maps.map((map) => [map.name, map]));
    this.maps = { old: byName(maps.old), new: byName(maps.new) };
  }

  add(item: ComparisonItem<Buffer>): void {
    // Only comparisons that ignore the order have counts, and a report does not make these.
    if (item.kind === "count" || item.kind === "changed_count" || item.kind === "same" || item.kind === "gap") return;
    const { kind, group } = item;
    if (kind === "removed") this.extend("old", item.old, group);
    else if (kind === "added") this.extend("new", item.new, group);
    else if (kind === "changed") {
      this.flush();
      this.mark("new", item.new);
      if (!this.takes("old", item.old)) return;
      const [old, next] = [this.eventOf([item.old], item.old), this.eventOf([item.new], item.new)];
      this.kinds.add("changed", item.new.output, next);
      const fields = item.fields.map(({ name, old, new: next }) => ({ name, old: text(old), new: text(next) }));
      this.push(group, { old, new: next, fields });
    } else {
      this.flush();
      const side = kind === "removed_group" ? "old" : "new";
      const lines: Line[] = [];
      for (const line of item.lines) if (this.takes(side, line)) lines.push(line);
      if (lines.length > 0) this.pushEvent(side, lines, lines[0]!, group, item.count);
    }
  }

  private extend(side: SideName, line: Line, group: GroupIds<Buffer> | undefined): void {
    const last = this.stretch.at(-1);
    const goesOn =
      side === this.side && group === this.group && line.file === last?.file && line.line === last.line + 1;
    if (!goesOn || this.stretch.length === MAX_STRETCH) this.flush();
    [this.side, this.group] = [side, group];
    if (this.takes(side, line)) this.stretch.push(line);
  }

  /** Ends a stretch: its lines become events. */
  flush(): void {
    const { stretch, events, clean, side, group } = this;
    this.stretch = [];
    if (stretch.length === 0) return;
    const { first, telling } = groupLines(stretch.length, events, (i) => {
      const { original } = stretch[i]!;
      clean.read(original, 0, original.length);
      const belonging = events.read(clean.bytes, clean.start, clean.end, clean.start > 0);
      return this.isFollower(stretch[i]!) ? "yes" : belonging;
    });
    for (let from = 0, to = 0; from < stretch.length; from = to) {
      while (to < stretch.length && first[to] === from) to++;
      this.pushEvent(side, stretch.slice(from, to), stretch[telling[from]!]!, group, to - from);
    }
  }

  /** Whether a rule has the line follow the one before it. */
  private isFollower(line: Line): boolean {
    return line instanceof SideLine && this.rulebook.linePatterns[line.linePattern]?.isFollower === true;
  }

  private mark(side: SideName, { file, line }: Line): void {
    this.maps[side].get(file)?.mark(line);
  }

  /** Marks a line, and tells whether it is among the first ones, which are read. */
  private takes(side: SideName, line: Line): boolean {
    this.mark(side, line);
    if (this.read++ < MAX_READ) return true;
    this.isCut = true;
    this.hasAllKinds = false;
    return false;
  }

  private pushEvent(
    side: SideName,
    lines: readonly Line[],
    telling: Line,
    group: GroupIds<Buffer> | undefined,
    count: number,
  ): void {
    const event = this.eventOf(lines, telling, count);
    this.kinds.add(side, telling.output, event);
    this.push(group, { old: undefined, new: undefined, [side]: event, fields: [] });
  }

  private push(group: GroupIds<Buffer> | undefined, item: Omit<DiffItem, "group">): void {
    if (this.items.length === MAX_EVENTS || this.room < 0) this.isCut = true;
    else this.items.push({ group: group && idsOf(group), ...item });
  }

  private eventOf(lines: readonly Line[], { file, line, output }: Line, count = 1): DiffEvent {
    const event = { file, line, output: text(output), count };
    this.room -= event.output.length;
    if (count === 1 || this.items.length === MAX_EVENTS || this.room < 0) return event;
    const shown = lines.slice(0, MAX_LINES_OF_EVENT).map(({ line, output }) => ({ line, output: text(output) }));
    for (const { output } of shown) this.room -= output.length;
    return { ...event, lines: shown };
  }
}

function text(bytes: Buffer): string {
  const text = stripAnsi(bytes.subarray(0, 4 * MAX_LINE)).toString();
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
}

function idsOf({ old, new: next }: GroupIds<Buffer>): string {
  const [before, after] = [old && text(old), next && text(next)];
  return before === undefined || after === undefined || before === after
    ? (before ?? after ?? "")
    : `${before} → ${after}`;
}

/** The line that tells what an event is about, and how many lines the event has. */
interface TellingLine {
  readonly file: string;
  readonly line: number;
  readonly output: string;
  readonly count: number;
}

/** Events whose telling lines differ only in what varies. */
export interface DiffKind {
  /** The first one: of the new log, if it has one. */
  readonly first: TellingLine;
  /** How many are only in the old log, and in the new one, and how many lines have other values in both. */
  old: number;
  new: number;
  changed: number;
}

class DiffKinds {
  private readonly byShape = new Map<string, DiffKind>();

  /** Counts an event by the output of its telling line. */
  add(what: "old" | "new" | "changed", output: Buffer, { file, line, output: text, count }: TellingLine): void {
    const shape = shapeOf(output, 0, Math.min(output.length, MAX_KNOWN_BYTES));
    const { first, ...counts } = this.byShape.get(shape) ?? { old: 0, new: 0, changed: 0 };
    const isFirst = first === undefined || (what !== "old" && counts.new + counts.changed === 0);
    counts[what]++;
    const own = { file, line, output: text.slice(0, MAX_KIND_TEXT), count };
    this.byShape.set(shape, { first: isFirst ? own : first, ...counts });
  }

  /** Of the new log, of the old one, then of both: bad news first, then stack traces, then what is rare. */
  get ranked(): DiffKind[] {
    const kinds = [...this.byShape].map(([shape, kind]) => {
      const { old, new: next, changed, first } = kind;
      const side = changed > 0 || (old > 0 && next > 0) ? 2 : old > 0 ? 1 : 0;
      return { kind, rank: [side, isBadWord(shape) ? 0 : 1, first.count > 1 ? 0 : 1, old + next + changed] };
    });
    const difference = (a: readonly number[], b: readonly number[]): number =>
      a.map((number, i) => number - b[i]!).find((difference) => difference !== 0) ?? 0;
    kinds.sort((a, b) => difference(a.rank, b.rank));
    return kinds.slice(0, MAX_KINDS).map(({ kind }) => kind);
  }
}
