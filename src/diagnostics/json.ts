// The one way in which JSON is written: a blank after each colon and comma, an object a line, nothing in a string that a
// terminal would obey, and of bytes that are not UTF-8 a further member with the bytes themselves.
import { isUtf8 } from "node:buffer";
import { escaped, textPieces } from "./printable.ts";

/** A text that has no character that a terminal would obey, as nearly all texts of logs. */
const PRINTABLE = /^[ -~]*$/;

/** For each byte 1 if it stands in a string of JSON as it is: printable ASCII but the quote and the backslash. */
const JSON_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte <= 0x7e && byte !== 0x22 && byte !== 0x5c),
);

/** A text as a string of JSON, in which nothing is left that a terminal would obey. */
export function jsonString(text: string): string {
  const json = JSON.stringify(text);
  return PRINTABLE.test(text) ? json : escaped(json);
}

/** Where JSON is written: an OutputBuffer, as far as it is needed here. */
interface JsonOutput {
  readonly full: boolean;
  append(bytes: Uint8Array, from: number, to: number): void;
  appendText(text: string): void;
  appendIfAll(accepted: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean;
}

const COMMA = ", ";

/** Members that begin with a name, by their names: `, "NAME": `. There are a few dozen names. */
const names = new Map<string, Buffer>();

/** A name that is no word of this program's, such as a field's, made ready to be written. */
export function jsonName(name: string): Buffer {
  return Buffer.from(`${COMMA}${jsonString(name)}: `);
}

/** A member that many objects have, to be added by `JsonWriter.member`. */
export function jsonMember(name: string, value: string | null): Buffer {
  return Buffer.from(`${COMMA}"${name}": ${value === null ? "null" : jsonString(value)}`);
}

/** A word of this program's, which is written as it is, or what `jsonName` made. */
type Name = string | Buffer;

/** Writes objects of JSON, member by member; without a name, item by item of a list. */
export class JsonWriter {
  private readonly output: JsonOutput;
  /** Whether the next member or item is the first of its object or list. */
  private isFirst = true;

  constructor(output: JsonOutput) {
    this.output = output;
  }

  /** Begins an object: that of a line, an item of a list or, with a name, a member. */
  beginObject(name?: Name): void {
    this.open("{", name);
  }

  endObject(): void {
    this.close("}");
  }

  /** Ends the object of a line. */
  endLine(): void {
    this.close("}\n");
    this.isFirst = true;
  }

  beginList(name: Name): void {
    this.open("[", name);
  }

  endList(): void {
    this.close("]");
  }

  value(name: string, value: number | boolean | null): void {
    this.name(name);
    this.output.appendText(String(value));
  }

  text(name: string | undefined, text: string | null): void {
    this.begin(name);
    this.output.appendText(text === null ? "null" : jsonString(text));
  }

  /**
   * Adds bytes of a log of any length. Where they are not UTF-8 the text shows the replacement character, and a second
   * member, `NAME_base64`, has the bytes themselves.
   */
  bytes(name: string, bytes: Buffer): void {
    this.openText(name);
    const isPlain = this.addPlain(bytes, 0, bytes.length);
    if (!isPlain) for (const _ of this.adding(bytes));
    this.closeText();
    if (isPlain || isUtf8(bytes)) return;
    this.openText(`${name}_base64`);
    for (const _ of this.addingBase64([bytes]));
    this.closeText();
  }

  /** Adds what `jsonMember` made. */
  member(ready: Buffer): void {
    this.output.append(ready, this.isFirst ? COMMA.length : 0, ready.length);
    this.isFirst = false;
  }

  /** Adds a name; its value is then to be written to the output. */
  name(name: string): void {
    let ready = names.get(name);
    if (ready === undefined) {
      ready = Buffer.from(`${COMMA}"${name}": `);
      names.set(name, ready);
    }
    this.member(ready);
  }

  /** Begins a string, to which bytes are then added. */
  openText(name: Name | undefined): void {
    this.begin(name);
    this.output.appendText('"');
  }

  closeText(): void {
    this.output.appendText('"');
  }

  /** Adds bytes of a string that stand in it as they are; false, and nothing is added, if some do not. */
  addPlain(bytes: Buffer, from: number, to: number): boolean {
    return this.output.appendIfAll(JSON_PLAIN, bytes, from, to);
  }

  /** Adds any bytes of a string. Yields wherever the output is full. */
  *adding(bytes: Buffer): Generator<void> {
    for (const piece of textPieces(bytes)) {
      this.output.appendText(jsonString(piece.toString()).slice(1, -1));
      if (this.output.full) yield;
    }
  }

  /** Adds bytes that come in pieces to a string, in base64. Yields wherever the output is full. */
  *addingBase64(pieces: Iterable<Buffer>): Generator<void> {
    // Three bytes make four characters: fewer wait for those of the next piece.
    let rest = Buffer.alloc(0);
    for (const piece of pieces) {
      for (const part of textPieces(piece)) {
        const bytes = Buffer.concat([rest, part]);
        const whole = bytes.length - (bytes.length % 3);
        this.output.appendText(bytes.toString("base64", 0, whole));
        if (this.output.full) yield;
        rest = bytes.subarray(whole);
      }
    }
    this.output.appendText(rest.toString("base64"));
  }

  private begin(name: Name | undefined): void {
    if (name === undefined) this.separate();
    else if (typeof name === "string") this.name(name);
    else this.member(name);
  }

  private open(bracket: string, name: Name | undefined): void {
    this.begin(name);
    this.output.appendText(bracket);
    this.isFirst = true;
  }

  private close(bracket: string): void {
    this.output.appendText(bracket);
    this.isFirst = false;
  }

  private separate(): void {
    if (!this.isFirst) this.output.appendText(COMMA);
    this.isFirst = false;
  }
}

/** What is written, as a text: for what is short. */
export function jsonText(write: (json: JsonWriter) => void): string {
  let written = "";
  const appendText = (text: string): void => {
    written += text;
  };
  const append = (bytes: Uint8Array, from: number, to: number): void =>
    appendText(Buffer.from(bytes.subarray(from, to)).toString());
  write(new JsonWriter({ full: false, append, appendText, appendIfAll: () => false }));
  return written;
}
