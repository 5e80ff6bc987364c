import { SPACE, TAB } from "../bytes/ascii.ts";
import { EMPTY_LINE, lineKind } from "./line-kinds.ts";
import { NONE, ROLES, type Role, START, type StepTable, stepTable } from "./trace-steps.ts";

/** Whether a line belongs to the event of the lines before it. */
export type Belonging = "no" | "yes" | "perhaps";

const TELLING = ROLES.indexOf("telling");

/** The most lines in a row that belong to an event only if a later one does. */
const MAX_PENDING = 32;

/**
 * Tells line by line which lines are one event: a stack trace with the line before it, and, if the options say so,
 * indented lines with the line above them. Knows stack traces of Java, Kotlin, .NET, JavaScript, Python, Go, Rust,
 * Ruby, PHP, sanitizers and debuggers. Takes time linear in the length of a line, and mostly looks at its first bytes.
 *
 * The telling line of an event is its last line with the role `telling`, or else its first line.
 */
export class EventReader {
  /** What the last line is in its event. */
  role: Role = "none";
  /** Whether the last line is empty or has only blanks. */
  isEmpty = false;

  private readonly table: StepTable;
  private state = START;
  /** Whether the first line of the event has a header, so that a trace without one belongs to it. */
  private isOpen = false;
  private hasHead = false;
  /** How many lines in a row perhaps belong to the event. */
  private pending = 0;

  /** With `indented`, lines that are indented belong to one before them that is not. */
  constructor({ indented = false } = {}) {
    this.table = stepTable(indented);
  }

  /** Begins a log. */
  begin(): void {
    this.state = START;
    this.isOpen = false;
    this.hasHead = false;
    this.pending = 0;
  }

  /** Says that the last line begins an event, to which a stack trace without a header belongs. */
  open(): void {
    this.isOpen = true;
    if (this.state === START) this.state = NONE;
  }

  /**
   * Whether the next line belongs to the event of the lines before it. Lines that do `perhaps` belong to it if a line
   * with `yes` comes before the next one with `no`; otherwise each stands alone. The range is the line without its
   * header; `hasHead` says whether it has one. A line with a header follows none without.
   */
  read(bytes: Buffer, start: number, end: number, hasHead = false): Belonging {
    return this.readKind(lineKind(bytes, start, end), hasHead);
  }

  /** The same for a line of this kind. */
  readKind(kind: number, hasHead = false): Belonging {
    const begins = hasHead && !this.hasHead;
    this.hasHead = hasHead;
    this.isEmpty = kind === EMPTY_LINE;
    const state = begins || this.pending === MAX_PENDING ? START : this.state;
    const isOpen = this.isOpen && !hasHead;
    const { belonging, role, next } = this.table[state]![kind]!;
    this.state = next;
    this.role = role;
    if (belonging === "perhaps" || (belonging === "perhaps if open" && isOpen)) {
      this.pending++;
      return "perhaps";
    }
    this.pending = 0;
    if (belonging === "yes" || (belonging === "if open" && isOpen)) return "yes";
    this.isOpen = hasHead;
    return "no";
  }
}

/** Finds the lines of stack traces, which belong to the last line before them that is in none: their leader. */
export class Traces<Leader> {
  private readonly reader = new EventReader();
  private leader: Leader | undefined;

  begin(): void {
    this.reader.begin();
    this.leader = undefined;
  }

  /** What is known of the leader of the line, if it is one of a stack trace. */
  leaderOf(line: Buffer): Leader | undefined {
    return this.reader.read(line, 0, line.length) === "yes" ? this.leader : undefined;
  }

  /**
   * A line to which a stack trace may belong, unless it is indented: then it may itself follow others. An empty line
   * may be in the trace of the line before it.
   */
  lead(line: Buffer, hasHeader: boolean, leader: Leader | undefined): void {
    if (line.length === 0) return;
    this.begin();
    if (!hasHeader && (line[0] === SPACE || line[0] === TAB)) return;
    this.leader = leader;
    this.reader.read(line, 0, line.length);
    this.reader.open();
  }
}

/**
 * Tells which lines may belong to a stack trace if it is not known what an `EventReader` read before the first of them.
 * Holds all states that it may be in.
 */
export class UnknownPast {
  private readonly table = stepTable(false);
  private states: ReadonlySet<number> = new Set(this.table.keys());

  /** Whether the next line may belong to a trace, now or if a later line does. */
  mayBelong(bytes: Buffer, start: number, end: number): boolean {
    const kind = lineKind(bytes, start, end);
    const steps = Array.from(this.states, (state) => this.table[state]![kind]!);
    // The line may also begin an event, or none.
    this.states = new Set([NONE, START, ...steps.map(({ next }) => next)]);
    return steps.some(({ belonging }) => belonging !== "no");
  }
}

/** The events of a log, by the index of a line. */
interface EventLines {
  /** The first line of its event. */
  readonly first: Uint32Array;
  /** The telling line of the event that begins there. */
  readonly telling: Uint32Array;
  /** An index in `ROLES`. */
  readonly roles: Uint8Array;
}

/**
 * Finds the events of a log with this many lines. `read` has the reader read a line. It is called in order, but again
 * for the few lines that did not belong to an event after all, since they may be one themselves.
 */
export function groupLines(count: number, reader: EventReader, read: (line: number) => Belonging): EventLines {
  const first = new Uint32Array(count);
  const telling = new Uint32Array(count);
  const roles = new Uint8Array(count);
  let event = 0;
  /** The first line that perhaps belongs to the event. */
  let pending = 0;
  reader.begin();
  for (let line = 0; line <= count; line++) {
    const belonging = line < count ? read(line) : "no";
    if (belonging === "no" && pending < line) {
      reader.begin();
      event = pending;
      line = pending - 1;
      continue;
    }
    if (line === count) break;
    roles[line] = ROLES.indexOf(reader.role);
    if (belonging === "perhaps") continue;
    if (belonging === "no") event = line;
    for (; pending <= line; pending++) {
      first[pending] = event;
      if (roles[pending] === TELLING) telling[event] = pending;
    }
    if (belonging === "no") telling[line] = line;
  }
  return { first, telling, roles };
}
