import { type ByteSet, bytesWhere } from "../../text/bytes/byte-set.ts";
import { type Line, Patience } from "../line.ts";
import { TextMap } from "../search/literal.ts";
import type { TypeMatcher } from "./type-matcher.ts";
import { ValueAutomaton } from "./value-automaton.ts";

/** Comparisons may read so many times the bytes of the line before the automaton takes over. */
const READS_PER_BYTE = 0.5;

/**
 * The type whose texts are given in a list. Empty texts are ignored. A start has an end for each text that begins
 * there. Texts are compared until this has read half as many bytes as the line has, and then found by an automaton.
 */
export class ValuesType implements TypeMatcher {
  readonly first: ByteSet;
  private readonly line: Line;
  /** By their first byte, the longest first. */
  readonly texts: Uint8Array[][] = Array.from({ length: 256 }, () => []);
  /** Made when it is first needed, which is rare. */
  private automaton: ValueAutomaton | undefined;
  private readonly patience: Patience;

  constructor(line: Line, texts: readonly Uint8Array[]) {
    this.line = line;
    this.patience = new Patience(line, READS_PER_BYTE);
    const distinct = new TextMap<Uint8Array>();
    for (const text of texts) distinct.of(text, () => text);
    for (const text of distinct.values().sort((a, b) => b.length - a.length)) this.texts[text[0]!]?.push(text);
    this.first = bytesWhere((byte) => this.texts[byte]!.length > 0);
  }

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    let count = 0;
    if (at === end) return count;
    for (const text of this.texts[bytes[at]!]!) {
      if (this.patience.isSpent) {
        this.automaton ??= new ValueAutomaton(this.line, this.texts.flat());
        return this.automaton.ends(bytes, at, ends);
      }
      const most = Math.min(text.length, end - at);
      let length = 1;
      while (length < most && bytes[at + length] === text[length]) length++;
      if (length === text.length) ends[count++] = at + length;
      this.patience.spend(length);
    }
    return count;
  }
}
