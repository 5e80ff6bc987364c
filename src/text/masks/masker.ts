import { copyWords } from "../bytes/copy.ts";
import { viewOf, wordView } from "../bytes/machine-words.ts";
import { MASK_NAMES, type MaskName, VaryingParts } from "./varying-parts.ts";

/** How many values have these masks. */
export type MaskedValues = ReadonlyMap<MaskName, number>;

/** A masked text is at most this many times as long as the text: a digit becomes `<n>`. */
const MAX_GROWTH = 3;

/** Longer texts are measured before room is made for them. */
const MAX_UNMEASURED_BYTES = 64 * 1024;

/**
 * Replaces the varying parts of texts by masks such as `<time>`. Each method takes time linear in the length of the
 * text.
 */
export class Masker {
  /** By `MASK_INDEX`. */
  private readonly counts = new Float64Array(MASK_NAMES.length);

  /** By `MASK_INDEX`. */
  private readonly masks: readonly (Buffer | undefined)[];
  private readonly maskViews: readonly (DataView | undefined)[];
  private readonly parts: VaryingParts;
  private readonly isFirst: boolean;

  /** Without these names, all masks are applied. Other parts stay as they are. `isFirst` is as of `VaryingParts`. */
  constructor(names: readonly MaskName[] = MASK_NAMES, isFirst = false) {
    this.isFirst = isFirst;
    this.parts = new VaryingParts(isFirst);
    this.masks = MASK_NAMES.map((name) => (names.includes(name) ? Buffer.from(`<${name}>`) : undefined));
    this.maskViews = this.masks.map((mask) => mask && viewOf(mask));
    if (isCold && !isFirst) {
      isCold = false;
      warmUp(this.parts);
    }
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
    const { parts, masks, maskViews, counts } = this;
    const words = wordView(source);
    const masked = wordView(target);
    let end = at;
    let copied = from;
    parts.begin(source, from, to);
    while (parts.next()) {
      const mask = maskViews[parts.mask];
      if (mask === undefined) continue;
      const { length } = masks[parts.mask]!;
      counts[parts.mask]!++;
      copyWords(words, copied, parts.from, masked, end);
      end += parts.from - copied;
      copyWords(mask, 0, length, masked, end);
      end += length;
      copied = parts.to;
    }
    copyWords(words, copied, to, masked, end);
    return end + to - copied;
  }

  /** How many parts `write` has masked until now, by name. */
  get masked(): MaskedValues {
    const counts = MASK_NAMES.map((name, i) => [name, this.counts[i]!] as const);
    return new Map(counts.filter(([, count]) => count > 0));
  }

  /** The masked text in pieces, without copying. They are valid as long as the text is. */
  *pieces(text: Buffer): Generator<Buffer> {
    // A separate object, because other texts may be masked between two pieces.
    const parts = new VaryingParts(this.isFirst);
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

/** Parts of all kinds, and what nearly is one. */
const SAMPLE = Buffer.from(
  "2025-05-04T10:00:02.417Z May  4 10:00:02 [10/Oct/2000:13:55:36 -0700] I0504 10:00:02.417083 x10:00:02 1746345602 " +
    "123e4567-e89b-12d3-a456-426614174000 123e4567-e89b-12d3-a456-4266141740001 10.0.0.7:80 10.0.0.256 1.2.3 v1.2 " +
    "::1 fe80::1: std::f64 00:1a:2b:3c:4d:5e 001a.2b3c.4d5e 1234.5678.9012 7f3a9c12 beef 12 1f 00 0x7f -42 1.5ms 1e9 " +
    "6.02e+23 50% blk_-16 a/17 5--3 Slf4jLogger x86_64 1h30m 2x4x6 http://10.0.0.7/u/42?t=17463&f=1.5 a.42@x.org " +
    'App 1.5 s PT5.2S nginx/1.22.1 Chrome/120.0.0.0 version=7.0 (15.18-0+deb12u1) "GET / HTTP/1.1" 404 16 HTTP/2 ' +
    "status=404 exit code 1 statusCode: '50' [E1001] error TS2345: %ASA-4-402119: %2Fb \\x22key \\u002Fa SHA-256 " +
    "sha256 utf-8 app2 conn17 1920x1080 1,234,567 1,2345 QFNJ2G4XBD5HQ27G N4aii-mITNmacqaP90pM8Q cR/7a8/N4aii-mITNma " +
    "Cj2Sl7/LsobBSXY0cWxASA== eyJh1.eyJ2.d0 user@1000.service /tmp/a.txt, /var/x \x1b[1m12\x1b[0ms J12-U11 rt=0.111 12",
);
const SAMPLE_TURNS = 20;
let isCold = true;

/**
 * The runtime compiles for the paths that it has seen, and anew when a line takes another one. Most logs take a rare
 * path now and then, so all are taken before the first line. Without this, a log of 64,000 lines takes a fifth more.
 */
function warmUp(parts: VaryingParts): void {
  for (let i = 0; i < SAMPLE_TURNS; i++) {
    parts.begin(SAMPLE, 0, SAMPLE.length);
    while (parts.next());
  }
}
