// A block of lines to their outputs, without a step in JavaScript for each line.
import { CARRIAGE_RETURN, NEWLINE } from "../../text/bytes/ascii.ts";
import { HASH_FACTOR, WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { MAX_GROWTH } from "../../text/masks/masker.ts";
import { type Callee, constant, type Int, type ModuleBuilder } from "./assembler.ts";
import type { Host } from "./choosing.ts";
import {
  BOUNDS_BYTES,
  CHANGE,
  LAST,
  LAST_BIT,
  MASKING,
  MAX_LINE_BYTES,
  NO_RULE,
  NO_TEMPLATE,
  NUMBERS_AT,
  NUMBERS_END,
  PIECE,
  REGISTERS,
  ROW,
  RULE,
  TEMPLATE,
  UNMATCHED,
  VALUE,
  VALUE_PROBES,
  VALUE_SLOTS,
  VECTOR_BYTES,
} from "./layout.ts";
import { ALL, type Scanning, type State } from "./scanning.ts";

/**
 * A function that rewrites lines from an offset to the end of a block, with the output between two other offsets. It
 * stops before a line that does not fit the output, whose rule has no template here, or that is too long or has no end.
 * The registers then say where that is. The lines are listed from `rows` to `lastRow`, or counted if that is 0; of
 * lines that are listed, those without an id are left to others.
 */
export function defineRewriting(
  module: ModuleBuilder,
  matchLine: Callee,
  newline: Callee,
  { tally, values }: State,
  host: Host,
  { copy }: Scanning,
  maskLine: Callee,
): Callee {
  /** Whether so many bytes from two offsets on are equal. */
  const areEqual = module.function(3, (f, a, b, length) => {
    const offset = f.local(0);
    const equal = f.local();
    f.while(offset.lt(length), () => {
      f.set(equal, a.add(offset).vector().eq(b.add(offset).vector()).bits().xor(ALL));
      // A difference after the end does not count.
      f.if(equal, () => f.return(offset.add(equal.trailingZeros()).ge(length)));
      f.increase(offset, VECTOR_BYTES);
    });
    f.return(1);
  });

  /** Writes the output of a rule with the captures of the line under way, and returns its end. */
  const render = module.function(2, (f, template, output) => {
    const to = f.local(output);
    const piece = f.local(template.word(TEMPLATE.pieces));
    const slots = f.local(template.word(TEMPLATE.slots));
    const [bounds, from, length] = f.variables(3);
    f.while(slots, () => {
      f.set(length, piece.word(PIECE.length));
      copy(f, piece.word(PIECE.from), length, to);
      f.set(bounds, piece.word(PIECE.field));
      f.set(from, bounds.word());
      f.set(length, bounds.word(4).sub(from));
      copy(f, from, length, to);
      f.increase(piece, PIECE.size);
      f.set(slots, slots.sub(1));
    });
    f.set(length, piece.word(PIECE.length));
    copy(f, piece.word(PIECE.from), length, to);
    f.return(to);
  });

  /** The first address of a word at or after one. */
  const aligned = (address: Int): Int => address.add(WORD_BYTES - 1).and(-WORD_BYTES);

  /** A bit for each capture that is not the last one of its field. Keeps the captures as the last ones. */
  const newCaptures = module.function(3, (f, bounds, size, last) => {
    const end = f.local(bounds.add(f.either(size.gt(LAST_BIT * BOUNDS_BYTES), LAST_BIT * BOUNDS_BYTES, size)));
    // The last bit stands for all fields without one.
    const bits = f.local(constant(1).shiftLeft(LAST_BIT));
    const bit = f.local(1);
    const to = f.local();
    f.while(bounds.lt(end), () => {
      const from = bounds.word();
      const length = f.local(bounds.word(4).sub(from));
      f.block((same) => {
        f.if(length.eq(last.word(LAST.length)), () =>
          f.branchIf(same, f.call(areEqual, from, last.add(LAST.bytes), length)),
        );
        f.set(bits, bits.or(bit));
        f.store(last, length, LAST.length);
        f.if(length.gt(LAST.most), () => f.store(last, -1, LAST.length)).else(() => {
          f.set(to, last.add(LAST.bytes));
          copy(f, from, length, to);
        });
      });
      f.set(bit, bit.shiftLeft(1));
      f.increase(last, LAST.size);
      f.increase(bounds, BOUNDS_BYTES);
    });
    f.return(bits);
  });

  const hash = (before: Int, word: Int): Int => before.xor(word).mul(HASH_FACTOR);

  /** Where a value and its changed text are; 0 if there is no room for the text. */
  const changedValue = module.function(3, (f, change, from, length) => {
    const end = f.local(from.add(length));
    const at = f.local(from);
    const code = f.local(hash(change, length));
    f.while(at.le(end.sub(4)), () => {
      f.set(code, hash(code, at.word()));
      f.set(code, code.xor(code.shiftRight(15)));
      f.increase(at, 4);
    });
    const rest = end.sub(at).shiftLeft(3);
    f.set(code, hash(code, at.word().and(constant(1).shiftLeft(rest).sub(1))));
    f.set(code, code.xor(code.shiftRight(15)));
    const probe = f.local(0);
    const value = f.local();
    f.block((missing) => {
      f.while(probe.lt(VALUE_PROBES), () => {
        const slot = code.add(probe).and(VALUE_SLOTS - 1);
        f.set(value, values.add(slot.shiftLeft(2)).word());
        f.branchIf(missing, value.isZero());
        const isSame = value.word(VALUE.hash).eq(code).and(value.word(VALUE.change).eq(change));
        f.if(isSame.and(value.word(VALUE.length).eq(length)), () => {
          f.if(f.call(areEqual, from, value.add(VALUE.bytes), length), () => f.return(value));
        });
        f.increase(probe, 1);
      });
    });
    f.return(f.call(host.change, change, from, length, code));
  });

  /** Puts what changes make of captures in their place, and returns the length of the output, or 0 without room. */
  const changeFields = module.function(1, (f, template) => {
    const needed = f.local(template.word(TEMPLATE.textBytes));
    const change = f.local(template.word(TEMPLATE.changed));
    const count = f.local(template.word(TEMPLATE.changes));
    const [bounds, value, from] = f.variables(3);
    f.while(count, () => {
      f.set(bounds, change.word(CHANGE.field));
      f.set(from, bounds.word());
      f.set(value, f.call(changedValue, change.word(CHANGE.id), from, bounds.word(4).sub(from)));
      f.if(value.isZero(), () => f.return(0));
      f.store(bounds, value.word(VALUE.text));
      f.store(bounds, value.word(VALUE.text).add(value.word(VALUE.textLength)), 4);
      f.increase(change, CHANGE.size);
      f.set(count, count.sub(1));
    });
    const piece = f.local(template.word(TEMPLATE.pieces));
    f.set(count, template.word(TEMPLATE.slots));
    f.while(count, () => {
      f.set(bounds, piece.word(PIECE.field));
      f.increase(needed, bounds.word(4).sub(bounds.word()));
      f.increase(piece, PIECE.size);
      f.set(count, count.sub(1));
    });
    f.return(needed);
  });

  return module.procedure(7, (f, from, end, output, outputEnd, writesUnmatched, rows, lastRow) => {
    const at = f.local(from);
    const to = f.local(output);
    const lines = f.local(0);
    const stopped = f.local(0);
    f.record(0, REGISTERS, { rule: 0 });
    f.store(constant(0), f.either(writesUnmatched.eq(UNMATCHED.counted), NUMBERS_AT, 0), MASKING.numbers);
    const [stop, next, rule, room, told, needed, id, idFrom, idTo, index] = f.variables(10);
    f.forever((_, done) => {
      /** Stops at a line that was matched, and leaves it to others. */
      const stopIf = (condition: Int, winner: Int | number) =>
        f.if(condition, () => {
          f.set(stopped, winner);
          f.branch(done);
        });
      // What is done already counts even if the host stops the module in this line.
      f.record(0, REGISTERS, { cursor: at, output: to, lines });
      f.branchIf(done, rows.gt(lastRow));
      f.set(stop, f.call(newline, at, end));
      f.branchIf(done, stop.isZero());
      f.set(next, stop.add(1));
      f.if(stop.gt(at), () => f.set(stop, stop.sub(stop.sub(1).byte().eq(CARRIAGE_RETURN))));
      f.branchIf(done, stop.sub(at).gt(MAX_LINE_BYTES));
      f.set(room, outputEnd.sub(to));
      f.set(rule, f.call(matchLine, at, stop));
      f.if(rule, () => {
        const template = rule.word(RULE.template);
        stopIf(template.le(NO_TEMPLATE), f.either(template, rule, 0));
        f.if(rows, () => {
          f.set(id, rule.word(RULE.id));
          f.set(idFrom, id.word());
          f.set(idTo, id.word(4));
          stopIf(id.ne(0).and(idFrom.eq(idTo)), rule);
        });
        const boundsBytes = template.word(TEMPLATE.boundsBytes);
        f.if(boundsBytes, () => {
          f.branchIf(done, boundsBytes.add(2 * WORD_BYTES).gt(room));
          f.set(told, aligned(to));
          f.set(to, told.add(WORD_BYTES));
          copy(f, template.word(TEMPLATE.bounds), boundsBytes, to);
          f.set(room, outputEnd.sub(to));
        });
        f.if(template.word(TEMPLATE.changes), () => {
          f.set(needed, f.call(changeFields, template));
          f.branchIf(done, needed.isZero());
        }).else(() => {
          // No capture is longer than the line.
          const fields = template.word(TEMPLATE.slots).mul(stop.sub(at));
          f.set(needed, template.word(TEMPLATE.textBytes).add(fields));
        });
        f.branchIf(done, needed.gt(room));
        f.if(boundsBytes, () => {
          f.store(told, f.call(newCaptures, told.add(WORD_BYTES), boundsBytes, template.word(TEMPLATE.last)));
        });
        f.set(to, f.call(render, template, to));
        f.set(index, rule.word(RULE.index));
      }).else(() => {
        stopIf(writesUnmatched.isZero(), NO_RULE);
        f.set(idFrom, constant(0).word(MASKING.numbers));
        f.if(writesUnmatched.ge(UNMATCHED.masked), () => {
          f.branchIf(done, stop.sub(at).mul(MAX_GROWTH).ge(room));
          f.branchIf(done, idFrom.add(stop.sub(at).mul(BOUNDS_BYTES)).gt(NUMBERS_END));
          f.set(to, f.call(maskLine, at, stop, to));
        }).else(() => {
          f.branchIf(done, stop.sub(at).ge(room));
          copy(f, at, stop.sub(at), to);
        });
        f.storeByte(to, NEWLINE);
        f.increase(to, 1);
        f.set(index, -1);
        f.set(idTo, constant(0).word(MASKING.numbers));
      });
      f.if(rows, () => {
        f.record(rows, ROW, { next, index, end: to, idFrom, idTo });
        f.increase(rows, ROW.size);
      }).else(() => {
        const counter = index.add(1).shiftLeft(2).add(tally);
        f.store(counter, counter.word().add(1));
      });
      f.increase(lines, 1);
      f.set(at, next);
    });
    f.record(0, REGISTERS, { rule: stopped });
  });
}
