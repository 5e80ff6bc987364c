// Which values the fields of records and rules have in good runs, and which new ones a failed run has.

/** A field with more values than this varies freely. */
const MAX_VALUES = 8;
/** In fewer lines, a value may be missing by chance. */
const MIN_LINES = 20;
/** Bounds the memory: further fields vary freely. */
const MAX_FIELDS = 200_000;
const MAX_NEW_VALUES = 10_000;
/** Numbers of names are smaller than this. */
const MAX_NAMES = 2 ** 20;
/** So many known values are named. */
const MAX_NAMED = 3;

interface Value {
  lines: number;
  /** How many good runs have it, the last of these, and its first line. */
  runs: number;
  lastRun: number;
  readonly source: number;
  readonly line: number;
}

interface Field {
  readonly name: number;
  lines: number;
  /** Undefined if it varies freely. */
  values: Map<string, Value> | undefined;
}

/** A value that no good run has, although the field has only few values there. */
export interface NewValue {
  /** The first line that has it, and how many do. */
  readonly index: number;
  count: number;
  readonly name: string;
  readonly value: string;
  readonly known: string;
  /** A good line with the usual value: its source, and its index there. */
  readonly source: number;
  readonly goodIndex: number;
}

interface Candidate extends Pick<NewValue, "index" | "value"> {
  count: number;
  readonly field: Field;
}

/** Collects the values of fields: first in the good runs, then in the failed one. */
export class FieldValues {
  private readonly fields = new Map<number, Field>();
  private readonly candidates = new Map<string, Candidate>();
  /** The names of fields that have a known value in the failed run. */
  private readonly recurring = new Set<number>();
  private readonly line: LineFields;

  constructor(line: LineFields) {
    this.line = line;
  }

  /** Counts the fields of a line of a good run. They are compared with those of the group. */
  addGood(group: number, source: number, line: number): void {
    const { line: own, fields } = this;
    if (own.names.length === 0) return;
    for (const [i, name] of own.names.entries()) {
      const key = group * MAX_NAMES + name;
      let field = fields.get(key);
      if (field === undefined) {
        if (fields.size >= MAX_FIELDS) continue;
        field = { name, lines: 0, values: new Map() };
        fields.set(key, field);
      }
      if (field.values === undefined) continue;
      field.lines++;
      const value = own.value(i);
      const known = value === undefined ? undefined : field.values.get(value);
      if (value === undefined || (known === undefined && field.values.size === MAX_VALUES)) field.values = undefined;
      else if (known === undefined) field.values.set(value, { lines: 1, runs: 1, lastRun: source, source, line });
      else {
        known.lines++;
        if (known.lastRun !== source) known.runs++;
        known.lastRun = source;
      }
    }
  }

  /** Notes the new values of a line of the failed run. Returns whether it is the first one with one of them. */
  addFailed(group: number, index: number, levelName: number): boolean {
    const { line, candidates } = this;
    if (line.names.length === 0) return false;
    const { size } = candidates;
    for (const [i, name] of line.names.entries()) {
      // How grave a level is depends on its message, which is part of the shape.
      if (name === levelName) continue;
      const key = group * MAX_NAMES + name;
      const field = this.fields.get(key);
      if (field?.values === undefined) continue;
      const value = line.value(i);
      if (value === undefined) continue;
      if (field.values.has(value)) {
        this.recurring.add(name);
        continue;
      }
      const id = `${key} ${value}`;
      const candidate = candidates.get(id);
      if (candidate !== undefined) candidate.count++;
      else if (candidates.size < MAX_NEW_VALUES) candidates.set(id, { index, count: 1, value, field });
    }
    return candidates.size > size;
  }

  /** The new values that the good runs give reason to tell, in the order of their lines. */
  newValues(runCount: number): NewValue[] {
    return [...this.candidates.values()].flatMap(({ index, count, value, field }) => {
      const values = [...field.values!];
      if (field.lines < MIN_LINES || !this.isSettled(field, runCount)) return [];
      values.sort((a, b) => b[1].lines - a[1].lines);
      const named = values.slice(0, MAX_NAMED).map(([known]) => known);
      const known = [...named, ...(values.length > MAX_NAMED ? ["…"] : [])].join(", ");
      const { source, line } = values[0]![1];
      return [{ index, count, name: this.line.nameOf(field.name), value, known, source, goodIndex: line }];
    });
  }

  /** Whether a field has a free value somewhere in the group. */
  isOpen(group: number, name: number): boolean {
    const field = this.fields.get(group * MAX_NAMES + name);
    return field !== undefined && field.values === undefined;
  }

  /**
   * Whether the next value would be a known one if nothing had changed. By Good and Turing, none may have occurred only
   * once. And values that each run has of its own, such as process ids, are replaced by others altogether.
   */
  private isSettled({ name, values }: Field, runCount: number): boolean {
    const all = [...values!.values()];
    if (all.some(({ lines }) => lines < 2)) return false;
    return runCount === 1 ? this.recurring.has(name) : all.every(({ runs }) => runs > 1);
  }
}

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
