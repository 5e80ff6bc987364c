// Lines of a block and which rules win them, without a step in JavaScript for each line.
import { CARRIAGE_RETURN, NEWLINE } from "../../text/bytes/ascii.ts";
import { f, functionOf, type Int, type Label, procedure, type Variable } from "./assembler.ts";
import { match, other } from "./choosing.ts";
import { MAX_LINE_BYTES, RULE, VECTOR_BYTES } from "./layout.ts";
import { state } from "./scanning.ts";

/** The first newline from an offset on, or 0. */
const newline = functionOf((from, end) => {
  const at = f.local(from);
  const found = f.local();
  const newlines = (vector: number): Int => {
    const bits = at
      .vector(vector * VECTOR_BYTES)
      .eq(NEWLINE)
      .bits();
    return bits.shiftLeft((vector % 2) * VECTOR_BYTES);
  };
  f.while(at.lt(end), () => {
    for (const half of [0, 2]) {
      f.set(found, newlines(half).or(newlines(half + 1)));
      f.if(found, () => {
        f.increase(at, found.trailingZeros().add(half * VECTOR_BYTES));
        f.return(at.lt(end).either(at, 0));
      });
    }
    f.increase(at, 4 * VECTOR_BYTES);
  });
  f.return(0);
});

/** Sets where the line at an offset stops, and the next one begins. Branches if it is long, or has no end. */
export function readLine(at: Int, end: Int, stop: Variable, next: Variable, otherwise: Label): void {
  f.set(stop, newline(at, end));
  f.branchIf(otherwise, stop.isZero());
  f.set(next, stop.add(1));
  f.if(stop.gt(at), () => f.decrease(stop, stop.sub(1).byte().eq(CARRIAGE_RETURN)));
  f.branchIf(otherwise, stop.sub(at).gt(MAX_LINE_BYTES));
}

/** Counts a line of the rule with this index, or, if that is -1, one that no rule matches. */
export function countLine(index: Int): void {
  const counter = index.add(1).shiftLeft(2).add(state.tally);
  f.store(counter, counter.word().add(1));
}

/**
 * Counts the winners of at most so many lines from an offset to the end of a block. Stops before a line that no rule
 * matches, whose rule is apart, or that is too long or has no end. Stops after a line that another rule matches, too,
 * or for which more than `maxTried` rules were tried to find that out: `other` then goes on with it. The variables say
 * how many lines that were, where it stopped and how many rules were tried.
 */
export const count = procedure((end, most, maxTried) => {
  const [stop, next, rule, found, triedBefore] = f.variables(5);
  // All is kept in memory, so that it is right, too, if there is no room for what the host adds.
  const { lines, cursor, tried, triedForWinners, triedForOthers } = state;
  f.while(lines.lt(most), (done) => {
    readLine(cursor, end, stop, next, done);
    f.set(rule, match(cursor, stop));
    f.branchIf(done, rule.isZero());
    f.branchIf(done, rule.word(RULE.isApart));
    f.set(triedBefore, tried);
    f.set(found, other());
    f.decrease(tried, triedBefore);
    countLine(rule.word(RULE.index));
    f.set(cursor, next);
    f.increase(lines, 1);
    f.increase(triedForWinners, triedBefore);
    f.if(found.or(tried.gt(maxTried)), () => {
      f.set(state.rule, rule);
      f.set(state.other, found);
      f.branch(done);
    });
    f.increase(triedForOthers, tried);
  });
});
