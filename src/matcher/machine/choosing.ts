// Which rule wins a line: those whose anchors are in the line are tried in the order of precedence. It is the search of
// `choice/candidates.ts` and `search/gram-set.ts`, on their data.
import { HASH_FACTOR, SECOND_HASH_FACTOR, WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { KEY_SHIFT, WINDOWS } from "../search/gram-set.ts";
import { f, functionOf, type Int, imported, procedure, type Variable } from "./assembler.ts";
import { BY_PARSER, CANDIDATE, LITERAL, RULE, SEARCH, SLOT, WHOLE } from "./layout.ts";
import { matchNode } from "./matching.ts";
import { standsAt, state } from "./scanning.ts";

const { lineStart, lineEnd, fuel, serial, candidates, queue, queueLength, winner, tried } = state;

const prepare = imported("prepare", 1);
const parse = imported("parse", 1);
const listCandidates = imported("listCandidates", 2);

/** Steps that the machine takes with a rule on a line before it leaves both to the rule's parser. */
const FUEL_PER_BYTE = 16;
const MORE_FUEL = 4096;

/** A search takes so many steps in each turn of its loop. */
const STEPS_PER_TURN = 4;

const rankOf = (candidate: Int): Int => candidate.word(CANDIDATE.rank);
const slot = (index: Int): Int => index.shiftLeft(2).add(queue);

/** Adds a list of candidates to the queue. The best is the last. */
const push = procedure((list) => {
  const index = f.local(queueLength);
  f.increase(queueLength, 1);
  f.while(index.gt(0), (placed) => {
    const before = slot(index.sub(1)).word();
    f.branchIf(placed, rankOf(before).gt(rankOf(list)));
    f.store(slot(index), before);
    f.decrease(index, 1);
  });
  f.store(slot(index), list);
});

/** The best of a list, which may be 0, and those in the queue, which is not empty and then holds the others. */
const best = functionOf((list) => {
  const top = f.local(slot(queueLength.sub(1)).word());
  f.if(list, () => f.returnIf(rankOf(list).lt(rankOf(top)), list));
  f.decrease(queueLength, 1);
  f.if(list, () => push(list));
  f.return(top);
});

const hashOf = (word: Int): Int => word.mul(HASH_FACTOR);

/** Sets `hash` to `gramHash` of the gram of a length that ends at an offset. */
function setGramHash(hash: Variable, length: Int, end: Int): void {
  const short = length.eq(2).either(end.sub(2).half(), end.sub(1).byte());
  f.set(hash, hashOf(length.gt(2).either(end.sub(WORD_BYTES).word(), short)));
  f.if(length.gt(WORD_BYTES), () => {
    const middle = end.sub(length.add(WORD_BYTES).shiftRight(1));
    for (const word of [end.sub(length).word(), middle.word()])
      f.set(hash, hashOf(hash.mul(SECOND_HASH_FACTOR).add(word)));
  });
}

/** The better of the lists of candidates: `found`, which may be 0, and those of the grams that end at an offset. */
const lookUp = functionOf((search, end, found) => {
  const length = f.local(search.word(SEARCH.length));
  const hash = f.local();
  setGramHash(hash, length, end);
  const lastSlot = f.local(search.word(SEARCH.lastSlot));
  const index = f.local(hash.xor(hash.shiftRight(15)).and(lastSlot));
  const slots = f.local(search.word(SEARCH.slots));
  const [slotAt, list] = f.variables(2);
  f.forever((again) => {
    f.set(slotAt, slots.add(index.mul(SLOT.size)));
    f.returnIf(slotAt.word(SLOT.gram).isZero(), found);
    f.set(index, index.add(1).and(lastSlot));
    f.branchIf(again, slotAt.word(SLOT.hash).ne(hash));
    f.branchIf(again, slotAt.word(SLOT.foundIn).eq(serial));
    f.store(slotAt, serial, SLOT.foundIn);
    f.set(list, slotAt.word(SLOT.candidates));
    f.if(list.isZero(), () => {
      f.set(list, listCandidates(search.word(SEARCH.id), slotAt.word(SLOT.gram).sub(1)));
      f.store(slotAt, list, SLOT.candidates);
    });
    f.if(found.isZero(), () => f.set(found, list)).else(() => {
      f.if(rankOf(list).lt(rankOf(found)), () => {
        push(found);
        f.set(found, list);
      }).else(() => push(list));
    });
  });
});

/** The best list of candidates that a search finds in the line, or 0. Others go to the queue. */
const searchLine = functionOf((search) => {
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
  const scan = (entry: Int): void =>
    f.forever((_, done) => {
      // Most steps are the longest. The processor guesses that, and need not wait for what it reads. Several steps
      // share what V8 does in each turn of a loop, and this loop calls nothing.
      f.forever((_, stop) => {
        for (let i = 0; i < STEPS_PER_TURN; i++) {
          f.branchIf(done, at.gt(end));
          f.set(step, shift.add(entry).byte());
          f.branchIf(stop, step.ne(longest));
          f.increase(at, longest);
        }
      });
      f.if(step, () => f.increase(at, step)).else(() => {
        f.set(found, lookUp(search, at, found));
        f.increase(at, 1);
      });
    });
  const keyOf = (hash: Int): Int => hash.shiftRight(KEY_SHIFT).and(lastEntry);
  const word = hashOf(at.sub(WORD_BYTES).word());
  f.if(window.eq(WINDOWS.byte), () => scan(at.sub(1).byte()));
  f.if(window.eq(WINDOWS.word), () => scan(keyOf(word)));
  f.if(window.eq(WINDOWS.long), () => scan(keyOf(word.xor(at.sub(WINDOWS.long).word()).mul(SECOND_HASH_FACTOR))));
  f.return(found);
});

/** Whether a rule matches the line. */
const tryRule = functionOf((rule) => {
  const whole = f.local(rule.word(RULE.whole));
  f.if(whole.isZero(), () => f.set(whole, prepare(rule)));
  f.if(whole.ne(BY_PARSER), () => {
    const closing = f.local(whole.word(WHOLE.closing));
    f.if(closing, () => {
      const offset = f.local(lineEnd.sub(closing.word(LITERAL.length)));
      f.returnIf(offset.lt(lineStart), 0);
      f.returnIf(standsAt(closing, offset).isZero(), 0);
    });
    f.set(fuel, lineEnd.sub(lineStart).mul(FUEL_PER_BYTE).add(MORE_FUEL));
    const matches = f.local(0);
    const dated = f.local(whole.word(WHOLE.dated));
    f.if(dated, () => f.set(matches, matchNode(dated, lineStart)));
    f.if(matches.isZero(), () => f.set(matches, matchNode(whole.word(WHOLE.plain), lineStart)));
    // Without fuel, the answer does not count.
    f.returnIf(fuel.ge(0), matches);
  });
  f.return(parse(rule));
});

/** The rule of the first candidate that matches the line, or 0. Those after it are then in `winner`. */
const choose = functionOf((candidate) => {
  const [found, next] = f.variables(2);
  f.while(candidate, () => {
    const rule = candidate.word(CANDIDATE.rule);
    f.if(rule, () => {
      f.increase(tried, 1);
      f.if(tryRule(rule), () => {
        f.set(winner, candidate);
        f.return(rule);
      });
    });
    f.set(next, candidate.word(CANDIDATE.next));
    f.set(found, 0);
    const search = candidate.word(CANDIDATE.search);
    f.if(search, () => f.set(found, searchLine(search)));
    f.if(found, () => {
      f.if(next, () => push(next));
      f.set(candidate, found);
    }).else(() => f.set(candidate, next));
    // For most lines this is the only list.
    f.if(queueLength, () => f.set(candidate, best(candidate)));
  });
  f.set(winner, 0);
  f.return(0);
});

/** The rule that wins the line between two addresses, or 0. Its captures are then in memory. */
export const match = functionOf((start, end) => {
  f.set(lineStart, start);
  f.set(lineEnd, end);
  f.increase(serial, 1);
  f.set(queueLength, 0);
  f.set(tried, 0);
  f.return(choose(candidates));
});

/** After `match` the next rule in the order of precedence that matches the same line, or 0. */
export const other = functionOf(() => {
  f.returnIf(winner.isZero(), 0);
  const candidate = f.local(winner.word(CANDIDATE.next));
  f.if(queueLength, () => f.set(candidate, best(candidate)));
  f.return(choose(candidate));
});
