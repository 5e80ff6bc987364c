/** A key that has nothing to do with the field. */
export const NO_RANK = -1;
/** A key whose object may hold the field. */
export const LEADS_ON = -2;

const POINT = 0x2e;

/** Where a field may be in an object, and in the objects within it on its path. */
interface Level {
  /** The names of the field itself, the best first. */
  readonly names: readonly Buffer[];
  /** The name of the object in which it may be instead. */
  readonly leading: Buffer | undefined;
}

/** Which keys lead to a field of an object. */
export class RecordField {
  private readonly path: readonly Level[];

  private constructor(path: readonly Level[]) {
    this.path = path;
  }

  /** The first of these keys that the object has. */
  static named(names: readonly string[]): RecordField {
    return new RecordField([{ names: names.map((name) => Buffer.from(name)), leading: undefined }]);
  }

  /** For `a.b`, the key of exactly that name or else, in the object `a`, the key `b`. */
  static at(path: string): RecordField {
    // All names are in one buffer, so that a long path takes no more memory than it has bytes.
    const whole = Buffer.from(path);
    const levels: Level[] = [];
    for (let from = 0; from <= whole.length; ) {
      const point = whole.indexOf(POINT, from);
      const leading = point === -1 ? undefined : whole.subarray(from, point);
      levels.push({ names: [whole.subarray(from)], leading });
      from = point === -1 ? whole.length + 1 : point + 1;
    }
    return new RecordField(levels);
  }

  /** How many objects may lie around the field. */
  get levels(): number {
    return this.path.length;
  }

  /**
   * What a key, without its quotes, means in the object at a level: its rank among the names of the field, from 0 on,
   * or `LEADS_ON`, or `NO_RANK`. The key must be that of a valid object.
   */
  rankOf(level: number, bytes: Uint8Array, from: number, to: number, hasEscapes: boolean): number {
    if (hasEscapes) {
      const key = Buffer.from(JSON.parse(`"${Buffer.from(bytes.subarray(from, to)).toString()}"`));
      return this.rankOf(level, key, 0, key.length, false);
    }
    const { names, leading } = this.path[level]!;
    for (let i = 0; i < names.length; i++) if (isEqual(names[i]!, bytes, from, to)) return i;
    return leading !== undefined && isEqual(leading, bytes, from, to) ? LEADS_ON : NO_RANK;
  }
}

function isEqual(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) return false;
  return true;
}
