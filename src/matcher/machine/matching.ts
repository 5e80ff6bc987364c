// The operations of `Algebra` as the machine does them. Elements that can end in one place only follow each other in a
// loop; one that may end in several calls the function for what comes after each.
import { LINE_END } from "../../text/bytes/byte-set.ts";
import type { Callee, FunctionBuilder, Int, Local, ModuleBuilder } from "./assembler.ts";
import type { Host } from "./choosing.ts";
import {
  ALTERNATIVES,
  BRANCH,
  KINDS,
  LISTERS,
  LITERAL,
  NODE,
  OPERATIONS,
  type Operation,
  RUN_TO_BYTE,
  SHARED,
  SHORT_LITERAL,
  VECTOR_BYTES,
} from "./layout.ts";
import type { Listers } from "./listers.ts";
import { blanks, noDigits, type Scanning, type State } from "./scanning.ts";

/** What a call of the host takes of the fuel. */
const HOST_STEPS = 4;

/** A function that says whether what begins with a node matches from an offset to the end of the line. */
export function defineMatching(
  module: ModuleBuilder,
  { lineEnd, fuel, serial, listTop }: State,
  { standsAt, find, textEnd, mayEnd }: Scanning,
  { dateTime, address }: Listers,
  { list }: Host,
): Callee {
  const match = module.declare(2);
  module.define(match, (f, node, at) => {
    const [end, literal, count, other, branch] = f.variables(5);

    const capture = (from: Int, to: Int): void => {
      f.store(node.word(NODE.field), from);
      f.store(node.word(NODE.field), to, 4);
    };
    /** Whether the byte at an offset, or the end of the line there, is in a set. */
    const isIn = (set: Int, at: Int): Int => set.add(f.either(at.lt(lineEnd), at.byte(), LINE_END)).byte();
    const failIf = (condition: Int) => f.if(condition, () => f.return(0));
    const failIfSpent = (steps: Int | number): void => {
      f.set(fuel, fuel.sub(steps));
      failIf(fuel.lt(0));
    };

    f.forever((again) => {
      const goOn = (offset: Int): void => {
        f.set(at, offset);
        f.set(node, node.word(NODE.next));
        f.branch(again);
      };
      const succeedIfRestMatches = (offset: Int) =>
        f.if(f.call(match, node.word(NODE.next), offset), () => f.return(1));

      /** A field up to the end of a run of one class of bytes; most are shorter than a vector. */
      const run = (kind: (typeof KINDS)[number], stops: (at: Int) => Int): void => {
        f.set(end, at.add(stops(at).firstBit(VECTOR_BYTES)));
        f.if(end.eq(at.add(VECTOR_BYTES)), () => f.set(end, f.call(textEnd, KINDS.indexOf(kind), at)));
        f.set(end, f.either(end.lt(lineEnd), end, lineEnd).sub(node.word(NODE.number)));
        failIf(end.le(at));
        capture(at, end);
        goOn(end);
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
          failIf(f.call(standsAt, node.word(NODE.literal), at).isZero());
          goOn(at.add(node.word(NODE.literal).word(LITERAL.length)));
        },
        digits: () => run("digits", noDigits),
        "non-blanks": () => run("non-blanks", blanks),
        run: () => {
          f.set(end, f.call(textEnd, node.word(NODE.kind), at).sub(node.word(NODE.number)));
          failIf(end.le(at));
          capture(at, end);
          goOn(end);
        },
        "any to end": () => {
          f.set(end, lineEnd.sub(node.word(NODE.number)));
          failIf(end.lt(at));
          capture(at, end);
          f.return(1);
        },
        "any to leftmost": () => {
          f.set(end, f.call(find, node.word(NODE.literal), at));
          failIf(end.isZero());
          capture(at, end);
          goOn(end.add(node.word(NODE.literal).word(LITERAL.length)));
        },
        "any to literal": () => {
          f.set(other, at);
          f.forever(() => {
            f.set(end, f.call(find, node.word(NODE.literal), other));
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
              capture(at, end);
              succeedIfRestMatches(end);
              // The rest is monotone.
              failIf(node.word(NODE.number));
            });
            failIfSpent(1);
            f.increase(end, 1);
          });
          f.return(0);
        },
        "run to byte": () => {
          // The last end first. Of the sixteen bytes up to it, a bit for each that is the byte which must follow.
          f.set(end, f.call(textEnd, node.word(NODE.kind), at));
          f.set(end, f.either(end.lt(lineEnd), end, lineEnd.sub(1)));
          f.while(end.gt(at), () => {
            f.set(
              other,
              end
                .sub(VECTOR_BYTES - 1)
                .vector()
                .eq(node.vector(RUN_TO_BYTE.bytes))
                .bits(),
            );
            f.set(end, end.sub(other.shiftLeft(VECTOR_BYTES).leadingZeros()));
            f.if(other, () => {
              failIf(end.le(at));
              f.if(f.call(mayEnd, node.word(NODE.kind), end), () => {
                capture(at, end);
                succeedIfRestMatches(end);
              });
              f.set(end, end.sub(1));
            }).else(() => f.set(end, end.add(VECTOR_BYTES)));
            failIfSpent(1);
          });
          f.return(0);
        },
        "run to rest": () => {
          // The last end first.
          f.set(end, f.call(textEnd, node.word(NODE.kind), at));
          f.while(end.gt(at), () => {
            f.if(isIn(node.word(NODE.first), end), () => {
              f.if(f.call(mayEnd, node.word(NODE.kind), end), () => {
                capture(at, end);
                succeedIfRestMatches(end);
              });
            });
            failIfSpent(1);
            f.set(end, end.sub(1));
          });
          f.return(0);
        },
        values: () => {
          // The literals of the values come one after the other, the longest first; after the last is 0.
          f.set(branch, node.word(NODE.first));
          f.forever(() => {
            f.set(literal, branch.word());
            failIf(literal.isZero());
            f.if(f.call(standsAt, literal, at), () => {
              f.set(end, at.add(literal.word(LITERAL.length)));
              capture(at, end);
              succeedIfRestMatches(end);
            });
            failIfSpent(1);
            f.increase(branch, 4);
          });
        },
        listed: () => {
          f.set(branch, listTop);
          f.set(count, -1);
          const lister = f.local(node.word(NODE.kind));
          f.if(lister.eq(LISTERS.indexOf("address")), () => f.set(count, f.call(address, at, listTop)));
          // What is left is how many of the ends of a date-time count.
          f.if(lister.gt(LISTERS.indexOf("address")), () => {
            f.set(count, f.call(dateTime, lister.sub(LISTERS.indexOf("date-time")), at, listTop));
          });
          f.if(count.lt(0), () => {
            f.set(count, f.call(list, node.word(NODE.number), at, listTop));
            f.set(fuel, fuel.sub(HOST_STEPS));
          });
          // Without room for the ends, the rule is left to its parser.
          f.if(count.lt(0), () => {
            f.set(fuel, -1);
            f.return(0);
          });
          f.set(listTop, listTop.add(count.shiftLeft(2)));
          f.set(other, listTop);
          f.while(branch.lt(other).and(fuel.ge(0)), () => {
            f.set(end, branch.word());
            capture(at, end);
            f.if(f.call(match, node.word(NODE.next), end), () => {
              f.set(listTop, other.sub(count.shiftLeft(2)));
              f.return(1);
            });
            f.increase(branch, 4);
            f.set(fuel, fuel.sub(1));
          });
          f.set(listTop, other.sub(count.shiftLeft(2)));
          f.return(0);
        },
        alternatives: () => {
          f.set(branch, node.add(ALTERNATIVES.branches));
          f.set(count, node.word(ALTERNATIVES.count));
          f.while(count, () => {
            f.if(isIn(branch.word(BRANCH.first), at), () => {
              f.if(f.call(match, branch.word(BRANCH.node), at), () => {
                captureNothing(f, branch.word(BRANCH.others), at, other);
                f.return(1);
              });
              failIfSpent(1);
            });
            f.increase(branch, BRANCH.size);
            f.set(count, count.sub(1));
          });
          f.return(0);
        },
        shared: () => {
          const offsets = (index: Int): Int => node.add(index.shiftLeft(2));
          f.if(node.word(SHARED.serial).eq(serial), () => {
            f.set(count, node.word(SHARED.count));
            f.while(count, () => {
              f.set(count, count.sub(1));
              failIf(offsets(count).word(SHARED.offsets).eq(at));
            });
          }).else(() => {
            f.record(node, SHARED, { serial, count: 0 });
          });
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
    f.return(0);
  });
  return match;
}

/** Has the fields whose bounds are listed capture the empty text at an offset. */
function captureNothing(f: FunctionBuilder, list: Int, at: Local, bounds: Local): void {
  const entry = f.local(list);
  f.forever((_, end) => {
    f.set(bounds, entry.word());
    f.branchIf(end, bounds.isZero());
    f.store(bounds, at);
    f.store(bounds, at, 4);
    f.increase(entry, 4);
  });
}
