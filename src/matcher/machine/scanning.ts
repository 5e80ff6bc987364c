// What the machine looks for in a line: literals, and where texts of types end. Sixteen bytes are compared at a time. A
// vector may go on after the line, but what it says of bytes there does not count.
import {
  bytesOf,
  type Callee,
  type FunctionBuilder,
  type Global,
  type Int,
  type Local,
  type ModuleBuilder,
  type Operand,
} from "./assembler.ts";
import { KINDS, type Kind, LITERAL, VECTOR_BYTES } from "./layout.ts";

/** A bit for each byte of a vector. */
export const ALL = 0xffff;

/** The variables of the module. */
export function defineState(module: ModuleBuilder) {
  return {
    // The line under way, and how many more steps a rule may take on it.
    lineStart: module.global(),
    lineEnd: module.global(),
    fuel: module.global(),
    /** Tells lines apart. */
    serial: module.global(),
    /** Where the ends that types list are put next. */
    listTop: module.global(),
    /** The first of all candidates. */
    candidates: module.global(),
    // Where the lists of candidates are that are still to be tried, and how many there are.
    queue: module.global(),
    queueLength: module.global(),
    /** Where the counters of lines are: of those that no rule matches, then of those of each rule by its index. */
    tally: module.global(),
    /** Where the table of values and their changed texts is. */
    values: module.global(),
  };
}

export type State = ReturnType<typeof defineState>;

export type Scanning = ReturnType<typeof defineScanning>;

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

/** The first offset from `at` on where a bit of `stops` is set, or the end of the line. */
function firstStop(f: FunctionBuilder, lineEnd: Global, at: Local, stops: (at: Int) => Int): Local {
  const found = f.local();
  const offset = f.local(at);
  f.forever((_, end) => {
    f.set(found, stops(offset));
    f.branchIf(end, found.ne(0));
    f.increase(offset, VECTOR_BYTES);
    f.branchIf(end, offset.ge(lineEnd));
  });
  // Without a stop this is 32, beyond the end of the line.
  f.increase(offset, found.trailingZeros());
  f.set(offset, f.either(offset.lt(lineEnd), offset, lineEnd));
  return offset;
}

/** The byte at an offset, or -1 at the end of the line. */
export function byteAt(f: FunctionBuilder, lineEnd: Global, at: Int): Int {
  return f.either(at.lt(lineEnd), at.byte(), -1);
}

export function defineScanning(module: ModuleBuilder, { lineEnd, fuel }: State) {
  const standsAt = module.function(2, (f, literal, at) => {
    const length = f.local(literal.word(LITERAL.length));
    f.if(at.add(length).gt(lineEnd), () => f.return(0));
    const isEqual = (offset: Operand): Int =>
      at.add(offset).vector().eq(literal.add(offset).vector(LITERAL.bytes)).bits();
    const mask = literal.word(LITERAL.mask);
    f.if(length.le(VECTOR_BYTES), () => f.return(isEqual(0).and(mask).eq(mask)));
    const offset = f.local(0);
    const last = f.local(length.sub(VECTOR_BYTES));
    f.while(offset.lt(last), () => {
      f.if(isEqual(offset).ne(ALL), () => {
        f.set(fuel, fuel.sub(offset));
        f.return(0);
      });
      f.increase(offset, VECTOR_BYTES);
    });
    f.set(fuel, fuel.sub(last));
    f.return(isEqual(last).eq(ALL));
  });

  /** Finds the leftmost place from an offset on where two bytes of a literal stand and `stands` holds. */
  const search = (stands: (f: FunctionBuilder, literal: Local, at: Local) => Int): Callee =>
    module.function(2, (f, literal, from) => {
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
          f.if(stands(f, literal, at), () => {
            f.set(fuel, fuel.sub(at.sub(from)));
            f.return(at);
          });
          f.branchIf(none, fuel.lt(0));
          f.set(candidates, candidates.and(candidates.sub(1)));
        });
        f.increase(offset, 2 * VECTOR_BYTES);
      });
      f.set(fuel, fuel.sub(lineEnd.sub(from)));
      f.return(0);
    });
  const findLong = search((f, literal, at) => f.call(standsAt, literal, at));
  // Without a call in the loop, V8 keeps its variables in registers.
  const findShort = search((_, literal, at) => {
    const mask = literal.word(LITERAL.mask);
    return at.vector().eq(literal.vector(LITERAL.bytes)).bits().and(mask).eq(mask);
  });
  const find = module.function(2, (f, literal, from) => {
    f.if(literal.word(LITERAL.length).gt(VECTOR_BYTES), () => f.return(f.call(findLong, literal, from)));
    f.return(f.call(findShort, literal, from));
  });

  const runOf = (stops: (at: Int) => Int): Callee =>
    module.function(1, (f, at) => {
      const stop = firstStop(f, lineEnd, at, stops);
      f.set(fuel, fuel.sub(stop.sub(at)));
      f.return(stop);
    });
  const digitsEnd = runOf(noDigits);
  const hexDigitsEnd = runOf(noHexDigits);

  /** The end of a run, or 0 if it is empty. */
  const unlessEmpty = (f: FunctionBuilder, stop: Int, at: Operand): Int => f.either(stop.gt(at), stop, 0);
  const simple = (end: Callee): Callee =>
    module.function(1, (f, at) => f.return(unlessEmpty(f, f.local(f.call(end, at)), at)));

  const hexEnd = module.function(1, (f, at) => {
    const stop = f.local();
    const [zero, x] = [byteAt(f, lineEnd, at), byteAt(f, lineEnd, at.add(1))];
    f.if(zero.eq(0x30).and(x.or(0x20).eq(0x78)), () => {
      f.set(stop, f.call(hexDigitsEnd, at.add(2)));
      f.return(f.either(stop.gt(at.add(2)), stop, at.add(1)));
    });
    f.set(stop, f.call(hexDigitsEnd, at));
    f.return(unlessEmpty(f, stop, at));
  });

  const afterSign = module.function(1, (f, at) => {
    const byte = f.local(byteAt(f, lineEnd, at));
    f.return(at.add(byte.eq(0x2b).or(byte.eq(0x2d))));
  });

  const floatEnd = module.function(1, (f, at) => {
    const from = f.local(f.call(afterSign, at));
    const point = f.local(f.call(digitsEnd, from));
    const mantissa = f.local(point);
    const stop = f.local();
    f.if(byteAt(f, lineEnd, point).eq(0x2e), () => {
      f.set(stop, f.call(digitsEnd, point.add(1)));
      f.set(mantissa, f.either(stop.gt(point.add(1)), stop, point));
    });
    f.if(mantissa.eq(from), () => f.return(0));
    f.if(byteAt(f, lineEnd, mantissa).or(0x20).ne(0x65), () => f.return(mantissa));
    const power = f.local(f.call(afterSign, mantissa.add(1)));
    f.set(stop, f.call(digitsEnd, power));
    f.return(f.either(stop.gt(power), stop, mantissa));
  });

  const uuidEnd = module.function(1, (f, at) => {
    const end = at.add(36);
    f.if(end.gt(lineEnd), () => f.return(0));
    /** Bits that are set where there is no digit. */
    const misfit = (offset: number): Int => noHexDigits(at.add(offset));
    const isDash = (offset: number): Int => at.byte(offset).eq(0x2d);
    // Of the first sixteen bytes, those at 8 and 13 are dashes; of the next, those at 18 and 23.
    f.if(misfit(0).ne((1 << 8) | (1 << 13)), () => f.return(0));
    f.if(misfit(16).ne((1 << 2) | (1 << 7)), () => f.return(0));
    f.if(misfit(20).and(0xf000).ne(0), () => f.return(0));
    f.return(f.either(isDash(8).and(isDash(13)).and(isDash(18)).and(isDash(23)), end, 0));
  });

  const quotedEnd = module.function(1, (f, at) => {
    f.if(byteAt(f, lineEnd, at).ne(0x22), () => f.return(0));
    const offset = f.local(at.add(1));
    const byte = f.local();
    f.while(offset.lt(lineEnd), () => {
      f.set(byte, offset.byte());
      f.if(byte.eq(0x22), () => {
        f.set(fuel, fuel.sub(offset.sub(at)));
        f.return(offset.add(1));
      });
      f.increase(offset, f.either(byte.eq(0x5c), 2, 1));
    });
    f.set(fuel, fuel.sub(offset.sub(at)));
    f.return(0);
  });

  const ENDS: Readonly<Record<Kind, Callee>> = {
    digits: simple(digitsEnd),
    "non-blanks": simple(runOf(blanks)),
    blanks: simple(runOf((at) => blanks(at).xor(ALL))),
    hex: hexEnd,
    float: floatEnd,
    uuid: uuidEnd,
    quoted: quotedEnd,
  };
  const textEnd = module.function(2, (f, kind, at) => {
    f.switch(kind, KINDS, (name) => f.return(f.call(ENDS[name], at)));
  });

  const mayEnd = module.function(2, (f, kind, at) => {
    const WHERE: Readonly<Partial<Record<Kind, Int>>> = {
      // No character of UTF-8 is cut in two.
      "non-blanks": at.ge(lineEnd).or(at.byte().and(0xc0).ne(0x80)),
      hex: noHexDigits(at.sub(1)).and(1).isZero(),
      float: noDigits(at.sub(1)).and(1).isZero(),
    };
    f.switch(kind, KINDS, (name) => f.return(WHERE[name] ?? 1));
  });

  const copyRest = module.procedure(3, (f, from, length, to) => {
    const offset = f.local(2 * VECTOR_BYTES);
    f.while(offset.lt(length), () => {
      f.storeVector(to.add(offset), from.add(offset).vector());
      f.increase(offset, VECTOR_BYTES);
    });
  });

  /** Copies bytes, and maybe some more that stand after them, and moves `to` to their end. */
  const copy = (f: FunctionBuilder, from: Int, length: Int, to: Local): void => {
    // Most texts are no longer than two vectors: the processor then guesses right.
    f.storeVector(to, from.vector());
    f.storeVector(to, from.vector(VECTOR_BYTES), VECTOR_BYTES);
    f.if(length.gt(2 * VECTOR_BYTES), () => f.do(copyRest, from, length, to));
    f.increase(to, length);
  };

  return {
    /** Whether a literal stands at an offset. */
    standsAt,
    /** The leftmost occurrence of a literal from an offset on, or 0. */
    find,
    /** The end of the text of a kind that begins at an offset, the longest one, or 0. */
    textEnd,
    /** Whether a text of a kind may end at an offset inside its run. */
    mayEnd,
    copy,
  };
}
