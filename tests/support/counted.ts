/** Bytes that count how many of them were read. */
export interface Counted {
  readonly bytes: Uint8Array;
  readonly reads: number;
}

const INDEX = /^\d+$/;

/** Gets the place and the number of the bytes that a view reads at once. */
type ViewReader = (at: number, count: number) => void;

/** What to do when a view reads bytes of one of these buffers. A proxy of the bytes does not see that. */
const readers = new WeakMap<ArrayBufferLike, { readonly onRead: ViewReader; readonly first: number }>();

/** Calls `onRead` whenever a view reads bytes of this buffer, whose first byte pretends to be at the place `first`. */
export function watchViews(buffer: ArrayBufferLike, onRead: ViewReader, first = 0): void {
  readers.set(buffer, { onRead, first });
}

const UNWATCHED = { onRead: () => {}, first: 0 };

/** How many bytes the methods of a DataView read. */
const VIEW_READS = { getUint8: 1, getInt8: 1, getInt16: 2, getUint16: 2, getInt32: 4, getUint32: 4 } as const;

for (const [name, width] of Object.entries(VIEW_READS) as [keyof typeof VIEW_READS, number][]) {
  const read = DataView.prototype[name];
  DataView.prototype[name] = function (this: DataView, at: number, isLittle?: boolean) {
    const { onRead, first } = readers.get(this.buffer) ?? UNWATCHED;
    onRead(at, width);
    return (read as (at: number, isLittle?: boolean) => number).call(this, at - first, isLittle);
  };
}

/**
 * Wraps bytes so that reads are counted. A method costs as many bytes as it may look at: `indexOf` the bytes up to what
 * it finds, `subarray` none, because its result counts too, and any other all bytes.
 */
export function counted(bytes: Buffer): Counted {
  let reads = 0;
  // A small Buffer shares its memory with others.
  const own = Buffer.from(new Uint8Array(bytes).buffer);
  watchViews(own.buffer, (_, count) => {
    reads += count;
  });
  const wrap = (part: Buffer): Buffer =>
    new Proxy(part, {
      get(target, key) {
        if (typeof key === "string" && INDEX.test(key)) {
          reads++;
          return target[Number(key)];
        }
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result: unknown = value.apply(target, args);
          if (key === "subarray") return wrap(result as Buffer);
          const from = typeof args[1] === "number" ? args[1] : 0;
          const found = key === "indexOf" && typeof result === "number";
          reads += found ? (result === -1 ? target.length : result + 1) - from : target.length;
          return result;
        };
      },
    });
  return {
    bytes: wrap(own),
    get reads() {
      return reads;
    },
  };
}
