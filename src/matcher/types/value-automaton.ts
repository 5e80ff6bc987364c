import { BackwardTable, type Line } from "../line.ts";

/** The state before anything is read. */
const ROOT = 0;

/**
 * Finds which of some texts begin at an offset of the current line. It is the automaton of Aho and Corasick (1975) for
 * the reversed texts, and runs over the line once, from right to left. So it takes time linear in the line, however the
 * texts repeat.
 */
export class ValueAutomaton {
  private readonly next: Map<number, number>[] = [new Map()];
  /** By state: the state of its longest proper suffix that is a state too. */
  private readonly fallback: number[] = [ROOT];
  /** By state: the length of the text that is complete in it, or 0 if none is. */
  private readonly lengths: number[] = [0];
  /** By state: the next state along the fallbacks in which a text is complete. */
  private readonly nextComplete: number[] = [ROOT];
  private readonly states: BackwardTable;

  constructor(line: Line, texts: readonly Uint8Array[]) {
    for (const text of texts) this.add(text);
    this.link();
    this.states = new BackwardTable(line, (bytes, at, _, next) => this.step(next, bytes[at]!));
  }

  /** Fills `ends` with the ends of the texts that begin at `at`, the longest first, and returns their count. */
  ends(bytes: Uint8Array, at: number, ends: number[]): number {
    let count = 0;
    for (let state = this.states.at(bytes, at); state !== ROOT; state = this.nextComplete[state]!) {
      if (this.lengths[state]! > 0) ends[count++] = at + this.lengths[state]!;
    }
    return count;
  }

  private step(from: number, byte: number): number {
    for (let state = from; ; state = this.fallback[state]!) {
      const next = this.next[state]!.get(byte);
      if (next !== undefined) return next;
      if (state === ROOT) return ROOT;
    }
  }

  private add(text: Uint8Array): void {
    let state = ROOT;
    for (const byte of text.toReversed()) {
      let next = this.next[state]!.get(byte);
      if (next === undefined) {
        next = this.next.push(new Map()) - 1;
        this.lengths.push(0);
        this.next[state]!.set(byte, next);
      }
      state = next;
    }
    this.lengths[state] = text.length;
  }

  /** Computes the fallbacks, in the order of the states' distance from the root. */
  private link(): void {
    const queue = [ROOT];
    for (const state of queue) {
      for (const [byte, next] of this.next[state]!) {
        const back = state === ROOT ? ROOT : this.step(this.fallback[state]!, byte);
        this.fallback[next] = back;
        this.nextComplete[next] = this.lengths[back]! > 0 ? back : (this.nextComplete[back] ?? ROOT);
        queue.push(next);
      }
    }
  }
}
