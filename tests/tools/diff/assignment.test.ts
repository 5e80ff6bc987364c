// Pairs of the greatest weight, compared with a search of all.
import assert from "node:assert/strict";
import fc from "fast-check";
import { assign, type WeightedGraph } from "../../../src/tools/diff/renaming/assignment.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

/** A graph with these weights. 0 means that there is no edge. */
function graphOf(table: readonly (readonly number[])[], rightCount: number): WeightedGraph {
  const edges = table.map((weights) => weights.flatMap((weight, right) => (weight === 0 ? [] : [{ right, weight }])));
  const starts = [0];
  for (const own of edges) starts.push(starts.at(-1)! + own.length);
  return {
    leftCount: table.length,
    rightCount,
    starts: Uint32Array.from(starts),
    targets: Uint32Array.from(edges.flat(), ({ right }) => right),
    weights: Uint32Array.from(edges.flat(), ({ weight }) => weight),
  };
}

/** The greatest weight of all pairings of the rows from one on with the columns that are not taken. */
function greatest(table: readonly (readonly number[])[], row = 0, taken: readonly number[] = []): number {
  if (row === table.length) return 0;
  let best = greatest(table, row + 1, taken);
  for (const [column, weight] of table[row]!.entries()) {
    if (weight === 0 || taken.includes(column)) continue;
    best = Math.max(best, weight + greatest(table, row + 1, [...taken, column]));
  }
  return best;
}

/** The weight of the pairs. Fails if one is not an edge, or a vertex is in two. */
function weightOf({ partners }: ReturnType<typeof assign>, table: readonly (readonly number[])[]): number {
  const paired = [...partners.entries()].filter(([, right]) => right !== 0xffffffff);
  assert.equal(new Set(paired.map(([, right]) => right)).size, paired.length);
  return paired.reduce((sum, [left, right]) => {
    assert.ok(table[left]![right]! > 0, `${left} and ${right} have no edge`);
    return sum + table[left]![right]!;
  }, 0);
}

const tables = fc.integer({ min: 0, max: 6 }).chain((rightCount) =>
  fc.tuple(
    fc.constant(rightCount),
    fc.array(fc.array(fc.constantFrom(0, 0, 1, 2, 3, 9), { minLength: rightCount, maxLength: rightCount }), {
      maxLength: 6,
    }),
  ),
);

suite("an assignment", (test) => {
  test("has the greatest weight", () =>
    assertProperty(
      fc.property(tables, ([rightCount, table]) => {
        const assignment = assign(graphOf(table, rightCount), Number.POSITIVE_INFINITY);
        assert.equal(weightOf(assignment, table), greatest(table));
      }),
      { numRuns: 500 },
    ));

  test("stops after a number of steps, with pairs that are edges", () =>
    assertProperty(
      fc.property(tables, fc.nat(30), ([rightCount, table], maxSteps) => {
        const graph = graphOf(table, rightCount);
        const assignment = assign(graph, maxSteps);
        // A path that is begun is ended.
        const ofPath = 2 * graph.targets.length + graph.leftCount;
        assert.ok(assignment.steps <= maxSteps + ofPath, `${assignment.steps} steps`);
        const weight = weightOf(assignment, table);
        if (assignment.steps < maxSteps) assert.equal(weight, greatest(table));
      }),
      { numRuns: 300 },
    ));
});
