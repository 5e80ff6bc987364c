// IPv4 addresses. Those of version 6 are left to the host (text/bytes/identifiers.ts).
import { COLON, DOT, ZERO } from "../../text/bytes/ascii.ts";
import type { Callee, Global, Int, ModuleBuilder } from "./assembler.ts";
import { byteAt, noDigits } from "./scanning.ts";

/** The longest group of an address of version 6. */
const MAX_GROUP_DIGITS = 4;

/**
 * A function that lists the ends of the IP address at an offset, from an address in memory on, the longest first, and
 * returns their number, or -1 if it does not know.
 */
export function defineAddresses(module: ModuleBuilder, lineEnd: Global): Callee {
  const isHexDigit = (byte: Int): Int => byte.sub(ZERO).below(10).or(byte.or(0x20).sub(0x61).below(6));

  /** The length of the longest number up to 255 at an offset, without leading zeros; 0 if there is none. */
  const numberLength = module.function(1, (f, at) => {
    const digits = f.local(
      noDigits(at)
        .or(1 << 3)
        .trailingZeros(),
    );
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
    const first = f.local();
    f.set(first, byteAt(f, lineEnd, from));
    f.if(isHexDigit(first).or(first.eq(COLON)).isZero(), () => f.return(0));
    const digits = f.local(
      noDigits(at)
        .or(1 << MAX_GROUP_DIGITS)
        .trailingZeros(),
    );
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
