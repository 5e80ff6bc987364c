// Masks of lines (docs/reference/masks.md). The module finds the parts that most lines have: the usual date-times, IPv4
// addresses, hexadecimal numbers, ids that are words, and numbers. Wherever a part may be another one, or something may
// say that a number stays, it asks the host, which finds the next part as `VaryingParts` does and gives it back what
// both must know. So a check here may stop at too much, but must not go past anything.
import { isAlphanumeric, isDigit, isHexDigit } from "../../text/bytes/ascii.ts";
import { ESCAPE } from "../../text/bytes/escape-sequences.ts";
import { MONTHS, NAME_STARTS, WEEKDAYS } from "../../text/date-times/names.ts";
import { NAME_TABLE } from "../../text/masks/news.ts";
import { MASK_INDEX, MASK_NAMES } from "../../text/masks/varying-parts.ts";
import {
  bytesOf,
  type Callee,
  constant,
  type FunctionBuilder,
  type Global,
  type Int,
  type Label,
  type Local,
  type ModuleBuilder,
  type Operand,
  tableOf,
  type Vector,
  vectorOf,
} from "./assembler.ts";
import { MASKING, VECTOR_BYTES } from "./layout.ts";
import { byteAt, noDigits } from "./scanning.ts";

// What a byte may be in.
const DIGIT = 1;
const HEX_LETTER = 2;
const OTHER_LETTER = 4;
const WORD = DIGIT | HEX_LETTER | OTHER_LETTER;
/** `_` and `-`. */
const ID_MARK = 8;
/** `+` and `/`. */
const SLASHES = 16;
const MAIL_MARK = 32;
/** Between a word and the code or the version behind it. */
const MARK = 64;

const CLASSES = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (isAlphanumeric(byte)) return isDigit(byte) ? DIGIT : isHexDigit(byte) ? HEX_LETTER : OTHER_LETTER;
  const bit = (marks: string, value: number): number => (marks.includes(character) ? value : 0);
  return bit("_-", ID_MARK) | bit("+/", SLASHES) | bit("+.%", MAIL_MARK) | bit(" =:\"'(-", MARK);
});

/** The last letters of words before codes and versions. */
const CODE_ENDS = ["atus", "code", "exit", "rrno", "gnal", "rror", "ning", "http"];
const VERSION_ENDS = ["sion"];

const MIN_RUN_BYTES = 22;
const MAX_DATE_DIGITS = 8;
const MAX_CODE_DIGITS = 5;

const ch = (character: string): number => character.charCodeAt(0);

function isOneOf(byte: Int, characters: string): Int {
  return [...characters].map((c) => byte.eq(ch(c))).reduce((a, b) => a.or(b));
}

/** Whether four bytes are one of these texts, in small letters or capital ones. */
function endsWithOneOf(word: Int, texts: readonly string[]): Int {
  return texts.map((text) => word.or(0x20202020).eq(Buffer.from(text).readInt32LE())).reduce((a, b) => a.or(b));
}

function endsWithOneOfHalf(half: Int, texts: readonly string[]): Int {
  return texts.map((text) => half.eq(Buffer.from(text).readUInt16LE())).reduce((a, b) => a.or(b));
}

const inRange = (byte: Int, first: string, count: number): Int => byte.sub(ch(first)).below(count);
const isDigitByte = (byte: Int): Int => inRange(byte, "0", 10);
const isCapitalByte = (byte: Int): Int => inRange(byte, "A", 26);
const isHexByte = (byte: Int): Int => isDigitByte(byte).or(inRange(byte.or(0x20), "a", 6));

// Of the bytes of a vector, those that are so.
const areDigits = (bytes: Vector): Vector => bytes.sub(ch("0")).below(10);
const areLetters = (count: number) => (bytes: Vector) => bytes.or(bytesOf(0x20)).sub(ch("a")).below(count);

/** Where the search stops: a byte is such a sign if the bits of its upper and its lower half have one in common. */
const SIGNS = [...NAME_STARTS, ...[..."0123456789:-/@"].map(ch), ESCAPE];
const UPPER_HALVES = [...new Set(SIGNS.map((sign) => sign >> 4))];
const bitOfUpper = (upper: number): number => (UPPER_HALVES.includes(upper) ? 1 << UPPER_HALVES.indexOf(upper) : 0);
const UPPER_BITS = Array.from({ length: 16 }, (_, upper) => bitOfUpper(upper));
const LOWER_BITS = Array.from({ length: 16 }, (_, lower) =>
  SIGNS.filter((sign) => (sign & 15) === lower).reduce((bits, sign) => bits | bitOfUpper(sign >> 4), 0),
);

/** A bit for each of sixteen bytes that is no sign. */
function noSigns(at: Int): Int {
  const bytes = at.vector();
  const lower = vectorOf(LOWER_BITS).lookup(bytes.and(bytesOf(15)));
  return lower
    .and(vectorOf(UPPER_BITS).lookup(bytes.shiftRight(4)))
    .eq(0)
    .bits();
}

/** A function that writes the line between two offsets with masks to a third one, and returns where that ends. */
export function defineMasking(
  module: ModuleBuilder,
  { lineEnd, listTop }: { readonly lineEnd: Global; readonly listTop: Global },
  listers: { readonly dateTime: Callee; readonly address: Callee },
  host: { readonly nextPart: Callee },
  copyTo: (f: FunctionBuilder, from: Int, length: Int, to: Local) => void,
): Callee {
  const classTable = tableOf(CLASSES);
  const nameTable = tableOf([...Buffer.from(NAME_TABLE.buffer)]);
  const maskTable = tableOf(MASK_NAMES.flatMap((name) => [...Buffer.from(`<${name}>`.padEnd(15)), name.length + 2]));
  const kept = (place: number): Int => constant(0).word(place);
  const classOf = (at: Int, offset = 0): Int => at.byte(offset).byte(classTable);
  const has = (at: Int, classes: number, offset = 0): Int => classOf(at, offset).and(classes);
  const firstLetters = (at: Int): Int => at.word().and(0xffffff);
  const beginsName = (at: Int): Int =>
    [...MONTHS, ...WEEKDAYS]
      .map((name) => firstLetters(at).eq(Buffer.from(name).readUIntLE(0, 3)))
      .reduce((a, b) => a.or(b));

  /** Whether a run of bytes of ids may be an id. */
  const mayBeIdRun = module.function(2, (f, from, to) => {
    const length = f.local(to.sub(from));
    f.if(length.lt(MIN_RUN_BYTES), () => f.return(0));
    const at = f.local(from);
    const before = f.local(0);
    const kind = f.local();
    const changes = f.local(0);
    f.while(at.lt(to), () => {
      // Letters are small or capital by one bit of theirs.
      const classes = f.local(classOf(at));
      f.set(kind, f.either(classes.and(DIGIT), 1, f.either(classes.and(WORD), at.byte().and(0x20).or(2), 0)));
      f.increase(changes, kind.ne(before).and(kind.ne(0)).and(before.ne(0)));
      f.set(before, kind);
      f.increase(at, 1);
    });
    f.return(changes.mul(100).ge(length.mul(35).sub(1)));
  });

  /** Whether one of these words, by their last letters, and up to four marks may be before an offset. */
  const isAfter = (ends: readonly string[]): Callee =>
    module.function(1, (f, at) => {
      const to = f.local(at);
      const start = f.local(kept(MASKING.start));
      f.while(to.gt(start).and(at.sub(to).lt(4)), (end) => {
        f.branchIf(end, has(to.sub(1), MARK).isZero());
        f.set(to, to.sub(1));
      });
      f.if(to.sub(4).lt(start), () => f.return(0));
      const isWhole = to
        .sub(4)
        .eq(start)
        .or(has(to.sub(5), WORD).isZero());
      const isSure = isWhole.and(endsWithOneOf(to.sub(4).word(), ["code", "exit"]));
      f.return(endsWithOneOf(to.sub(4).word(), ends).shiftLeft(isSure));
    });
  const isAfterCodeWord = isAfter(CODE_ENDS);
  const isAfterVersionWord = isAfter(VERSION_ENDS);

  /** The end of the domain behind the `@` at an offset, or 0. */
  const domainEnd = module.function(1, (f, at) => {
    const from = f.local(at.add(1));
    f.if(has(from, WORD).isZero(), () => f.return(0));
    const to = f.local(from);
    f.while(has(to, WORD).or(isOneOf(to.byte(), "-.")), () => f.increase(to, 1));
    f.while(has(to.sub(1), WORD).isZero(), () => f.set(to, to.sub(1)));
    const label = f.local(to);
    f.while(has(label.sub(1), HEX_LETTER | OTHER_LETTER), () => f.set(label, label.sub(1)));
    const isDomain = label.sub(1).byte().eq(ch(".")).and(to.sub(label).ge(2)).and(label.sub(2).ge(from));
    f.return(f.either(isDomain, to, 0));
  });

  /** Where the mail address begins whose `@` is at an offset, or that offset. */
  const mailStart = module.function(1, (f, at) => {
    const from = f.local(at);
    const last = f.local(kept(MASKING.last));
    f.while(from.gt(last), (end) => {
      f.branchIf(end, has(from.sub(1), WORD | ID_MARK | MAIL_MARK).isZero());
      f.set(from, from.sub(1));
    });
    f.while(from.lt(at).and(has(from, WORD).isZero()), () => f.increase(from, 1));
    f.return(from);
  });

  return module.function(3, (f, from, end, output) => {
    const at = f.local(from);
    const i = f.local();
    const to = f.local(output);
    const copied = f.local(from);
    const partFrom = f.local();
    const partEnd = f.local();
    const mask = f.local();
    const bits = f.local();
    const byte = f.local();
    const other = f.local();
    f.set(lineEnd, end);
    for (const place of Object.values(MASKING)) f.store(0, place === MASKING.isBegun ? 0 : from, place);

    f.block((done) => {
      f.forever(() => {
        f.block((found) => {
          const findAs = (name: keyof typeof MASK_INDEX, begin: Operand, end: Operand): void => {
            f.set(mask, MASK_INDEX[name]);
            f.set(partFrom, begin);
            f.set(partEnd, end);
            f.branch(found);
          };
          f.block((ask) => {
            const askIf = (condition: Int): void => f.branchIf(ask, condition);
            /** Asks the host to go on from an offset, before which nothing is left to be found. */
            const askFrom = (offset: Local): void => {
              f.set(at, offset);
              f.branch(ask);
            };
            askIf(at.lt(kept(MASKING.rowEnd)));
            f.set(i, at);
            f.forever((scan) => {
              f.block((sign) => {
                f.forever(() => {
                  f.branchIf(done, i.ge(end));
                  f.set(bits, noSigns(i).xor(0xffff));
                  f.branchIf(sign, bits);
                  f.increase(i, VECTOR_BYTES);
                });
              });
              f.increase(i, bits.trailingZeros());
              f.branchIf(done, i.ge(end));
              f.set(byte, i.byte());
              const isInWord = (offset: Int): Int => offset.ge(kept(MASKING.start)).and(has(offset, WORD).ne(0));
              f.if(isDigitByte(byte).isZero(), () => {
                findAtMark(f, { i, byte, at, other, isInWord, askFrom, findAs });
                f.increase(i, 1);
                f.branch(scan);
              });
              // What comes before an offset, or 0 at the beginning.
              findInWord(f, { i, at, scan, isInWord, askIf, findAs });
              // Nothing was found in the word.
              f.set(i, at);
            });
          });
          f.store(0, at, MASKING.at);
          f.set(mask, f.call(host.nextPart));
          f.branchIf(done, mask.lt(0));
          f.set(at, kept(MASKING.at));
          f.set(partFrom, kept(MASKING.from));
          f.set(partEnd, kept(MASKING.last));
        });
        f.store(0, partEnd, MASKING.last);
        f.set(at, f.either(at.lt(partEnd), partEnd, at));
        copyTo(f, copied, partFrom.sub(copied), to);
        f.set(mask, mask.shiftLeft(4));
        f.storeVector(to, mask.vector(maskTable));
        f.increase(to, mask.byte(maskTable + VECTOR_BYTES - 1));
        f.set(copied, partEnd);
      });
    });
    copyTo(f, copied, end.sub(copied), to);
    f.return(to);
  });

  interface Search {
    readonly i: Local;
    readonly at: Local;
    readonly isInWord: (offset: Int) => Int;
    readonly findAs: (name: keyof typeof MASK_INDEX, begin: Operand, end: Operand) => void;
  }

  /** Looks at the mark or the first letter of a name at `i`. */
  function findAtMark(
    f: FunctionBuilder,
    {
      i,
      byte,
      at,
      other,
      isInWord,
      askFrom,
      findAs,
    }: Search & { readonly byte: Local; readonly other: Local; readonly askFrom: (offset: Local) => void },
  ): void {
    f.if(
      isCapitalByte(byte),
      () => {
        const isStart = i.eq(at).or(has(i.sub(1), WORD).isZero());
        f.if(isStart.and(i.add(3).le(lineEnd)), () =>
          f.if(beginsName(i), () => {
            f.if(i.byte(3).eq(ch(" ")), () =>
              f.if(f.call(listers.dateTime, 0, i, listTop).gt(0), () => findAs("time", i, listTop.word())),
            );
            askFrom(i);
          }),
        );
      },
      () => {
        f.set(other, byteAt(f, lineEnd, i.add(1)));
        f.if(
          isOneOf(byte, ":-"),
          () => {
            f.if(isHexByte(other).or(other.eq(ch(":"))), () => {
              const isDouble = byte.eq(ch(":")).and(other.eq(ch(":")));
              f.if(isDouble.and(isInWord(i.sub(1)).isZero()), () => askFrom(i));
              f.set(other, i);
              f.while(other.gt(at), (end) => {
                f.branchIf(end, has(other.sub(1), HEX_LETTER).isZero());
                f.set(other, other.sub(1));
              });
              f.if(other.lt(i).and(isInWord(other.sub(1)).isZero()), () => askFrom(other));
            });
          },
          () => {
            const mayBePath = endsWithOneOf(i.word(), ["/tmp", "/var"]).and(isInWord(i.sub(1)).isZero());
            f.if(byte.eq(ch("@")), () => {
              f.set(other, f.call(domainEnd, i));
              f.set(byte, f.call(mailStart, i));
              f.if(byte.lt(i).and(other.ne(0)), () => findAs("email", byte, other));
            });
            f.if(
              byte
                .eq(ESCAPE)

                .or(mayBePath),
              () => askFrom(i),
            );
          },
        );
      },
    );
  }

  /** Looks at the word around the digit at `i`, and moves `at` to its end if there is no part. */
  function findInWord(
    f: FunctionBuilder,
    {
      i,
      at,
      scan,
      isInWord,
      askIf,
      findAs,
    }: Search & { readonly scan: Label; readonly askIf: (condition: Int) => void },
  ): void {
    const word = f.local(i);
    f.while(word.gt(at), (end) => {
      f.branchIf(end, has(word.sub(1), WORD).isZero());
      f.set(word, word.sub(1));
    });
    f.set(at, word);
    // A bit for each of the first 32 bytes that are so.
    const bitsOf = (kind: (bytes: Vector) => Vector): Int =>
      kind(word.vector())
        .bits()
        .or(kind(word.vector(VECTOR_BYTES)).bits().shiftLeft(VECTOR_BYTES));
    const start = f.local(kept(MASKING.start));
    const before = f.local(f.either(word.gt(start), word.sub(1).byte(), 0));
    const digits = f.local(bitsOf(areDigits));
    const letters = f.local(bitsOf(areLetters(26)));
    const length = f.local(digits.or(letters).xor(-1).trailingZeros());
    askIf(length.eq(32));
    const stop = f.local(word.add(length));
    const all = f.local(constant(1).shiftLeft(length).sub(1));
    f.set(digits, digits.and(all));
    f.set(letters, letters.and(all));
    const lead = f.local(digits.xor(-1).trailingZeros());
    const tail = f.local(digits.xor(-1).shiftLeft(constant(32).sub(length)).leadingZeros());
    const first = f.local(word.byte());
    const mark = f.local(stop.byte());
    const after = f.local(stop.byte(1));
    const isNumber = f.local(letters.isZero());
    const isHex = f.local(isNumber);
    /** Whether a unit of durations may be behind the first digits. */
    const beginsUnit = (): Int => {
      const unit = f.local(word.add(lead).half().or(0x2020));
      const isLong = inRange(unit.shiftRight(8), "a", 26);
      return f.either(isLong, endsWithOneOfHalf(unit, ["ms", "us", "ns", "hr"]), isOneOf(unit.and(0xff), "dhms"));
    };
    const beforeClass = f.local(before.byte(classTable));
    const next = f.local();
    const count = f.local();
    f.if(isNumber.isZero(), () => f.set(isHex, letters.and(bitsOf(areLetters(6)).xor(-1)).isZero()));
    askIf(isOneOf(before, "%\\"));

    // Addresses.
    const isAfterNumber = before
      .eq(ch("."))
      .and(word.sub(1).gt(start))
      .and(isDigitByte(word.sub(2).byte()));
    f.if(isHex.and(isOneOf(mark, "-.:")), () => {
      f.if(
        mark.eq(ch(".")),
        () => {
          f.if(isNumber.and(length.le(3)).and(isDigitByte(after)).and(isAfterNumber.isZero()), () => {
            f.if(f.call(listers.address, word, listTop).gt(0), () => {
              f.set(next, listTop.word());
              const goesOn = next
                .byte()
                .eq(ch("."))
                .and(isDigitByte(next.byte(1)));
              f.if(has(next, WORD).or(goesOn).isZero(), () => {
                const endsWithZeros = next.sub(4).word().eq(Buffer.from(".0.0").readInt32LE());
                askIf(before.eq(ch("/")).and(endsWithZeros).or(f.call(isAfterVersionWord, word)));
                findAs("ip", word, next);
              });
            });
          });
        },
        () => {
          askIf(mark.eq(ch("-")).and(length.eq(8)));
          const isPairs = [5, 8, 11].map((offset) => word.byte(offset).eq(mark)).reduce((a, b) => a.and(b));
          askIf(isPairs.and(length.eq(2)));
          f.if(mark.eq(ch(":")).and(length.le(4)), () => {
            const groups = word.vector();
            const colons = f.local(groups.eq(ch(":")).bits());
            f.set(next, areDigits(groups).or(areLetters(6)(groups)).bits().or(colons).xor(0xffff));
            // Thirteen bytes are six groups and what follows them.
            askIf(next.and(0x1fff).isZero());
            askIf(colons.and(colons.shiftRight(1)).and(next.xor(next.sub(1))));
          });
        },
      );
    });

    // Date-times.
    f.if(
      lead,
      () => {
        f.set(next, word.add(lead));
        const mark = f.local(next.byte());
        const byte = f.local(next.byte(1));
        const isMark = isOneOf(mark, " -./:T").and(lead.le(MAX_DATE_DIGITS));
        f.if(isMark, () => {
          const isClock = (offset: number): Int => next.byte(offset).eq(ch(":"));
          // After one or two digits and a dash, a date has two more and a time.
          const isDated = mark.ne(ch("-")).or(lead.eq(4));
          const isSecond = [2, 3].map((offset) =>
            next
              .byte(offset)
              .eq(mark)
              .and(isDated)
              .or(
                next
                  .byte(offset)
                  .eq(ch(" "))
                  .and(isDigitByte(next.byte(offset + 1))),
              ),
          );
          const goesOn = f.local(isSecond[0]!.or(isSecond[1]!));
          f.if(mark.eq(ch(" ")), () => f.set(goesOn, isClock(2).or(isClock(3)).and(lead.eq(4)).or(lead.eq(6))));
          f.if(mark.eq(ch(":")), () => f.set(goesOn, isClock(3).and(lead.le(2))));
          f.set(goesOn, goesOn.or(lead.eq(MAX_DATE_DIGITS)).and(isDigitByte(byte)));
          const isName = isCapitalByte(byte).and(beginsName(next.add(1)));
          f.set(goesOn, goesOn.or(isName).or(byte.eq(ch(" ")).and(mark.eq(ch(" ")))));
          f.if(goesOn, () => {
            f.set(count, f.call(listers.dateTime, 0, word, listTop));
            askIf(count.lt(0));
            f.if(count, () => {
              f.set(at, stop);
              findAs("time", word, listTop.word());
            });
          });
        });
      },
      () => askIf(isCapitalByte(first).and(length.eq(5).or(beginsName(word)))),
    );

    // Mail addresses.
    f.if(
      has(stop, ID_MARK | MAIL_MARK)
        .ne(0)
        .or(mark.eq(ch("@")))
        .and(stop.ge(kept(MASKING.mailEnd))),
      () => {
        f.set(next, stop);
        f.while(has(next, WORD | ID_MARK | MAIL_MARK), () => f.increase(next, 1));
        f.if(next.byte().eq(ch("@")), () => {
          f.set(count, f.call(domainEnd, next));
          f.if(count, () => {
            f.set(at, stop);
            findAs("email", f.call(mailStart, next), count);
          });
        });
        f.store(0, next, MASKING.mailEnd);
      },
    );

    // What stays.
    const hasDecimals = f.local(mark.eq(ch(".")).and(isDigitByte(after)));
    const decimals = f.local(noDigits(stop.add(1)).trailingZeros());
    const afterDecimals = f.local(stop.add(1).add(decimals));
    const mayTell = tail
      .ne(0)
      .or(first.eq(ch("0")))
      .and(isNumber.isZero().or(length.le(MAX_CODE_DIGITS)));
    f.if(mayTell, () => {
      f.if(hasDecimals, () => {
        askIf(isNumber.isZero().or(isOneOf(afterDecimals.byte(), ".")));
        f.if(decimals.le(3).and(before.ne(0)), () => {
          askIf(isOneOf(before, "/-_").or(f.call(isAfterVersionWord, word)));
          f.if(before.eq(ch(" ")), () => {
            f.set(next, word.sub(1));
            f.while(next.gt(start), (end) => {
              f.branchIf(end, has(next.sub(1), WORD).isZero());
              f.set(next, next.sub(1));
            });
            askIf(isCapitalByte(next.byte()));
          });
        });
      });
      const isJoint = f.local(isOneOf(before, "-_").and(isNumber));
      const isCapital = isCapitalByte(first);
      f.if(
        beforeClass
          .and(MARK | ID_MARK | SLASHES)
          .ne(0)
          .or(before.eq(ch("["))),
        () => {
          const mayBeCode = isNumber.or(isCapital).or(first.eq(ch("0")));
          f.if(beforeClass.and(MARK).ne(0).and(mayBeCode), () => {
            f.set(count, f.call(isAfterCodeWord, word));
            askIf(count.ne(0).and(count.ne(2).or(isNumber.isZero()).or(hasDecimals)));
            f.if(count, () => {
              f.set(at, stop);
              f.set(i, stop);
              f.branch(scan);
            });
            const slashes = [3, 4, 5].map((offset) => word.sub(offset).byte().eq(ch("/")));
            const isHttp = slashes
              .reduce((a, b) => a.or(b))
              .and(before.eq(ch(" ")))
              .and(length.eq(3));
            askIf(isHttp);
          });
          f.if(isJoint, () => {
            f.set(next, word.sub(2).byte());
            const isCode = isCapitalByte(next).or(isDigitByte(next)).or(isOneOf(next, "-_"));
            askIf(isCode.and(length.eq(1)).and(mark.eq(ch("-"))));
          });
          askIf(
            before
              .eq(ch("/"))
              .and(isNumber)
              .and(word.sub(2).byte().or(0x20).eq(ch("p"))),
          );
          askIf(
            before
              .eq(ch("["))
              .and(mark.eq(ch("]")))
              .and(isCapital),
          );
        },
      );
      f.if(isJoint.or(isNumber.isZero().and(tail.gt(1)).and(tail.le(MAX_CODE_DIGITS))), () => {
        const number = f.local(0);
        f.set(next, stop.sub(tail));
        f.while(next.lt(stop), () => {
          f.set(number, number.mul(10).add(next.byte()).sub(ch("0")));
          f.increase(next, 1);
        });
        const letters = number.and(63).shiftLeft(2).word(nameTable);
        askIf(letters.shiftRight(f.either(isNumber, word.sub(2), stop.sub(tail).sub(1)).byte().and(31)).and(1));
      });
    });

    // Hexadecimal numbers.
    f.if(isHex, () => {
      f.if(isOneOf(mark, " :,-.").and(isHexByte(after)), () => {
        const bytes = stop.add(1).vector();
        f.set(
          count,
          areDigits(bytes)
            .or(areLetters(6)(bytes))
            .bits()
            .xor(0xffff)
            .or(1 << 16)
            .trailingZeros(),
        );
        f.set(next, stop.add(1).add(count));
        askIf(
          next
            .byte()
            .eq(mark)
            .and(isHexByte(next.byte(1))),
        );
      });
      f.if(isNumber.isZero().and(length.ge(6)), () => {
        f.set(at, stop);
        findAs("hex", word, stop);
      });
    });

    // Ids.
    askIf(firstLetters(word).eq(Buffer.from("eyJ").readUIntLE(0, 3)));
    const isInRun = beforeClass
      .or(classOf(stop))
      .and(WORD | ID_MARK | SLASHES)
      .ne(0);
    f.if(word.ge(kept(MASKING.runEnd)).and(isInRun.or(length.ge(MIN_RUN_BYTES))), () => {
      const limit = f.local(kept(MASKING.last));
      const runFrom = f.local(word);
      const runTo = f.local(stop);
      const widen = (classes: number): void => {
        f.while(runFrom.gt(limit), (end) => {
          f.branchIf(end, has(runFrom.sub(1), classes).isZero());
          f.set(runFrom, runFrom.sub(1));
        });
        f.while(has(runTo, classes), () => f.increase(runTo, 1));
      };
      widen(WORD | ID_MARK);
      askIf(f.call(mayBeIdRun, runFrom, runTo));
      f.set(next, runTo);
      f.if(word.ge(kept(MASKING.slashRunEnd)), () => {
        widen(WORD | ID_MARK | SLASHES);
        askIf(
          runFrom
            .byte()
            .ne(ch("/"))
            .and(f.call(mayBeIdRun, runFrom, runTo)),
        );
        f.store(0, runTo, MASKING.slashRunEnd);
      });
      f.store(0, next, MASKING.runEnd);
    });
    askIf(word.half().or(0x2000).eq(Buffer.from("0x").readUInt16LE()));
    f.if(isHex.isZero().and(length.gt(4)), () => {
      const lower = f.local(bitsOf((bytes) => bytes.sub(ch("a")).below(26)).and(all));
      const capital = f.local(letters.xor(lower));
      const isX = bitsOf((bytes) => bytes.or(bytesOf(0x20)).eq(ch("x")));
      const pairs = f.local(all.shiftRight(1));
      const both = (bits: Int): Int => bits.and(bits.shiftRight(1));
      f.set(next, both(lower));
      const hasNamePart = next.and(next.shiftRight(2)).ne(0).and(capital.ne(0));
      const mayBe = digits
        .ones()
        .ge(2)
        .and(letters.and(isX.xor(-1)).ne(0))
        .and(hasNamePart.isZero());
      f.if(mayBe, () => {
        const isSame = both(digits)
          .or(both(lower))
          .or(both(capital))
          .or(capital.and(lower.shiftRight(1)));
        f.set(count, isSame.xor(-1).and(pairs).ones());
        const isLong = length.ge(12).and(count.ge(4)).and(count.mul(4).ge(length));
        const turns = digits.xor(digits.shiftRight(1)).and(pairs).ones();
        f.if(isLong.or(turns.ge(4)), () => {
          askIf(lead.ne(0).and(beginsUnit()));
          f.set(at, stop);
          findAs("id", word, stop);
        });
      });
    });

    // Numbers.
    f.if(lead.isZero(), () => {
      f.if(tail.gt(1), () => {
        askIf(hasDecimals);
        f.set(at, stop);
        findAs("n", stop.sub(tail), stop);
      });
      f.set(at, stop);
    });
    f.if(lead, () => {
      f.set(next, word.sub(isOneOf(before, "+-").and(isInWord(word.sub(2)).isZero())));
      f.if(
        isNumber,
        () => {
          askIf(mark.eq(ch(",")).and(length.le(3)).and(isDigitByte(after)));
          f.if(hasDecimals, () => {
            askIf(before.eq(ch(".")).or(decimals.ge(VECTOR_BYTES)).or(isOneOf(afterDecimals.byte(), ".eE")));
            f.set(count, afterDecimals);
            f.while(has(count, WORD), () => {
              askIf(has(count, DIGIT));
              f.increase(count, 1);
            });
            f.set(at, count);
            findAs("n", next, afterDecimals);
          });
        },
        () => {
          const letter = f.local(word.add(lead).byte().or(0x20));
          f.if(
            digits.shiftRight(lead),
            () => {
              askIf(letter.eq(ch("e")).or(beginsUnit()));
              // Behind the first number, the search goes on as at the beginning of a word.
              f.set(stop, f.either(tail.gt(1), word.add(lead), stop));
              f.if(tail.le(1), () => {
                f.set(at, stop);
                f.set(i, stop);
                f.branch(scan);
              });
            },
            () => askIf(letter.eq(ch("e")).and(length.eq(lead.add(1)))),
          );
        },
      );
      f.set(at, stop);
      findAs("n", next, word.add(lead));
    });
  }
}
