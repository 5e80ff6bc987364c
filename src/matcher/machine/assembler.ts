// A small assembler for WebAssembly (https://webassembly.github.io/spec/core/binary/): as much of it as the machine
// needs. Values are expressions, whose methods are instructions. Statements are methods of `f`, the function under
// construction, to which they are added in the order of the calls. A function is called as in JavaScript, and is in the
// module if it is called there. All parameters and results are integers of 32 bits.

import { CONSTANTS_AT, CONSTANTS_END, VECTOR_BYTES } from "./layout.ts";

type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;
const NO_TYPE = 0x40;

/** The prefix of vector instructions. */
const VECTOR = 0xfd;

function unsigned(value: number): number[] {
  const [byte, rest] = [value & 0x7f, value >>> 7];
  return rest === 0 ? [byte] : [byte | 0x80, ...unsigned(rest)];
}

function signed(value: number): number[] {
  const [byte, rest] = [value & 0x7f, value >> 7];
  return rest === (byte < 0x40 ? 0 : -1) ? [byte] : [byte | 0x80, ...signed(rest)];
}

/** An integer of 32 bits, or a number that stands for one. */
export type Operand = Int | number;

function codeOf(operand: Operand): Code {
  return typeof operand === "number" ? [0x41, ...signed(operand)] : operand.code;
}

/** The alignment and the offset of an access to memory. The engine need not know of any alignment. */
function access(offset: number): number[] {
  return [0, ...unsigned(offset)];
}

/** An expression of an integer of 32 bits. Comparisons are 1 or 0. */
export class Int {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }

  readonly add = (other: Operand): Int => (other === 0 ? this : this.with(0x6a)(other));
  readonly sub = this.with(0x6b);
  readonly mul = this.with(0x6c);
  readonly and = this.with(0x71);
  readonly or = this.with(0x72);
  readonly xor = this.with(0x73);
  readonly shiftLeft = this.with(0x74);
  /** Zeros come in from the left. */
  readonly shiftRight = this.with(0x76);

  readonly isZero = this.alone(0x45);
  /** The number of zero bits below the lowest one. */
  readonly trailingZeros = this.alone(0x68);
  /** The same, or `most` if so many are zero. */
  readonly firstBit = (most: number): Int => this.or(1 << most).trailingZeros();
  /** The number of zero bits above the highest one. */
  readonly leadingZeros = this.alone(0x67);
  /** The number of bits that are 1. */
  readonly ones = this.alone(0x69);

  readonly eq = (other: Operand): Int => (other === 0 ? this.isZero() : this.with(0x46)(other));
  readonly ne = this.with(0x47);
  readonly lt = this.with(0x48);
  readonly gt = this.with(0x4a);
  readonly le = this.with(0x4c);
  readonly ge = this.with(0x4e);
  /** Both without signs. */
  readonly below = this.with(0x49);
  /** The first if this is not 0, else the second. */
  either(first: Operand, second: Operand): Int {
    return new Int([...codeOf(first), ...codeOf(second), ...this.code, 0x1b]);
  }
  min(other: Operand): Int {
    return this.lt(other).either(this, other);
  }

  // What is in memory at this address.

  readonly byte = this.load(0x2d);
  readonly half = this.load(0x2f);
  readonly word = this.load(0x28);
  vector(offset = 0): Vector {
    return new Vector([...this.code, VECTOR, 0x00, ...access(offset)]);
  }

  private alone(instruction: number): () => Int {
    return () => new Int([...this.code, instruction]);
  }
  private with(instruction: number): (other: Operand) => Int {
    return (other) => new Int([...this.code, ...codeOf(other), instruction]);
  }
  private load(instruction: number): (offset?: number) => Int {
    return (offset = 0) => new Int([...this.code, instruction, ...access(offset)]);
  }
}

/** An expression of sixteen bytes. Comparisons give bytes of ones or zeros. */
export class Vector {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }

  readonly eq = this.with(0x23);
  /** Less than, without signs. */
  readonly below = this.with(0x26);
  /** Less than or equal, without signs. */
  readonly atMost = this.with(0x2a);
  readonly sub = this.with(0x71);
  readonly and = this.with(0x4e);
  readonly or = this.with(0x50);
  /** Of these sixteen bytes, those with the other's bytes as indexes. */
  readonly lookup = this.with(0x0e);
  /** Shifts each byte. Zeros come in from the left. */
  shiftRight(bits: number): Vector {
    return new Vector([...this.code, ...codeOf(bits), VECTOR, 0x6d]);
  }
  /** Bit i is the highest bit of byte i. */
  bits(): Int {
    return new Int([...this.code, VECTOR, 0x64]);
  }

  private with(instruction: number): (other: Vector | number) => Vector {
    return (other) => {
      const { code } = typeof other === "number" ? bytesOf(other) : other;
      return new Vector([...this.code, ...code, VECTOR, instruction]);
    };
  }
}

export function constant(value: number): Int {
  return new Int(codeOf(value));
}

export const any = (...conditions: readonly Int[]): Int => conditions.reduce((a, b) => a.or(b));
/** All of these, which must be 1 or 0. */
export const all = (...conditions: readonly Int[]): Int => conditions.reduce((a, b) => a.and(b));
/** Whether a byte is one of these characters. */
export const is = (byte: Int, characters: string): Int => any(...[...characters].map((c) => byte.eq(c.charCodeAt(0))));

/** The constants of modules, as texts, in the order of their addresses. */
const pool: string[] = [];

/** The address of bytes, of which there are sixteen or a multiple. */
export function tableOf(bytes: readonly number[]): number {
  const text = String.fromCharCode(...bytes.map((byte) => byte & 0xff));
  const known = bytes.length === VECTOR_BYTES ? pool.indexOf(text) : -1;
  const address = CONSTANTS_AT + VECTOR_BYTES * (known === -1 ? pool.length : known);
  if (address + bytes.length > CONSTANTS_END) throw new RangeError("there are too many constants");
  if (known === -1) pool.push(...text.match(/.{16}/gs)!);
  return address;
}

/** Sixteen bytes. They are read from memory: V8 makes other constants anew, byte by byte, wherever they are used. */
export function vectorOf(bytes: readonly number[]): Vector {
  return constant(tableOf(bytes)).vector();
}

/** Sixteen times one byte. */
export function bytesOf(byte: number): Vector {
  return vectorOf(new Array<number>(VECTOR_BYTES).fill(byte));
}

/** An integer that can be set. */
export class Variable extends Int {
  /** The code that sets it has these parts around the code of the value. */
  readonly before: Code;
  readonly after: Code;

  constructor(code: Code, before: Code, after: Code) {
    super(code);
    this.before = before;
    this.after = after;
  }
}

function localVariable(index: number): Variable {
  return new Variable([0x20, ...unsigned(index)], [], [0x21, ...unsigned(index)]);
}

type Variables<Name extends string> = Readonly<Record<Name, Variable>>;

/** Words in memory as variables, by their addresses. The host knows them, too. */
export function variablesAt<Name extends string>(addresses: Readonly<Record<Name, number>>): Variables<Name> {
  const variables = Object.entries<number>(addresses).map(([name, address]) => [
    name,
    new Variable([0x41, 0, 0x28, ...access(address)], [0x41, 0], [0x36, ...access(address)]),
  ]);
  return Object.fromEntries(variables) as Variables<Name>;
}

/** A place that branches lead to: the end of a block, or the beginning of a loop. */
export interface Label {
  readonly depth: number;
}

type Definition = {
  readonly parameters: number;
  readonly hasResult: boolean;
  readonly write: (...parameters: Variable[]) => void;
};

type Tuple<Count extends number, Made extends Variable[] = []> = Made["length"] extends Count
  ? Made
  : Tuple<Count, [...Made, Variable]>;

class FunctionBuilder {
  private locals: number[] = [];
  private code: number[] = [];
  private parameters = 0;
  private depth = 0;
  private steps: Variable | undefined;

  /** The body of a function. Each call and each turn of a loop adds 1 to `steps`, if that is given. */
  body({ parameters, hasResult, write }: Definition, steps: Variable | undefined): Code {
    this.locals = [];
    this.code = [];
    this.parameters = parameters;
    this.steps = steps;
    this.countStep();
    write(...Array.from({ length: parameters }, (_, i) => localVariable(i)));
    // A function with a result must have returned.
    const end = hasResult ? [0x00, 0x0b] : [0x0b];
    return sized([...listed(this.locals.map((type) => [1, type])), ...this.code, ...end]);
  }

  /** A new variable. */
  local(value?: Operand): Variable {
    const local = localVariable(this.parameters + this.locals.push(I32) - 1);
    if (value !== undefined) this.set(local, value);
    return local;
  }

  /** So many new variables. */
  variables<Count extends number>(count: Count): Tuple<Count> {
    return Array.from({ length: count }, () => this.local()) as Tuple<Count>;
  }

  vector(value: Vector): Vector {
    const index = unsigned(this.parameters + this.locals.push(V128) - 1);
    this.emit(value.code, [0x21, ...index]);
    return new Vector([0x20, ...index]);
  }

  set(variable: Variable, value: Operand): void {
    this.emit(variable.before, codeOf(value), variable.after);
  }

  increase(variable: Variable, by: Operand): void {
    this.set(variable, variable.add(by));
  }

  decrease(variable: Variable, by: Operand): void {
    this.set(variable, variable.sub(by));
  }

  storeByte(address: Operand, value: Operand): void {
    this.emit(codeOf(address), codeOf(value), [0x3a, ...access(0)]);
  }

  store(address: Operand, value: Operand, offset = 0): void {
    this.emit(codeOf(address), codeOf(value), [0x36, ...access(offset)]);
  }

  /** Stores words by the names of their places. */
  record<Place extends string>(
    address: Operand,
    places: Readonly<Record<Place, number>>,
    words: { readonly [place in Place]?: Operand },
  ): void {
    for (const place in words) this.store(address, words[place]!, places[place]);
  }

  storeVector(address: Operand, value: Vector, offset = 0): void {
    this.emit(codeOf(address), value.code, [VECTOR, 0x0b, ...access(offset)]);
  }

  /** What `body` does, which may branch to the end. */
  block(body: (end: Label) => void): void {
    this.nest([0x02, NO_TYPE], body);
  }

  /** What `body` does, which may branch to the beginning. Otherwise the loop ends. */
  loop(body: (again: Label) => void): void {
    this.nest([0x03, NO_TYPE], (again) => {
      this.countStep();
      body(again);
    });
  }

  /** Repeats `body` until it branches elsewhere, such as to the end. */
  forever(body: (again: Label, end: Label) => void): void {
    this.block((end) => {
      this.loop((again) => {
        body(again, end);
        this.branch(again);
      });
    });
  }

  /** Repeats `body` as long as the condition holds. */
  while(condition: Int, body: (end: Label) => void): void {
    this.forever((_, end) => {
      this.branchIf(end, condition.isZero());
      body(end);
    });
  }

  /** Does something so many times, and counts down to 0. */
  repeat(count: Variable, body: () => void): void {
    this.while(count, () => {
      body();
      this.decrease(count, 1);
    });
  }

  if(condition: Int, then: () => void): { readonly else: (otherwise: () => void) => void } {
    this.emit(condition.code);
    this.nest([0x04, NO_TYPE], then);
    return {
      else: (otherwise) => {
        // The block goes on instead of ending.
        this.code.pop();
        this.nest([0x05], otherwise);
      },
    };
  }

  branch(label: Label): void {
    this.emit([0x0c, ...unsigned(this.depth - label.depth)]);
  }

  branchIf(label: Label, condition: Int): void {
    this.emit(condition.code, [0x0d, ...unsigned(this.depth - label.depth)]);
  }

  /** Does the case whose number is the value. It must branch elsewhere or return; there is no other value. */
  switch<Case>(value: Int, cases: readonly Case[], body: (one: Case) => void): void {
    const nested = (count: number): void => {
      if (count === 0) {
        const depths = [...cases.keys()].flatMap(unsigned);
        this.emit(value.code, [0x0e, ...unsigned(cases.length - 1), ...depths]);
        return;
      }
      this.block(() => nested(count - 1));
      body(cases[count - 1]!);
    };
    nested(cases.length);
    this.emit([0x00]);
  }

  return(value?: Operand): void {
    this.emit(value === undefined ? [] : codeOf(value), [0x0f]);
  }

  returnIf(condition: Int, value?: Operand): void {
    this.if(condition, () => this.return(value));
  }

  emit(...codes: readonly Code[]): void {
    for (const code of codes) for (const byte of code) this.code.push(byte);
  }

  private countStep(): void {
    if (this.steps !== undefined) this.increase(this.steps, 1);
  }

  private nest(instructions: Code, body: (label: Label) => void): void {
    this.emit(instructions);
    this.depth++;
    body({ depth: this.depth });
    this.depth--;
    this.code.push(0x0b);
  }
}

/** The function under construction. */
export const f = new FunctionBuilder();

/** What imports are from. */
const IMPORTED_FROM = "host";

/** What all modules import, and the functions of the module under construction, in the order of their indexes. */
const imports: (Omit<Definition, "write"> & { readonly name: string })[] = [];
const functions: Definition[] = [];

function indexOf(definition: Definition): number {
  const known = functions.indexOf(definition);
  return imports.length + (known === -1 ? functions.push(definition) - 1 : known);
}

type Operands<Parameters extends Variable[]> = { readonly [i in keyof Parameters]: Operand };

type Defined = { readonly definition: Definition };

function callCode(index: number, given: readonly Operand[]): Code {
  return [...given.flatMap(codeOf), 0x10, ...unsigned(index)];
}

function defined<Parameters extends Variable[], Result>(
  write: (...parameters: Parameters) => void,
  hasResult: boolean,
  resultOf: (code: Code) => Result,
): ((...given: Operands<Parameters>) => Result) & Defined {
  const definition = { parameters: write.length, hasResult, write } as unknown as Definition;
  const call = (...given: Operands<Parameters>): Result => resultOf(callCode(indexOf(definition), given));
  return Object.assign(call, { definition });
}

/** A function with a result. `write` writes its body once it is called in the module. */
export function functionOf<Parameters extends Variable[]>(write: (...parameters: Parameters) => void) {
  return defined(write, true, (code) => new Int(code));
}

/** A function without a result. To call it is a statement. */
export function procedure<Parameters extends Variable[]>(write: (...parameters: Parameters) => void) {
  return defined(write, false, (code) => f.emit(code));
}

/** A function of the host, which has a result. */
export function imported(name: string, parameters: number): (...given: readonly Operand[]) => Int {
  const index = imports.push({ name, parameters, hasResult: true }) - 1;
  return (...given) => new Int(callCode(index, given));
}

function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function listed(items: readonly Code[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function named(name: string): number[] {
  return sized([...new TextEncoder().encode(name)]);
}

function section(id: number, items: readonly Code[]): number[] {
  return [id, ...sized(listed(items))];
}

/** The bytes of a module with these functions and an imported memory. It counts its steps if `steps` is given. */
export function assemble(exported: Readonly<Record<string, Defined>>, steps?: Variable): Uint8Array {
  functions.length = 0;
  const exports = Object.entries(exported).map(([name, { definition }]) => [
    ...named(name),
    ...[0x00, ...unsigned(indexOf(definition))],
  ]);
  const bodies: Code[] = [];
  // A body adds the functions that it calls.
  for (const definition of functions) bodies.push(f.body(definition, steps));
  const types = [...imports, ...functions].map(({ parameters, hasResult }) => [
    ...[0x60, ...listed(new Array<Code>(parameters).fill([I32]))],
    ...listed(hasResult ? [[I32]] : []),
  ]);
  const fromHost = imports.map(({ name }, i) => [...named(IMPORTED_FROM), ...named(name), 0x00, ...unsigned(i)]);
  const memory = [...named(IMPORTED_FROM), ...named("memory"), 0x02, 0x00, 0x00];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, types),
    ...section(2, [...fromHost, memory]),
    ...section(
      3,
      functions.map((_, i) => unsigned(imports.length + i)),
    ),
    ...section(7, exports),
    ...section(10, bodies),
    ...section(11, [[0x00, ...codeOf(CONSTANTS_AT), 0x0b, ...sized([...Buffer.from(pool.join(""), "latin1")])]]),
  ]);
}
