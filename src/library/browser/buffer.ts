// The part of Node's Buffer that the engine uses. The build puts it in place of the global in files for browsers.

type Encoding = "utf8" | "latin1" | "base64";

/** How many bytes become text at a time: a function takes a limited number of arguments. */
const PIECE = 4096;

const encoder = new TextEncoder();
// Without this option a byte order mark at the beginning would be dropped.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

class Bytes extends Uint8Array {
  override toString(encoding: Encoding = "utf8", from = 0, to = this.length): string {
    const part = this.subarray(from, Math.max(from, to));
    if (encoding === "utf8") return decoder.decode(part);
    const text = latin1(part);
    return encoding === "latin1" ? text : btoa(text);
  }

  copy(target: Uint8Array, at = 0, from = 0, to = this.length): void {
    target.set(this.subarray(from, to), at);
  }

  equals(other: Uint8Array): boolean {
    return this.compare(other) === 0;
  }

  override indexOf(part: string | number, at = 0): number {
    return typeof part === "number" ? super.indexOf(part, at) : this.search(part, at, 1);
  }

  override lastIndexOf(part: string | number, at = this.length): number {
    return typeof part === "number" ? super.lastIndexOf(part, at) : this.search(part, at, -1);
  }

  private search(text: string, at: number, step: 1 | -1): number {
    const part = encoder.encode(text);
    const last = this.length - part.length;
    for (let i = Math.min(at, step === 1 ? this.length : last); i >= 0 && i <= last; i += step)
      if (part.every((byte, j) => this[i + j] === byte)) return i;
    return -1;
  }

  override includes(part: string | number, at = 0): boolean {
    return this.indexOf(part, at) >= 0;
  }

  /** -1, 0 or 1, as the other range comes after this one, is equal to it, or comes before it. */
  compare(other: Uint8Array, otherFrom = 0, otherTo = other.length, from = 0, to = this.length): number {
    const length = Math.min(to - from, otherTo - otherFrom);
    for (let i = 0; i < length; i++) {
      const difference = this[from + i]! - other[otherFrom + i]!;
      if (difference !== 0) return Math.sign(difference);
    }
    return Math.sign(to - from - (otherTo - otherFrom));
  }
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

function alloc(size: number): Bytes {
  return new Bytes(size);
}

function from(source: string | ArrayBuffer | ArrayLike<number>, encoding?: Encoding | number, length?: number): Bytes {
  if (source instanceof ArrayBuffer) return new Bytes(source, encoding as number | undefined, length);
  if (typeof source !== "string") return new Bytes(source);
  if (encoding === "latin1") return Bytes.from(source, (character) => character.charCodeAt(0)) as Bytes;
  const { buffer, byteOffset, byteLength } = encoder.encode(source);
  return new Bytes(buffer, byteOffset, byteLength);
}

function concat(parts: readonly Uint8Array[], length = parts.reduce((sum, part) => sum + part.length, 0)): Bytes {
  const whole = alloc(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** See Node's documentation of its Buffer. */
export const Buffer = { alloc, allocUnsafe: alloc, allocUnsafeSlow: alloc, byteLength, concat, from };
