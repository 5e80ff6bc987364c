import { copyBytes } from "../../text/bytes/copy.ts";
import {
  BOUNDS_BYTES,
  CHANGE,
  LAST,
  LAST_BIT,
  NO_TEMPLATE,
  OUTPUT_BYTES,
  PIECE,
  RULE,
  SCRATCH_BYTES,
  TEMPLATE,
  VALUE,
  VALUE_BYTES,
  VALUE_PROBES,
  VALUE_SLOTS,
  VECTOR_BYTES,
} from "./layout.ts";
import type { Store } from "./store.ts";

/** The text of an output, with fields between its literals. */
export interface Output {
  readonly literals: readonly Uint8Array[];
  readonly slots: readonly number[];
  /** Of how many fields the bounds are written before the text. */
  readonly bounds?: number | undefined;
  /** The field that rows of lines show: see `ROW`. */
  readonly id?: number | undefined;
}

/** What is done to the texts of a field before they are written. Equal texts must become equal texts. */
export interface FieldChange {
  readonly field: number;
  readonly change: (
    bytes: Buffer,
    from: number,
    to: number,
  ) => { readonly bytes: Uint8Array; readonly from: number; readonly to: number };
}

/** An output in memory: its template, or `NO_TEMPLATE` if others must write it, and the numbers of its changes. */
interface Written {
  readonly template: number;
  readonly ids: readonly number[];
}

/** With more fields, the length of an output might be no number of 32 bits. */
const MAX_SLOTS = 1024;

/** Longer values are not kept. */
const MAX_KEPT_BYTES = 256;

const NEWLINE = Buffer.from("\n");

/** Holds on to nothing. */
const UNCHANGED: FieldChange["change"] = (bytes, from, to) => ({ bytes, from, to });

/**
 * The outputs of rules in the machine's memory. What changes make of values is kept for values that come again, as long
 * as there is room. Outputs belong to one owner at a time, as the numbers of aliases belong to one run.
 */
export class Outputs {
  /** Where the table of values is. */
  readonly valuesAt: number;

  private readonly store: Store;
  private readonly boundsAt: number;
  private readonly ruleOf: (index: number) => number;
  private owner: unknown;
  /** By rule and output: what was made of it. */
  private readonly templates = new Map<string, Written>();
  /** Rules that have a template now. */
  private active: number[] = [];
  private readonly changes: FieldChange["change"][] = [];
  private readonly keptAt: number;
  private readonly scratchAt: number;
  private keptTop: number;
  private scratchTop: number;
  private serial = 0;

  /** The bounds of field 0 are at `boundsAt`, and a rule is where `ruleOf` says of its pattern. */
  constructor(store: Store, boundsAt: number, ruleOf: (index: number) => number) {
    this.store = store;
    this.boundsAt = boundsAt;
    this.ruleOf = ruleOf;
    this.valuesAt = store.allocate(4 * VALUE_SLOTS);
    this.keptAt = store.allocate(VALUE_BYTES);
    this.scratchAt = store.allocate(SCRATCH_BYTES);
    this.keptTop = this.keptAt;
    this.scratchTop = this.scratchAt;
  }

  /** Gives the outputs to an owner, and forgets those of another. Returns whether they were another's. */
  claim(owner: unknown): boolean {
    if (this.owner === owner) return false;
    this.owner = owner;
    for (const rule of this.active) this.store.set(rule + RULE.template, 0);
    this.active = [];
    if (this.keptTop > this.keptAt) this.store.bytes.fill(0, this.valuesAt, this.valuesAt + 4 * VALUE_SLOTS);
    this.keptTop = this.keptAt;
    this.changes.fill(UNCHANGED);
    return true;
  }

  /** Leaves the outputs of the pattern with this index to others. */
  leave(index: number): void {
    const rule = this.ruleOf(index);
    this.store.set(rule + RULE.template, NO_TEMPLATE);
    this.active.push(rule);
  }

  /**
   * Has the outputs of the pattern with this index written, each a line of its own, or leaves them to others if they
   * are too large.
   */
  add(index: number, output: Output, changes: readonly FieldChange[]): void {
    const rule = this.ruleOf(index);
    const literals = output.literals.map((text) => Buffer.from(text).toString("latin1"));
    const key = JSON.stringify([rule, output.slots, output.bounds, literals, changes.map(({ field }) => field)]);
    const known = this.templates.get(key) ?? this.make(output, changes);
    this.templates.set(key, known);
    for (const [i, id] of known.ids.entries()) this.changes[id] = changes[i]!.change;
    this.store.set(rule + RULE.template, known.template);
    this.store.set(rule + RULE.id, output.id === undefined ? 0 : this.boundsOf(output.id));
    this.active.push(rule);
  }

  private make({ literals, slots, bounds = 0 }: Output, changes: readonly FieldChange[]): Written {
    const { store } = this;
    const texts = literals.with(-1, Buffer.concat([literals.at(-1)!, NEWLINE]));
    const textBytes = texts.reduce((sum, { length }) => sum + length, 0);
    // A longer one never fits.
    if (Math.max(slots.length, bounds) > MAX_SLOTS || textBytes > OUTPUT_BYTES)
      return { template: NO_TEMPLATE, ids: [] };
    const ids = changes.map(({ change }) => this.changes.push(change) - 1);
    const template = store.attempt(Number.POSITIVE_INFINITY, () => {
      const pieces = store.allocate(PIECE.size * texts.length);
      for (const [i, text] of texts.entries()) {
        const words = { from: store.add(text), length: text.length, field: this.boundsOf(slots[i] ?? 0) };
        store.write(pieces + PIECE.size * i, PIECE, words);
      }
      const changed = store.allocate(CHANGE.size * changes.length);
      for (const [i, { field }] of changes.entries())
        store.write(changed + CHANGE.size * i, CHANGE, { field: this.boundsOf(field), id: ids[i]! });
      const last = store.allocate(LAST.size * Math.min(bounds, LAST_BIT));
      const told = { bounds: this.boundsAt, boundsBytes: BOUNDS_BYTES * bounds, last };
      const words = { textBytes, slots: slots.length, pieces, changes: changes.length, changed, ...told };
      return store.addRecord(TEMPLATE, words);
    });
    return { template: template || NO_TEMPLATE, ids };
  }

  private boundsOf(field: number): number {
    return this.boundsAt + BOUNDS_BYTES * field;
  }

  /** Changes a value of the line with the serial number. Returns where it is with its text, or 0 without room. */
  change(memory: Buffer, id: number, from: number, length: number, hash: number, serial: number): number {
    const { store } = this;
    if (serial !== this.serial) {
      this.serial = serial;
      this.scratchTop = this.scratchAt;
    }
    const text = this.changes[id]!(memory, from, from + length);
    const textLength = text.to - text.from;
    const textAt = Math.ceil((VALUE.bytes + length) / VECTOR_BYTES) * VECTOR_BYTES;
    const size = textAt + Math.ceil((textLength + 1) / VECTOR_BYTES) * VECTOR_BYTES;
    const slot = length + textLength > MAX_KEPT_BYTES ? undefined : this.freeSlot(hash);
    const isKept = slot !== undefined && this.keptTop + size <= this.keptAt + VALUE_BYTES;
    if (!isKept && this.scratchTop + size > this.scratchAt + SCRATCH_BYTES) return 0;
    const value = isKept ? this.keptTop : this.scratchTop;
    if (isKept) this.keptTop += size;
    else this.scratchTop += size;
    store.write(value, VALUE, { hash, change: id, length, text: value + textAt, textLength });
    copyBytes(store.bytes, from, from + length, store.bytes, value + VALUE.bytes);
    copyBytes(text.bytes, text.from, text.to, store.bytes, value + textAt);
    if (isKept) store.set(slot, value);
    return value;
  }

  private freeSlot(hash: number): number | undefined {
    for (let probe = 0; probe < VALUE_PROBES; probe++) {
      const slot = this.valuesAt + 4 * ((hash + probe) & (VALUE_SLOTS - 1));
      if (this.store.get(slot) === 0) return slot;
    }
    return undefined;
  }
}
