import { Interner } from "../../text/collections/interner.ts";
import { PairNumbers } from "../../text/collections/numbers.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
import type { BySide, GroupIds, SideName } from "./difference.ts";
import { editScript } from "./edit-script/edit-script.ts";
import { type LineKeys, NO_GROUP } from "./line-keys.ts";
import type { Side } from "./side.ts";
import { LineGroups, pairSimilar } from "./similar-groups.ts";

/** Lines that are compared with each other, by their indexes: those of two groups, or all of logs without groups. */
export interface LinePair extends BySide<Uint32Array | undefined> {
  readonly ids: GroupIds<Buffer> | undefined;
  /** The log that has the group, if the other one has no partner for it. */
  readonly only?: SideName;
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
 *
 * Returns what yields the pairs in the order of the old log's groups. Groups that only the new log has come last. If
 * there is a `skip`, pairs with equal bare keys are left out, and it is called with the number of lines of each.
 */
export function groupPairs(
  sides: BySide<Side>,
  keys: LineKeys,
  isOrdered: boolean,
): (skip: ((lines: number) => void) | undefined) => Generator<LinePair> {
  const { groups: count, table } = keys;
  const grouped = ({ groups, bareKeys }: Side): LineGroups => new LineGroups(groups.values(), count, bareKeys.values());
  const [old, next] = [grouped(sides.old), grouped(sides.new)];

  function areEqual(group: number, partner: number): boolean {
    if (old.length(group) !== next.length(partner)) return false;
    return old.of(group).every((line, i) => old.bareKeys[line] === next.bareKeys[next.at(partner, i)]);
  }

  /** Gives open groups with equal numbers of their lines equal signatures. If order counts, it must be the same. */
  function signOpen(oldNumbers: Uint32Array, newNumbers: Uint32Array) {
    const signatures = new Interner();
    const signed = (log: LineGroups, ofLines: Uint32Array): SignedGroups => {
      const groups = log.open;
      const signatureOf = (group: number): number => {
        const numbers = log.keysOf(group, ofLines);
        if (!isOrdered) numbers.sort();
        return signatures.intern(Buffer.from(numbers.buffer), 0, numbers.byteLength);
      };
      return { groups, signatures: groups.map(signatureOf) };
    };
    return { signatures, olds: signed(old, oldNumbers), news: signed(next, newNumbers) };
  }

  /** Compares the first two groups at the same position that differ. Their numbers depend on which log was first. */
  function compareFirstUnequal(olds: SignedGroups, news: SignedGroups): number {
    const at = olds.signatures.findIndex((signature, i) => signature !== news.signatures[i]);
    const [oldKeys, newKeys] = [old.keysOf(olds.groups[at]!), next.keysOf(news.groups[at]!)];
    const differing = oldKeys.findIndex((key, i) => i < newKeys.length && key !== newKeys[i]);
    if (differing === -1) return oldKeys.length - newKeys.length;
    return table.bytes(oldKeys[differing]!).compare(table.bytes(newKeys[differing]!));
  }

  /** Equal for lines with equal outputs if aliases are numbered within their groups. */
  function keysWithin(log: LineGroups, side: Side, numbers: PairNumbers): Uint32Array {
    const { bareKeys } = log;
    if (!keys.hasAliases) return bareKeys;
    const numbered = new Uint32Array(bareKeys.length);
    for (const group of log.order) {
      const values = new Map<number, number>();
      for (const line of log.of(group)) {
        let key = numbers.of(bareKeys[line]!, 0);
        for (let at = side.valuesFrom(line); at < side.valueEnds.at(line); at++) {
          const value = side.values.at(at);
          const number = values.get(value) ?? values.size + 1;
          values.set(value, number);
          key = numbers.of(key, number);
        }
        numbered[line] = key;
      }
    }
    return numbered;
  }

  /**
   * Pairs the groups that are left and have equal lines. If order counts, as few of them as possible are paired out of
   * the order of the groups, so that groups that differ remain at the same positions. Of the others, the first ones of
   * both logs are paired, then the second ones, and so on.
   */
  function pairEqual(): void {
    const numbers = new PairNumbers();
    const [oldKeys, newKeys] = [keysWithin(old, sides.old, numbers), keysWithin(next, sides.new, numbers)];
    const { signatures, olds, news } = signOpen(oldKeys, newKeys);
    if (isOrdered) {
      const order = (): number => compareFirstUnequal(olds, news);
      const script = editScript(olds.signatures, news.signatures, signatures.size, order);
      for (const [i, j] of script.pairs()) old.pair(olds.groups[i]!, next, news.groups[j]!);
    }
    const unpaired = new Map<number, number[]>();
    for (let j = news.groups.length - 1; j >= 0; j--) {
      const group = news.groups[j]!;
      if (next.isOpen(group)) addToGroup(unpaired, news.signatures[j]!, group);
    }
    for (const [i, group] of olds.groups.entries()) {
      if (!old.isOpen(group)) continue;
      const partner = unpaired.get(olds.signatures[i]!)?.pop();
      if (partner !== undefined) old.pair(group, next, partner);
    }
  }

  /** Pairs the groups that are left if each is the only one in its log whose lines have these templates. */
  function pairUnique(): void {
    const template = (key: number): number => table.template(key);
    const { olds, news } = signOpen(old.bareKeys.map(template), next.bareKeys.map(template));
    const [oldOnly, newOnly] = [onlyIndexes(olds.signatures), onlyIndexes(news.signatures)];
    for (const [signature, i] of oldOnly) {
      const j = newOnly.get(signature);
      if (i !== undefined && j !== undefined) old.pair(olds.groups[i]!, next, news.groups[j]!);
    }
  }

  for (let group = 0; group < count; group++) {
    const isShared = old.length(group) > 0 && next.length(group) > 0;
    if (isShared || group === NO_GROUP) old.pair(group, next, group);
  }
  pairEqual();
  pairSimilar(old, next, table, isOrdered);
  pairUnique();
  return function* (skip) {
    const idsOf = (group: number | undefined, partner: number | undefined): GroupIds<Buffer> => ({
      old: group === undefined ? undefined : keys.id(group),
      new: partner === undefined ? undefined : keys.id(partner),
      alike: undefined,
    });
    for (const group of old.order) {
      const lines = old.of(group);
      const partner = old.partner(group);
      if (partner === undefined) yield { ids: idsOf(group, partner), only: "old", old: lines, new: undefined };
      else if (skip !== undefined && areEqual(group, partner)) skip(lines.length);
      else yield { ids: group === NO_GROUP ? undefined : idsOf(group, partner), old: lines, new: next.of(partner) };
    }
    for (const group of next.order) {
      const lines = next.of(group);
      if (next.isOpen(group)) yield { ids: idsOf(undefined, group), only: "new", old: undefined, new: lines };
      else if (group === NO_GROUP && old.length(group) === 0) yield { ids: undefined, old: old.of(group), new: lines };
    }
  };
}

/** Groups that are alike have equal signatures. */
interface SignedGroups {
  readonly groups: Uint32Array;
  readonly signatures: Uint32Array;
}

/** The index of each number that occurs once; undefined for those that occur several times. */
function onlyIndexes(numbers: Uint32Array): Map<number, number | undefined> {
  const indexes = new Map<number, number | undefined>();
  for (const [i, number] of numbers.entries()) indexes.set(number, indexes.has(number) ? undefined : i);
  return indexes;
}
