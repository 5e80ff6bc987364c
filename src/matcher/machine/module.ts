import { moduleBytes } from "./module-bytes.ts";

const PAGE_BYTES = 64 * 1024;

/** What the module calls. Rules and searches are given by their addresses and numbers. */
interface Imports {
  /** Lists the ends of a text of the type with this number, the longest first. Returns how many, or -1 without room. */
  readonly list: (type: number, at: number, target: number) => number;
  /** Makes the pattern of a rule before it is first tried. Returns its address, or `BY_PARSER`. */
  readonly prepare: (rule: number) => number;
  /** Whether the rule's parser matches the line under way; its captures are then in memory. */
  readonly parse: (rule: number) => number;
  /** Makes the list of candidates that have an anchor. */
  readonly listCandidates: (search: number, anchor: number) => number;
  /** Where a value, whose hash is given, and its changed text are; 0 if there is no room for the text. */
  readonly change: (change: number, from: number, length: number, hash: number) => number;
  /** Finds the next part of the line that is masked: its mask, or -1. The rest is in memory. */
  readonly nextPart: () => number;
}

export interface Exports {
  /** Says where what is in memory. Numbers of lines begin with 0. */
  readonly begin: (listTop: number, candidates: number, queue: number, tally: number, values: number) => void;
  /** The address of the rule that wins the line between two addresses, or 0. Its captures are in memory. */
  readonly match: (start: number, end: number) => number;
  /** The next rule in the order of precedence that matches the same line, or 0. */
  readonly other: () => number;
  /** Counts the winners of lines: see `defineCounting`. */
  readonly count: (from: number, end: number, most: number, maxTried: number) => void;
  /** Rewrites lines: see `defineRewriting`. */
  readonly rewrite: (
    from: number,
    end: number,
    output: number,
    outputEnd: number,
    writesUnmatched: number,
    rows: number,
    lastRow: number,
  ) => void;
}

/** As much of WebAssembly as is used here: its types come with those of browsers only. */
interface Engine {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum: number;
  }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: unknown };
}

/** Missing in some runtimes, such as Node with --jitless. */
const engine = (globalThis as { readonly WebAssembly?: Engine }).WebAssembly;

/** A module that was compiled. */
type Module = object;

/** Compiles the bytes of a module; undefined where WebAssembly or its vectors are missing. */
export function compile(bytes: Uint8Array): Module | undefined {
  return engine?.validate(bytes) ? new engine.Module(bytes) : undefined;
}

let usual: Module | undefined;

/** The module, compiled at its first use. */
function usualModule(): Module | undefined {
  if (engine !== undefined) usual ??= compile(moduleBytes());
  return usual;
}

interface Instance {
  readonly memory: ArrayBuffer;
  readonly exports: Exports;
}

/** The module with a memory of so many bytes; undefined where WebAssembly is missing or no memory is left. */
export function instantiate(bytes: number, imports: Imports, module = usualModule()): Instance | undefined {
  if (engine === undefined || module === undefined) return undefined;
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = memoryOf(engine, pages);
  if (memory === undefined) return undefined;
  const { exports } = new engine.Instance(module, { host: { ...imports, memory } });
  return { memory: memory.buffer, exports: exports as Exports };
}

/** Each memory takes some gigabytes of addresses, of which a process has only so many. */
function memoryOf(engine: Engine, pages: number): InstanceType<Engine["Memory"]> | undefined {
  try {
    return new engine.Memory({ initial: pages, maximum: pages });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
