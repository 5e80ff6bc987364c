/** The state before anything is read. */
const ROOT = 0;

/**
 * Finds which of some texts begin at an offset of the line. It is the automaton of Aho and Corasick (1975) for the
 * reversed texts, and runs over the line once, from right to left. So it takes time linear in the line, however the
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

  /** The first `count` entries are the states at the offsets of the line, counted from its end. */
  private states = new Int32Array(1024);
  private count = 0;

  constructor(texts: readonly Uint8Array[]) {
    for (const text of texts) this.add(text);
    this.link();
  }

  /** Begins a new line. */
  reset(): void {
    this.count = 0;
  }

  /** Fills `ends` with the ends of the texts that begin at `at`, the longest first, and returns their count. */
  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    let count = 0;
    for (let state = this.stateAt(bytes, at, end); state !== ROOT; state = this.nextComplete[state]!) {
      if (this.lengths[state]! > 0) ends[count++] = at + this.lengths[state]!;
    }
    return count;
  }

  private stateAt(bytes: Uint8Array, at: number, end: number): number {
    const index = end - 1 - at;
    if (index >= this.states.length) {
      const grown = new Int32Array(Math.max(2 * this.states.length, index + 1));
      grown.set(this.states);
      this.states = grown;
    }
    for (; this.count <= index; this.count++) {
      const before = this.count === 0 ? ROOT : this.states[this.count - 1]!;
      this.states[this.count] = this.step(before, bytes[end - 1 - this.count]!);
    }
    return this.states[index] ?? ROOT;
  }

  private step(from: number, byte: number): number {
    let state = from;
    for (;;) {
      const next = this.next[state]!.get(byte);
      if (next !== undefined) return next;
      if (state === ROOT) return ROOT;
      state = this.fallback[state]!;
    }
  }

  private add(text: Uint8Array): void {
    let state = ROOT;
    for (let i = text.length - 1; i >= 0; i--) {
      let next = this.next[state]!.get(text[i]!);
      if (next === undefined) {
        next = this.next.push(new Map()) - 1;
        this.lengths.push(0);
        this.next[state]!.set(text[i]!, next);
      }
      state = next;
    }
    this.lengths[state] = text.length;
  }

  /** Computes the fallbacks, in the order of the states' distance from the root. */
  private link(): void {
    const queue = [ROOT];
    for (let i = 0; i < queue.length; i++) {
      const state = queue[i]!;
      for (const [byte, next] of this.next[state]!) {
        const back = state === ROOT ? ROOT : this.step(this.fallback[state]!, byte);
        this.fallback[next] = back;
        this.nextComplete[next] = this.lengths[back]! > 0 ? back : (this.nextComplete[back] ?? ROOT);
        queue.push(next);
      }
    }
  }
}
