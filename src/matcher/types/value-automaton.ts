/** The state before anything is read. */
const ROOT = 0;

/**
 * Finds which of some texts begin at a place of a line, in time linear in the line however the texts repeat: the automaton
 * of Aho and Corasick (1975) for the texts read backwards, which is run over the line once, from its end to the left.
 */
export class ValueAutomaton {
  private readonly next: Map<number, number>[] = [new Map()];
  /** The state for the longest shorter beginning, read backwards, that is a state too. */
  private readonly fallback: number[] = [ROOT];
  /** The length of the text that ends with a state, 0 if none does; and the next state on the way back at which one does. */
  private readonly lengths: number[] = [0];
  private readonly others: number[] = [ROOT];

  /** The state at each place of the line, counted from its end, as far as it has been run. */
  private states = new Int32Array(1024);
  private count = 0;

  constructor(texts: readonly Uint8Array[]) {
    for (const text of texts) this.add(text);
    this.link();
  }

  /** Forgets the line. */
  reset(): void {
    this.count = 0;
  }

  /** Fills `ends` with where the texts end that stand at a place, the longest first, and gives their count. */
  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    let count = 0;
    for (let state = this.stateAt(bytes, at, end); state !== ROOT; state = this.others[state]!) {
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

  /** Finds the ways back, for the states nearer to the root first. */
  private link(): void {
    const queue = [ROOT];
    for (let i = 0; i < queue.length; i++) {
      const state = queue[i]!;
      for (const [byte, next] of this.next[state]!) {
        const back = state === ROOT ? ROOT : this.step(this.fallback[state]!, byte);
        this.fallback[next] = back;
        this.others[next] = this.lengths[back]! > 0 ? back : (this.others[back] ?? ROOT);
        queue.push(next);
      }
    }
  }
}
