import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";

/** The size of an id's number in a stored set. */
const NUMBER_BYTES = 4;

/** The sets of ids that lines have. Gives equal sets the same number, in the order in which they first occur. */
export class IdSets {
  /** Gives ids their numbers. */
  readonly ids: Interner;
  private readonly sets = new Interner();
  /** By id, the number of the set that it is alone in, plus one; 0 if there is none yet. Most lines have one id. */
  private readonly ofOne = new NumberList();
  private readonly current: number[] = [];

  constructor(ids: Interner) {
    this.ids = ids;
  }

  /** Begins the set of a line. */
  begin(): void {
    this.current.length = 0;
  }

  /** Adds an id of the line. */
  add(bytes: Buffer, from: number, to: number): void {
    const id = this.ids.intern(bytes, from, to);
    if (!this.current.includes(id)) this.current.push(id);
  }

  /** Ends the set of the line, to which at least one id was added. Returns its number. */
  end(): number {
    const { current, ofOne } = this;
    if (current.length > 1) return this.internCurrent();
    const id = current[0]!;
    while (ofOne.length <= id) ofOne.push(0);
    if (ofOne.at(id) === 0) ofOne.set(id, this.internCurrent() + 1);
    return ofOne.at(id) - 1;
  }

  private internCurrent(): number {
    const { current } = this;
    const { store } = this.sets;
    const length = NUMBER_BYTES * current.length;
    store.reserve(length);
    for (let i = 0; i < current.length; i++) store.block.writeUInt32LE(current[i]!, store.at + NUMBER_BYTES * i);
    return this.sets.internReserved(length);
  }

  /** How many different sets there are. */
  get size(): number {
    return this.sets.size;
  }

  /**
   * The ids of all sets: those of set i are `members` from `starts[i]` up to `starts[i + 1]`, in the order of the line.
   */
  all(): { readonly members: Uint32Array; readonly starts: Uint32Array } {
    const { sets } = this;
    const starts = new Uint32Array(sets.size + 1);
    for (let set = 0; set < sets.size; set++) starts[set + 1] = starts[set]! + sets.lengthOf(set) / NUMBER_BYTES;
    const members = new Uint32Array(starts[sets.size]!);
    for (let set = 0; set < sets.size; set++) {
      const bytes = sets.bytes(set);
      for (let i = starts[set]!, at = 0; at < bytes.length; at += NUMBER_BYTES) members[i++] = bytes.readUInt32LE(at);
    }
    return { members, starts };
  }
}
