import { copyBytes } from "../bytes/copy.ts";
import { MASK_NAMES, type MaskName, VaryingParts } from "./varying-parts.ts";

/** How many values have these masks. */
export type MaskedValues = ReadonlyMap<MaskName, number>;

/** A masked text is at most this many times as long as the text: a digit becomes `<n>`. */
export const MAX_GROWTH = 3;

/** Longer texts are measured before room is made for them. */
const MAX_UNMEASURED_BYTES = 64 * 1024;

/**
 * Replaces the varying parts of texts by masks such as `<time>`. Each method takes time linear in the length of the
 * text.
 */
export class Masker {
  /** How many parts were masked until now, by `MASK_INDEX`. */
  readonly counts: Float64Array = new Float64Array(MASK_NAMES.length);

  /** By `MASK_INDEX`. */
  private readonly masks: readonly (Buffer | undefined)[];
  private readonly parts: VaryingParts;
  private readonly Parts: typeof VaryingParts;

  /** Without these names, all masks are applied. Other parts stay as they are. */
  constructor(names: readonly MaskName[] = MASK_NAMES, Parts = VaryingParts) {
    this.Parts = Parts;
    this.parts = new Parts();
    this.masks = MASK_NAMES.map((name) => (names.includes(name) ? Buffer.from(`<${name}>`) : undefined));
  }

  /** How much room masking takes: `source` from `from` up to `to`. Exact for long texts. */
  room(source: Uint8Array, from: number, to: number): number {
    if (to - from <= MAX_UNMEASURED_BYTES) return MAX_GROWTH * (to - from);
    const { parts, masks } = this;
    let length = to - from;
    parts.begin(source, from, to);
    while (parts.next()) {
      const mask = masks[parts.mask];
      if (mask !== undefined) length += mask.length - (parts.to - parts.from);
    }
    return length;
  }

  /**
   * Writes `source` from `from` up to `to` with its parts masked at `target[at]`, and returns the end. The caller makes
   * sure that there is room.
   */
  write(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
    const { parts, masks, counts } = this;
    let end = at;
    let copied = from;
    parts.begin(source, from, to);
    while (parts.next()) {
      const mask = masks[parts.mask];
      if (mask === undefined) continue;
      counts[parts.mask]!++;
      copyBytes(source, copied, parts.from, target, end);
      end += parts.from - copied;
      copyBytes(mask, 0, mask.length, target, end);
      end += mask.length;
      copied = parts.to;
    }
    copyBytes(source, copied, to, target, end);
    return end + to - copied;
  }

  /** How many parts `write` has masked until now, by name. */
  get masked(): MaskedValues {
    const counts = MASK_NAMES.map((name, i) => [name, this.counts[i]!] as const);
    return new Map(counts.filter(([, count]) => count > 0));
  }

  /** The parts of a text that are masked, with their masks. They are valid as long as the text is. */
  *partsOf(text: Buffer): Generator<{ readonly name: string; readonly value: Buffer }> {
    const parts = new this.Parts();
    parts.begin(text, 0, text.length);
    while (parts.next()) {
      const mask = this.masks[parts.mask];
      if (mask !== undefined) yield { name: mask.toString(), value: text.subarray(parts.from, parts.to) };
    }
  }

  /** The masked text in pieces, without copying. They are valid as long as the text is. */
  *pieces(text: Buffer): Generator<Buffer> {
    // A separate object, because other texts may be masked between two pieces.
    const parts = new this.Parts();
    let given = 0;
    parts.begin(text, 0, text.length);
    while (parts.next()) {
      const mask = this.masks[parts.mask];
      if (mask === undefined) continue;
      yield text.subarray(given, parts.from);
      yield mask;
      given = parts.to;
    }
    yield text.subarray(given);
  }
}
