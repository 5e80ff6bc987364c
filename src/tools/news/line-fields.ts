// The fields of a line, by numbers of their names.

/** A longer value is none of a few. */
const MAX_VALUE_BYTES = 100;

/** The fields of the line that was read last. */
export class LineFields {
  /** By field: the number of its name. */
  readonly names: number[] = [];
  private readonly sources: Uint8Array[] = [];
  private readonly ranges: number[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly allNames: string[] = [];

  clear(): void {
    // Most lines have none, and setting the length of an array takes long.
    if (this.names.length > 0) this.names.length = 0;
  }

  add(name: number, source: Uint8Array, from: number, to: number): void {
    const i = this.names.push(name) - 1;
    this.sources[i] = source;
    this.ranges[2 * i] = from;
    this.ranges[2 * i + 1] = to;
  }

  /** The value of the i-th field; undefined if it is too long to be one of a few. */
  value(i: number): string | undefined {
    const [from, to] = [this.ranges[2 * i]!, this.ranges[2 * i + 1]!];
    if (to - from > MAX_VALUE_BYTES) return undefined;
    return Buffer.from(this.sources[i]!.buffer, this.sources[i]!.byteOffset + from, to - from).toString();
  }

  /** The name with this number. */
  nameOf(name: number): string {
    return this.allNames[name]!;
  }

  numberOf(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.allNames.push(name) - 1;
      this.numbers.set(name, number);
    }
    return number;
  }

  /** Whether a rule or a record has a field with this name. */
  knows(name: string): boolean {
    return this.numbers.has(name);
  }
}
