import type { Correlation } from "../../run/correlation.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { equalBytes } from "../../text/bytes/copy.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberLists } from "../../text/collections/numbers.ts";

/** The number for lines without a group. */
export const NO_ID_GROUP = -1;

/** Which lines are grouped, and by which of their ids. */
interface IdOptions {
  /** Only lines with this id; undefined for all. If ids are linked, all lines are grouped nevertheless. */
  readonly id: Uint8Array | undefined;
  /** Whether an id that begins with `id` is enough. */
  readonly takesPrefix: boolean;
  /** Whether all ids of a line count, and not only the first one. */
  readonly link: boolean | undefined;
}

/** Groups lines by their ids. Reads one log after the other. */
export class IdGroups {
  /** The ids. Without links, a group has the number of its id. */
  readonly ids = new Interner();
  /** With links, a group has the number of a set of ids. */
  readonly sets: IdSets | undefined;
  /** How many lines were left out because they have no id. */
  withoutId = 0;
  /** The first field with an id of the last line, or -1, and the number of that id if all are numbered. */
  field = -1;
  id: number | undefined;

  private readonly linePatterns: Rulebook["linePatterns"];
  private readonly correlation: Correlation;
  private readonly options: IdOptions;
  private readonly near: NearId | undefined;
  /** Whether the last line that is not a follower has an id, and its group. */
  private leaderHasId = false;
  private leaderGroup = NO_ID_GROUP;

  constructor({ linePatterns }: Rulebook, correlation: Correlation, options: IdOptions) {
    this.linePatterns = linePatterns;
    this.correlation = correlation;
    this.options = options;
    this.sets = options.link ? new IdSets(this.ids) : undefined;
    this.near = options.id && options.takesPrefix ? new NearId(options.id) : undefined;
  }

  /** The group of a matched line, or NO_ID_GROUP. A follower without an id belongs to the group of its leader. */
  groupOf(linePattern: number, bytes: Buffer, bounds: readonly number[], isGap: boolean): number {
    const field = this.correlation.idField(linePattern, bounds);
    this.field = field;
    const isFollower = isGap || this.linePatterns[linePattern]!.isFollower;
    if (!isFollower) {
      this.leaderHasId = field !== -1;
      this.leaderGroup = NO_ID_GROUP;
    }
    this.id = undefined;
    if (field === -1) {
      if (!this.leaderHasId) this.withoutId++;
      return this.leaderGroup;
    }
    const group =
      this.sets === undefined
        ? this.groupOfId(bytes, bounds[2 * field]!, bounds[2 * field + 1]!)
        : this.sets.of(bytes, bounds, this.correlation.candidates(linePattern));
    if (this.sets !== undefined) this.id = this.sets.first;
    else if (this.options.id === undefined) this.id = group;
    if (!isFollower) this.leaderGroup = group;
    return group;
  }

  /** An id that was perhaps meant, if none begins with the wanted one. */
  nearId(): Buffer | undefined {
    const { ids, near } = this;
    // With links all ids are kept, so there is no need to look at them line by line.
    if (this.sets !== undefined) for (let id = 0; id < ids.size; id++) near?.note(ids.bytes(id), 0, ids.lengthOf(id));
    return near?.found;
  }

  private groupOfId(bytes: Buffer, from: number, to: number): number {
    const { id, takesPrefix } = this.options;
    if (id !== undefined) {
      const isLong = takesPrefix ? to - from >= id.length : to - from === id.length;
      if (!isLong || !equalBytes(bytes, from, id, 0, id.length)) {
        if (this.ids.size === 0) this.near?.note(bytes, from, to);
        return NO_ID_GROUP;
      }
    }
    return this.ids.intern(bytes, from, to);
  }
}

const NUMBER_BYTES = 4;

/** The sets of ids that lines have. Gives equal sets the same number, in the order in which they first occur. */
export class IdSets {
  readonly ids: Interner;
  /** The first id of the last set. */
  first = -1;
  private readonly sets = new Interner();

  constructor(ids: Interner) {
    this.ids = ids;
  }

  /** The number of the set of a line: of what these fields have captured, of which at least one must be something. */
  of(bytes: Buffer, bounds: readonly number[], fields: readonly number[]): number {
    const { store } = this.sets;
    const found: number[] = [];
    for (const field of fields) {
      const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
      const id = to > from ? this.ids.intern(bytes, from, to) : -1;
      if (id !== -1 && !found.includes(id)) found.push(id);
    }
    this.first = found[0]!;
    store.reserve(NUMBER_BYTES * found.length);
    for (let i = 0; i < found.length; i++) store.block.writeUInt32LE(found[i]!, store.at + NUMBER_BYTES * i);
    return this.sets.internReserved(NUMBER_BYTES * found.length);
  }

  get size(): number {
    return this.sets.size;
  }

  /** The ids of all sets, in the order of the line. */
  all(): NumberLists {
    const { sets } = this;
    return new NumberLists(sets.size, (take) => {
      for (let set = 0; set < sets.size; set++) {
        const bytes = sets.bytes(set);
        for (let at = 0; at < bytes.length; at += NUMBER_BYTES) take(set, bytes.readUInt32LE(at));
      }
    });
  }
}

/** The result of looking for an id. */
export interface IdChoice {
  /** The number of the id; undefined if there is none, or if there are several. */
  readonly number: number | undefined;
  /** The id, if it only begins with the wanted text. */
  readonly taken?: Buffer | undefined;
  /** The ids that begin with it, if there are several. Sorted by their bytes. */
  readonly candidates: readonly Buffer[];
}

/** Finds an id or, with `takesPrefix`, the only one that begins with the wanted text. An empty text finds none. */
export function chosenId(ids: Interner, wanted: Uint8Array, takesPrefix: boolean): IdChoice {
  const begun: number[] = [];
  for (let id = 0; id < ids.size; id++) {
    const bytes = ids.bytes(id);
    if (bytes.length < wanted.length || bytes.compare(wanted, 0, wanted.length, 0, wanted.length) !== 0) continue;
    if (bytes.length === wanted.length) return { number: id, candidates: [] };
    begun.push(id);
  }
  if (!takesPrefix || wanted.length === 0) return { number: undefined, candidates: [] };
  if (begun.length === 1) return { number: begun[0], taken: ids.bytes(begun[0]!), candidates: [] };
  return { number: undefined, candidates: begun.map((id) => ids.bytes(id)).sort(Buffer.compare) };
}

/**
 * Finds the id that was probably meant by a text that is no id: the longest one that the text contains or, if there is
 * none, the shortest that contains the text. Ids are often copied with their surroundings: as `req-7f3a` where the
 * rules have `req-{id}`, or the other way round. Other programs may write them in capitals, so case does not count.
 */
export class NearId {
  private readonly wanted: string;
  private part: Buffer | undefined;
  private whole: Buffer | undefined;

  constructor(wanted: Uint8Array) {
    this.wanted = textOf(Buffer.from(wanted));
  }

  get found(): Buffer | undefined {
    return this.part ?? this.whole;
  }

  /** Looks at the id from `from` up to but not including `to`. */
  note(bytes: Buffer, from: number, to: number): void {
    const { wanted, part, whole } = this;
    const length = to - from;
    const isPart = length < wanted.length;
    if (wanted === "" || (isPart ? length <= (part?.length ?? 0) : length >= (whole?.length ?? Infinity))) return;
    const id = bytes.subarray(from, to);
    if (isPart && hasPart(wanted, textOf(id))) this.part = Buffer.from(id);
    if (!isPart && hasPart(textOf(id), wanted)) this.whole = Buffer.from(id);
  }
}

function textOf(id: Buffer): string {
  return id.toString("latin1").toLowerCase();
}

/** A letter or a digit. All bytes of characters beyond ASCII count as letters. */
const WORD = /[a-z0-9\x80-\xff]/;

/** Whether a text has another one in it, with neither a letter nor a digit beside it. */
function hasPart(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const beside = (text[at - 1] ?? "") + (text[at + part.length] ?? "");
    if (!WORD.test(beside)) return true;
  }
  return false;
}
