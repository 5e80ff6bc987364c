// The work of pairing groups and of the search for renamed ids, on logs that are made to need much of it.
import assert from "node:assert/strict";
import type { AliasedLines, findRenaming, Renaming } from "../../../src/tools/diff/renaming.ts";
import type { LineGroups, pairSimilar } from "../../../src/tools/diff/similar-groups.ts";
import { shareOf, someOf } from "../../support/property.ts";
import { checkGrowth, countingSuite } from "../../support/steps.ts";

interface Comparing {
  readonly pairSimilar: typeof pairSimilar;
  readonly LineGroups: typeof LineGroups;
  readonly findRenaming: typeof findRenaming;
  readonly Renaming: typeof Renaming;
}

const COMPARING = {
  "tools/diff/similar-groups.ts": "LineGroups, pairSimilar",
  "tools/diff/renaming.ts": "findRenaming, Renaming",
};

/** A pseudorandom number below 2 ** 32 for each number. */
const scattered = (number: number): number => Math.imul(number + 1, 0x9e3779b1) >>> 0;

/** The keys of each group, one line after the other. The numbers of the old log's own keys are even. */
type GroupsOf = (count: number, side: 0 | 1) => number[][];

const numbered = (count: number, group: (i: number) => number[]): number[][] =>
  Array.from({ length: count }, (_, i) => group(i));

const HOSTILE_GROUPS: Readonly<Record<string, GroupsOf>> = {
  "that share half of their lines with all others": (count, side) =>
    numbered(count, (i) => [0, 1, 2, 10 + 4 * i + side, 12 + 4 * i + side, 3]),
  "that share one line with all others": (count, side) =>
    numbered(count, (i) => [0, 10 + 8 * i + side, 12 + 8 * i + side, 14 + 8 * i + side]),
  "that are all alike but for one of a few lines": (count, side) =>
    numbered(count, (i) => [0, 1, 2, 3 + (side === 0 ? i % 7 : 7 + (i % 5)), 4]),
  "whose lines are those of other groups": (count, side) =>
    numbered(count, (i) => Array.from({ length: 5 }, (_, n) => scattered((10 * i + 2 * n + side) * 31) % count)),
  "of a line each, all of which another group has": (count, side) =>
    side === 0 ? numbered(count, (i) => [100 * count - 1 - i]) : [Array.from({ length: 100 * count }, (_, i) => i)],
  "of a hundred lines": (count, side) =>
    numbered(Math.ceil(count / 6), (i) =>
      Array.from({ length: 100 }, (_, n) => (n % 3 === side ? 1000 + 200 * i + n : n)),
    ),
};

countingSuite<Comparing>("steps of pairing similar groups", COMPARING, (test, modules) => {
  for (const [kind, groupsOf] of someOf(Object.entries(HOSTILE_GROUPS), "hostile groups")) {
    for (const isOrdered of [true, false]) {
      test(`grow as the groups do: groups ${kind}, ${isOrdered ? "in order" : "unordered"}`, () => {
        const stepsOf = (count: number): number => {
          const sides = [groupsOf(count, 0), groupsOf(count, 1)] as const;
          const keyCount = 1 + Math.max(...sides.flat(2));
          const [olds, news] = sides.map((groups) => {
            const groupOfLine = Uint32Array.from(groups.flatMap((lines, group) => lines.map(() => group)));
            return new (modules().LineGroups)(groupOfLine, groups.length, Uint32Array.from(groups.flat()));
          });
          const keys = { size: keyCount, template: (key: number) => key % 3 };
          return modules().during(() => modules().pairSimilar(olds!, news!, keys, isOrdered));
        };
        stepsOf(20);
        const size = shareOf(400);
        checkGrowth(kind, stepsOf(size), stepsOf(2 * size));
      });
    }
  }
});

/** Lines with one or two ids each. */
function aliased(keys: readonly number[], ids: readonly (readonly number[])[]): AliasedLines {
  const numbers = new Map<number, number>();
  const values = ids.flat().map((id) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return numbers.get(id)!;
  });
  const starts = [0];
  for (const own of ids) starts.push(starts.at(-1)! + own.length);
  return {
    bareKeys: Uint32Array.from(keys),
    starts: Uint32Array.from(starts),
    values: Uint32Array.from(values),
    fields: new Uint32Array(numbers.size),
  };
}

type LinesOf = (count: number, side: 0 | 1) => AliasedLines;

/** One line of each of these ids. */
const single = (keys: readonly number[], ids: readonly number[]): AliasedLines =>
  aliased(
    keys,
    ids.map((id) => [id]),
  );

const places = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const HOSTILE_LINES: Readonly<Record<string, LinesOf>> = {
  "with ids that nothing pairs": (count, side) =>
    single(
      places(count).map((i) => scattered(2 * i + side) % 3),
      places(count).map((i) => scattered(i * i + side) % Math.ceil(count / 3)),
    ),
  "with one id": (count, side) =>
    single(
      places(count).map((i) => scattered(2 * i + side) % 1000),
      places(count).map(() => 0),
    ),
  "with two ids": (count, side) =>
    single(
      places(count).map((i) => scattered(2 * i + side) % 3),
      places(count).map((i) => (scattered(i * i + side) >>> 7) % 2),
    ),
  "with an id in half of all lines": (count, side) =>
    single(
      places(count).map((i) => scattered(2 * i + side) % Math.ceil(count / 4)),
      places(count).map((i) => (i % 2 === 0 ? 0 : i)),
    ),
  "that are the same for all ids, but some are missing": (count, side) => {
    const kept = places(count).filter((i) => side === 0 || scattered(i) % 2 === 0);
    return single(
      kept.map((i) => i % 4),
      kept.map((i) => i >> 2),
    );
  },
  "with more and more ids": (count, side) =>
    single(
      places(count).map((i) => scattered(2 * i + side) % 5),
      places(count).map((i) => Math.floor(Math.sqrt(300 * i))),
    ),
  "with two ids each": (count, side) => entangled(count, side),
};

/** No search takes more steps than this for each line that it counts. */
const STEPS_PER_LINE = 12_000;

/** Lines that no renaming makes equal, and whose ids nothing tells apart for long. */
function entangled(count: number, side: 0 | 1): AliasedLines {
  const at = Array.from({ length: count }, (_, i) => 2 * i + side);
  const idCount = Math.ceil(count / 4);
  return aliased(
    at.map((n) => scattered(n) % 3),
    at.map((n) => [scattered(7 * n) % idCount, scattered(n * n) % idCount]),
  );
}

countingSuite<Comparing>("steps of the search for renamed ids", COMPARING, (test, modules) => {
  for (const [kind, linesOf] of someOf(Object.entries(HOSTILE_LINES), "hostile lines")) {
    for (const isOrdered of [true, false]) {
      test(`are all counted: lines ${kind}, ${isOrdered ? "in order" : "unordered"}`, () => {
        const size = shareOf(3000);
        const logs = { old: linesOf(size, 0), new: linesOf(size, 1) };
        const read = logs.old.bareKeys.length + logs.new.bareKeys.length;
        for (const lines of [0, shareOf(100_000)]) {
          const effort = { lines };
          const same = new (modules().Renaming)(logs);
          const steps = modules().during(() => modules().findRenaming(logs, same, isOrdered, effort));
          const counted = lines - effort.lines;
          assert.ok(steps <= STEPS_PER_LINE * counted, `${steps} steps, ${counted} lines`);
          assert.ok(counted <= lines + 40 * read, `${counted} lines were counted, ${lines} allowed`);
        }
      });
    }
  }

  /** The steps of this number of searches that share an effort. */
  const stepsOf = (searches: number, lines: number, effort: number, isOrdered: boolean): number => {
    const logs = { old: entangled(lines, 0), new: entangled(lines, 1) };
    const shared = { lines: effort };
    return modules().during(() => {
      for (let i = 0; i < searches; i++) {
        modules().findRenaming(logs, new (modules().Renaming)(logs), isOrdered, shared);
      }
    });
  };

  for (const isOrdered of [true, false]) {
    const how = isOrdered ? "in order" : "unordered";

    test(`grow as the lines do when no effort is left, ${how}`, () => {
      stepsOf(1, 20, 0, isOrdered);
      checkGrowth("lines", stepsOf(1, 2000, 0, isOrdered), stepsOf(1, 4000, 0, isOrdered));
    });

    test(`grow as the searches do when no effort is left, ${how}`, () => {
      stepsOf(1, 20, 0, isOrdered);
      const searches = shareOf(100);
      checkGrowth("searches", stepsOf(searches, 40, 0, isOrdered), stepsOf(2 * searches, 40, 0, isOrdered));
    });

    test(`are bounded by the effort, which all searches share, ${how}`, () => {
      const [searches, lines] = [20, 40];
      stepsOf(1, lines, 0, isOrdered);
      const without = stepsOf(searches, lines, 0, isOrdered);
      const [once, twice] = [50_000, 100_000].map((effort) => stepsOf(searches, lines, effort, isOrdered));
      assert.ok(once! > 1.2 * without, `${without} steps without effort, ${once} with some: the search uses none`);
      checkGrowth("effort", once! - without, twice! - without);
    });

    test(`end: many logs take no more effort than they have, ${how}`, () => {
      const logs = { old: entangled(200, 0), new: entangled(200, 1) };
      const effort = { lines: 5_000 };
      modules().findRenaming(logs, new (modules().Renaming)(logs), isOrdered, effort);
      const cost = logs.old.bareKeys.length + logs.new.bareKeys.length + 100;
      assert.ok(effort.lines <= cost && effort.lines > -5_000, `${effort.lines} lines are left`);
    });
  }
});
