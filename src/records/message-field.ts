/** The names that the message has most often; the first that an object has counts. */
export const USUAL_MESSAGE_NAMES = ["message", "msg", "log", "MESSAGE"];

/** A key that has nothing to do with the field. */
export const NO_RANK = -1;
/** A key whose object may hold the field. */
export const LEADS_ON = -2;

/** Where a field may be in an object, and in the objects within it on its path. */
interface Level {
  /** The names of the field itself, the best first. */
  readonly names: readonly Buffer[];
  /** The name of the object in which it may be instead. */
  readonly leading: Buffer | undefined;
}

/**
 * Which keys lead to the message of an object. The field `a.b` is the key of exactly that name or else, in the object `a`,
 * the key `b`.
 */
export class MessageField {
  /** What is said of an object without such a field. */
  readonly missing: string;

  private readonly path: readonly Level[];

  /** Without a name, it is the first of the usual ones. */
  constructor(name: string | undefined) {
    const names = (name === undefined ? USUAL_MESSAGE_NAMES : [name]).map((one) => JSON.stringify(one)).join(", ");
    this.missing = name === undefined ? `has none of the fields ${names}` : `has no field ${names}`;
    if (name === undefined) {
      this.path = [{ names: USUAL_MESSAGE_NAMES.map((usual) => Buffer.from(usual)), leading: undefined }];
      return;
    }
    const segments = name.split(".");
    this.path = segments.map((segment, i) => ({
      names: [Buffer.from(segments.slice(i).join("."))],
      leading: i < segments.length - 1 ? Buffer.from(segment) : undefined,
    }));
  }

  /** How many objects may lie around the message. */
  get levels(): number {
    return this.path.length;
  }

  /**
   * What a key, without its quotes, means in the object at a level: its rank among the names of the field, from 0 on, or
   * `LEADS_ON`, or `NO_RANK`. The key must be that of a valid object.
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
