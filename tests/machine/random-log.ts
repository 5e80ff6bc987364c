import type { Random } from "../../bench/workloads/random.ts";
import type { Element } from "../../src/matcher/pattern.ts";
import dateTimes from "../support/timestamps.json" with { type: "json" };
import { type RandomRule, TYPE_TEXTS, type TypeTexts } from "./random-rules.ts";

/** An element as bytes that lines are made of. */
type Part = { readonly literal: Buffer } | FieldPart | { readonly branches: readonly (readonly Part[])[] };

/** A field: texts that it may capture, and parts of them and near misses. */
interface FieldPart {
  readonly texts: readonly Buffer[];
  readonly pieces: readonly Buffer[];
}

const utf8 = (text: string): Buffer => Buffer.from(text);
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

const DATE_TIMES = dateTimes.shapes.flatMap(({ examples }) => examples.map(utf8));
/** What fields of any text get, beside the literals of the rules. Some of it is not UTF-8. */
const FILLINGS = [
  ...["a", "b", "1", " ", "aa", "ab", "11", "a1", " a", "", "word", "10.0.0.7", "é", "😀", "\0", "\t", "x=1"].map(utf8),
  ...["\xff", "\xc3", "\xe2\x82", "\x80\xbf", "\xf0\x9f\x98", "\xed\xa0\x80", "\xa0", "\r", "\x1b[31m"].map(latin1),
  ...DATE_TIMES,
];
const DAMAGES = [
  ...'ab1 .:-"[]{}\\0x',
  "\r",
  "\0",
  "\t",
  "\xff",
  "\xc3",
  "\xa9",
  "\x80",
  "\x7f",
  "::",
  "2024-11-15",
  "aab",
].map(latin1);
const TYPES = new Map([...TYPE_TEXTS].map(([name, texts]) => [name, inBytes(texts)]));

function inBytes({ texts, pieces }: TypeTexts): FieldPart {
  return { texts: texts.map(latin1), pieces: pieces.map(latin1) };
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Makes logs for a rule set: lines of its rules, mostly whole, and damaged ones. */
export class LogMaker {
  private readonly random: Random;
  private readonly rules: readonly (readonly Part[])[];
  private readonly literals: Buffer[] = [];
  private bytes = Buffer.allocUnsafeSlow(1 << 16);
  private at = 0;

  constructor(random: Random, rules: readonly RandomRule[]) {
    this.random = random;
    this.rules = rules.map(({ elements }) => elements.map((element) => this.partOf(element)));
  }

  /** A log of so many lines, which is valid until the next one is made. Its last line may lack its end. */
  log(lines: number): Buffer {
    const { random } = this;
    this.at = 0;
    // The byte order mark is a matter of the reader, and otherwise bytes as any.
    if (random.below(50) === 0) this.add(latin1("\xef\xbb\xbf"));
    for (let i = 0; i < lines; i++) {
      this.addLine();
      if (i === lines - 1 && random.below(2) === 0) break;
      if (random.below(10) === 0) this.addByte(CARRIAGE_RETURN);
      this.addByte(NEWLINE);
    }
    return this.bytes.subarray(0, this.at);
  }

  private addLine(): void {
    const { random, rules } = this;
    const from = this.at;
    const kind = random.below(20);
    if (kind === 0) return;
    if (kind === 1) this.addFillings(random.below(6));
    else for (const part of random.pick(rules)) this.addPart(part);
    // Much longer lines are rare, because each takes parsers as long as thousands of others.
    if (random.below(2_000) === 0) this.repeat(from, 1_000);
    if (random.below(50_000) === 0) this.repeat(from, random.pick([70_000, 70_000, 600_000]));
    if (kind >= 12) return;
    for (let damages = random.between(1, 3); damages > 0; damages--) this.damage(from);
  }

  private addPart(part: Part): void {
    const { random } = this;
    if ("literal" in part) this.add(part.literal);
    else if ("texts" in part) this.addField(part);
    else if (part.branches.length > 0) for (const inner of random.pick(part.branches)) this.addPart(inner);
  }

  /** Mostly a text that fits, or else parts of one, or any text. */
  private addField({ texts, pieces }: FieldPart): void {
    const { random } = this;
    if (texts.length === 0 || random.below(30) === 0) this.addFillings(random.pick([0, 1, 1, 1, 2, 3]));
    else if (random.below(8) > 0) this.add(random.pick(texts));
    else for (let count = random.between(1, 4); count > 0; count--) this.add(random.pick(pieces));
  }

  private addFillings(count: number): void {
    const { random, literals } = this;
    for (let i = 0; i < count; i++) {
      const from = this.at;
      const isLiteral = literals.length > 0 && random.below(4) === 0;
      this.add(isLiteral ? random.pick(literals) : random.pick(FILLINGS));
      if (random.below(200) === 0) this.repeat(from, random.between(1, 400));
    }
  }

  /** Repeats what was written from `from` on, up to about so many bytes. */
  private repeat(from: number, bytes: number): void {
    const length = this.at - from;
    if (length === 0) return;
    this.makeRoom(bytes + length);
    for (const end = from + bytes; this.at < end; this.at += length) {
      this.bytes.copyWithin(this.at, from, from + length);
    }
  }

  /** Changes one place of the line that begins at `from`. */
  private damage(from: number): void {
    const { random } = this;
    const length = this.at - from;
    const place = from + random.below(length + 1);
    const rest = this.at - place;
    const cut = Math.min(rest, random.below(random.below(4) === 0 ? length + 1 : 3));
    switch (random.below(5)) {
      case 0:
        this.bytes.copyWithin(place, place + cut, this.at);
        this.at -= cut;
        break;
      case 1: {
        const piece = random.pick(DAMAGES);
        this.makeRoom(piece.length);
        this.bytes.copyWithin(place + piece.length, place, this.at);
        this.bytes.set(piece, place);
        this.at += piece.length;
        break;
      }
      case 2:
        this.at -= cut;
        break;
      case 3:
        this.makeRoom(cut);
        this.bytes.copyWithin(place + cut, place, this.at);
        this.at += cut;
        break;
      default:
        if (rest > 0) this.bytes[place] = random.pick(DAMAGES)[0]!;
    }
  }

  private add(piece: Buffer): void {
    this.makeRoom(piece.length);
    this.bytes.set(piece, this.at);
    this.at += piece.length;
  }

  private addByte(byte: number): void {
    this.makeRoom(1);
    this.bytes[this.at++] = byte;
  }

  private makeRoom(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.at + length));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  private partOf(element: Element): Part {
    if ("text" in element) {
      const literal = utf8(element.text);
      // Long ones in fields would make most of the bytes.
      if (literal.length < 200) this.literals.push(literal);
      return { literal };
    }
    if ("alternatives" in element) {
      return { branches: element.alternatives.map((branch) => branch.map((inner) => this.partOf(inner))) };
    }
    const { field, type } = element;
    if (type === undefined) return { texts: field === "timestamp" ? DATE_TIMES : [], pieces: FILLINGS };
    if ("typeName" in type) return TYPES.get(type.typeName)!;
    const texts = type.values.map(utf8);
    return { texts, pieces: texts };
  }
}
