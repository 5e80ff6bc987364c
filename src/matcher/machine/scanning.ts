// What the machine looks for in a line: literals, and where texts of types end. Sixteen bytes are compared at a time. A
// vector may go on after the line, but what it says of bytes there does not count.
import { bytesOf, f, functionOf, type Int, type Operand, procedure, type Variable, variablesAt } from "./assembler.ts";
import { KINDS, type Kind, LITERAL, STATE, VECTOR_BYTES } from "./layout.ts";

/** A bit for each byte of a vector. */
export const ALL = 0xffff;

/** The variables of the module. */
export const state = variablesAt(STATE);
const { lineEnd, fuel } = state;

/** In the sixteen bytes from an offset on: a bit for each that is no digit. */
export function noDigits(at: Int): Int {
  return at.vector().sub(0x30).below(10).bits().xor(ALL);
}

/** A bit for each that is ASCII white space. */
export function blanks(at: Int): Int {
  const bytes = at.vector();
  return bytes.eq(0x20).or(bytes.sub(0x09).below(5)).bits();
}

function noHexDigits(at: Int): Int {
  const bytes = at.vector();
  const isDigit = bytes.sub(0x30).below(10);
  const isLetter = bytes.or(bytesOf(0x20)).sub(0x61).below(6);
  return isDigit.or(isLetter).bits().xor(ALL);
}

/** The byte at an offset, or -1 at the end of the line. */
export function byteAt(at: Int): Int {
  return at.lt(lineEnd).either(at.byte(), -1);
}

/** Whether a literal of up to sixteen bytes is at an offset, of the line or not. */
function isShortAt(literal: Int, at: Int): Int {
  const mask = literal.word(LITERAL.mask);
  return at.vector().eq(literal.vector(LITERAL.bytes)).bits().and(mask).eq(mask);
}

/** Whether a literal stands at an offset. */
export const standsAt = functionOf((literal, at) => {
  const length = f.local(literal.word(LITERAL.length));
  f.returnIf(at.add(length).gt(lineEnd), 0);
  f.returnIf(length.le(VECTOR_BYTES), isShortAt(literal, at));
  const isEqual = (offset: Int): Int => at.add(offset).vector().eq(literal.add(offset).vector(LITERAL.bytes)).bits();
  const offset = f.local(0);
  const last = f.local(length.sub(VECTOR_BYTES));
  f.while(offset.lt(last), () => {
    f.if(isEqual(offset).ne(ALL), () => {
      f.decrease(fuel, offset);
      f.return(0);
    });
    f.increase(offset, VECTOR_BYTES);
  });
  f.decrease(fuel, last);
  f.return(isEqual(last).eq(ALL));
});

/** Finds the leftmost place from an offset on where two bytes of a literal stand and `stands` holds. */
function search(stands: (literal: Int, at: Int) => Int) {
  return functionOf((literal, from) => {
    const last = f.local(lineEnd.sub(literal.word(LITERAL.length)));
    const rareAt = f.local(literal.word(LITERAL.rareAt));
    const otherAt = f.local(literal.word(LITERAL.otherAt));
    const rare = f.vector(literal.vector(LITERAL.rare));
    const other = f.vector(literal.vector(LITERAL.other));
    const offset = f.local(from);
    const [candidates, at] = f.variables(2);
    const pairsAt = (more: number): Int =>
      offset.add(rareAt).vector(more).eq(rare).and(offset.add(otherAt).vector(more).eq(other)).bits();
    // Two vectors at a time: most fields are shorter, so that the processor guesses right how often the loop turns.
    f.while(offset.le(last), (none) => {
      f.set(candidates, pairsAt(0).or(pairsAt(VECTOR_BYTES).shiftLeft(VECTOR_BYTES)));
      f.while(candidates, () => {
        f.set(at, offset.add(candidates.trailingZeros()));
        f.branchIf(none, at.gt(last));
        f.if(stands(literal, at), () => {
          f.decrease(fuel, at.sub(from));
          f.return(at);
        });
        f.branchIf(none, fuel.lt(0));
        f.set(candidates, candidates.and(candidates.sub(1)));
      });
      f.increase(offset, 2 * VECTOR_BYTES);
    });
    f.decrease(fuel, lineEnd.sub(from));
    f.return(0);
  });
}

const findLong = search(standsAt);
// Without a call in the loop, V8 keeps its variables in registers.
const findShort = search(isShortAt);

/** The leftmost occurrence of a literal from an offset on, or 0. */
export const find = functionOf((literal, from) => {
  f.returnIf(literal.word(LITERAL.length).gt(VECTOR_BYTES), findLong(literal, from));
  f.return(findShort(literal, from));
});

/** The first offset from one on where a bit of `stops` is set, or the end of the line. */
function runOf(stops: (at: Int) => Int) {
  return functionOf((at) => {
    const found = f.local();
    const offset = f.local(at);
    f.forever((_, end) => {
      f.set(found, stops(offset));
      f.branchIf(end, found);
      f.increase(offset, VECTOR_BYTES);
      f.branchIf(end, offset.ge(lineEnd));
    });
    // Without a stop this is 32, beyond the end of the line.
    f.increase(offset, found.trailingZeros());
    f.set(offset, offset.min(lineEnd));
    f.decrease(fuel, offset.sub(at));
    f.return(offset);
  });
}

const digitsEnd = runOf(noDigits);
const hexDigitsEnd = runOf(noHexDigits);

/** Returns the end of a run, or `otherwise` if it is empty. */
function returnRun(stop: Variable, at: Int, otherwise: Operand): void {
  f.return(stop.gt(at).either(stop, otherwise));
}

const hexEnd = functionOf((at) => {
  const isPrefixed = byteAt(at)
    .eq(0x30)
    .and(byteAt(at.add(1)).or(0x20).eq(0x78));
  f.if(isPrefixed, () => returnRun(f.local(hexDigitsEnd(at.add(2))), at.add(2), at.add(1)));
  returnRun(f.local(hexDigitsEnd(at)), at, 0);
});

const afterSign = functionOf((at) => {
  const byte = f.local(byteAt(at));
  f.return(at.add(byte.eq(0x2b).or(byte.eq(0x2d))));
});

const floatEnd = functionOf((at) => {
  const from = f.local(afterSign(at));
  const point = f.local(digitsEnd(from));
  const mantissa = f.local(point);
  const stop = f.local();
  f.if(byteAt(point).eq(0x2e), () => {
    f.set(stop, digitsEnd(point.add(1)));
    f.set(mantissa, stop.gt(point.add(1)).either(stop, point));
  });
  f.returnIf(mantissa.eq(from), 0);
  f.returnIf(byteAt(mantissa).or(0x20).ne(0x65), mantissa);
  const power = f.local(afterSign(mantissa.add(1)));
  f.set(stop, digitsEnd(power));
  returnRun(stop, power, mantissa);
});

const uuidEnd = functionOf((at) => {
  const end = at.add(36);
  f.returnIf(end.gt(lineEnd), 0);
  /** Bits that are set where there is no digit. */
  const misfit = (offset: number): Int => noHexDigits(at.add(offset));
  const isDash = (offset: number): Int => at.byte(offset).eq(0x2d);
  // Of the first sixteen bytes, those at 8 and 13 are dashes; of the next, those at 18 and 23.
  f.returnIf(misfit(0).ne((1 << 8) | (1 << 13)), 0);
  f.returnIf(misfit(16).ne((1 << 2) | (1 << 7)), 0);
  f.returnIf(misfit(20).and(0xf000), 0);
  f.return(isDash(8).and(isDash(13)).and(isDash(18)).and(isDash(23)).either(end, 0));
});

const quotedEnd = functionOf((at) => {
  f.returnIf(byteAt(at).ne(0x22), 0);
  const offset = f.local(at.add(1));
  const byte = f.local();
  f.while(offset.lt(lineEnd), (end) => {
    f.set(byte, offset.byte());
    f.branchIf(end, byte.eq(0x22));
    f.increase(offset, byte.eq(0x5c).either(2, 1));
  });
  f.decrease(fuel, offset.sub(at));
  f.return(offset.lt(lineEnd).either(offset.add(1), 0));
});

const nonBlanksEnd = runOf(blanks);
const blanksEnd = runOf((at) => blanks(at).xor(ALL));

/** The end of the text of a kind that begins at an offset, the longest one, or 0. */
export const textEnd = functionOf((kind, at) => {
  const ENDS: Readonly<Record<Kind, () => void>> = {
    digits: () => returnRun(f.local(digitsEnd(at)), at, 0),
    "non-blanks": () => returnRun(f.local(nonBlanksEnd(at)), at, 0),
    blanks: () => returnRun(f.local(blanksEnd(at)), at, 0),
    hex: () => f.return(hexEnd(at)),
    float: () => f.return(floatEnd(at)),
    uuid: () => f.return(uuidEnd(at)),
    quoted: () => f.return(quotedEnd(at)),
  };
  f.switch(kind, KINDS, (name) => ENDS[name]());
});

/** Whether a text of a kind may end at an offset inside its run. */
export const mayEnd = functionOf((kind, at) => {
  const WHERE: Readonly<Partial<Record<Kind, Int>>> = {
    // No character of UTF-8 is cut in two.
    "non-blanks": at.ge(lineEnd).or(at.byte().and(0xc0).ne(0x80)),
    hex: noHexDigits(at.sub(1)).and(1).isZero(),
    float: noDigits(at.sub(1)).and(1).isZero(),
  };
  f.switch(kind, KINDS, (name) => f.return(WHERE[name] ?? 1));
});

const copyRest = procedure((from, length, to) => {
  const offset = f.local(2 * VECTOR_BYTES);
  f.while(offset.lt(length), () => {
    f.storeVector(to.add(offset), from.add(offset).vector());
    f.increase(offset, VECTOR_BYTES);
  });
});

/** Copies bytes, and maybe some more that stand after them, and moves `to` to their end. */
export function copy(from: Int, length: Int, to: Variable): void {
  // Most texts are no longer than two vectors: the processor then guesses right.
  f.storeVector(to, from.vector());
  f.storeVector(to, from.vector(VECTOR_BYTES), VECTOR_BYTES);
  f.if(length.gt(2 * VECTOR_BYTES), () => copyRest(from, length, to));
  f.increase(to, length);
}
