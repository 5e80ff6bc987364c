// A block of lines to their outputs, without a step in JavaScript for each line.
import { NEWLINE } from "../../text/bytes/ascii.ts";
import { HASH_FACTOR, WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { MAX_GROWTH } from "../../text/masks/masker.ts";
import { constant, f, functionOf, type Int, imported, procedure } from "./assembler.ts";
import { match } from "./choosing.ts";
import { countLine, readLine } from "./counting.ts";
import {
  BOUNDS_BYTES,
  CHANGE,
  LAST,
  LAST_BIT,
  NO_RULE,
  NO_TEMPLATE,
  NUMBERS_AT,
  NUMBERS_END,
  PIECE,
  ROW,
  RULE,
  TEMPLATE,
  UNMATCHED,
  VALUE,
  VALUE_PROBES,
  VALUE_SLOTS,
  VECTOR_BYTES,
} from "./layout.ts";
import { masking, maskLine } from "./masking.ts";
import { ALL, copy, state } from "./scanning.ts";

const host = imported("change", 4);

/** Whether so many bytes from two offsets on are equal. */
const areEqual = functionOf((a, b, length) => {
  const offset = f.local(0);
  const differences = f.local();
  f.while(offset.lt(length), () => {
    f.set(differences, a.add(offset).vector().eq(b.add(offset).vector()).bits().xor(ALL));
    // A difference after the end does not count.
    f.returnIf(differences, offset.add(differences.trailingZeros()).ge(length));
    f.increase(offset, VECTOR_BYTES);
  });
  f.return(1);
});

const lengthOf = (bounds: Int): Int => bounds.word(4).sub(bounds.word());

/** Writes the output of a rule with the captures of the line under way, and returns its end. */
const render = functionOf((template, to) => {
  const piece = f.local(template.word(TEMPLATE.pieces));
  const slots = f.local(template.word(TEMPLATE.slots));
  const [bounds, from, length] = f.variables(3);
  const copyText = (): void => {
    f.set(length, piece.word(PIECE.length));
    copy(piece.word(PIECE.from), length, to);
  };
  f.repeat(slots, () => {
    copyText();
    f.set(bounds, piece.word(PIECE.field));
    f.set(from, bounds.word());
    f.set(length, bounds.word(4).sub(from));
    copy(from, length, to);
    f.increase(piece, PIECE.size);
  });
  copyText();
  f.return(to);
});

/** A bit for each capture that is not the last one of its field. Keeps the captures as the last ones. */
const newCaptures = functionOf((bounds, size, last) => {
  const end = f.local(bounds.add(size.gt(LAST_BIT * BOUNDS_BYTES).either(LAST_BIT * BOUNDS_BYTES, size)));
  // The last bit stands for all fields without one.
  const bits = f.local(constant(1).shiftLeft(LAST_BIT));
  const bit = f.local(1);
  const [length, to] = f.variables(2);
  f.while(bounds.lt(end), () => {
    f.set(length, lengthOf(bounds));
    f.block((same) => {
      f.if(length.eq(last.word(LAST.length)), () =>
        f.branchIf(same, areEqual(bounds.word(), last.add(LAST.bytes), length)),
      );
      f.set(bits, bits.or(bit));
      f.store(last, length.gt(LAST.most).either(-1, length), LAST.length);
      f.if(length.le(LAST.most), () => {
        f.set(to, last.add(LAST.bytes));
        copy(bounds.word(), length, to);
      });
    });
    f.set(bit, bit.shiftLeft(1));
    f.increase(last, LAST.size);
    f.increase(bounds, BOUNDS_BYTES);
  });
  f.return(bits);
});

/** Where a value and its changed text are; 0 if there is no room for the text. */
const changedValue = functionOf((change, from, length) => {
  const hash = (before: Int, word: Int): Int => before.xor(word).mul(HASH_FACTOR);
  const end = f.local(from.add(length));
  const at = f.local(from);
  const code = f.local(hash(change, length));
  const add = (word: Int): void => {
    f.set(code, hash(code, word));
    f.set(code, code.xor(code.shiftRight(15)));
  };
  f.while(at.le(end.sub(4)), () => {
    add(at.word());
    f.increase(at, 4);
  });
  const rest = end.sub(at).shiftLeft(3);
  add(at.word().and(constant(1).shiftLeft(rest).sub(1)));
  const probe = f.local(0);
  const value = f.local();
  f.while(probe.lt(VALUE_PROBES), (missing) => {
    const slot = code.add(probe).and(VALUE_SLOTS - 1);
    f.set(value, state.values.add(slot.shiftLeft(2)).word());
    f.branchIf(missing, value.isZero());
    const isSame = value.word(VALUE.hash).eq(code).and(value.word(VALUE.change).eq(change));
    f.if(isSame.and(value.word(VALUE.length).eq(length)), () =>
      f.returnIf(areEqual(from, value.add(VALUE.bytes), length), value),
    );
    f.increase(probe, 1);
  });
  f.return(host(change, from, length, code));
});

/** Puts what changes make of captures in their place, and returns the length of the output, or 0 without room. */
const changeFields = functionOf((template) => {
  const needed = f.local(template.word(TEMPLATE.textBytes));
  const change = f.local(template.word(TEMPLATE.changed));
  const count = f.local(template.word(TEMPLATE.changes));
  const [bounds, value] = f.variables(2);
  f.repeat(count, () => {
    f.set(bounds, change.word(CHANGE.field));
    f.set(value, changedValue(change.word(CHANGE.id), bounds.word(), lengthOf(bounds)));
    f.returnIf(value.isZero(), 0);
    f.store(bounds, value.word(VALUE.text));
    f.store(bounds, value.word(VALUE.text).add(value.word(VALUE.textLength)), 4);
    f.increase(change, CHANGE.size);
  });
  const piece = f.local(template.word(TEMPLATE.pieces));
  f.set(count, template.word(TEMPLATE.slots));
  f.repeat(count, () => {
    f.increase(needed, lengthOf(piece.word(PIECE.field)));
    f.increase(piece, PIECE.size);
  });
  f.return(needed);
});

/**
 * Rewrites lines from an offset to the end of a block, with the output between two other offsets. Stops before a line
 * that does not fit the output, whose rule has no template here, or that is too long or has no end. The variables then
 * say where that is. The lines are listed from `rows` to `lastRow`, or counted if that is 0; of lines that are listed,
 * those without an id are left to others.
 */
export const rewrite = procedure((at, end, to, outputEnd, unmatched, rows, lastRow) => {
  f.set(masking.numbers, unmatched.eq(UNMATCHED.counted).either(NUMBERS_AT, 0));
  const [stop, next, rule, room, told, needed, id, idFrom, idTo, index] = f.variables(10);
  f.forever((_, done) => {
    /** Stops at a line that was matched, and leaves it to others. */
    const stopIf = (condition: Int, winner: Int | number) =>
      f.if(condition, () => {
        f.set(state.rule, winner);
        f.branch(done);
      });
    // What is done already counts even if the host stops the module in this line.
    f.set(state.cursor, at);
    f.set(state.output, to);
    f.branchIf(done, rows.gt(lastRow));
    readLine(at, end, stop, next, done);
    f.set(room, outputEnd.sub(to));
    f.set(rule, match(at, stop));
    f.if(rule, () => {
      const template = rule.word(RULE.template);
      stopIf(template.le(NO_TEMPLATE), template.either(rule, 0));
      f.if(rows, () => {
        f.set(id, rule.word(RULE.id));
        f.set(idFrom, id.word());
        f.set(idTo, id.word(4));
        stopIf(id.ne(0).and(idFrom.eq(idTo)), rule);
      });
      const boundsBytes = template.word(TEMPLATE.boundsBytes);
      f.if(boundsBytes, () => {
        f.branchIf(done, boundsBytes.add(2 * WORD_BYTES).gt(room));
        // The next address of a word.
        f.set(told, to.add(WORD_BYTES - 1).and(-WORD_BYTES));
        f.set(to, told.add(WORD_BYTES));
        copy(template.word(TEMPLATE.bounds), boundsBytes, to);
        f.set(room, outputEnd.sub(to));
      });
      f.if(template.word(TEMPLATE.changes), () => {
        f.set(needed, changeFields(template));
        f.branchIf(done, needed.isZero());
      }).else(() => {
        // No capture is longer than the line.
        const fields = template.word(TEMPLATE.slots).mul(stop.sub(at));
        f.set(needed, template.word(TEMPLATE.textBytes).add(fields));
      });
      f.branchIf(done, needed.gt(room));
      f.if(boundsBytes, () => {
        f.store(told, newCaptures(told.add(WORD_BYTES), boundsBytes, template.word(TEMPLATE.last)));
      });
      f.set(to, render(template, to));
      f.set(index, rule.word(RULE.index));
    }).else(() => {
      const length = stop.sub(at);
      stopIf(unmatched.isZero(), NO_RULE);
      f.set(idFrom, masking.numbers);
      f.if(unmatched.ge(UNMATCHED.masked), () => {
        f.branchIf(done, length.mul(MAX_GROWTH).ge(room));
        f.branchIf(done, idFrom.add(length.mul(BOUNDS_BYTES)).gt(NUMBERS_END));
        f.set(to, maskLine(at, stop, to));
      }).else(() => {
        f.branchIf(done, length.ge(room));
        copy(at, length, to);
      });
      f.storeByte(to, NEWLINE);
      f.increase(to, 1);
      f.set(index, -1);
      f.set(idTo, masking.numbers);
    });
    f.if(rows, () => {
      f.record(rows, ROW, { next, index, end: to, idFrom, idTo });
      f.increase(rows, ROW.size);
    }).else(() => countLine(index));
    f.increase(state.lines, 1);
    f.set(at, next);
  });
});
