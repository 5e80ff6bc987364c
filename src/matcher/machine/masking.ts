// Masks of lines (docs/reference/masks.md). The module finds the parts that most lines have: usual date-times, IPv4
// addresses, hexadecimal and other numbers. Where a part may be another one, or something may say that a number stays,
// it asks the host, which finds the next part as `VaryingParts` does. Both know the same of the line then. So what is
// checked here may ask too often, but must pass nothing by.
import { isAlphanumeric, isDigit, isHexDigit } from "../../text/bytes/ascii.ts";
import { ESCAPE } from "../../text/bytes/escape-sequences.ts";
import { MAIL_ID_DASH, MIN_ID_RUN_BYTES, MIN_RUN_BYTES } from "../../text/bytes/ids.ts";
import { WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { MAX_DATE_DIGITS } from "../../text/date-times/date-time-forms.ts";
import { MONTHS, NAME_STARTS, WEEKDAYS } from "../../text/date-times/names.ts";
import { LAST_LETTERS_BY_NUMBER } from "../../text/masks/news.ts";
import { MASK_INDEX, MASK_NAMES, type MaskName, NUMBER_MASKS } from "../../text/masks/varying-parts.ts";
import {
  all,
  any,
  bytesOf,
  constant,
  f,
  functionOf,
  type Int,
  imported,
  is,
  type Operand,
  tableOf,
  type Variable,
  type Vector,
  variablesAt,
  vectorOf,
} from "./assembler.ts";
import { BOUNDS_BYTES, KINDS, MASK_COUNTS, MASKING, SIGNS_AT, VECTOR_BYTES } from "./layout.ts";
import { address, dateTime, isCapital, isDigit as isDigitByte } from "./listers.ts";
import { ALL, copy, noDigits, state, textEnd } from "./scanning.ts";

const { lineEnd, listTop } = state;
/** What is known of the line. */
export const masking = variablesAt(MASKING);

const nextPart = imported("nextPart", 0);

// What a byte is, or may be in.
const DIGIT = 1;
const HEX_LETTER = 2;
const OTHER_LETTER = 4;
const WORD = DIGIT | HEX_LETTER | OTHER_LETTER;
/** With `_` and `-`. */
const ID = WORD | 8;
/** With `+` and `/`. */
const ID_WITH_SLASHES = ID | 16;
/** What may be before the `@` of a mail address. */
const MAIL = ID | 32;
/** What may be between a word and the code or the version behind it. */
const MARK = 64;

/** Behind a number, nothing goes on with these. */
const ENDS = 128;

const CLASSES = Array.from({ length: 256 }, (_, byte) => {
  if (isAlphanumeric(byte)) return isDigit(byte) ? DIGIT : isHexDigit(byte) ? HEX_LETTER : OTHER_LETTER;
  const bit = (marks: string, value: number): number => (marks.includes(String.fromCharCode(byte)) ? value : 0);
  const ends = " -.:/,_+%@".includes(String.fromCharCode(byte)) ? 0 : ENDS;
  return ends | bit("_-", 8) | bit("+/", 16) | bit("+.%", 32) | bit(" =:\"'(-", MARK);
});

const MAX_CODE_DIGITS = 5;

const ch = (character: string): number => character.charCodeAt(0);
/** Whether a number of up to four bytes is one of these texts. */
const isText = (bytes: Int, texts: readonly string[]): Int =>
  any(...texts.map((text) => bytes.eq(Buffer.from(text).readIntLE(0, text.length))));
const small = (bytes: Int): Int => bytes.or(0x20202020);
const firstThree = (at: Int): Int => at.word().and(0xffffff);

const areDigits = (bytes: Vector): Vector => bytes.sub(ch("0")).below(10);
/** Which bytes are one of the first letters of the alphabet. */
const areLetters = (bytes: Vector, count: number): Vector => bytes.or(bytesOf(0x20)).sub(ch("a")).below(count);
const areHexDigits = (bytes: Vector): Vector => areDigits(bytes).or(areLetters(bytes, 6));

/** Where the search stops: a byte is such a sign if the bits of its upper and its lower half have one in common. */
const SIGNS = [...NAME_STARTS, ...Array.from("0123456789:-/@", ch), ESCAPE];
const UPPER_HALVES = [...new Set(SIGNS.map((sign) => sign >> 4))];
const halfBits = (bitsOf: (half: number) => number): Vector =>
  vectorOf(Array.from({ length: 16 }, (_, i) => bitsOf(i)));
const bitOf = (upper: number): number => (UPPER_HALVES.includes(upper) ? 1 << UPPER_HALVES.indexOf(upper) : 0);
const bitsOfLower = (lower: number): number =>
  SIGNS.filter((sign) => (sign & 15) === lower).reduce((bits, sign) => bits | bitOf(sign >> 4), 0);

function noSigns(bytes: Vector): Int {
  const lower = halfBits(bitsOfLower).lookup(bytes.and(bytesOf(15)));
  return lower
    .and(halfBits(bitOf).lookup(bytes.shiftRight(4)))
    .eq(0)
    .bits();
}

const classTable = tableOf(CLASSES);
const letterTable = tableOf([...Buffer.from(LAST_LETTERS_BY_NUMBER.buffer)]);
const maskTable = tableOf(MASK_NAMES.flatMap((name) => [...Buffer.from(`<${name}>`.padEnd(15)), name.length + 2]));
const isIn = (byte: Int, classes: number): Int => byte.byte(classTable).and(classes);
const has = (at: Int, classes: number): Int => isIn(at.byte(), classes);

const beginsName = functionOf((at) => {
  const names = [...MONTHS, ...WEEKDAYS].map((name) => name.slice(0, 3));
  f.return(isText(firstThree(at), names).and(at.add(3).le(lineEnd)));
});
const afterRun = functionOf((from, classes) => {
  f.while(from.byte().byte(classTable).and(classes), () => f.increase(from, 1));
  f.return(from);
});
const runStart = functionOf((at, limit, classes) => {
  f.while(at.gt(limit), (end) => {
    f.branchIf(end, at.sub(1).byte().byte(classTable).and(classes).isZero());
    f.set(at, at.sub(1));
  });
  f.return(at);
});

/** Whether a run of bytes of ids may be an id. */
const mayBeIdRun = functionOf((from, to) => {
  const length = f.local(to.sub(from));
  f.returnIf(all(length.ge(MIN_ID_RUN_BYTES), from.add(MAIL_ID_DASH).byte().eq(ch("-"))), 1);
  f.returnIf(length.lt(MIN_RUN_BYTES), 0);
  const at = f.local(from);
  const [before, changes, kind] = [f.local(0), f.local(0), f.local()];
  f.while(at.lt(to), () => {
    // One bit of a letter says whether it is a capital one.
    f.set(kind, has(at, DIGIT).either(1, has(at, WORD).either(at.byte().and(0x20).or(2), 0)));
    f.increase(changes, all(kind.ne(before), kind.ne(0), before.ne(0)));
    f.set(before, kind);
    f.increase(at, 1);
  });
  f.return(changes.mul(100).ge(length.mul(35).sub(1)));
});

/** Whether a word behind which a code or a version stays, and up to four marks, may be before an offset. */
const isAfterWord = functionOf((at) => {
  const limit = f.local(at.sub(4));
  f.set(limit, limit.gt(masking.start).either(limit, masking.start));
  const from = f.local(runStart(at, limit, MARK).sub(4));
  const ends = ["atus", "rrno", "gnal", "rror", "ning", "http", "code", "exit", "sion"];
  f.return(all(from.ge(masking.start), isText(small(from.word()), ends)));
});

/**
 * Writes the line between two offsets, behind which a line break is, with masks to a third one, and returns where that
 * ends.
 */
export const maskLine = functionOf((from, end, to) => {
  const at = f.local(from);
  const copied = f.local(from);
  const [mask, partFrom, partEnd] = f.variables(3);
  const [base, i, bits, byte, next, number] = f.variables(6);
  f.set(lineEnd, end);
  const { isBegun, numbers, ...offsets } = masking;
  f.set(isBegun, 0);
  for (const offset of Object.values(offsets)) f.set(offset, from);
  const told = f.local(masking.numbers);

  // Signs are looked for first: so the search need not wait for them.
  f.set(i, from);
  f.set(base, SIGNS_AT);
  f.while(i.lt(end), () => {
    const others = noSigns(i.vector(VECTOR_BYTES)).shiftLeft(VECTOR_BYTES);
    f.store(base, noSigns(i.vector()).or(others).xor(-1));
    f.increase(i, 32);
    f.increase(base, 4);
  });

  f.forever((_, done) => {
    f.block((found) => {
      const findAs = (name: MaskName, begin: Operand, end: Operand): void => {
        f.set(mask, MASK_INDEX[name]);
        f.set(partFrom, begin);
        f.set(partEnd, end);
        f.branch(found);
      };
      f.block((ask) => {
        const askIf = (condition: Int): void => f.branchIf(ask, condition);
        /** Asks the host to go on from an offset, before which nothing is left to be found. */
        const askFrom = (offset: Variable): void => {
          f.set(at, offset);
          f.branch(ask);
        };
        const start = f.local(masking.start);
        const isInWord = (offset: Int): Int => all(offset.ge(start), has(offset, WORD).ne(0));
        askIf(at.lt(masking.rowEnd));
        const signsAt = (offset: Int): Int => offset.shiftRight(3).word(SIGNS_AT);
        /** Has the search begin at an offset: with the signs from there on, of the 32 bytes from `base` on. */
        const startAt = (offset: Int): void => {
          f.set(i, offset.sub(from));
          f.set(base, i.and(~31));
          f.set(bits, signsAt(base).and(constant(-1).shiftLeft(i)));
        };
        startAt(at);
        f.loop((scan) => {
          const goOnFrom = (offset: Operand): void => {
            f.set(at, offset);
            startAt(at);
            f.branch(scan);
          };
          f.while(bits.isZero(), () => {
            f.increase(base, 32);
            f.branchIf(done, base.ge(end.sub(from)));
            f.set(bits, signsAt(base));
          });
          f.set(i, from.add(base).add(bits.trailingZeros()));
          f.branchIf(done, i.ge(end));
          f.set(byte, i.byte());

          // Marks, and capital letters with which a date-time may begin.
          f.if(isDigitByte(byte).isZero(), () => {
            f.block((none) => {
              f.if(isCapital(byte), () => {
                f.branchIf(none, all(i.gt(at), has(i.sub(1), WORD).ne(0)));
                f.branchIf(none, beginsName(i).isZero());
                f.if(is(i.byte(3), " "), () => {
                  f.if(dateTime(0, i, listTop).gt(0), () => findAs("time", i, listTop.word()));
                });
                askFrom(i);
              });
              f.if(is(byte, ":-"), () => {
                f.set(next, i.byte(1));
                f.branchIf(none, all(is(next, ":"), is(byte, ":")).or(next.byte(classTable).and(3)).isZero());
                f.if(all(is(byte, ":"), is(next, ":"), isInWord(i.sub(1)).isZero()), () => askFrom(i));
                f.set(next, runStart(i, at, HEX_LETTER));
                f.branchIf(none, next.eq(i).or(isInWord(next.sub(1))));
                askFrom(next);
              });
              const isPath = any(isText(i.word(), ["/tmp"]), isText(i.word(4), ["/tmp", "/fol"]));
              f.if(any(byte.eq(ESCAPE), is(byte, "@"), all(is(byte, "/"), isPath, isInWord(i.sub(1)).isZero())), () =>
                askFrom(i),
              );
            });
            f.set(bits, bits.and(bits.sub(1)));
            f.branch(scan);
          });

          // Most date-times begin with a year and a month.
          f.if(all(is(i.byte(4), "-"), is(i.byte(7), "-"), isDigitByte(i.byte(3))), () => {
            const isStart = any(i.eq(start), has(i.sub(1), WORD | 32).isZero());
            f.if(isStart, () => {
              f.if(dateTime(0, i, listTop).gt(0), () => {
                f.set(at, i);
                findAs("time", i, listTop.word());
              });
            });
          });

          // The word, with a bit for each byte that is a digit or a letter.
          const word = f.local(runStart(i, at, WORD));
          f.set(at, word);
          const bitsOf = (are: (bytes: Vector) => Vector): Int => {
            const more = are(word.vector(VECTOR_BYTES)).bits().shiftLeft(VECTOR_BYTES);
            return are(word.vector()).bits().or(more);
          };
          const digits = f.local(bitsOf(areDigits));
          const letters = f.local(bitsOf((bytes) => areLetters(bytes, 26)));
          const length = f.local(digits.or(letters).xor(-1).trailingZeros());
          const stop = f.local(word.add(length));
          const [mark, after] = [f.local(stop.byte()), f.local(stop.byte(1))];
          const before = f.local(word.gt(start).either(word.sub(1).byte(), 0));
          const beforeClass = f.local(before.byte(classTable));
          const isPart = (name: MaskName, begin: Operand, end: Operand): void => {
            f.set(at, stop);
            findAs(name, begin, end);
          };
          const bytes = f.local(constant(1).shiftLeft(length).sub(1));
          // Of long words, hexadecimal ids of 32 digits are the usual ones.
          f.if(length.eq(32), () => {
            askIf(any(bitsOf(areHexDigits).ne(-1), letters.isZero(), digits.isZero(), is(before, "%\\")));
            askIf(any(has(stop, MAIL).ne(0), is(mark, ".@"), isCapital(word.byte())));
            isPart("hex", word, stop);
          });
          f.set(digits, digits.and(bytes));

          // Most numbers have nothing around them that matters.
          f.if(all(digits.eq(bytes), beforeClass.and(ID | 16 | 32).isZero()), () => {
            const isWord = any(has(stop.add(1), DIGIT | HEX_LETTER), isCapital(after), after.eq(ch(" ")));
            f.if(any(isIn(mark, ENDS), all(is(mark, " "), isWord.isZero())), () => {
              f.if(beforeClass.and(MARK).isZero(), () => isPart("n", word, stop));
              const isHttp = all(is(before, " "), length.eq(3));
              f.if(any(isHttp, isAfterWord(word)).isZero(), () => isPart("n", word, stop));
            });
          });
          f.set(letters, letters.and(bytes));
          const isNumber = f.local(letters.isZero());
          const isHex = f.local(isNumber);
          f.if(letters, () => f.set(isHex, letters.and(bitsOf((bytes) => areLetters(bytes, 6)).xor(-1)).isZero()));
          // How many digits it begins and ends with.
          const lead = f.local(digits.xor(-1).trailingZeros());
          const tail = f.local(letters.shiftLeft(constant(32).sub(length)).leadingZeros());
          f.set(tail, isNumber.either(length, tail));
          const afterLead = f.local(word.add(lead));
          const first = f.local(word.byte());
          askIf(is(before, "%\\"));

          // Addresses.
          f.if(all(isHex, is(mark, "-.:")), () => {
            f.if(is(mark, "."), () => {
              const isAfterNumber = all(is(before, "."), word.sub(1).gt(start), isDigitByte(word.sub(2).byte()));
              f.if(all(isNumber, length.le(3), isDigitByte(after), isAfterNumber.isZero()), () => {
                f.if(address(word, listTop).gt(0), () => {
                  f.set(next, listTop.word());
                  const goesOn = all(is(next.byte(), "."), isDigitByte(next.byte(1)));
                  f.if(has(next, WORD).or(goesOn).isZero(), () => {
                    const mayBeVersion = all(is(before, "/"), isText(next.sub(4).word(), [".0.0"]));
                    askIf(mayBeVersion.or(isAfterWord(word)));
                    findAs("ip", word, next);
                  });
                });
              });
            });
            f.if(all(is(mark, "-"), length.eq(8)), () => {
              f.set(next, textEnd(KINDS.indexOf("uuid"), word));
              f.if(all(next.ne(0), has(next, WORD).isZero()), () => isPart("uuid", word, next));
            });
            askIf(all(length.eq(2), ...[5, 8, 11].map((offset) => word.byte(offset).eq(mark))));
            f.if(all(is(mark, ":"), length.le(4)), () => {
              f.set(bits, word.vector().eq(ch(":")).bits());
              f.set(next, areHexDigits(word.vector()).bits().or(bits).xor(ALL));
              // Two colons in a row; and six groups take thirteen bytes.
              askIf(any(next.and(0x1fff).isZero(), bits.and(bits.shiftRight(1)).and(next.xor(next.sub(1)))));
            });
          });

          // Date-times. Behind the first mark are a number and another mark, or a blank and a time; or a name.
          f.if(lead.isZero(), () => askIf(all(isCapital(first), length.eq(5).or(beginsName(word)))));
          f.set(byte, afterLead.byte());
          f.if(all(lead.gt(0), lead.le(MAX_DATE_DIGITS), is(byte, " -./:T")), () => {
            const isClock = (offset: number): Int => is(afterLead.byte(offset), ":");
            const isTimed = (offset: number): Int =>
              all(is(afterLead.byte(offset), " "), isDigitByte(afterLead.byte(offset + 1)));
            const isDated = (offset: number): Int => {
              const mark = afterLead.byte(offset);
              return lead.eq(4).either(is(mark, "-./"), all(mark.eq(byte), is(byte, "./")));
            };
            f.set(bits, any(isTimed(2), isTimed(3), isDated(2), isDated(3)));
            f.if(is(byte, " "), () => f.set(bits, all(lead.eq(4), isClock(2).or(isClock(3))).or(lead.eq(6))));
            f.if(is(byte, ":"), () => f.set(bits, all(lead.le(2), isClock(3))));
            f.set(next, afterLead.byte(1));
            f.set(bits, all(isDigitByte(next), bits.or(lead.eq(MAX_DATE_DIGITS))));
            f.if(isCapital(next), () => f.set(bits, beginsName(afterLead.add(1))));
            f.if(any(bits, all(is(byte, " "), is(next, " "))), () => {
              f.set(number, dateTime(0, word, listTop));
              askIf(number.lt(0));
              f.if(number, () => isPart("time", word, listTop.word()));
            });
          });

          // Mail addresses.
          f.if(all(has(stop, MAIL).ne(0), stop.ge(masking.mailEnd)), () => {
            f.set(next, afterRun(stop, MAIL));
            askIf(is(next.byte(), "@"));
            f.set(masking.mailEnd, next);
          });
          askIf(is(mark, "@"));

          // What stays.
          const hasDecimals = f.local(all(is(mark, "."), isDigitByte(after)));
          const decimals = f.local(noDigits(stop.add(1)).trailingZeros());
          const afterDecimals = f.local(stop.add(1).add(decimals));
          const mayStay = any(
            all(isNumber, length.le(MAX_CODE_DIGITS)),
            all(letters.ne(0), tail.ne(0).or(is(first, "0"))),
          );
          f.if(mayStay, () => {
            f.if(hasDecimals, () => {
              askIf(any(letters.ne(0), is(afterDecimals.byte(), "."), all(decimals.le(3), is(before, "/-_"))));
              f.if(decimals.le(3), () => {
                askIf(isAfterWord(word));
                const isNamed = isCapital(runStart(word.sub(1), start, WORD).byte());
                f.if(is(before, " "), () => askIf(isNamed));
              });
            });
            f.if(all(beforeClass.and(MARK).ne(0), any(isNumber, isCapital(first), is(first, "0"))), () => {
              const isHttp = any(...[3, 4, 5, 6].map((offset) => is(word.sub(offset).byte(), "/")));
              askIf(any(isAfterWord(word), all(length.eq(3), is(before, " "), isHttp)));
            });
            const isJoint = f.local(all(isNumber, is(before, "-_")));
            f.set(next, word.sub(2).byte());
            const isInCode = any(isCapital(next), isDigitByte(next), is(next, "-_"));
            askIf(all(isJoint, length.eq(1), is(mark, "-"), isInCode));
            askIf(all(isNumber, is(before, "/"), is(small(next).and(0xff), "p")));
            askIf(all(is(before, "["), is(mark, "]"), isCapital(first)));
            f.if(any(isJoint, all(letters.ne(0), tail.gt(1), tail.le(MAX_CODE_DIGITS))), () => {
              f.set(number, 0);
              f.set(next, stop.sub(tail));
              f.while(next.lt(stop), () => {
                f.set(number, number.mul(10).add(next.byte()).sub(ch("0")));
                f.increase(next, 1);
              });
              f.set(next, isJoint.either(word.sub(2), stop.sub(tail).sub(1)));
              f.set(number, number.lt(100).either(number, number.and(15).add(100)));
              // Of names, two end with a digit: `8859` and `x86`.
              const isLast = any(has(next, HEX_LETTER | OTHER_LETTER).ne(0), is(next.byte(), "96"));
              const letters = number.shiftLeft(2).word(letterTable);
              askIf(all(isLast, letters.shiftRight(next.byte().and(31)).and(1)));
            });
          });

          // Hexadecimal numbers.
          f.if(isHex, () => {
            f.if(all(is(mark, " :,-."), isIn(after, DIGIT | HEX_LETTER).ne(0)), () => {
              const others = areHexDigits(stop.vector(1)).bits().xor(ALL);
              f.set(number, others.firstBit(VECTOR_BYTES));
              f.set(next, stop.add(1).add(number));
              askIf(all(next.byte().eq(mark), has(next.add(1), DIGIT | HEX_LETTER).ne(0)));
            });
            f.if(all(letters.ne(0), length.ge(6)), () => isPart("hex", word, stop));
          });

          // Ids.
          askIf(isText(firstThree(word), ["eyJ"]));
          const isInRun = beforeClass.or(mark.byte(classTable)).and(ID_WITH_SLASHES).ne(0);
          f.if(all(word.ge(masking.runEnd), any(isInRun, length.ge(MIN_RUN_BYTES))), () => {
            f.set(next, afterRun(stop, ID));
            f.set(number, runStart(word, masking.last, ID));
            f.if(next.sub(number).ge(MIN_ID_RUN_BYTES), () => askIf(mayBeIdRun(number, next)));
            const hasSlash = any(has(number.sub(1), 16), has(next, 16));
            f.if(all(hasSlash.ne(0), word.ge(masking.slashRunEnd)), () => {
              f.set(number, runStart(number, masking.last, ID_WITH_SLASHES));
              f.set(bits, afterRun(next, ID_WITH_SLASHES));
              f.if(number.byte().ne(ch("/")), () => askIf(mayBeIdRun(number, bits)));
              f.set(masking.slashRunEnd, bits);
            });
            f.set(masking.runEnd, next);
          });
          askIf(isText(small(word.half()).and(0xffff), ["0x"]));
          /** Whether a duration may begin here: behind the first digits are a unit, digits, and part of a unit. */
          const mayBeDuration = (): Int => {
            f.set(next, small(afterLead.half()).and(0xffff));
            const isShort = all(is(next.and(0xff), "dhms"), next.shiftRight(8).sub(ch("a")).below(26).isZero());
            const unit = f.local(isText(next, ["ms", "us", "ns", "hr"]).either(2, isShort));
            f.set(next, afterLead.add(unit));
            const count = f.local(noDigits(next).trailingZeros());
            const goesOn = any(count.ge(VECTOR_BYTES), is(next.add(count).byte(), ".dhmnsuDHMNSU"));
            return all(unit.gt(0), count.gt(0), goesOn);
          };
          f.if(all(isHex.isZero(), length.gt(4), digits.ones().gt(1)), () => {
            const changes = digits.xor(digits.shiftRight(1)).and(bytes.shiftRight(1)).ones();
            askIf(any(length.ge(12), changes.ge(4)));
          });

          // Numbers.
          f.if(lead.isZero(), () => {
            f.if(tail.lt(2), () => goOnFrom(stop));
            askIf(hasDecimals);
            isPart("n", stop.sub(tail), stop);
          });
          f.set(partFrom, word.sub(all(is(before, "+-"), isInWord(word.sub(2)).isZero())));
          f.if(isNumber, () => {
            askIf(all(is(mark, ","), length.le(3), isDigitByte(after)));
            f.if(hasDecimals, () => {
              const isAfterNumber = all(is(before, "."), isDigitByte(word.sub(2).byte()));
              askIf(any(isAfterNumber, decimals.ge(VECTOR_BYTES), is(afterDecimals.byte(), ".eE")));
              f.set(stop, afterRun(afterDecimals, HEX_LETTER | OTHER_LETTER));
              askIf(has(stop, DIGIT));
              isPart("n", partFrom, afterDecimals);
            });
          }).else(() => {
            f.set(byte, small(byte).and(0xff));
            f.if(digits.shiftRight(lead), () => {
              askIf(any(is(byte, "e"), mayBeDuration()));
              f.if(tail.lt(2), () => goOnFrom(stop));
              // What is behind the first number is a word of its own.
              f.set(stop, afterLead);
            }).else(() => askIf(all(is(byte, "e"), length.eq(lead.add(1)))));
          });
          isPart("n", partFrom, afterLead);
        });
      });
      f.set(masking.at, at);
      f.set(mask, nextPart());
      f.branchIf(done, mask.lt(0));
      f.set(at, masking.at);
      f.set(partFrom, masking.from);
      f.set(partEnd, masking.last);
    });
    f.set(masking.last, partEnd);
    f.set(at, at.lt(partEnd).either(partEnd, at));
    f.if(all(told.ne(0), any(...NUMBER_MASKS.map((name) => mask.eq(MASK_INDEX[name])))), () => {
      f.store(told, partFrom);
      f.store(told, partEnd, WORD_BYTES);
      f.increase(told, BOUNDS_BYTES);
    });
    copy(copied, partFrom.sub(copied), to);
    f.set(mask, mask.shiftLeft(2));
    f.store(mask, mask.word(MASK_COUNTS).add(1), MASK_COUNTS);
    f.set(mask, mask.shiftLeft(2));
    f.storeVector(to, mask.vector(maskTable));
    f.increase(to, mask.byte(maskTable + VECTOR_BYTES - 1));
    f.set(copied, partEnd);
  });
  f.set(numbers, told);
  copy(copied, end.sub(copied), to);
  f.return(to);
});
