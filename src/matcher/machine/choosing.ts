// Which rule wins a line: those whose anchors are in the line are tried in the order of precedence. It is the search of
// `choice/candidates.ts` and `search/gram-set.ts`, on their data.
import { HASH_FACTOR, SECOND_HASH_FACTOR, WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { KEY_SHIFT, WINDOWS } from "../search/gram-set.ts";
import { type Callee, constant, type FunctionBuilder, type Int, type Local, type ModuleBuilder } from "./assembler.ts";
import { BY_PARSER, CANDIDATE, LITERAL, REGISTERS, RULE, SEARCH, SLOT, WHOLE } from "./layout.ts";
import type { Scanning, State } from "./scanning.ts";

/** Steps that the machine takes with a rule on a line before it leaves both to the rule's parser. */
const FUEL_PER_BYTE = 16;
const MORE_FUEL = 4096;

/** A search takes so many steps in each turn of its loop. */
const STEPS_PER_TURN = 4;

/** What the host does: see `Imports`. */
export type Host = ReturnType<typeof importHost>;

export function importHost(module: ModuleBuilder) {
  return {
    list: module.imported("list", 3, true),
    prepare: module.imported("prepare", 1, true),
    parse: module.imported("parse", 1, true),
    listCandidates: module.imported("listCandidates", 2, true),
    change: module.imported("change", 4, true),
    nextPart: module.imported("nextPart", 0, true),
  };
}

/**
 * `match` finds the winner of the line between two offsets: its rule, or 0. After it, `other` finds the next rule in
 * the order of precedence that matches the same line, or 0.
 */
export function defineChoosing(
  module: ModuleBuilder,
  { lineStart, lineEnd, fuel, serial, candidates, queue, queueLength }: State,
  { standsAt }: Scanning,
  matchNode: Callee,
  host: Host,
): { readonly match: Callee; readonly other: Callee } {
  const rankOf = (candidate: Int): Int => candidate.word(CANDIDATE.rank);
  const slot = (index: Int): Int => index.shiftLeft(2).add(queue);

  /** Adds a list of candidates. The best is the last. */
  const push = module.procedure(1, (f, list) => {
    const index = f.local(queueLength);
    f.increase(queueLength, 1);
    f.block((placed) => {
      f.while(index.gt(0), () => {
        const before = slot(index.sub(1)).word();
        f.branchIf(placed, rankOf(before).gt(rankOf(list)));
        f.store(slot(index), before);
        f.set(index, index.sub(1));
      });
    });
    f.store(slot(index), list);
  });

  /** The best of a list, which may be 0, and those in the queue, which is not empty and then holds the others. */
  const best = module.function(1, (f, list) => {
    const top = f.local(slot(queueLength.sub(1)).word());
    f.if(list, () => f.if(rankOf(list).lt(rankOf(top)), () => f.return(list)));
    f.set(queueLength, queueLength.sub(1));
    f.if(list, () => f.do(push, list));
    f.return(top);
  });

  const hashOf = (word: Int): Int => word.mul(HASH_FACTOR);

  /** `gramHash` of the gram of a length that ends at an offset. */
  const gramHash = (f: FunctionBuilder, length: Local, end: Local): Local => {
    const hash = f.local(0);
    f.if(length.gt(WORD_BYTES), () => {
      f.set(hash, hashOf(end.sub(WORD_BYTES).word()));
      f.set(hash, hashOf(hash.mul(SECOND_HASH_FACTOR).add(end.sub(length).word())));
      const middle = end.sub(length.add(WORD_BYTES).shiftRight(1));
      f.set(hash, hashOf(hash.mul(SECOND_HASH_FACTOR).add(middle.word())));
    }).else(() => {
      f.if(length.gt(2), () => f.set(hash, hashOf(end.sub(WORD_BYTES).word()))).else(() =>
        f.set(hash, hashOf(f.either(length.eq(2), end.sub(2).half(), end.sub(1).byte()))),
      );
    });
    return hash;
  };

  /** The better of the lists of candidates: `found`, which may be 0, and those of the grams that end at an offset. */
  const lookUp = module.function(3, (f, search, end, found) => {
    const length = f.local(search.word(SEARCH.length));
    const hash = gramHash(f, length, end);
    const lastSlot = f.local(search.word(SEARCH.lastSlot));
    const index = f.local(hash.xor(hash.shiftRight(15)).and(lastSlot));
    const slots = f.local(search.word(SEARCH.slots));
    const [slotAt, list] = f.variables(2);
    f.forever((again) => {
      f.set(slotAt, slots.add(index.mul(SLOT.size)));
      f.if(slotAt.word(SLOT.gram).isZero(), () => f.return(found));
      f.set(index, index.add(1).and(lastSlot));
      f.branchIf(again, slotAt.word(SLOT.hash).ne(hash));
      f.branchIf(again, slotAt.word(SLOT.foundIn).eq(serial));
      f.store(slotAt, serial, SLOT.foundIn);
      f.set(list, slotAt.word(SLOT.candidates));
      f.if(list.isZero(), () => {
        f.set(list, f.call(host.listCandidates, search.word(SEARCH.id), slotAt.word(SLOT.gram).sub(1)));
        f.store(slotAt, list, SLOT.candidates);
      });
      f.if(found.isZero(), () => f.set(found, list)).else(() => {
        f.if(rankOf(list).lt(rankOf(found)), () => {
          f.do(push, found);
          f.set(found, list);
        }).else(() => f.do(push, list));
      });
    });
  });

  /** The best list of candidates that a search finds in the line, or 0. Others go to the queue. */
  const searchLine = module.function(1, (f, search) => {
    const found = f.local(0);
    const length = f.local(search.word(SEARCH.length));
    const shift = f.local(search.word(SEARCH.shift));
    const lastEntry = f.local(search.word(SEARCH.lastEntry));
    const end = f.local(lineEnd.sub(search.word(SEARCH.after)));
    const at = f.local(lineStart.add(search.word(SEARCH.before)).add(length));
    const step = f.local();
    const window = f.local(search.word(SEARCH.window));
    const longest = f.local(length.sub(window).add(1));

    /** Passes over what no gram ends in, and looks up the others. */
    const scan = (entry: () => Int): void =>
      f.forever((_, done) => {
        // Most steps are the longest. The processor guesses that, and need not wait for what it reads. Several steps
        // share what V8 does in each turn of a loop, and this loop calls nothing.
        f.forever((_, stop) => {
          for (let i = 0; i < STEPS_PER_TURN; i++) {
            f.branchIf(done, at.gt(end));
            f.set(step, shift.add(entry()).byte());
            f.branchIf(stop, step.ne(longest));
            f.increase(at, longest);
          }
        });
        f.if(step, () => f.increase(at, step)).else(() => {
          f.set(found, f.call(lookUp, search, at, found));
          f.increase(at, 1);
        });
      });
    const keyOf = (hash: Int): Int => hash.shiftRight(KEY_SHIFT).and(lastEntry);
    const word = (): Int => hashOf(at.sub(WORD_BYTES).word());
    f.if(window.eq(WINDOWS.byte), () => scan(() => at.sub(1).byte()));
    f.if(window.eq(WINDOWS.word), () => scan(() => keyOf(word())));
    f.if(window.eq(WINDOWS.long), () =>
      scan(() => keyOf(word().xor(at.sub(WINDOWS.long).word()).mul(SECOND_HASH_FACTOR))),
    );
    f.return(found);
  });

  /** Whether a rule matches the line. */
  const tryRule = module.function(1, (f, rule) => {
    const closing = f.local();
    const matches = f.local(0);
    const whole = f.local(rule.word(RULE.whole));
    f.if(whole.isZero(), () => f.set(whole, f.call(host.prepare, rule)));
    f.if(whole.ne(BY_PARSER), () => {
      f.set(closing, whole.word(WHOLE.closing));
      f.if(closing, () => {
        const offset = f.local(lineEnd.sub(closing.word(LITERAL.length)));
        f.if(offset.lt(lineStart), () => f.return(0));
        f.if(f.call(standsAt, closing, offset).isZero(), () => f.return(0));
      });
      f.set(fuel, lineEnd.sub(lineStart).mul(FUEL_PER_BYTE).add(MORE_FUEL));
      const dated = whole.word(WHOLE.dated);
      f.if(dated, () => f.set(matches, f.call(matchNode, dated, lineStart)));
      f.if(matches.isZero(), () => f.set(matches, f.call(matchNode, whole.word(WHOLE.plain), lineStart)));
      // Without fuel, the answer does not count.
      f.if(fuel.ge(0), () => f.return(matches));
    });
    f.return(f.call(host.parse, rule));
  });

  /** The rule of the first candidate that matches the line, or 0. Those after it are then in `REGISTERS.winner`. */
  const choose = module.function(1, (f, candidate) => {
    const [found, next] = f.variables(2);
    f.while(candidate, () => {
      const rule = candidate.word(CANDIDATE.rule);
      f.if(rule, () => {
        f.record(0, REGISTERS, { tried: constant(0).word(REGISTERS.tried).add(1) });
        f.if(f.call(tryRule, rule), () => {
          f.record(0, REGISTERS, { winner: candidate });
          f.return(rule);
        });
      });
      f.set(next, candidate.word(CANDIDATE.next));
      f.set(found, 0);
      const search = candidate.word(CANDIDATE.search);
      f.if(search, () => f.set(found, f.call(searchLine, search)));
      f.if(found, () => {
        f.if(next, () => f.do(push, next));
        f.set(candidate, found);
      }).else(() => f.set(candidate, next));
      // For most lines this is the only list.
      f.if(queueLength, () => f.set(candidate, f.call(best, candidate)));
    });
    f.record(0, REGISTERS, { winner: 0 });
    f.return(0);
  });

  const match = module.function(2, (f, start, end) => {
    f.set(lineStart, start);
    f.set(lineEnd, end);
    f.increase(serial, 1);
    f.set(queueLength, 0);
    f.record(0, REGISTERS, { start, end, serial, tried: 0 });
    f.return(f.call(choose, candidates));
  });

  const other = module.function(0, (f) => {
    const winner = f.local(constant(0).word(REGISTERS.winner));
    f.if(winner.isZero(), () => f.return(0));
    const candidate = f.local(winner.word(CANDIDATE.next));
    f.if(queueLength, () => f.set(candidate, f.call(best, candidate)));
    f.return(f.call(choose, candidate));
  });

  return { match, other };
}
