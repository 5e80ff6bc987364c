// Where the date-times and IP addresses end that most logs have. Other forms are left to the host, which knows all of
// them (text/date-times, text/bytes/identifiers.ts).
import { COLON, DOT, ZERO } from "../../text/bytes/ascii.ts";
import { MONTHS, WEEKDAYS } from "../../text/date-times/names.ts";
import { THIRD_LETTERS } from "../../text/date-times/zones.ts";
import {
  type Callee,
  constant,
  type FunctionBuilder,
  type Global,
  type Int,
  type Local,
  type ModuleBuilder,
  vectorOf,
} from "./assembler.ts";
import { VECTOR_BYTES } from "./layout.ts";
import { ALL, byteAt, noDigits, type State } from "./scanning.ts";

interface Form {
  /** A digit stands for all digits up to it, `?` for any byte, and another character for itself. */
  readonly shape: string;
  /** Where the hour begins, if the last one is 24. */
  readonly hour?: number;
  /** Where the first letters of the names of a month and of a weekday are. */
  readonly month?: number;
  readonly weekday?: number;
  /** Bytes of which one must be at an offset. */
  readonly oneOf?: { readonly at: number; readonly bytes: string };
  /** Where a digit or a blank must be. */
  readonly dayOrBlank?: number;
  /** The marks before a fraction of seconds; all by default. */
  readonly fraction?: string;
  /** What may come after the seconds and their fraction. A number goes on with no digit. */
  readonly after?: "zone" | "meridiem" | "year" | "number";
  /** Whether it also ends after the minutes, and after the date if a blank follows that. */
  readonly isIso?: true;
}

const FORMS: readonly Form[] = [
  { shape: "9999-99-99?29:59:69", hour: 11, oneOf: { at: 10, bytes: " T" }, after: "zone", isIso: true },
  { shape: "??? ?9 29:59:69", hour: 7, month: 0, dayOrBlank: 4, after: "zone" },
  { shape: "??? ??? ?9 29:59:69", hour: 11, weekday: 0, month: 4, dayOrBlank: 8, after: "year" },
  { shape: "99/???/9999?29:59:69", hour: 12, month: 3, oneOf: { at: 11, bytes: ": " }, after: "zone" },
  { shape: "99/99/99 29:59:69", hour: 9, after: "meridiem" },
  { shape: "29:59:69", hour: 0, after: "meridiem" },
  { shape: "99-99 29:59:69", hour: 6 },
  { shape: "999999 999999", fraction: ".,", after: "number" },
  // Seconds since 1970.
  { shape: "9999999999", fraction: "", after: "number" },
];

/** Whether sixteen bytes have a shape, of which at most so many characters count. */
function fits(bytes: Int, shape: string): Int {
  const padded = shape.padEnd(VECTOR_BYTES, "?");
  const isDigit = (c: string): boolean => c >= "0" && c <= "9";
  const lowest = [...padded].map((c) => (c === "?" ? 0 : isDigit(c) ? ZERO : c.charCodeAt(0)));
  const range = [...padded].map((c) => (c === "?" ? 0xff : isDigit(c) ? Number(c) : 0));
  return bytes.vector().sub(vectorOf(lowest)).atMost(vectorOf(range)).bits().eq(ALL);
}

function isOneOf(byte: Int, bytes: string): Int {
  return [...bytes].map((c) => byte.eq(c.charCodeAt(0))).reduce((a, b) => a.or(b));
}

/** Whether the first three letters of one of these names are at an offset. */
function isName(at: Int, names: readonly string[]): Int {
  const letters = at.word().and(0xffffff);
  return names.map((name) => letters.eq(Buffer.from(name).readUIntLE(0, 3))).reduce((a, b) => a.or(b));
}

function isAlphanumeric(byte: Int): Int {
  return byte.sub(ZERO).below(10).or(byte.or(0x20).sub(0x61).below(26));
}

/** Functions that list the ends of a text. */
export type Listers = ReturnType<typeof defineListers>;

export function defineListers(module: ModuleBuilder, { lineEnd }: State) {
  return { dateTime: defineDateTimes(module, lineEnd), address: defineAddresses(module, lineEnd) };
}

/**
 * A function that lists the ends of the date-time at an offset, from an address on, the longest first, and returns
 * their number, or -1 if it does not know. With `every`, also where one is cut short.
 */
function defineDateTimes(module: ModuleBuilder, lineEnd: Global): Callee {
  /** The position after a sign and an offset from UTC, or 0. */
  const afterOffset = module.function(1, (f, at) => {
    const isPair = (offset: Int): Int => offset.add(2).le(lineEnd).and(noDigits(offset).and(3).isZero());
    f.if(isPair(at.add(1)).isZero(), () => f.return(0));
    const minute = f.local(at.add(3).add(byteAt(f, lineEnd, at.add(3)).eq(0x3a)));
    f.return(f.either(isPair(minute), minute.add(2), at.add(3)));
  });

  return module.function(3, (f, every, at, target) => {
    const [core, next, zone] = f.variables(3);
    const to = f.local(target);
    const add = (end: Int): void => {
      f.store(to, end);
      f.increase(to, 4);
    };
    const isDigit = f.local(at.byte().sub(ZERO).below(10));
    f.if(isDigit.or(at.byte().sub(0x41).below(26)).isZero(), () => f.return(-1));
    const addEndsOf = ({ shape, isIso, fraction, after }: Form): void => {
      const base = at.add(shape.length);
      endOfFraction(f, lineEnd, base, core, fraction);
      f.set(next, byteAt(f, lineEnd, core));
      if (after === "meridiem") {
        const letter = byteAt(f, lineEnd, core.add(next.eq(0x20))).or(0x20);
        f.if(isOneOf(letter, "ap"), () => f.return(-1));
      }
      if (after === "zone" || after === "year")
        f.if(next.eq(0x20), () => f.if(mayBeginZone(lineEnd, core), () => f.return(-1)));
      if (after === "zone") {
        f.set(zone, 0);
        f.if(next.eq(0x5a), () => f.set(zone, core.add(1)));
        f.if(isOneOf(next, "+-"), () => f.set(zone, f.call(afterOffset, core)));
        f.if(zone, () => {
          const isInside = isAlphanumeric(byteAt(f, lineEnd, zone)).and(isAlphanumeric(zone.sub(1).byte()));
          f.if(isInside.isZero(), () => add(zone));
          const hasMinutes = zone.eq(core.add("+HH:MM".length)).and(core.byte(3).eq(0x3a));
          f.if(every.and(hasMinutes), () => add(zone.sub(":MM".length)));
        });
      }
      if (after === "year") {
        const end = core.add(" YYYY".length);
        const isYear = isOneOf(core.byte(1), "1").and(isOneOf(core.byte(2), "9"));
        const isLaterYear = isOneOf(core.byte(1), "2").and(isOneOf(core.byte(2), "0"));
        const isWhole = noDigits(core.add(1))
          .and(15)
          .isZero()
          .and(isAlphanumeric(byteAt(f, lineEnd, end)).isZero());
        f.if(next.eq(0x20).and(end.le(lineEnd)), () => f.if(isYear.or(isLaterYear).and(isWhole), () => add(end)));
      }
      f.if(isAlphanumeric(next).isZero(), () => add(core));
      f.if(every.and(core.gt(base)), () => add(base));
      if (isIso) {
        add(at.add("YYYY-MM-DD HH:MM".length));
        f.if(at.byte(10).eq(0x20), () => add(at.add("YYYY-MM-DD".length)));
      }
    };
    const list = (forms: readonly Form[]): void => {
      for (const form of forms) {
        f.if(at.add(form.shape.length).lt(lineEnd), () => {
          f.if(isForm(f, at, form), () => {
            addEndsOf(form);
            f.return(to.sub(target).shiftRight(2));
          });
        });
      }
    };
    f.if(isDigit, () => list(FORMS.filter(({ shape }) => shape[0] !== "?"))).else(() =>
      list(FORMS.filter(({ shape }) => shape[0] === "?")),
    );
    f.return(-1);
  });
}

function isForm(f: FunctionBuilder, at: Int, { shape, hour, month, weekday, oneOf, dayOrBlank, ...form }: Form): Int {
  const rest = Math.max(shape.length - VECTOR_BYTES, 0);
  const parts = [fits(at, shape.slice(0, VECTOR_BYTES))];
  if (rest > 0) parts.push(fits(at.add(rest), shape.slice(rest)));
  if (hour !== undefined)
    parts.push(
      at
        .byte(hour)
        .ne(0x32)
        .or(at.byte(hour + 1).lt(0x35)),
    );
  if (month !== undefined) parts.push(isName(at.add(month), MONTHS));
  if (weekday !== undefined) parts.push(isName(at.add(weekday), WEEKDAYS));
  if (oneOf !== undefined) parts.push(isOneOf(at.byte(oneOf.at), oneOf.bytes));
  if (dayOrBlank !== undefined) {
    const byte = at.byte(dayOrBlank);
    parts.push(byte.eq(0x20).or(byte.sub(ZERO).below(10)));
  }
  if (form.after === "number") {
    const next = at.byte(shape.length);
    // A point never follows seconds since 1970 here.
    parts.push(
      next
        .sub(ZERO)
        .below(10)
        .or(next.eq(form.fraction === "" ? DOT : -1))
        .isZero(),
    );
  }
  // What fails most often comes first, and the rest is not looked at then.
  const result = f.local(parts[0]!);
  const others = parts.slice(1).reduce((a, b) => a.and(b), constant(1));
  f.if(result, () => f.set(result, others));
  return result;
}

/** Sets `core` to the end of the seconds that end at `base`, with a fraction of up to nine digits if there is one. */
function endOfFraction(f: FunctionBuilder, lineEnd: Global, base: Int, core: Local, marks = ".,:"): void {
  f.set(core, base);
  if (marks === "") return;
  f.if(isOneOf(base.byte(), marks), () => {
    const digits = f.local(noDigits(base.add(1)).firstBit(9));
    const end = f.local(base.add(1).add(digits));
    f.set(end, f.either(end.lt(lineEnd), end, lineEnd));
    f.if(end.gt(base.add(1)), () => f.set(core, end));
  });
}

/**
 * Whether a zone may come after the blank at an offset: a sign and a digit, or capitals of which the third is one that
 * zones have.
 */
function mayBeginZone(lineEnd: Global, at: Local): Int {
  const isCapital = (offset: number): Int => at.byte(offset).sub(0x41).below(26);
  const isThird = constant(THIRD_LETTERS).shiftRight(at.byte(3).and(0x1f)).and(1);
  const isName = isCapital(1).and(isCapital(2)).and(isCapital(3)).and(isThird);
  const isOffset = isOneOf(at.byte(1), "+-").and(at.byte(2).sub(ZERO).below(10));
  return at.add(1).lt(lineEnd).and(isOffset.or(isName));
}

/** The longest group of an address of version 6. */
const MAX_GROUP_DIGITS = 4;

/**
 * A function that lists the ends of the IP address at an offset, from an address in memory on, the longest first, and
 * returns their number, or -1 if it does not know.
 */
function defineAddresses(module: ModuleBuilder, lineEnd: Global): Callee {
  const isHexDigit = (byte: Int): Int => byte.sub(ZERO).below(10).or(byte.or(0x20).sub(0x61).below(6));

  /** The length of the longest number up to 255 at an offset, without leading zeros; 0 if there is none. */
  const numberLength = module.function(1, (f, at) => {
    const digits = f.local(noDigits(at).firstBit(3));
    const room = f.local(lineEnd.sub(at));
    f.set(digits, f.either(digits.lt(room), digits, room));
    f.if(digits.lt(2), () => f.return(digits));
    f.if(at.byte().eq(ZERO), () => f.return(1));
    f.if(digits.eq(2), () => f.return(2));
    const hundreds = at.byte().sub(ZERO).mul(100);
    const value = hundreds.add(at.byte(1).sub(ZERO).mul(10)).add(at.byte(2).sub(ZERO));
    f.return(f.either(value.gt(255), 2, 3));
  });

  return module.function(2, (f, at, target) => {
    const from = f.local(at);
    const length = f.local();
    // The first mark after hexadecimal digits says which kind it is.
    const first = f.local(byteAt(f, lineEnd, from));
    f.if(isHexDigit(first).or(first.eq(COLON)).isZero(), () => f.return(0));
    const digits = f.local(noDigits(at).firstBit(MAX_GROUP_DIGITS));
    f.if(byteAt(f, lineEnd, at.add(digits)).ne(DOT), () => f.return(-1));
    const dots = f.local(0);
    f.while(dots.lt(3), () => {
      f.set(length, f.call(numberLength, from));
      f.if(length.isZero().or(byteAt(f, lineEnd, from.add(length)).ne(DOT)), () => f.return(0));
      f.set(from, from.add(length).add(1));
      f.increase(dots, 1);
    });
    f.set(length, f.call(numberLength, from));
    const to = f.local(target);
    const left = f.local(length);
    f.while(left, () => {
      f.store(to, from.add(left));
      f.increase(to, 4);
      f.set(left, left.sub(1));
    });
    f.return(length);
  });
}
