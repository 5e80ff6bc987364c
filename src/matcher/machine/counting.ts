// Lines of a block and which rules win them, without a step in JavaScript for each line.
import { CARRIAGE_RETURN, NEWLINE } from "../../text/bytes/ascii.ts";
import { type Callee, constant, type Int, type ModuleBuilder } from "./assembler.ts";
import type { defineChoosing } from "./choosing.ts";
import { MAX_LINE_BYTES, REGISTERS, RULE, VECTOR_BYTES } from "./layout.ts";
import type { State } from "./scanning.ts";

/** A function that finds the first newline from an offset on, or 0. */
export function defineNewline(module: ModuleBuilder): Callee {
  return module.function(2, (f, from, end) => {
    const at = f.local(from);
    const found = f.local();
    const newlines = (vector: number): Int =>
      at
        .vector(vector * VECTOR_BYTES)
        .eq(NEWLINE)
        .bits()
        .shiftLeft((vector % 2) * VECTOR_BYTES);
    f.while(at.lt(end), () => {
      for (const half of [0, 1]) {
        f.set(found, newlines(2 * half).or(newlines(2 * half + 1)));
        f.if(found, () => {
          f.increase(at, found.trailingZeros().add(half * 2 * VECTOR_BYTES));
          f.return(f.either(at.lt(end), at, 0));
        });
      }
      f.increase(at, 4 * VECTOR_BYTES);
    });
    f.return(0);
  });
}

/**
 * A function that counts the winners of at most so many lines from an offset to the end of a block. It stops before a
 * line that no rule matches, whose rule is apart, or that is too long or has no end. It stops after a line that another
 * rule matches, too, or for which more than `maxTried` rules were tried to find that out: `other` then goes on with it.
 * The registers say how many lines that were, where it stopped and how many rules were tried.
 */
export function defineCounting(
  module: ModuleBuilder,
  { match, other }: ReturnType<typeof defineChoosing>,
  newline: Callee,
  { tally }: State,
): Callee {
  return module.procedure(4, (f, from, end, most, maxTried) => {
    const at = f.local(from);
    const [stop, next, rule, counter, found, tried, triedForOthers] = f.variables(7);
    const none = constant(0);
    // They are kept in memory, so that they are right, too, if there is no room for what the host adds.
    const { lines, triedForWinners } = REGISTERS;
    const add = (register: number, number: Int | number): void =>
      f.store(none, none.word(register).add(number), register);
    f.store(none, at, REGISTERS.cursor);
    for (const register of [REGISTERS.rule, lines, triedForWinners, REGISTERS.triedForOthers])
      f.store(none, 0, register);
    f.while(none.word(lines).lt(most), () => {
      f.set(stop, f.call(newline, at, end));
      f.if(stop.isZero(), () => f.leave());
      f.set(next, stop.add(1));
      f.if(stop.gt(at), () => f.set(stop, stop.sub(stop.sub(1).byte().eq(CARRIAGE_RETURN))));
      f.if(stop.sub(at).gt(MAX_LINE_BYTES), () => f.leave());
      f.set(rule, f.call(match, at, stop));
      f.if(rule.isZero(), () => f.leave());
      f.if(rule.word(RULE.isApart), () => f.leave());
      f.set(tried, none.word(REGISTERS.tried));
      f.set(found, f.call(other));
      f.set(triedForOthers, none.word(REGISTERS.tried).sub(tried));
      f.set(counter, rule.word(RULE.index).add(1).shiftLeft(2).add(tally));
      f.store(counter, counter.word().add(1));
      f.set(at, next);
      f.store(none, at, REGISTERS.cursor);
      add(lines, 1);
      add(triedForWinners, tried);
      f.if(found.or(triedForOthers.gt(maxTried)), () => {
        f.store(none, rule, REGISTERS.rule);
        f.store(none, found, REGISTERS.other);
        f.store(none, triedForOthers, REGISTERS.tried);
        f.leave();
      });
      add(REGISTERS.triedForOthers, triedForOthers);
    });
  });
}
