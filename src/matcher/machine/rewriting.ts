// A block of lines to their outputs, without a step in JavaScript for each line.
import type { Callee, Global, Int, ModuleBuilder } from "./assembler.ts";
import { constant } from "./assembler.ts";
import { MAX_LINE_BYTES, NO_RULE, NO_TEMPLATE, PIECE, REGISTERS, RULE, TEMPLATE, VECTOR_BYTES } from "./layout.ts";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * A function that rewrites lines from an offset to the end of a block, with the output between two other offsets. It
 * stops before a line that does not fit the output, whose rule has no template here, or that is too long or has no end.
 * The registers then say where that is; the result is the number of lines. `tally` is where the counters of lines are: first of those that no rule
 * matches, then of those of each rule by its index.
 */
export function defineRewriting(module: ModuleBuilder, matchLine: Callee, tally: Global): Callee {
  /** Copies bytes, and maybe some more that stand after them. Returns the end of the copy. */
  const copy = module.function(3, (f, from, length, to) => {
    // Most texts are no longer than two vectors: the processor then guesses right.
    f.storeVector(to, from.vector());
    f.storeVector(to, from.vector(VECTOR_BYTES), VECTOR_BYTES);
    f.if(length.gt(2 * VECTOR_BYTES), () => {
      const offset = f.local(2 * VECTOR_BYTES);
      f.while(offset.lt(length), () => {
        f.storeVector(to.add(offset), from.add(offset).vector());
        f.increase(offset, VECTOR_BYTES);
      });
    });
    f.return(to.add(length));
  });

  /** Writes the output of a rule with the captures of the line under way, and returns its end. */
  const render = module.function(2, (f, template, output) => {
    const to = f.local(output);
    const piece = f.local(template.add(TEMPLATE.pieces));
    const slots = f.local(template.word(TEMPLATE.slots));
    const bounds = f.local();
    const from = f.local();
    f.while(slots, () => {
      f.set(to, f.call(copy, piece.word(PIECE.from), piece.word(PIECE.length), to));
      f.set(bounds, piece.word(PIECE.field));
      f.set(from, bounds.word());
      f.set(to, f.call(copy, from, bounds.word(4).sub(from), to));
      f.increase(piece, PIECE.size);
      f.set(slots, slots.sub(1));
    });
    f.return(f.call(copy, piece.word(PIECE.from), piece.word(PIECE.length), to));
  });

  /** The first newline from an offset on, or 0. */
  const newline = module.function(2, (f, from, end) => {
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

  return module.function(5, (f, from, end, output, outputEnd, writesUnmatched) => {
    const at = f.local(from);
    const to = f.local(output);
    const lines = f.local(0);
    const stopped = f.local(0);
    const stop = f.local();
    const next = f.local();
    const rule = f.local();
    const room = f.local();
    const counter = f.local();
    f.block((done) => {
      /** Stops at a line that was matched, and leaves it to others. */
      const stopIf = (condition: Int, winner: Int | number): void =>
        f.if(condition, () => {
          f.set(stopped, winner);
          f.branch(done);
        });
      f.forever(() => {
        f.set(stop, f.call(newline, at, end));
        f.branchIf(done, stop.isZero());
        f.set(next, stop.add(1));
        f.if(stop.gt(at), () => f.set(stop, stop.sub(stop.sub(1).byte().eq(RETURN))));
        f.branchIf(done, stop.sub(at).gt(MAX_LINE_BYTES));
        f.set(room, outputEnd.sub(to));
        f.set(rule, f.call(matchLine, at, stop));
        f.if(
          rule,
          () => {
            const template = rule.word(RULE.template);
            stopIf(template.le(NO_TEMPLATE), f.either(template, rule, 0));
            const needed = template.word(TEMPLATE.textBytes).add(template.word(TEMPLATE.slots).mul(stop.sub(at)));
            f.branchIf(done, needed.gt(room));
            f.set(to, f.call(render, template, to));
            f.set(counter, rule.word(RULE.index).add(1).shiftLeft(2).add(tally));
          },
          () => {
            stopIf(writesUnmatched.isZero(), NO_RULE);
            f.branchIf(done, stop.sub(at).ge(room));
            f.set(to, f.call(copy, at, stop.sub(at), to));
            f.storeByte(to, NEWLINE);
            f.increase(to, 1);
            f.set(counter, tally);
          },
        );
        f.store(counter, counter.word().add(1));
        f.increase(lines, 1);
        f.set(at, next);
      });
    });
    f.store(constant(0), stopped, REGISTERS.rule);
    f.store(constant(0), at, REGISTERS.cursor);
    f.store(constant(0), to, REGISTERS.output);
    f.store(constant(0), lines, REGISTERS.lines);
    f.return(lines);
  });
}
