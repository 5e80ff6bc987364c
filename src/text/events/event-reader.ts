import { EMPTY_LINE, lineKind } from "./line-kinds.ts";
import {
  belongingOf,
  type EventOptions,
  IF_OPEN,
  NONE,
  nextOf,
  PERHAPS,
  ROLES,
  type Role,
  roleOf,
  START,
  type StepTable,
  stepOf,
  stepTable,
  YES,
} from "./trace-steps.ts";

/** Whether a line belongs to the event of the lines before it. */
export type Belonging = "no" | "yes" | "perhaps";

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

  constructor(options: EventOptions = {}) {
    this.table = stepTable(options);
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
  read(bytes: Uint8Array, start: number, end: number, hasHead = false): Belonging {
    return this.readKind(lineKind(bytes, start, end), hasHead);
  }

  /** The same for a line of this kind. */
  readKind(kind: number, hasHead = false): Belonging {
    const begins = hasHead && !this.hasHead;
    this.hasHead = hasHead;
    this.isEmpty = kind === EMPTY_LINE;
    const state = begins || this.pending === MAX_PENDING ? START : this.state;
    const isOpen = this.isOpen && !hasHead;
    const step = stepOf(this.table, state, kind);
    this.state = nextOf(step);
    this.role = ROLES[roleOf(step)]!;
    const belonging = belongingOf(step);
    if (belonging === YES || (belonging === IF_OPEN && isOpen)) {
      this.pending = 0;
      return "yes";
    }
    if (belonging === PERHAPS || (belonging > IF_OPEN && isOpen)) {
      this.pending++;
      return "perhaps";
    }
    this.pending = 0;
    this.isOpen = hasHead;
    return "no";
  }
}
