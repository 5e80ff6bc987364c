import { FirstParts } from "../text/masks/first-parts.ts";
import { Masker } from "../text/masks/masker.ts";
import { type KnownLine, type KnownLines, MAX_KNOWN_BYTES, shapeOf } from "./known-lines.ts";

/** Something that has the shape of what a mask stands for. Other masks are left as they are. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ["<time>", "2000-01-01 00:00:00"],
  ["<uuid>", "00000000-0000-0000-0000-000000000000"],
  ["<mac>", "00:00:00:00:00:00"],
  ["<ip>", "0.0.0.0"],
  ["<hex>", "0x0"],
  ["<duration>", "0s"],
  ["<tmp>", "/tmp/0"],
  ["<n>", "0"],
]);
const MASK = /<[a-z]{1,8}>/g;

/** A line as those that have a template, as far as it can be told from that. */
export function sampleOfTemplate(template: Buffer): Buffer {
  return Buffer.from(
    template.toString("latin1").replace(MASK, (mask) => VALUES.get(mask) ?? mask),
    "latin1",
  );
}

/** The shapes of known lines. */
export class KnownShapes {
  /** Whether lines were known by templates, which are no examples. */
  readonly areTemplates: boolean;
  /** By shape, as Latin-1 text. */
  private readonly lines = new Map<string, KnownLine>();
  /** Masks lines as the first version's templates were. */
  private readonly masker: Masker | undefined;
  private readonly scratch: Buffer;

  constructor({ areTemplates, lines }: KnownLines) {
    this.areTemplates = areTemplates;
    this.masker = areTemplates ? new Masker(undefined, FirstParts) : undefined;
    this.scratch = Buffer.allocUnsafe(areTemplates ? this.masker!.room(Buffer.alloc(0), 0, MAX_KNOWN_BYTES) : 0);
    for (const line of lines) {
      const shape = shapeOf(areTemplates ? sampleOfTemplate(line.text) : line.text);
      if (!this.lines.has(shape)) this.lines.set(shape, line);
    }
  }

  get size(): number {
    return this.lines.size;
  }

  /** Finds what knows a line with this shape. Templates know all lines that once had one of them. */
  find(shape: string, bytes: Buffer, start: number, end: number): KnownLine | undefined {
    const { masker, scratch, lines } = this;
    const template = masker && scratch.subarray(0, masker.write(bytes, start, end, scratch, 0));
    return (template && lines.get(shapeOf(sampleOfTemplate(template)))) ?? lines.get(shape);
  }
}
