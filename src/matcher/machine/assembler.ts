// A small assembler for WebAssembly (https://webassembly.github.io/spec/core/binary/): as much of it as the machine
// needs. Values are expressions, whose methods are instructions; statements are added to the function under
// construction in the order of the calls. All parameters and results are integers of 32 bits.

type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;
const NO_TYPE = 0x40;

/** The prefix of vector instructions. */
const VECTOR = 0xfd;

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value >>> 0; ; ) {
    const byte = rest & 0x7f;
    rest >>>= 7;
    if (rest === 0) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value | 0; ; ) {
    const byte = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && byte < 0x40) || (rest === -1 && byte >= 0x40)) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
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
      const operand = typeof other === "number" ? bytesOf(other) : other;
      return new Vector([...this.code, ...operand.code, VECTOR, instruction]);
    };
  }
}

export function constant(value: number): Int {
  return new Int(codeOf(value));
}

/** The constants of the module under construction, as texts, in the order of their addresses. */
const pool: string[] = [];

/** Where the constants are. */
const CONSTANTS_AT = 64;
export const CONSTANTS_END = 2048;

/** Sixteen bytes. They are read from memory: V8 makes other constants anew, byte by byte, wherever they are used. */
export function vectorOf(bytes: readonly number[]): Vector {
  const text = String.fromCharCode(...bytes.map((byte) => byte & 0xff));
  const known = pool.indexOf(text);
  const index = known !== -1 ? known : pool.push(text) - 1;
  const address = CONSTANTS_AT + 16 * index;
  if (address >= CONSTANTS_END) throw new RangeError("there are too many constants");
  return constant(address).vector();
}

/** The address of a table of bytes, of which there are sixteen or a multiple. */
export function tableOf(bytes: readonly number[]): number {
  const address = CONSTANTS_AT + 16 * pool.length;
  for (let i = 0; i < bytes.length; i += 16) pool.push(String.fromCharCode(...bytes.slice(i, i + 16)));
  if (address + bytes.length > CONSTANTS_END) throw new RangeError("there are too many constants");
  return address;
}

/** Sixteen times one byte. */
export function bytesOf(byte: number): Vector {
  return vectorOf(new Array<number>(16).fill(byte));
}

/** A variable of a function. */
export class Local extends Int {
  readonly index: number;

  constructor(index: number) {
    super([0x20, ...unsigned(index)]);
    this.index = index;
  }
}

/** A variable of the module. */
export class Global extends Int {
  readonly index: number;

  constructor(index: number) {
    super([0x23, ...unsigned(index)]);
    this.index = index;
  }
}

/** A place that branches lead to: the end of a block, or the beginning of a loop. */
interface Label {
  readonly depth: number;
}

/** A function that may be called, whose body may be defined later. */
export interface Callee {
  readonly index: number;
  readonly parameters: number;
  readonly hasResult: boolean;
}

type Locals<Count extends number, Made extends Local[] = []> = Made["length"] extends Count
  ? Made
  : Locals<Count, [...Made, Local]>;

/** Writes the body of a function. */
export class FunctionBuilder {
  readonly parameters: readonly Local[];
  private readonly locals: number[] = [];
  private readonly code: number[] = [];
  private depth = 0;
  private readonly steps: Global | undefined;

  /** Each call of the function and each turn of a loop adds 1 to `steps`, if that is given. */
  constructor(parameters: number, steps: Global | undefined) {
    this.parameters = Array.from({ length: parameters }, (_, i) => new Local(i));
    this.steps = steps;
    this.countStep();
  }

  /** A new variable. */
  local(value?: Operand): Local {
    this.locals.push(I32);
    const local = new Local(this.parameters.length + this.locals.length - 1);
    if (value !== undefined) this.set(local, value);
    return local;
  }

  /** So many new variables. */
  variables<Count extends number>(count: Count): Locals<Count> {
    return Array.from({ length: count }, () => this.local()) as Locals<Count>;
  }

  vector(value: Vector): Vector {
    this.locals.push(V128);
    const index = unsigned(this.parameters.length + this.locals.length - 1);
    this.emit(value.code, [0x21, ...index]);
    return new Vector([0x20, ...index]);
  }

  set(variable: Local | Global, value: Operand): void {
    this.emit(codeOf(value), [variable instanceof Global ? 0x24 : 0x21, ...unsigned(variable.index)]);
  }

  increase(variable: Local | Global, by: Operand): void {
    this.set(variable, variable.add(by));
  }

  storeByte(address: Operand, value: Operand, offset = 0): void {
    this.emit(codeOf(address), codeOf(value), [0x3a, ...access(offset)]);
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

  /** Repeats `body` as long as the condition holds. */
  while(condition: Operand, body: (end: Label) => void): void {
    this.block((end) => {
      this.loop((again) => {
        this.branchIf(end, new Int(codeOf(condition)).isZero());
        body(end);
        this.branch(again);
      });
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

  if(condition: Operand, then: () => void): { readonly else: (otherwise: () => void) => void } {
    this.emit(codeOf(condition));
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
    this.code.push(0x0c, ...unsigned(this.depth - label.depth));
  }

  branchIf(label: Label, condition: Operand): void {
    this.emit(codeOf(condition), [0x0d, ...unsigned(this.depth - label.depth)]);
  }

  /** Does the case whose number is the value. It must branch elsewhere or return; there is no other value. */
  switch<Case>(value: Operand, cases: readonly Case[], body: (one: Case) => void): void {
    const nested = (count: number): void => {
      if (count === 0) {
        this.emit(codeOf(value), [0x0e, ...unsigned(cases.length - 1)]);
        for (const i of cases.keys()) this.code.push(...unsigned(i));
        return;
      }
      this.block(() => nested(count - 1));
      body(cases[count - 1]!);
    };
    nested(cases.length);
    this.code.push(0x00);
  }

  /** The result of a call. */
  call(callee: Callee, ...given: readonly Operand[]): Int {
    if (given.length !== callee.parameters) throw new RangeError("a call has the wrong number of values");
    return new Int([...given.flatMap(codeOf), 0x10, ...unsigned(callee.index)]);
  }

  /** Calls a function for what it does. */
  do(callee: Callee, ...given: readonly Operand[]): void {
    this.emit(this.call(callee, ...given).code, callee.hasResult ? [0x1a] : []);
  }

  return(value: Operand): void {
    this.emit(codeOf(value), [0x0f]);
  }

  leave(): void {
    this.code.push(0x0f);
  }

  /** The value of the first if the condition holds, else that of the second. */
  either(condition: Operand, first: Operand, second: Operand): Int {
    return new Int([...codeOf(first), ...codeOf(second), ...codeOf(condition), 0x1b]);
  }

  /** The body. A function with a result must have returned. */
  finish(hasResult: boolean): Code {
    const locals = this.locals.flatMap((type) => [1, type]);
    const end = hasResult ? [0x00, 0x0b] : [0x0b];
    return sized([...unsigned(this.locals.length), ...locals, ...this.code, ...end]);
  }

  private countStep(): void {
    if (this.steps !== undefined) this.increase(this.steps, 1);
  }

  private nest(instructions: Code, body: (label: Label) => void): void {
    this.code.push(...instructions);
    this.depth++;
    body({ depth: this.depth });
    this.depth--;
    this.code.push(0x0b);
  }

  private emit(...codes: readonly Code[]): void {
    for (const code of codes) for (const byte of code) this.code.push(byte);
  }
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
  return items.length === 0 ? [] : [id, ...sized(listed(items))];
}

/** What imports are from. */
const IMPORTED_FROM = "host";

/** How a module is assembled. */
export interface ModuleOptions {
  /** Whether the module counts its steps, turns of loops and calls of functions, in a global named `steps`. */
  readonly countsSteps?: boolean;
}

/** Writes a module with an imported memory. Imports must come before functions. */
export class ModuleBuilder {
  private readonly types: Code[] = [];
  private readonly imports: Code[] = [];
  private readonly functions: { readonly type: number; body?: Code }[] = [];
  private readonly exports: Code[] = [];
  private globals = 0;
  private importedFunctions = 0;
  private readonly steps: Global | undefined;

  constructor({ countsSteps = false }: ModuleOptions = {}) {
    pool.length = 0;
    if (countsSteps) this.steps = this.global();
  }

  imported(name: string, parameters: number, hasResult: boolean): Callee {
    if (this.functions.length > 0) throw new RangeError("an import comes after a function");
    const type = this.type(parameters, hasResult);
    this.imports.push([...named(IMPORTED_FROM), ...named(name), 0x00, ...unsigned(type)]);
    return { index: this.importedFunctions++, parameters, hasResult };
  }

  global(): Global {
    return new Global(this.globals++);
  }

  /** A function whose body is defined later, as others need it first. */
  declare(parameters: number, hasResult = true): Callee {
    this.functions.push({ type: this.type(parameters, hasResult) });
    return { index: this.importedFunctions + this.functions.length - 1, parameters, hasResult };
  }

  define(callee: Callee, body: (f: FunctionBuilder, ...parameters: Local[]) => void): Callee {
    const f = new FunctionBuilder(callee.parameters, this.steps);
    body(f, ...f.parameters);
    this.functions[callee.index - this.importedFunctions]!.body = f.finish(callee.hasResult);
    return callee;
  }

  /** A function with a result. */
  function(parameters: number, body: (f: FunctionBuilder, ...parameters: Local[]) => void): Callee {
    return this.define(this.declare(parameters), body);
  }

  /** A function without a result. */
  procedure(parameters: number, body: (f: FunctionBuilder, ...parameters: Local[]) => void): Callee {
    return this.define(this.declare(parameters, false), body);
  }

  export(name: string, { index }: Callee): void {
    this.exports.push([...named(name), 0x00, ...unsigned(index)]);
  }

  /** The module as bytes. */
  finish(): Uint8Array {
    if (this.steps !== undefined) this.exports.push([...named("steps"), 0x03, ...unsigned(this.steps.index)]);
    const memory = [...named(IMPORTED_FROM), ...named("memory"), 0x02, 0x00, 0x00];
    const types = this.functions.map(({ type }) => unsigned(type));
    const bodies = this.functions.map(({ body }) => body!);
    const globals = Array.from({ length: this.globals }, () => [I32, 0x01, 0x41, 0x00, 0x0b]);
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...section(1, this.types),
      ...section(2, [...this.imports, memory]),
      ...section(3, types),
      ...section(6, globals),
      ...section(7, this.exports),
      ...section(10, bodies),
      ...section(11, [[0x00, ...codeOf(CONSTANTS_AT), 0x0b, ...sized([...Buffer.from(pool.join(""), "latin1")])]]),
    ]);
  }

  private type(parameters: number, hasResult: boolean): number {
    const type = [0x60, ...listed(new Array<Code>(parameters).fill([I32])), ...listed(hasResult ? [[I32]] : [])];
    const known = this.types.findIndex((other) => other.join() === type.join());
    return known !== -1 ? known : this.types.push(type) - 1;
  }
}
