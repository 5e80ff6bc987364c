// The operations of `Algebra` as the machine does them. Elements that can end in one place only follow each other in a
// loop; one that may end in several calls the function for what comes after each.
import { LINE_END } from "../../text/bytes/byte-set.ts";
import { f, functionOf, type Int, imported, type Operand } from "./assembler.ts";
import {
  ALTERNATIVES,
  BRANCH,
  KINDS,
  LISTERS,
  LITERAL,
  NODE,
  OPERATIONS,
  type Operation,
  SHARED,
  SHORT_LITERAL,
  VECTOR_BYTES,
} from "./layout.ts";
import { address, dateTime } from "./listers.ts";
import { blanks, find, mayEnd, noDigits, standsAt, state, textEnd } from "./scanning.ts";

const { lineEnd, fuel, serial, listTop } = state;

/** What a call of the host takes of the fuel. */
const HOST_STEPS = 4;

const list = imported("list", 3);

/** Whether what begins with a node matches from an offset to the end of the line. */
export const matchNode: (node: Operand, at: Operand) => Int = functionOf((node, at) => {
  const [end, literal, count, other, branch] = f.variables(5);

  const capture = (from: Int, to: Int): void => {
    f.store(node.word(NODE.field), from);
    f.store(node.word(NODE.field), to, 4);
  };
  /** Whether the byte at an offset, or the end of the line there, is in a set. */
  const isIn = (set: Int, at: Int): Int => set.add(at.lt(lineEnd).either(at.byte(), LINE_END)).byte();
  const failIf = (condition: Int) => f.returnIf(condition, 0);
  const failIfSpent = (steps: number): void => {
    f.decrease(fuel, steps);
    failIf(fuel.lt(0));
  };
  const restMatches = (offset: Int): Int => matchNode(node.word(NODE.next), offset);
  const succeedIfRestMatches = (offset: Int) => f.returnIf(restMatches(offset), 1);
  /** Captures the field up to an offset, and succeeds if the rest matches after it. */
  const tryEnd = (end: Int): void => {
    capture(at, end);
    succeedIfRestMatches(end);
  };

  f.forever((again) => {
    const goOn = (offset: Int): void => {
      f.set(at, offset);
      f.set(node, node.word(NODE.next));
      f.branch(again);
    };
    /** A field up to so many bytes before `end`. */
    const captureRun = (): void => {
      f.decrease(end, node.word(NODE.number));
      failIf(end.le(at));
      capture(at, end);
      goOn(end);
    };
    /** A field up to the end of a run of one class of bytes; most are shorter than a vector. */
    const run = (kind: (typeof KINDS)[number], stops: (at: Int) => Int): void => {
      f.set(end, at.add(stops(at).firstBit(VECTOR_BYTES)));
      f.if(end.eq(at.add(VECTOR_BYTES)), () => f.set(end, textEnd(KINDS.indexOf(kind), at)));
      f.set(end, end.min(lineEnd));
      captureRun();
    };

    const CASES: Readonly<Record<Operation, () => void>> = {
      end: () => f.return(at.eq(lineEnd.sub(node.word(NODE.number)))),
      "short literal": () => {
        const mask = node.word(SHORT_LITERAL.mask);
        f.set(end, at.add(node.word(SHORT_LITERAL.length)));
        failIf(end.gt(lineEnd));
        failIf(at.vector().eq(node.vector(SHORT_LITERAL.bytes)).bits().and(mask).ne(mask));
        goOn(end);
      },
      "long literal": () => {
        failIf(standsAt(node.word(NODE.literal), at).isZero());
        goOn(at.add(node.word(NODE.literal).word(LITERAL.length)));
      },
      digits: () => run("digits", noDigits),
      "non-blanks": () => run("non-blanks", blanks),
      run: () => {
        f.set(end, textEnd(node.word(NODE.kind), at));
        captureRun();
      },
      "any to end": () => {
        f.set(end, lineEnd.sub(node.word(NODE.number)));
        failIf(end.lt(at));
        capture(at, end);
        f.return(1);
      },
      "any to leftmost": () => {
        f.set(end, find(node.word(NODE.literal), at));
        failIf(end.isZero());
        capture(at, end);
        goOn(end.add(node.word(NODE.literal).word(LITERAL.length)));
      },
      "any to literal": () => {
        f.set(other, at);
        f.forever(() => {
          f.set(end, find(node.word(NODE.literal), other));
          failIf(end.isZero());
          f.set(other, end.add(node.word(NODE.literal).word(LITERAL.length)));
          f.if(isIn(node.word(NODE.first), other), () => {
            capture(at, end);
            succeedIfRestMatches(other);
          });
          failIfSpent(1);
          f.set(other, end.add(1));
        });
      },
      "any to rest": () => {
        f.set(end, at);
        f.while(end.le(lineEnd), () => {
          f.if(isIn(node.word(NODE.first), end), () => {
            tryEnd(end);
            // The rest is monotone.
            failIf(node.word(NODE.number));
          });
          failIfSpent(1);
          f.increase(end, 1);
        });
        f.return(0);
      },
      "run to rest": () => {
        // The last end first. The search for it has used a step for each byte.
        f.set(end, textEnd(node.word(NODE.kind), at));
        f.set(other, node.word(NODE.first));
        const tryIf = (mayFollow: Int): void => {
          f.if(mayFollow, () => {
            f.if(mayEnd(node.word(NODE.kind), end), () => tryEnd(end));
            failIfSpent(1);
          });
          f.decrease(end, 1);
        };
        f.if(end.eq(lineEnd), () => tryIf(other.byte(LINE_END)));
        f.while(end.gt(at), () => tryIf(other.add(end.byte()).byte()));
        f.return(0);
      },
      values: () => {
        // The literals of the values come one after the other, the longest first; after the last is 0.
        f.set(branch, node.word(NODE.first));
        f.forever(() => {
          f.set(literal, branch.word());
          failIf(literal.isZero());
          f.if(standsAt(literal, at), () => {
            f.set(end, at.add(literal.word(LITERAL.length)));
            tryEnd(end);
          });
          failIfSpent(1);
          f.increase(branch, 4);
        });
      },
      listed: () => {
        f.set(branch, listTop);
        f.set(count, -1);
        const lister = f.local(node.word(NODE.kind));
        f.if(lister.eq(LISTERS.indexOf("address")), () => f.set(count, address(at, listTop)));
        // What is left is how many of the ends of a date-time count.
        f.if(lister.gt(LISTERS.indexOf("address")), () =>
          f.set(count, dateTime(lister.sub(LISTERS.indexOf("date-time")), at, listTop)),
        );
        f.if(count.lt(0), () => {
          f.set(count, list(node.word(NODE.number), at, listTop));
          f.decrease(fuel, HOST_STEPS);
        });
        // Without room for the ends, the rule is left to its parser.
        f.if(count.lt(0), () => {
          f.set(fuel, -1);
          f.return(0);
        });
        f.increase(listTop, count.shiftLeft(2));
        f.set(other, listTop);
        f.set(end, 0);
        f.while(branch.lt(other).and(fuel.ge(0)), (found) => {
          capture(at, branch.word());
          f.set(end, restMatches(branch.word()));
          f.branchIf(found, end);
          f.increase(branch, 4);
          f.decrease(fuel, 1);
        });
        f.set(listTop, other.sub(count.shiftLeft(2)));
        f.return(end);
      },
      alternatives: () => {
        f.set(branch, node.add(ALTERNATIVES.branches));
        f.set(count, node.word(ALTERNATIVES.count));
        f.repeat(count, () => {
          f.if(isIn(branch.word(BRANCH.first), at), () => {
            f.if(matchNode(branch.word(BRANCH.node), at), () => {
              // The fields of other branches, up to a 0, capture the empty text.
              f.set(other, branch.word(BRANCH.others));
              f.while(other.word(), () => {
                f.store(other.word(), at);
                f.store(other.word(), at, 4);
                f.increase(other, 4);
              });
              f.return(1);
            });
            failIfSpent(1);
          });
          f.increase(branch, BRANCH.size);
        });
        f.return(0);
      },
      shared: () => {
        const offsets = (index: Int): Int => node.add(index.shiftLeft(2));
        f.if(node.word(SHARED.serial).eq(serial), () => {
          f.set(count, node.word(SHARED.count));
          f.while(count, () => {
            f.decrease(count, 1);
            failIf(offsets(count).word(SHARED.offsets).eq(at));
          });
        }).else(() => f.record(node, SHARED, { serial, count: 0 }));
        succeedIfRestMatches(at);
        f.set(count, node.word(SHARED.count));
        f.if(count.lt(SHARED.most), () => {
          f.store(offsets(count), at, SHARED.offsets);
          f.store(node, count.add(1), SHARED.count);
        });
        failIfSpent(1);
        f.return(0);
      },
    };
    f.switch(node.word(NODE.operation), OPERATIONS, (name) => CASES[name]());
  });
});
