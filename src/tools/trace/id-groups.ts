import type { Correlation } from "../../run/correlation.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { equalBytes } from "../../text/bytes/copy.ts";
import { Interner } from "../../text/collections/interner.ts";
import { IdSets } from "./id-sets.ts";
import { NearId } from "./near-id.ts";

/** The number for lines without a group. */
export const NO_ID_GROUP = -1;

/** The ids by which lines are grouped. */
export interface IdOptions {
  /** Says which fields hold a line's ids. */
  readonly correlation: Correlation;
  /** Groups only lines with this id; undefined for all. If ids are linked, all lines are grouped nevertheless. */
  readonly id?: Uint8Array | undefined;
  /** Whether an id that begins with `id` is enough. */
  readonly takesPrefix?: boolean | undefined;
  /** Whether all ids of a line count, and not only the first one. */
  readonly link?: boolean | undefined;
}

/** Groups lines by their ids. Reads one log after the other. */
export class IdGroups {
  /** The ids. Without links, a group has the number of its id. */
  readonly ids = new Interner();
  /** With links, a group has the number of a set of ids. */
  readonly sets: IdSets | undefined;
  /** How many lines were left out because they have no id. */
  withoutId = 0;

  private readonly rulebook: Rulebook;
  private readonly options: IdOptions;
  /** Finds an id that was meant, if none begins with the one that was asked for. */
  private readonly near: NearId | undefined;
  /** Whether the last line that is not a follower has an id. */
  private leaderHasId = false;
  /** The group of that line. */
  private leaderGroup = NO_ID_GROUP;

  constructor(rulebook: Rulebook, options: IdOptions) {
    this.rulebook = rulebook;
    this.options = options;
    this.sets = options.link ? new IdSets(this.ids) : undefined;
    this.near = options.id && options.takesPrefix ? new NearId(options.id) : undefined;
  }

  /** The group of a matched line, or NO_GROUP. A follower without an id belongs to the group of the line it follows. */
  groupOf(linePattern: number, bytes: Buffer, bounds: readonly number[]): number {
    const field = this.options.correlation.idField(linePattern, bounds);
    const { isFollower } = this.rulebook.linePatterns[linePattern]!;
    if (!isFollower) {
      this.leaderHasId = field !== -1;
      this.leaderGroup = NO_ID_GROUP;
    }
    if (field === -1) {
      if (!this.leaderHasId) this.withoutId++;
      return this.leaderGroup;
    }
    const group =
      this.sets === undefined
        ? this.groupOfId(bytes, bounds[2 * field]!, bounds[2 * field + 1]!)
        : this.groupOfIds(this.sets, linePattern, bytes, bounds);
    if (!isFollower) this.leaderGroup = group;
    return group;
  }

  /** An id that was perhaps meant, if none begins with the one that was asked for. */
  nearId(): Buffer | undefined {
    const { ids, near, sets } = this;
    // With links all ids are kept, so they need not be looked at line by line.
    if (near !== undefined && sets !== undefined) {
      for (let id = 0; id < ids.size; id++) near.note(ids.bytes(id), 0, ids.bytes(id).length);
    }
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

  private groupOfIds(sets: IdSets, linePattern: number, bytes: Buffer, bounds: readonly number[]): number {
    sets.begin();
    for (const field of this.options.correlation.candidates(linePattern)) {
      const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
      if (to > from) sets.add(bytes, from, to);
    }
    return sets.end();
  }
}
