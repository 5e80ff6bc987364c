import type { ByteSet } from "../../text/bytes/byte-set.ts";
import { ipEnds, uuidEnds } from "../../text/bytes/identifiers.ts";
import { dateTimeEnds, everyDateTimeEnd } from "../../text/date-times/date-time-ends.ts";
import type { Algebra, Branch } from "../fold.ts";
import { RARITY } from "../search/literal.ts";
import { QuotedType } from "../types/delimited.ts";
import { DIGITS, FloatType, HexType, NON_BLANKS, SetType, WHITE_SPACE } from "../types/runs.ts";
import type { RunType, TypeMatcher } from "../types/type-matcher.ts";
import { ValuesType } from "../types/values-type.ts";
import {
  ALTERNATIVES,
  BOUNDS_BYTES,
  BRANCH,
  IN_ONE_PLACE,
  KINDS,
  type Kind,
  LISTERS,
  LITERAL,
  NODE,
  OPERATIONS,
  type Operation,
  SHARED,
  SHORT_LITERAL,
  VECTOR_BYTES,
} from "./layout.ts";
import { OutOfRoom, type Store } from "./store.ts";

/** A search for a longer literal might take long on hostile lines. */
const MAX_LITERAL_BYTES = 4096;

/** More values are found faster by their type. */
const MAX_VALUES = 24;

/** A rule that takes more is left to its parser: it would leave others no room. */
const MAX_RULE_BYTES = 1024 * 1024;

/** How many elements of a rule may be under way at a time. */
const MAX_DEPTH = 200;

/**
 * The instance of `Algebra` that writes rules into the machine's memory. The code of an element is the address of a
 * node, which says what to do and where to go on. What is shared by branches is there once, so a rule takes memory in
 * proportion to its elements. What the machine does not know is out of room.
 */
export class Program implements Algebra<number> {
  private readonly store: Store;
  private readonly boundsAt: number;
  /** The addresses of literals and sets by their bytes. */
  private readonly literals = new Map<string, number>();
  private readonly sets = new Map<string, number>();
  /** The types whose ends the host lists, by number. */
  readonly types: TypeMatcher[] = [];
  /** How many elements that may end in several places are on the longest way from a node to the end. */
  private readonly depths = new Map<number, number>();
  /** The literals and sets that the rule under way has added. */
  private readonly added: [addresses: Map<string, number>, key: string][] = [];

  /** The bounds of field 0 are at `boundsAt`. */
  constructor(store: Store, boundsAt: number) {
    this.store = store;
    this.boundsAt = boundsAt;
  }

  /** The address of a rule's code, which `write` has this write; 0 if the machine does not know or have room for it. */
  rule(write: () => number): number {
    this.depths.clear();
    this.added.length = 0;
    const code = this.store.attempt(MAX_RULE_BYTES, write);
    if (code === 0) for (const [addresses, key] of this.added) addresses.delete(key);
    return code;
  }

  end(number: number): number {
    return this.node("end", { number });
  }

  literal(literal: Uint8Array, next: number): number {
    if (literal.length > VECTOR_BYTES) return this.node("long literal", { literal: this.literalAt(literal), next });
    const words = { operation: OPERATIONS.indexOf("short literal"), next, ...lengthOf(literal) };
    const node = this.store.addRecord(SHORT_LITERAL, words);
    this.store.bytes.set(literal, node + SHORT_LITERAL.bytes);
    return this.deeperThan(node, [next], 0);
  }

  anyToEnd(field: number, number: number): number {
    return this.node("any to end", { field: this.boundsOf(field), number });
  }

  anyTo(field: number, text: Uint8Array | undefined, set: ByteSet, isMonotone: boolean, next: number): number {
    const words = { field: this.boundsOf(field), next };
    if (text === undefined)
      return this.node("any to rest", { ...words, first: this.setAt(set), number: Number(isMonotone) });
    const literal = this.literalAt(text);
    if (isMonotone) return this.node("any to leftmost", { ...words, literal });
    return this.node("any to literal", { ...words, literal, first: this.setAt(set) });
  }

  run(field: number, type: RunType, number: number, next: number): number {
    const kind = kindOf(type);
    const operation = kind === "digits" || kind === "non-blanks" ? kind : "run";
    return this.node(operation, { field: this.boundsOf(field), kind: numberOf(kind), number, next });
  }

  runToRest(field: number, type: RunType, first: ByteSet, next: number): number {
    const kind = numberOf(kindOf(type));
    return this.node("run to rest", { field: this.boundsOf(field), kind, first: this.setAt(first), next });
  }

  listed(field: number, type: TypeMatcher, next: number): number {
    const words = { field: this.boundsOf(field), next };
    const kind = kindOf(type);
    if (kind !== undefined) return this.node("run", { ...words, kind: numberOf(kind) });
    const texts = type instanceof ValuesType ? type.texts.flat() : [];
    if (texts.length > 0 && texts.length <= MAX_VALUES && texts.every(({ length }) => length <= MAX_LITERAL_BYTES)) {
      const list = texts.map((text) => this.literalAt(text));
      return this.node("values", { ...words, first: this.store.addWords([...list, 0]) });
    }
    if (!this.types.includes(type)) this.types.push(type);
    return this.node("listed", {
      ...words,
      number: this.types.indexOf(type),
      kind: LISTERS.indexOf(listerOf(type)),
    });
  }

  alt(branches: readonly Branch<number>[]): number {
    const { store } = this;
    const node = store.allocate(ALTERNATIVES.branches + branches.length * BRANCH.size);
    store.write(node, ALTERNATIVES, { operation: OPERATIONS.indexOf("alternatives"), count: branches.length });
    for (const [i, { code, first, others }] of branches.entries()) {
      const bounds = store.addWords([...others.map((field) => this.boundsOf(field)), 0]);
      const branch = node + ALTERNATIVES.branches + i * BRANCH.size;
      store.write(branch, BRANCH, { first: this.setAt(first), node: code, others: bounds });
    }
    const codes = branches.map(({ code }) => code);
    return this.deeperThan(node, codes, 1);
  }

  shared(next: number): number {
    const { store } = this;
    const node = store.allocate(SHARED.offsets + 4 * SHARED.most);
    store.write(node, SHARED, { operation: OPERATIONS.indexOf("shared"), next });
    store.numbered.push(node + SHARED.serial);
    return this.deeperThan(node, [next], 1);
  }

  whole(closing: Uint8Array | undefined, dated: number | undefined, plain: number): number {
    return this.store.addWords([dated ?? 0, plain, closing === undefined ? 0 : this.literalAt(closing)]);
  }

  private node(operation: Operation, words: { readonly [place in keyof typeof NODE]?: number }): number {
    const node = this.store.addRecord(NODE, { operation: OPERATIONS.indexOf(operation), ...words });
    const after = words.next === undefined ? [] : [words.next];
    return this.deeperThan(node, after, IN_ONE_PLACE.has(operation) ? 0 : 1);
  }

  private deeperThan(node: number, others: readonly number[], by: number): number {
    const depth = by + Math.max(0, ...others.map((other) => this.depths.get(other)!));
    this.depths.set(node, depth);
    if (depth > MAX_DEPTH) throw new OutOfRoom();
    return node;
  }

  private boundsOf(field: number): number {
    return this.boundsAt + BOUNDS_BYTES * field;
  }

  private setAt(set: ByteSet): number {
    const key = latin1.decode(set);
    const known = this.sets.get(key);
    if (known !== undefined) return known;
    const address = this.store.add(set);
    this.sets.set(key, address);
    this.added.push([this.sets, key]);
    return address;
  }

  private literalAt(text: Uint8Array): number {
    if (text.length > MAX_LITERAL_BYTES) throw new OutOfRoom();
    const key = latin1.decode(text);
    const known = this.literals.get(key);
    if (known !== undefined) return known;
    const { store } = this;
    const address = store.allocate(LITERAL.bytes + text.length);
    const [rareAt, otherAt] = rarestIn(text);
    store.write(address, LITERAL, { ...lengthOf(text), rareAt, otherAt });
    store.bytes.fill(text[rareAt]!, address + LITERAL.rare, address + LITERAL.other);
    store.bytes.fill(text[otherAt]!, address + LITERAL.other, address + LITERAL.bytes);
    store.bytes.set(text, address + LITERAL.bytes);
    this.literals.set(key, address);
    this.added.push([this.literals, key]);
    return address;
  }
}

const latin1 = new TextDecoder("latin1");

/** The length, and a bit for each of the first bytes that a vector holds. */
function lengthOf({ length }: Uint8Array): { readonly length: number; readonly mask: number } {
  return { length, mask: (1 << Math.min(length, VECTOR_BYTES)) - 1 };
}

const SCANNED_SETS: ReadonlyMap<ByteSet, Kind> = new Map([
  [DIGITS, "digits"],
  [NON_BLANKS, "non-blanks"],
  [WHITE_SPACE, "blanks"],
]);

/** The kind of a type whose texts the machine finds itself. */
function kindOf(type: TypeMatcher): Kind | undefined {
  if (type instanceof SetType) return SCANNED_SETS.get(type.members);
  if (type instanceof HexType) return "hex";
  if (type instanceof FloatType) return "float";
  if (type instanceof QuotedType) return "quoted";
  return type.ends === uuidEnds ? "uuid" : undefined;
}

function numberOf(kind: Kind | undefined): number {
  if (kind === undefined) throw new OutOfRoom();
  return KINDS.indexOf(kind);
}

function listerOf(type: TypeMatcher): (typeof LISTERS)[number] {
  if (type.ends === ipEnds) return "address";
  if (type.ends === everyDateTimeEnd) return "every date-time";
  return type.ends === dateTimeEnds ? "date-time" : "host";
}

/** The offsets of the two bytes of a text that are rarest in logs; the same one if there is no other. */
function rarestIn(text: Uint8Array): [number, number] {
  const [rarest = 0, next = rarest] = [...text.keys()].sort((a, b) => RARITY[text[b]!]! - RARITY[text[a]!]!);
  return [rarest, next];
}
