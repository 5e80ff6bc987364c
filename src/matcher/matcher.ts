import { type Candidate, CandidateQueue, candidatesOf } from "./choice/candidates.ts";
import { Fold } from "./fold.ts";
import { Line } from "./line.ts";
import { Machine, type MachineParts, NOT_MATCHED } from "./machine/machine.ts";
import { lazy, NO_MATCH, type Parser, run } from "./parser.ts";
import { Parsers } from "./parsers.ts";
import { type AbsentFields, commonLiterals, isPlain, type Pattern, patternFields } from "./pattern.ts";
import { precedenceOrder } from "./precedence.ts";
import { Literals, TextMap } from "./search/literal.ts";
import { spanning } from "./spans.ts";
import { TypeMatchers } from "./types/type-registry.ts";

/** More lines than these are worth the making of a machine. */
const LINES_BEFORE_MACHINE = 500;

/**
 * Finds the pattern that wins a line, and its captures. Patterns are parsers, and are tried in the order of precedence,
 * like the alternatives of parsimmon's `alt`; but those whose anchor is not in the line are skipped. For most lines one
 * pattern is left, however many there are.
 */
export class Matcher {
  /**
   * The captures of the last line's winner: field i is the bytes from `bounds[2 * i]` to `bounds[2 * i + 1]`. Valid
   * until the next line is matched.
   */
  readonly bounds: readonly number[];

  /** The same patterns in a WebAssembly module, once there were many lines; undefined where that is not possible. */
  machine: Machine | undefined;
  private readonly parts: MachineParts;
  /** Whether it matched the last line. */
  private isByMachine = false;
  private isMachineMade = false;
  /** How many more lines are matched before the machine is made. */
  private linesBeforeMachine = LINES_BEFORE_MACHINE;

  /** How many patterns were tried so far, on all lines. Measures the work of matching apart from searches. */
  patternsTried = 0;

  private readonly line = new Line();
  private readonly candidates: Candidate | undefined;
  /** The last line's winner, after which its list of candidates goes on. */
  private winner: Candidate | undefined;
  /** The other candidates that were not tried on the last line. */
  private readonly queue = new CandidateQueue();

  /** Throws a RangeError if a field has an unknown type. */
  constructor(patterns: readonly Pattern[]) {
    this.bounds = this.line.bounds;
    const { line } = this;
    const literals = new Literals(line);
    const types = new TypeMatchers(line);
    // Equal literals as the same object, so that they can be keys of a map.
    const texts = new TextMap<Uint8Array>();
    const ranked = precedenceOrder(patterns).map((index, rank) => {
      const pattern = patterns[index]!;
      line.reserve(pattern.fields.length + 1);
      // Creates all types now, so that an unknown one is reported at load.
      const typed = isPlain(pattern) ? [] : patternFields(pattern.elements);
      for (const { type } of typed) if (type !== undefined && "typeName" in type) types.of(type);
      const common = commonLiterals(pattern).map((bytes) => texts.of(bytes, () => bytes));
      // Parsers are built on first use: a short log tries few of many patterns.
      const absent: AbsentFields | undefined = pattern.spans && new Map();
      const whole = (): Parser => new Fold(new Parsers(line, literals, index, absent), types).whole(pattern);
      const parser = lazy(() => (absent ? spanning(whole(), pattern, line, absent) : whole()));
      return { rank, index, pattern, literals: common, parser };
    });
    this.candidates = candidatesOf(ranked);
    // Without patterns there is nothing to match fast, but lines to mask.
    if (ranked.length === 0) this.linesBeforeMachine = Number.POSITIVE_INFINITY;
    this.parts = { line, types, ranked, candidates: this.candidates };
  }

  /**
   * Matches the line from `start` to `end`, without its terminator. Returns the index of the pattern that wins, or -1
   * if none matches. Takes at most on the order of (elements of all patterns × bytes of the line) steps, whatever the
   * line, where each of a field's `values` counts as an element; building parsers and searches when they are first used
   * comes on top.
   */
  match(bytes: Uint8Array, start: number, end: number): number {
    const machine = this.machine ?? this.machineIfWorthIt();
    if (machine !== undefined) {
      const index = machine.match(bytes, start, end, this.line.bounds);
      this.isByMachine = index !== NOT_MATCHED;
      if (this.isByMachine) {
        this.line.start = start;
        this.line.end = end;
        this.patternsTried += machine.patternsTried;
        return index;
      }
    }
    return this.matchByParsers(bytes, start, end);
  }

  private matchByParsers(bytes: Uint8Array, start: number, end: number): number {
    this.isByMachine = false;
    this.line.begin(start, end);
    this.queue.clear();
    return this.firstMatch(bytes, this.candidates);
  }

  private machineIfWorthIt(): Machine | undefined {
    if (this.linesBeforeMachine > 0) this.linesBeforeMachine--;
    else this.expectManyLines();
    return this.machine;
  }

  /** Makes the machine, if it can be made. Many lines are then matched faster, but few take longer. */
  expectManyLines(makeMachine: (parts: MachineParts) => Machine | undefined = Machine.of): void {
    if (this.isMachineMade) return;
    this.isMachineMade = true;
    this.machine = makeMachine(this.parts);
  }

  /** Captures the last line itself as a field that comes after the `fieldCount` fields of its winner. */
  captureLine(fieldCount: number): void {
    const { line } = this;
    line.capture(fieldCount, line.start, line.end);
  }

  /** The indexes of all patterns that match the line, the winner first. Does not keep their captures. */
  matching(bytes: Uint8Array, start: number, end: number): number[] {
    const winner = this.matchByParsers(bytes, start, end);
    return winner === -1 ? [] : [winner, ...this.others(bytes)];
  }

  /**
   * The indexes of the patterns that match the last line besides its winner, in order of precedence. Must be called
   * only once, and with the same bytes. Does not keep any captures.
   */
  others(bytes: Uint8Array): number[] {
    const { line } = this;
    if (this.isByMachine) {
      const found = this.othersByMachine(this.machine!);
      if (found !== undefined) return found;
      this.matchByParsers(bytes, line.start, line.end);
    }
    const found: number[] = [];
    for (;;) {
      const index = this.firstMatch(bytes, this.queue.best(this.winner?.next));
      if (index === -1) return found;
      found.push(index);
    }
  }

  /** Undefined if the machine ran out of memory. */
  private othersByMachine(machine: Machine): number[] | undefined {
    const triedBefore = machine.patternsTried;
    let index = machine.other();
    const found: number[] = [];
    for (; index >= 0; index = machine.other()) found.push(index);
    if (index === NOT_MATCHED) return undefined;
    this.patternsTried += machine.patternsTried - triedBefore;
    return found;
  }

  /** The index of the first pattern that matches the line, from a candidate on, or -1 if there is none. */
  private firstMatch(bytes: Uint8Array, first: Candidate | undefined): number {
    const { line, queue } = this;
    for (let candidate = first; candidate !== undefined; ) {
      const { parser, search, next } = candidate;
      if (parser !== undefined) {
        this.patternsTried++;
        const reply = run(parser, bytes, line.start);
        if (reply !== NO_MATCH) {
          this.winner = candidate;
          return reply.value!;
        }
      }
      // All that a search finds ranks below what was tried before it.
      const found = search?.search(bytes, line.start, line.end, queue);
      if (found === undefined) {
        candidate = queue.best(next);
      } else {
        if (next !== undefined) queue.add(next);
        candidate = queue.best(found);
      }
    }
    this.winner = undefined;
    return -1;
  }
}
