import { CriLine } from "../text/records/cri-line.ts";
import { CriJoiner } from "./cri-joiner.ts";
import { BYTE_ORDER_MARK, LineCutter } from "./line-reader.ts";

const EMPTY = Buffer.alloc(0);
const LINE_END = Buffer.from("\r\n");

/**
 * A log of the CRI log format in which each line is whole. If its lines are read again, they are the same lines as
 * those of the log.
 */
export async function* joinedLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const lines = new LineCutter();
  const joiner = new CriJoiner(new CriLine());
  lines.begin(0);
  // Without it, one that begins the first line would be dropped.
  let before = BYTE_ORDER_MARK;
  const joined = (isAtEnd: boolean): Buffer => {
    const texts: Buffer[] = [];
    while (joiner.next(lines, isAtEnd)) {
      // The cutter leaves out a carriage return before a newline. One that is the end of a line must stay.
      texts.push(before, Buffer.from(lines.bytes.subarray(lines.start, lines.end)), LINE_END);
      before = EMPTY;
    }
    return Buffer.concat(texts);
  };
  for await (const chunk of input) {
    lines.push(chunk);
    yield joined(false);
  }
  lines.finish();
  yield joined(true);
}
