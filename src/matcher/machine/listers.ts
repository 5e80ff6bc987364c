// Where the date-times and IP addresses end that most logs have. Other forms are left to the host, which knows all of
// them (text/date-times, text/bytes/identifiers.ts).
import { COLON, DOT, ZERO } from "../../text/bytes/ascii.ts";
import { MONTHS, WEEKDAYS } from "../../text/date-times/names.ts";
import { THIRD_LETTERS } from "../../text/date-times/zones.ts";
import { all, any, constant, f, functionOf, type Int, is, vectorOf } from "./assembler.ts";
import { VECTOR_BYTES } from "./layout.ts";
import { ALL, byteAt, noDigits, state } from "./scanning.ts";

const { lineEnd } = state;

interface Form {
  /**
   * A digit stands for all digits up to it, `M` and `W` for letters of the names of months and weekdays, `_` for a
   * digit or a blank, and `S` for a blank or `T`. Other characters stand for themselves.
   */
  readonly shape: string;
  /** The marks before a fraction of seconds; all by default. */
  readonly fraction?: string;
  /** What may come after the seconds and their fraction. A number goes on with no digit. */
  readonly after?: "zone" | "meridiem" | "year" | "number";
  /** Whether it also ends after the minutes, and after the date if a blank follows that. */
  readonly isIso?: true;
}

const FORMS: readonly Form[] = [
  { shape: "9999-99-99S29:59:69", after: "zone", isIso: true },
  { shape: "99/MMM/9999:29:59:69", after: "zone" },
  { shape: "99/99/99 29:59:69", after: "meridiem" },
  { shape: "29:59:69", after: "meridiem" },
  { shape: "99-99 29:59:69" },
  { shape: "999999 999999", fraction: ".,", after: "number" },
  // Seconds since 1970.
  { shape: "9999999999", fraction: "", after: "number" },
];

const NAMED_FORMS: readonly Form[] = [
  { shape: "MMM _9 29:59:69", after: "zone" },
  { shape: "WWW MMM _9 29:59:69", after: "year" },
];

export const isDigit = (byte: Int): Int => byte.sub(ZERO).below(10);
export const isCapital = (byte: Int): Int => byte.sub(0x41).below(26);
const isHexDigit = (byte: Int): Int => isDigit(byte).or(byte.or(0x20).sub(0x61).below(6));
const isAlphanumeric = (byte: Int): Int => isDigit(byte).or(byte.or(0x20).sub(0x61).below(26));

/** Whether what is at an offset has a form. What fails most often comes first. */
function hasForm(at: Int, { shape, fraction, after }: Form): readonly [Int, ...Int[]] {
  const fits = (from: number): Int => {
    const part = [...shape.slice(from, from + VECTOR_BYTES).padEnd(VECTOR_BYTES, "M")];
    const range = part.map((c) => ("MW_S".includes(c) ? 0xff : c.match(/\d/) ? Number(c) : 0));
    const lowest = part.map((c, i) => (range[i] === 0xff ? 0 : c.match(/\d/) ? ZERO : c.charCodeAt(0)));
    return at.vector(from).sub(vectorOf(lowest)).atMost(vectorOf(range)).bits().eq(ALL);
  };
  const has = (sign: string, condition: (offset: number) => Int): Int[] =>
    shape.includes(sign) ? [condition(shape.indexOf(sign))] : [];
  const isName = (offset: number, names: readonly string[]): Int => {
    const letters = at.word(offset).and(0xffffff);
    return any(...names.map((name) => letters.eq(Buffer.from(name).readUIntLE(0, 3))));
  };
  const next = at.byte(shape.length);
  return [
    fits(0),
    ...(shape.length > VECTOR_BYTES ? [fits(shape.length - VECTOR_BYTES)] : []),
    ...has("29:", (hour) =>
      at
        .byte(hour)
        .ne(0x32)
        .or(at.byte(hour + 1).lt(0x35)),
    ),
    ...has("MMM", (offset) => isName(offset, MONTHS)),
    ...has("WWW", (offset) => isName(offset, WEEKDAYS)),
    ...has("S", (offset) => is(at.byte(offset), " T")),
    ...has("_", (offset) => is(at.byte(offset), " ").or(isDigit(at.byte(offset)))),
    // A point never follows seconds since 1970 here.
    ...(after === "number"
      ? [
          isDigit(next)
            .or(next.eq(fraction === "" ? DOT : -1))
            .isZero(),
        ]
      : []),
  ];
}

/**
 * Whether a zone may come after the blank at an offset: a sign and a digit, or capitals of which the third is one that
 * zones have.
 */
function mayBeginZone(at: Int): Int {
  const isThird = constant(THIRD_LETTERS).shiftRight(at.byte(3).and(0x1f)).and(1);
  const isName = all(isCapital(at.byte(1)), isCapital(at.byte(2)), isCapital(at.byte(3)), isThird);
  const isOffset = is(at.byte(1), "+-").and(isDigit(at.byte(2)));
  return at.add(1).lt(lineEnd).and(isOffset.or(isName));
}

/** The position after a sign and an offset from UTC, or 0. */
const afterOffset = functionOf((at) => {
  const isPair = (offset: Int): Int => offset.add(2).le(lineEnd).and(noDigits(offset).and(3).isZero());
  f.returnIf(isPair(at.add(1)).isZero(), 0);
  const minute = f.local(at.add(3).add(byteAt(at.add(3)).eq(COLON)));
  f.return(isPair(minute).either(minute.add(2), at.add(3)));
});

/**
 * Lists the ends of the date-time at an offset, from an address on, the longest first, and returns their number, or -1
 * if it does not know. With `every`, also where one is cut short.
 */
export const dateTime = functionOf((every, at, target) => {
  const [core, next, zone] = f.variables(3);
  const to = f.local(target);
  const add = (end: Int): void => {
    f.store(to, end);
    f.increase(to, 4);
  };
  const returnEnds = ({ shape, isIso, fraction = ".,:", after }: Form): void => {
    const base = at.add(shape.length);
    f.set(core, base);
    if (fraction !== "")
      f.if(is(base.byte(), fraction), () => {
        // Up to nine digits.
        const end = f.local(base.add(1).add(noDigits(base.add(1)).firstBit(9)));
        f.if(end.min(lineEnd).gt(base.add(1)), () => f.set(core, end.min(lineEnd)));
      });
    f.set(next, byteAt(core));
    if (after === "meridiem") f.returnIf(is(byteAt(core.add(next.eq(0x20))).or(0x20), "ap"), -1);
    if (after === "zone" || after === "year") f.if(next.eq(0x20), () => f.returnIf(mayBeginZone(core), -1));
    if (after === "zone") {
      f.set(zone, 0);
      f.if(next.eq(0x5a), () => f.set(zone, core.add(1)));
      f.if(is(next, "+-"), () => f.set(zone, afterOffset(core)));
      f.if(zone, () => {
        f.if(
          isAlphanumeric(byteAt(zone))
            .and(isAlphanumeric(zone.sub(1).byte()))
            .isZero(),
          () => add(zone),
        );
        const hasMinutes = zone.eq(core.add("+HH:MM".length)).and(core.byte(3).eq(COLON));
        f.if(every.and(hasMinutes), () => add(zone.sub(":MM".length)));
      });
    }
    if (after === "year") {
      const end = core.add(" YYYY".length);
      const isYear = any(...["19", "20"].map((century) => core.half(1).eq(Buffer.from(century).readUInt16LE())));
      const isWhole = noDigits(core.add(1))
        .and(15)
        .isZero()
        .and(isAlphanumeric(byteAt(end)).isZero());
      f.if(next.eq(0x20).and(end.le(lineEnd)), () => f.if(isYear.and(isWhole), () => add(end)));
    }
    f.if(isAlphanumeric(next).isZero(), () => add(core));
    f.if(every.and(core.gt(base)), () => add(base));
    if (isIso) {
      add(at.add("YYYY-MM-DD HH:MM".length));
      f.if(at.byte(10).eq(0x20), () => add(at.add("YYYY-MM-DD".length)));
    }
    f.return(to.sub(target).shiftRight(2));
  };
  const tryForms = (forms: readonly Form[]): void => {
    for (const form of forms) {
      const [first, ...others] = hasForm(at, form);
      const isWhole = at.add(form.shape.length).lt(lineEnd);
      f.if(isWhole, () => f.if(first, () => f.if(all(...others), () => returnEnds(form))));
    }
  };
  f.if(isDigit(at.byte()), () => tryForms(FORMS)).else(() => f.if(isCapital(at.byte()), () => tryForms(NAMED_FORMS)));
  f.return(-1);
});

/** The longest group of an address of version 6. */
const MAX_GROUP_DIGITS = 4;

/** The length of the longest number up to 255 at an offset, without leading zeros; 0 if there is none. */
const numberLength = functionOf((at) => {
  const digits = f.local(noDigits(at).firstBit(3));
  f.set(digits, digits.min(lineEnd.sub(at)));
  f.returnIf(digits.lt(2), digits);
  f.returnIf(at.byte().eq(ZERO), 1);
  f.returnIf(digits.eq(2), 2);
  const digit = (offset: number): Int => at.byte(offset).sub(ZERO);
  f.return(digit(0).mul(100).add(digit(1).mul(10)).add(digit(2)).gt(255).either(2, 3));
});

/**
 * Lists the ends of the IP address at an offset, from an address in memory on, the longest first, and returns their
 * number, or -1 if it does not know.
 */
export const address = functionOf((at, target) => {
  const from = f.local(at);
  const length = f.local();
  // The first mark after hexadecimal digits says which kind it is.
  const first = f.local(byteAt(from));
  f.returnIf(isHexDigit(first).or(first.eq(COLON)).isZero(), 0);
  f.returnIf(byteAt(at.add(noDigits(at).firstBit(MAX_GROUP_DIGITS))).ne(DOT), -1);
  f.repeat(f.local(3), () => {
    f.set(length, numberLength(from));
    f.returnIf(length.isZero().or(byteAt(from.add(length)).ne(DOT)), 0);
    f.set(from, from.add(length).add(1));
  });
  f.set(length, numberLength(from));
  const to = f.local(target);
  const left = f.local(length);
  f.repeat(left, () => {
    f.store(to, from.add(left));
    f.increase(to, 4);
  });
  f.return(length);
});
