import type { LineReader, UnreadLines } from "../io/line-reader.ts";
import { INPUT_BYTES } from "../matcher/machine/layout.ts";
import type { Machine } from "../matcher/machine/machine.ts";
import type { Matcher } from "../matcher/matcher.ts";

/** A chunk of so many bytes has many lines, and others come after it. */
const MANY_BYTES = 32 * 1024;

/** The machine of a matcher, for a run that has it write outputs of blocks of lines. Others may use it in between. */
export class BlockMachine {
  private readonly matcher: Matcher;
  /** Rules whose outputs the machine knows, or knows to be left to others. */
  private readonly known = new Set<number>();
  /** The part of a chunk that the machine holds: where it begins and ends, and the machine's number for it. */
  private chunkNumber = -1;
  private begin = 0;
  private end = 0;
  private load = 0;

  constructor(matcher: Matcher) {
    this.matcher = matcher;
  }

  /** The reader's next lines in the machine; undefined if there is none, or if the next line must be read first. */
  next({ unread }: LineReader): { machine: Machine; from: number; to: number } | undefined {
    if (unread === undefined) return undefined;
    if (unread.chunk.length >= MANY_BYTES) this.matcher.expectManyLines();
    const machine = this.own();
    if (machine === undefined) return undefined;
    this.loadInto(machine, unread);
    return { machine, from: unread.cursor - this.begin, to: this.end - this.begin };
  }

  /** The machine if it does not know yet what becomes of a rule's lines. It is said to know that from now on. */
  toLearn(rule: number): Machine | undefined {
    const machine = this.own();
    if (machine === undefined || this.known.has(rule)) return undefined;
    this.known.add(rule);
    return machine;
  }

  /** Lets the machine forget the outputs of this run, and what their changes hold on to. */
  release(): void {
    this.matcher.machine?.outputs.claim(undefined);
  }

  /** The machine, if there is one, without the outputs of others. */
  private own(): Machine | undefined {
    const { machine } = this.matcher;
    if (machine?.outputs.claim(this)) this.known.clear();
    return machine;
  }

  private loadInto(machine: Machine, { chunk, chunkNumber, cursor }: UnreadLines): void {
    const isInside = chunkNumber === this.chunkNumber && cursor >= this.begin && cursor < this.end;
    if (isInside && machine.isLoaded(this.load)) return;
    this.chunkNumber = chunkNumber;
    this.begin = cursor;
    this.end = Math.min(cursor + INPUT_BYTES, chunk.length);
    this.load = machine.load(chunk.subarray(this.begin, this.end));
  }
}
