// The file of known lines: an example of each kind, for people to review. `check --baseline` and `diff --good` read and
// write it. One kind is one line, sorted by shape, so a diff shows which kinds came and which went, a line can be
// deleted, and two branches that add kinds merge like any other lists.

import { BaselineError } from "../io/read-errors.ts";
import { isWhiteSpace } from "../text/bytes/ascii.ts";
import { FirstParts } from "../text/masks/first-parts.ts";
import { Masker } from "../text/masks/masker.ts";
import { counted } from "../text/messages/phrases.ts";
import { escaped, unescaped } from "../text/messages/printable.ts";
import { CleanLine } from "../text/shapes/clean-line.ts";

/** What every such file begins with. Without it, a wrong path could make one of some other file. */
const SIGNATURE = "# normalizer known lines, version ";
const VERSION = 2;
/** What files of the first version begin with. They hold lines as masks make them. */
const FIRST_SIGNATURE = "# normalizer baseline";
const HEADER = /^# normalizer known lines, version (\d{1,9})(?:, of (\d{1,9}) good runs?)?(?!\d)/;
/** The bytes that tell whether a file is one of known lines. */
export const SIGNATURE_BYTES = SIGNATURE.length + 3;

/** The marks that Git leaves where a merge has conflicts. */
const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})/;

/** Only so many bytes of a line count, where lines are known from a file. */
export const MAX_KNOWN_BYTES = 1024;

export interface KnownLine {
  /** Its number in the file. */
  readonly line: number;
  /** An example. In files of the first version, a template. */
  readonly text: Buffer;
  /** How many lines of good runs are of that kind, and in how many runs they are; undefined for one in every run. */
  readonly lines: number | undefined;
  readonly runs: number | undefined;
  /** The numbers of the example, from 1, that are the same in all runs. */
  readonly fixed: readonly number[];
  /** Numbers of which all runs have a few values. */
  readonly values: ReadonlyMap<number, readonly string[]>;
}

export interface KnownLines {
  /** Whether it holds templates, as the first version did. */
  readonly areTemplates: boolean;
  /** How many good runs it was made of. */
  readonly runs: number;
  readonly lines: readonly KnownLine[];
}

/** Whether bytes are the beginning of a file of known lines. */
export function beginKnownLines(bytes: Uint8Array): boolean {
  const text = withoutMark(bytes);
  return text.startsWith(SIGNATURE) || text.startsWith(FIRST_SIGNATURE);
}

/** As Latin-1: a character for each byte. */
function withoutMark(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
}

/** Reads lines in any order, with empty lines and comments. An empty file knows none. Throws a BaselineError. */
export function parseKnownLines(bytes: Uint8Array): KnownLines {
  const text = withoutMark(bytes);
  const header = HEADER.exec(text);
  const areTemplates = header === null && text.startsWith(FIRST_SIGNATURE);
  if (text !== "" && header === null && !areTemplates)
    throw new BaselineError(1, 1, `is not a file of known lines: it does not begin with '${SIGNATURE}${VERSION}'`);
  if (header !== null && Number(header[1]) !== VERSION)
    throw new BaselineError(1, SIGNATURE.length + 1, `is of version ${header[1]}; this program reads up to ${VERSION}`);
  const runs = Math.max(Number(header?.[2] ?? 1), 1);
  const lines: KnownLine[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line === "" || line.startsWith("#")) continue;
    if (CONFLICT.test(line)) throw new BaselineError(i + 1, 1, "a merge left a conflict here");
    const tab = areTemplates ? -1 : line.indexOf("\t");
    const text = unescaped(tab === -1 ? line : line.slice(0, tab));
    if (typeof text === "number")
      throw errorAt(i + 1, line, text, "a backslash that is not part of an escape; write it twice");
    const figures = tab === -1 ? NO_FIGURES : figuresIn(i + 1, line, tab + 1, runs);
    lines.push({ line: i + 1, text: Buffer.from(text, "latin1"), ...figures });
  }
  return { areTemplates, runs, lines };
}

type Figures = Omit<KnownLine, "line" | "text">;

const NO_FIGURES: Figures = { lines: undefined, runs: undefined, fixed: [], values: new Map() };

function figuresIn(line: number, text: string, from: number, allRuns: number): Figures {
  let { lines, runs, fixed } = NO_FIGURES;
  const values = new Map<number, readonly string[]>();
  let at = from;
  for (const figure of text.slice(from).trimEnd().split("; ")) {
    const count = /^(\d{1,9}) (line|run)s?$/.exec(figure);
    const same = /^fixed ([\d ]+)$/.exec(figure);
    const few = /^(\d{1,3}): ([!-:<-~ ]+)$/.exec(figure);
    const number = Number(count?.[1]);
    if (number === 0) throw errorAt(line, text, at, "a kind with none of them has no line");
    if (count?.[2] === "line") lines = number;
    else if (count?.[2] === "run") runs = number;
    else if (same !== null) fixed = same[1]!.split(" ").map(Number);
    else if (few !== null) values.set(Number(few[1]), few[2]!.split(" "));
    else throw errorAt(line, text, at, "figures are written as: 12 lines; 3 runs; fixed 1 2; 3: 10 20");
    if (runs !== undefined && runs > allRuns)
      throw errorAt(line, text, at, `these are more runs than the file is of, by its first line: ${allRuns}`);
    at += figure.length + 2;
  }
  return { lines, runs, fixed, values };
}

function errorAt(line: number, text: string, at: number, reason: string): BaselineError {
  return new BaselineError(line, Buffer.from(text.slice(0, at), "latin1").toString().length + 1, reason);
}

/** Its shape is where it is in the file. */
export interface WrittenLine extends Omit<KnownLine, "line"> {
  readonly shape: Uint8Array;
}

/** Writes known lines. Equal lines give equal text, whatever their order. */
export function formatKnownLines(lines: Iterable<WrittenLine>, runs?: number): string {
  const of = runs === undefined ? "" : `, of ${counted(runs, "good run")}`;
  const header = `${SIGNATURE}${VERSION}${of}: an example of each kind`;
  const sorted = [...lines].sort((a, b) => Buffer.compare(a.shape, b.shape));
  return [header, ...sorted.map((line) => formatted(line, runs ?? 1))].map((line) => `${line}\n`).join("");
}

function formatted({ text, lines, runs, fixed, values }: WrittenLine, allRuns: number): string {
  const example = escaped(text);
  // Editors remove blanks at the end, and an empty line is not an example.
  const marked = example.startsWith("#") || CONFLICT.test(example) ? `\\${example}` : example;
  const facts: string[] = [];
  const inRuns = runs ?? allRuns;
  if (lines !== undefined && lines !== inRuns) facts.push(counted(lines, "line"));
  if (inRuns !== allRuns) facts.push(counted(inRuns, "run"));
  if (fixed.length > 0) facts.push(`fixed ${fixed.join(" ")}`);
  for (const [number, few] of values) facts.push(`${number}: ${few.join(" ")}`);
  const ended = /(?:^|\s)$/.test(marked) ? `${marked}\\` : marked;
  return facts.length === 0 ? ended : `${ended}\t${facts.join("; ")}`;
}

/** What stands for the kind of a line: without what shapes leave out anyway, unless it then had another shape. */
export function exampleOf(line: Buffer): Buffer {
  const shape = shapeOf(line);
  const text = Buffer.from(clean.bytes.subarray(clean.start, clean.end));
  let end = text.length;
  while (end > 0 && isWhiteSpace(text[end - 1]!)) end--;
  return shapeOf(text, 0, end) === shape ? text.subarray(0, end) : line;
}

const clean = new CleanLine();

/** The shape of a line, as Latin-1: a character for each byte. */
export function shapeOf(bytes: Buffer, start = 0, end = bytes.length): string {
  clean.read(bytes, start, end);
  return clean.shape.bytes.toString("latin1", 0, clean.shape.length);
}

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

export class KnownShapes {
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
