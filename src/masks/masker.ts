import { copyBytes } from "../collections/byte-ranges.ts";
import { MASK_KINDS, type MaskKind, VaryingParts } from "./varying-parts.ts";

/** A masked text is at most this many times as long as the text: a digit becomes `<n>`. */
export const MAX_GROWTH = 3;

const parts = new VaryingParts();

/** Replaces the varying parts of texts by their kinds, such as `<time>`. */
export class Masker {
  private readonly masks: ReadonlyMap<MaskKind, Buffer>;

  /** Parts of other kinds stay as they are. */
  constructor(kinds: readonly MaskKind[] = MASK_KINDS) {
    this.masks = new Map(kinds.map((kind) => [kind, Buffer.from(`<${kind}>`)]));
  }

  /**
   * Writes `source` from `from` up to `to` with its parts masked at `target[at]`, and returns the end. There must be room
   * for `MAX_GROWTH` times the bytes. Takes time linear in their number, and allocates nothing.
   */
  write(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
    let end = at;
    let copied = from;
    parts.begin(source, from, to);
    while (parts.next()) {
      const mask = this.masks.get(parts.kind);
      if (mask === undefined) continue;
      copyBytes(source, copied, parts.from, target, end);
      end += parts.from - copied;
      copyBytes(mask, 0, mask.length, target, end);
      end += mask.length;
      copied = parts.to;
    }
    copyBytes(source, copied, to, target, end);
    return end + to - copied;
  }
}
