import { Interner } from "../../text/collections/interner.ts";
import { PairNumbers } from "../../text/collections/numbers.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
import type { GroupIds } from "./difference.ts";
import { editScript } from "./edit-script/edit-script.ts";
import type { KeyTable } from "./key-table.ts";
import { NO_GROUP } from "./key-writer.ts";
import { type Grouped, groupedLines } from "./line-groups.ts";
import type { LineKeys } from "./line-keys.ts";
import type { Sides } from "./side.ts";
import { pairSimilar } from "./similar-groups.ts";

const NONE = 0xffffffff;

/** Two groups to compare, as line indexes. One side is undefined if the other log's group has no partner. */
interface GroupPair {
  readonly ids: GroupIds<Buffer> | undefined;
  readonly old: Uint32Array | undefined;
  readonly new: Uint32Array | undefined;
}

/**
 * Decides which group of the new log each group of the old log is compared with. Each step looks only at groups that
 * are left:
 *
 * 1. The group with the same id. Lines without an id are compared with each other.
 * 2. A group whose lines are equal except for the id: in the same order, if the order counts.
 * 3. The most similar group.
 * 4. The group whose lines all have the same templates, if there is only one such group in each log. Unrelated groups
 *    often have the same templates, so several candidates prove nothing.
 */
export class GroupPairs {
  private readonly keys: LineKeys;
  private readonly old: Grouped;
  private readonly next: Grouped;
  private readonly partners: Uint32Array;
  private readonly taken: Uint8Array;
  private readonly isOrdered: boolean;

  /** `isOrdered` says whether the order of the lines in a group counts. */
  constructor(sides: Sides, lineKeys: LineKeys, isOrdered: boolean) {
    const { groups, table: keys } = lineKeys;
    const numbers = new PairNumbers();
    const [old, next] = [groupedLines(sides.old, lineKeys, numbers), groupedLines(sides.new, lineKeys, numbers)];
    this.keys = lineKeys;
    this.old = old;
    this.next = next;
    this.partners = new Uint32Array(groups).fill(NONE);
    this.taken = new Uint8Array(groups);
    this.isOrdered = isOrdered;
    for (let group = 0; group < groups; group++) {
      const isShared = old.grouping.length(group) > 0 && next.grouping.length(group) > 0;
      if (isShared || group === NO_GROUP) this.pair(group, group);
    }
    const template = (key: number): number => keys.template(key);
    this.pairEqual();
    const shared = { keyCount: keys.size, template };
    pairSimilar(
      { ...shared, grouping: old.grouping, keys: old.bareKeys, isOpen: (group) => this.of(group) === undefined },
      { ...shared, grouping: next.grouping, keys: next.bareKeys, isOpen: (group) => !this.isTaken(group) },
      isOrdered,
      (oldGroup, newGroup) => this.pair(oldGroup, newGroup),
    );
    this.pairUnique();
  }

  /**
   * Yields the pairs in the order of the old log's groups. Groups that only the new log has come last. Leaves out pairs
   * whose lines have equal bare keys, if there is a `skip`, which is then called with the number of lines of each.
   */
  *pairs(skip: ((lines: number) => void) | undefined): Generator<GroupPair> {
    const { keys } = this;
    const [oldGroups, newGroups] = [this.old.grouping, this.next.grouping];
    for (const group of oldGroups.order) {
      const partner = this.of(group);
      if (skip !== undefined && partner !== undefined && this.areEqual(group, partner)) {
        skip(oldGroups.length(group));
        continue;
      }
      const lines = oldGroups.of(group);
      if (partner === undefined) {
        yield { ids: { old: keys.id(group), new: undefined, alike: undefined }, old: lines, new: undefined };
      } else {
        const ids = group === NO_GROUP ? undefined : { old: keys.id(group), new: keys.id(partner), alike: undefined };
        yield { ids, old: lines, new: newGroups.of(partner) };
      }
    }
    for (const group of newGroups.order) {
      if (!this.isTaken(group)) {
        const ids = { old: undefined, new: keys.id(group), alike: undefined };
        yield { ids, old: undefined, new: newGroups.of(group) };
      } else if (group === NO_GROUP && oldGroups.length(group) === 0) {
        yield { ids: undefined, old: oldGroups.of(group), new: newGroups.of(group) };
      }
    }
  }

  /** Whether the lines of two groups have the same bare keys in the same order. */
  private areEqual(oldGroup: number, newGroup: number): boolean {
    const { old, next } = this;
    const size = old.grouping.length(oldGroup);
    if (size !== next.grouping.length(newGroup)) return false;
    for (let i = 0; i < size; i++) {
      const newLine = next.grouping.at(newGroup, i);
      if (old.bareKeys[old.grouping.at(oldGroup, i)] !== next.bareKeys[newLine]) return false;
    }
    return true;
  }

  /** The partner of a group of the old log. */
  private of(old: number): number | undefined {
    const partner = this.partners[old]!;
    return partner === NONE ? undefined : partner;
  }

  /** Whether a group of the new log has a partner. */
  private isTaken(next: number): boolean {
    return this.taken[next] === 1;
  }

  private pair(old: number, next: number): void {
    this.partners[old] = next;
    this.taken[next] = 1;
  }

  /**
   * Pairs the groups that are left and have equal lines. If order counts, as few of them as possible are paired out of
   * the order of the groups, so that groups that differ remain at the same positions. Of the others, the first ones of
   * both logs are paired, then the second ones, and so on.
   */
  private pairEqual(): void {
    const { signatures, olds, news } = this.signOpen(({ keys }, line) => keys[line]!);
    if (this.isOrdered) {
      const order = (): number => compareFirstUnequal(this.old, olds, this.next, news, this.keys.table);
      const script = editScript(olds.signatures, news.signatures, signatures.size, order);
      for (const [i, j] of script.pairs()) this.pair(olds.groups[i]!, news.groups[j]!);
    }
    const unpaired = new Map<number, number[]>();
    for (let j = news.groups.length - 1; j >= 0; j--) {
      const group = news.groups[j]!;
      if (!this.isTaken(group)) addToGroup(unpaired, news.signatures[j]!, group);
    }
    for (const [i, group] of olds.groups.entries()) {
      if (this.of(group) !== undefined) continue;
      const partner = unpaired.get(olds.signatures[i]!)?.pop();
      if (partner !== undefined) this.pair(group, partner);
    }
  }

  /** Pairs the groups that are left if each is the only one in its log whose lines have these templates. */
  private pairUnique(): void {
    const { olds, news } = this.signOpen(({ bareKeys }, line) => this.keys.table.template(bareKeys[line]!));
    const [oldOnly, newOnly] = [onlyIndexes(olds.signatures), onlyIndexes(news.signatures)];
    for (const [signature, i] of oldOnly) {
      const j = newOnly.get(signature);
      if (i !== undefined && j !== undefined) this.pair(olds.groups[i]!, news.groups[j]!);
    }
  }

  /**
   * Numbers the groups that are left such that those with equal lines have equal numbers. If order counts, it must be
   * the same.
   */
  private signOpen(numberOf: (grouped: Grouped, line: number) => number) {
    const signatures = new Interner();
    const signed = (grouped: Grouped, isOpen: (group: number) => boolean): SignedGroups => {
      const groups = grouped.grouping.order.filter(isOpen);
      const signatureOf = (group: number): number => {
        const numbers = grouped.grouping.of(group).map((line) => numberOf(grouped, line));
        if (!this.isOrdered) numbers.sort();
        return signatures.intern(Buffer.from(numbers.buffer), 0, numbers.byteLength);
      };
      return { groups, signatures: groups.map(signatureOf) };
    };
    const olds = signed(this.old, (group) => this.of(group) === undefined);
    return { signatures, olds, news: signed(this.next, (group) => !this.isTaken(group)) };
  }
}

/** Some groups, and numbers that tell which of them are alike. */
interface SignedGroups {
  readonly groups: Uint32Array;
  readonly signatures: Uint32Array;
}

/**
 * Compares by their lines the first two groups at the same position that differ. Numbers depend on which log was first.
 */
function compareFirstUnequal(
  old: Grouped,
  olds: SignedGroups,
  next: Grouped,
  news: SignedGroups,
  keys: KeyTable,
): number {
  const at = olds.signatures.findIndex((signature, i) => signature !== news.signatures[i]);
  const [oldLines, newLines] = [old.grouping.of(olds.groups[at]!), next.grouping.of(news.groups[at]!)];
  for (let i = 0; i < Math.min(oldLines.length, newLines.length); i++) {
    const [oldKey, newKey] = [old.bareKeys[oldLines[i]!]!, next.bareKeys[newLines[i]!]!];
    if (oldKey !== newKey) return keys.text(oldKey).compare(keys.text(newKey));
  }
  return oldLines.length - newLines.length;
}

/** The index of each number that occurs once; undefined for those that occur several times. */
function onlyIndexes(numbers: Uint32Array): Map<number, number | undefined> {
  const indexes = new Map<number, number | undefined>();
  for (const [i, number] of numbers.entries()) indexes.set(number, indexes.has(number) ? undefined : i);
  return indexes;
}
