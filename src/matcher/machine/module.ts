import { moduleBytes } from "./module-bytes.ts";

const PAGE_BYTES = 64 * 1024;

/** A function that takes and returns numbers. */
type Callable = (...given: number[]) => number;

/** What the module calls: methods of `Machine`, and of `Outputs`. */
type Imports = Readonly<Record<"list" | "prepare" | "parse" | "listCandidates" | "change" | "nextPart", Callable>>;

/** What `choosing.ts`, `counting.ts` and `rewriting.ts` define. */
export type Exports = Readonly<Record<"match" | "other" | "count" | "rewrite", Callable>>;

/** As much of WebAssembly as is used here: its types come with those of browsers only. */
interface Engine {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum: number;
  }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** Missing in some runtimes, such as Node with --jitless. */
const engine = (globalThis as { readonly WebAssembly?: Engine }).WebAssembly;

/** Compiles the bytes of a module; undefined where WebAssembly or its vectors are missing. */
export function compile(bytes: Uint8Array): object | undefined {
  return engine?.validate(bytes) ? new engine.Module(bytes) : undefined;
}

let usual: object | undefined;

/** The module, compiled at its first use. */
function usualModule(): object | undefined {
  if (engine !== undefined) usual ??= compile(moduleBytes());
  return usual;
}

/** The module with a memory of so many bytes; undefined where WebAssembly is missing or no memory is left. */
export function instantiate(bytes: number, imports: Imports, module = usualModule()) {
  if (engine === undefined || module === undefined) return undefined;
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    // Each memory takes some gigabytes of addresses, of which a process has only so many.
    const memory = new engine.Memory({ initial: pages, maximum: pages });
    const { exports } = new engine.Instance(module, { host: { ...imports, memory } });
    return { memory: memory.buffer, exports: exports as Exports };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
