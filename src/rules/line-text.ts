import { Scalar } from "yaml";
import type { Wording } from "./problem.ts";
import type { Reader, Slot } from "./reader.ts";

const EMPTY_TEXT = 'write the text after the colon; "" is an empty one';
/** Only an escape can make one: the file is UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reads a text that is to be a part of one line: it has no line break and is not empty, unless it may be. */
export function readLineText(reader: Reader, slot: Slot, mayBeEmpty = false): Scalar.Parsed | undefined {
  const scalar = reader.text(slot, mayBeEmpty ? EMPTY_TEXT : undefined);
  if (scalar === undefined) return undefined;
  const { source } = scalar;
  if (source === "" && !mayBeEmpty) {
    reader.report("EMPTY_VALUE", slot.node, () => empty(slot.what));
  } else if (source.includes("\n")) {
    reader.report("LINE_BREAK", slot.node, () => lineBreak(slot.what, scalar));
  } else if (scalar.type === Scalar.QUOTE_DOUBLE && LONE_SURROGATE.test(source)) {
    reader.report("NOT_UTF8", slot.node, () => loneSurrogate(slot.what));
  } else {
    return scalar;
  }
  return undefined;
}

function empty(what: string): Wording {
  return {
    message: `${what} is empty; expected at least one character`,
    help: "write it; an element that stands for nothing can be left out",
  };
}

function lineBreak(what: string, { source, type }: Scalar.Parsed): Wording {
  const atEnd = source.indexOf("\n") === source.length - 1;
  const block = type === Scalar.BLOCK_LITERAL ? "|" : type === Scalar.BLOCK_FOLDED ? ">" : undefined;
  return {
    message: `${what} has a line break ${atEnd ? "at its end" : "in it"}; a rule is about one line, without its end`,
    help: !atEnd
      ? "write a rule for each of the lines"
      : block === undefined
        ? "leave the line break out"
        : `write '${block}-' in place of '${block}', which keeps the line break at the end`,
  };
}

function loneSurrogate(what: string): Wording {
  return {
    message: `${what} has one half of a surrogate pair, which is no character in UTF-8`,
    help: "write the character itself, or its code as \\UXXXXXXXX",
  };
}
