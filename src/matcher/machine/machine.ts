import { CARRIAGE_RETURN } from "../../text/bytes/ascii.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import { MASK_NAMES, VaryingParts } from "../../text/masks/varying-parts.ts";
import type { RankedPattern } from "../choice/anchors.ts";
import type { AnchorSearch, Candidate } from "../choice/candidates.ts";
import { Fold } from "../fold.ts";
import type { Line } from "../line.ts";
import { NO_MATCH, run } from "../parser.ts";
import type { TypeMatchers } from "../types/type-registry.ts";
import {
  BOUNDS_BYTES,
  BY_PARSER,
  CANDIDATE,
  INPUT_BYTES,
  LISTED_BY_HOST,
  LISTED_ENDS,
  MASK_COUNTS,
  MASKING,
  MAX_LINE_BYTES,
  MAX_ROWS,
  NO_RULE,
  NUMBERS_END,
  OUTPUT_BYTES,
  ROW,
  RULE,
  SEARCH,
  SLOT,
  STATE,
  UNMATCHED,
  VECTOR_BYTES,
} from "./layout.ts";
import { type Exports, instantiate as instantiateModule } from "./module.ts";
import { Outputs } from "./outputs.ts";
import { Program } from "./program.ts";
import { OutOfRoom, Store } from "./store.ts";

/** In place of the number of a line: the numbers begin with 1. */
const NO_LINE = 0;

/** The most lines that are numbered one after the other. A block has far fewer than there are greater numbers. */
const MAX_LINES = 1 << 30;

/** Room around texts, as vectors and searches read beyond them. */
const MARGIN = 8 * 1024;

/** Rules take as much memory as this, and more by their number. Memory that is not used costs nothing. */
const STORE_BYTES = 9 * 1024 * 1024;
const STORE_BYTES_PER_RULE = 4 * 1024;
const MAX_STORE_BYTES = 256 * 1024 * 1024;

/** More lists of candidates than this for each pattern are never in the queue: searches are four deep. */
const LISTS_PER_PATTERN = 8;

/** The number of ends if there is no room for them. */
const NO_ROOM = -1;

/** The result of `match` for a line that is left to others. */
export const NOT_MATCHED = -2;

/** What the machine is made of: the patterns of a matcher, and what its parsers share. */
export interface MachineParts {
  readonly line: Line;
  readonly types: TypeMatchers;
  readonly ranked: readonly RankedPattern[];
  readonly candidates: Candidate | undefined;
}

export interface RewriteOptions {
  readonly room: number;
  readonly unmatched: keyof typeof UNMATCHED;
  /** Whether lines are listed in `rows` instead of being counted. Those without an id are then left to others. */
  readonly lists?: boolean;
  readonly bounds: number[];
}

/** What became of some lines of a block. What the machine holds of it is valid until the machine is used again. */
interface Rewritten {
  readonly lines: number;
  /** The address of the first of them, and how many bytes of the block they have. */
  readonly start: number;
  readonly taken: number;
  readonly output: { readonly bytes: Buffer; readonly from: number; readonly to: number };
  /** The next line, if it was matched and is to be written by others. */
  readonly next: MatchedLine | undefined;
}

/** A line of a block, without its terminator. */
export interface MatchedLine {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** How many bytes of the block it takes. */
  readonly taken: number;
  /** The index of the pattern that wins it, or -1. */
  readonly index: number;
}

/** Where what a machine with these rules holds is, one after the other. */
function placesFor(ranked: readonly RankedPattern[]) {
  const fields = ranked.reduce((most, { pattern }) => Math.max(most, pattern.fields.length), 0);
  let top = NUMBERS_END;
  const area = (size: number): number => {
    const address = top;
    top += Math.ceil(size / VECTOR_BYTES) * VECTOR_BYTES;
    return address;
  };
  return {
    bounds: area(BOUNDS_BYTES * fields),
    queue: area(4 * (LISTS_PER_PATTERN * ranked.length + 1)),
    tally: area(4 * (ranked.length + 1)),
    ends: area(4 * LISTED_ENDS),
    /** Where `match` copies a line, apart from the block that `rewrite` is at. */
    line: area(MAX_LINE_BYTES + MARGIN),
    input: area(INPUT_BYTES + MARGIN),
    output: area(OUTPUT_BYTES + MARGIN),
    rows: area(ROW.size * MAX_ROWS),
    store: top,
  };
}

/**
 * The rules of a matcher in the memory of a WebAssembly module, which finds the same winners and captures as their
 * parsers, several times as fast. A rule that the module does not know, or that takes it too many steps on a line, is
 * matched by its parser on the same memory.
 */
export class Machine {
  /** What the addresses of rows and of outputs are about; and the same as numbers. */
  readonly bytes: Buffer;
  readonly words: Int32Array;
  /** The lines that `rewrite` listed: see `ROW`. Valid until the machine is used again. */
  readonly rows: Int32Array;
  /** What `rewrite` writes. */
  readonly outputs: Outputs;

  private readonly parts: MachineParts;
  private readonly exports: Exports;
  private readonly store: Store;
  private readonly fold: Fold<number>;
  private readonly program: Program;
  private readonly searches: AnchorSearch[] = [];
  private readonly places: ReturnType<typeof placesFor>;
  private readonly rulesAt: number;
  /** The ranks of patterns by their indexes. */
  private readonly ranks: Int32Array;
  /** Those that a type listed last. */
  private readonly ends: number[] = [];
  private readonly varyingParts = new VaryingParts();
  /** The line that the parsers' memory is about. */
  private serial = NO_LINE;
  /** How many blocks were copied to where they are read. */
  private loads = 0;
  /** Whether the memory is used up. Then nothing is matched here any more. */
  private isFull = false;

  /** Throws `OutOfRoom` where WebAssembly is missing or there is no memory for the rules. */
  private constructor(parts: MachineParts, instantiate: typeof instantiateModule) {
    this.parts = parts;
    const { ranked, candidates } = parts;
    this.places = placesFor(ranked);
    const { bounds, queue, tally, ends, rows, store } = this.places;
    const room = Math.min(STORE_BYTES + STORE_BYTES_PER_RULE * ranked.length, MAX_STORE_BYTES);
    const made = instantiate(store + room + MARGIN, {
      list: (type, at, target) => this.list(type!, at!, target!),
      prepare: (rule) => this.prepare(rule!),
      parse: (rule) => this.parse(rule!),
      change: (change, from, length, hash) =>
        this.outputs.change(this.bytes, change!, from!, length!, hash!, this.get("serial")),
      nextPart: () => this.nextPart(),
      listCandidates: (search, anchor) => this.addCandidates(this.searches[search!]!.candidatesOf(anchor!)),
    });
    if (made === undefined) throw new OutOfRoom();
    this.exports = made.exports;
    this.bytes = Buffer.from(made.memory);
    this.words = new Int32Array(made.memory);
    this.rows = this.words.subarray(rows >> 2, (rows + ROW.size * MAX_ROWS) >> 2);
    this.store = new Store(made.memory, store);
    this.rulesAt = this.store.allocate(RULE.size * ranked.length);
    this.ranks = new Int32Array(ranked.length);
    for (const [rank, { index }] of ranked.entries()) {
      this.ranks[index] = rank;
      this.store.set(this.rulesAt + RULE.size * rank + RULE.index, index);
    }
    this.program = new Program(this.store, bounds);
    this.fold = new Fold(this.program, parts.types);
    this.outputs = new Outputs(this.store, bounds, (index) => this.ruleOf(index));
    const first = this.addCandidates(candidates);
    const { valuesAt } = this.outputs;
    this.store.write(0, STATE, { listTop: ends, candidates: first, queue, tally, values: valuesAt });
  }

  /** Undefined where WebAssembly is missing or there is no memory for the rules. */
  static of(parts: MachineParts, instantiate = instantiateModule): Machine | undefined {
    try {
      return new Machine(parts, instantiate);
    } catch (error) {
      if (error instanceof OutOfRoom) return undefined;
      throw error;
    }
  }

  /**
   * Returns the index of the pattern that wins the line, or -1, and writes its captures to `bounds`. Returns
   * `NOT_MATCHED`, and has done nothing, if the line is too long or there is no memory left.
   */
  match(bytes: Uint8Array, start: number, end: number, bounds: number[]): number {
    if (end - start > MAX_LINE_BYTES || this.isFull) return NOT_MATCHED;
    const { line } = this.places;
    this.renewNumbers();
    copyBytes(bytes, start, end, this.bytes, line);
    let rule = 0;
    if (!this.hasRun(() => (rule = this.exports.match(line, line + end - start)))) return NOT_MATCHED;
    if (rule !== 0) this.copyBounds(rule, start - line, bounds);
    return this.indexOf(rule);
  }

  /**
   * The index of the next pattern in the order of precedence that matches the line that `match` was called for, or -1.
   * Returns `NOT_MATCHED` if there is no memory left. Overwrites the line's captures in memory.
   */
  other(): number {
    // The matcher has told the parsers where the line was before it was copied here.
    this.serial = NO_LINE;
    let rule = 0;
    return this.hasRun(() => (rule = this.exports.other())) ? this.indexOf(rule) : NOT_MATCHED;
  }

  /** How many patterns were tried on the last line. */
  get patternsTried(): number {
    return this.get("tried");
  }

  /** Copies a block of lines to where `rewrite` reads them. Returns a number by which `isLoaded` knows it. */
  load(block: Uint8Array): number {
    this.bytes.set(block, this.places.input);
    return ++this.loads;
  }

  /** Whether no other block was copied there since. */
  isLoaded(load: number): boolean {
    return load === this.loads;
  }

  /**
   * Rewrites lines of the block that was loaded, from an offset to another. Stops early at a line whose rule has no
   * output here, that is long, or that may not fit into `room` bytes of output; lines that no rule matches are copied
   * or masked unless they are `left`. The captures of the next line, if it was matched, are written to `bounds`.
   */
  rewrite(from: number, to: number, { room, unmatched, lists = false, bounds }: RewriteOptions): Rewritten {
    const { bytes, exports } = this;
    const { input, output, rows } = this.places;
    const start = input + from;
    const outputEnd = output + Math.min(room, OUTPUT_BYTES);
    const listed = lists ? [rows, rows + ROW.size * (MAX_ROWS - 1)] : [0, 0];
    this.renewNumbers();
    this.store.write(0, STATE, { lines: 0, cursor: start, output, rule: 0 });
    this.hasRun(() => exports.rewrite(start, input + to, output, outputEnd, UNMATCHED[unmatched], ...listed));
    const [cursor, rule] = [this.get("cursor"), this.get("rule")];
    return {
      lines: this.get("lines"),
      start,
      taken: cursor - start,
      output: { bytes, from: output, to: this.get("output") },
      next: rule === 0 ? undefined : this.matchedLine(rule, cursor, bounds),
    };
  }

  /** Leaves the lines that the pattern with this index wins to others, who count them. */
  setApart(index: number): void {
    this.store.set(this.ruleOf(index) + RULE.isApart, 1);
  }

  /**
   * Counts the winners of at most so many lines of the block that was loaded, from an offset to another: see `count` in
   * `counting.ts`. `countInto` gives the counts. Tells how many lines that were, how many bytes they have, and how many
   * patterns were tried to find the winners; and then, but for a line with a `winner`, that no other matches. If
   * another pattern matches the last line or many were tried, that is its `winner`. `other`, the first other pattern or
   * -1, goes on with it, and `patternsTried` are those that were tried after the winner.
   */
  count(from: number, to: number, most: number, maxTried: number) {
    const { input } = this.places;
    const start = input + from;
    this.renewNumbers();
    this.store.write(0, STATE, { lines: 0, cursor: start, rule: 0, triedForWinners: 0, triedForOthers: 0 });
    this.hasRun(() => this.exports.count(input + to, most, maxTried));
    const rule = this.get("rule");
    return {
      lines: this.get("lines"),
      taken: this.get("cursor") - start,
      tried: this.get("triedForWinners"),
      triedForOthers: this.get("triedForOthers"),
      winner: rule === 0 ? undefined : this.indexOf(rule),
      other: rule === 0 ? -1 : this.indexOf(this.get("other")),
    };
  }

  /** Adds counts of lines that were rewritten or counted: of those that no rule matches, then of those of each rule. */
  countInto(tally: { [index: number]: number }): void {
    this.moveCounts(this.places.tally, this.parts.ranked.length + 1, tally);
  }

  /** Adds the numbers of parts that were masked since, by their masks. */
  countMasksInto(counts: { [mask: number]: number }): void {
    this.moveCounts(MASK_COUNTS, MASK_NAMES.length, counts);
  }

  private moveCounts(from: number, length: number, counts: { [index: number]: number }): void {
    for (let i = 0; i < length; i++) counts[i]! += this.store.get(from + 4 * i);
    this.bytes.fill(0, from, from + 4 * length);
  }

  private get(variable: keyof typeof STATE): number {
    return this.words[STATE[variable] >> 2]!;
  }

  /** Runs the module, unless its memory is or becomes full: then it matches nothing any more. */
  private hasRun(work: () => unknown): boolean {
    try {
      if (!this.isFull) work();
    } catch (error) {
      if (!(error instanceof OutOfRoom)) throw error;
      this.isFull = true;
    }
    return !this.isFull;
  }

  /** Begins the numbers of lines anew before they run out: what is remembered of a line is known by its number. */
  private renewNumbers(): void {
    if (this.get("serial") >>> 0 < MAX_LINES) return;
    for (const address of this.store.numbered) this.store.set(address, NO_LINE);
    this.store.set(STATE.serial, NO_LINE);
    this.serial = NO_LINE;
  }

  private matchedLine(rule: number, start: number, bounds: number[]): MatchedLine {
    const { bytes } = this;
    const end = this.get("lineEnd");
    const taken = end - start + (bytes[end] === CARRIAGE_RETURN ? 2 : 1);
    if (rule === NO_RULE) return { bytes, start, end, taken, index: -1 };
    this.copyBounds(rule, 0, bounds);
    return { bytes, start, end, taken, index: this.indexOf(rule) };
  }

  /** Copies the captures of a rule, and adds `shift` to each. */
  private copyBounds(rule: number, shift: number, bounds: number[]): void {
    const count = 2 * this.rankedOf(rule).pattern.fields.length;
    const first = this.places.bounds >> 2;
    for (let i = 0; i < count; i++) bounds[i] = this.words[first + i]! + shift;
  }

  private indexOf(rule: number): number {
    return rule === 0 ? -1 : this.words[(rule + RULE.index) >> 2]!;
  }

  private ruleOf(index: number): number {
    return this.rulesAt + RULE.size * this.ranks[index]!;
  }

  private rankedOf(rule: number): RankedPattern {
    return this.parts.ranked[(rule - this.rulesAt) / RULE.size]!;
  }

  /** Has the parsers begin the line under way, unless they have. */
  private beginLine(): Line {
    const { line } = this.parts;
    const serial = this.get("serial");
    if (serial !== this.serial) {
      this.serial = serial;
      line.begin(this.get("lineStart"), this.get("lineEnd"));
    }
    return line;
  }

  /** Lists the ends of a text of the type with this number, the longest first. Returns how many, or `NO_ROOM`. */
  private list(type: number, at: number, target: number): number {
    const { ends } = this;
    const { end } = this.beginLine();
    const count = this.program.types[type]!.ends(this.bytes, at, end, ends);
    if (target + 4 * count > this.places.ends + 4 * LISTED_BY_HOST) return NO_ROOM;
    for (let i = 0; i < count; i++) this.words[(target >> 2) + i] = ends[i]!;
    return count;
  }

  /** Finds the next part of the line that is masked: its mask, or -1. The rest is in memory. */
  private nextPart(): number {
    const { bytes, words, varyingParts } = this;
    if (words[MASKING.isBegun >> 2] === 0) {
      varyingParts.begin(bytes, words[MASKING.start >> 2]!, this.get("lineEnd"));
      words[MASKING.isBegun >> 2] = 1;
    }
    return varyingParts.nextFrom(words, MASKING);
  }

  /** Whether the rule's parser matches the line under way; its captures are then in memory. */
  private parse(rule: number): number {
    const { bounds, start } = this.beginLine();
    const { parser, pattern } = this.rankedOf(rule);
    if (run(parser, this.bytes, start) === NO_MATCH) return 0;
    for (let i = 0; i < 2 * pattern.fields.length; i++) this.store.set(this.places.bounds + 4 * i, bounds[i]!);
    return 1;
  }

  /** Makes the pattern of a rule before it is first tried. Returns its address, or `BY_PARSER`. */
  private prepare(rule: number): number {
    const { pattern } = this.rankedOf(rule);
    const isByParser = pattern.spans !== undefined;
    const whole = (!isByParser && this.program.rule(() => this.fold.whole(pattern))) || BY_PARSER;
    this.store.set(rule + RULE.whole, whole);
    return whole;
  }

  /** Adds a list of candidates, and returns the address of the first, or 0. */
  private addCandidates(first: Candidate | undefined): number {
    const { store } = this;
    const list: Candidate[] = [];
    for (let candidate = first; candidate !== undefined; candidate = candidate.next) list.push(candidate);
    return list.reduceRight((next, { rank, search }) => {
      const tried =
        search === undefined ? { rule: this.rulesAt + RULE.size * rank } : { search: this.addSearch(search) };
      return store.addRecord(CANDIDATE, { rank, ...tried, next });
    }, 0);
  }

  private addSearch(search: AnchorSearch): number {
    const { store } = this;
    const { anchors, before, after } = search;
    const { length } = anchors;
    const slots = store.allocate(SLOT.size * anchors.slots.length);
    for (const [i, gram] of anchors.slots.entries()) {
      if (gram < 0) continue;
      const slot = store.write(slots + SLOT.size * i, SLOT, { hash: anchors.hashes[gram]!, gram: gram + 1 });
      store.numbered.push(slot + SLOT.foundIn);
    }
    const { window, shifts } = anchors.shiftTable;
    const [id, shift] = [this.searches.push(search) - 1, store.add(shifts)];
    const last = { lastEntry: shifts.length - 1, lastSlot: anchors.slots.length - 1 };
    return store.addRecord(SEARCH, { id, length, shift, window, slots, before, after, ...last });
  }
}
