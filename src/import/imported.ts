// What readers of other tools' files give, whatever the tool.

import { printable } from "../diagnostics/printable.ts";
import type { Element } from "../matcher/pattern.ts";
import { decode } from "../rules/decode.ts";
import { locationsOf, type Span } from "../rules/location.ts";
import type { WrittenExample } from "../rules/write-rule.ts";

/** What can be imported, in the order in which files are tried. */
export const IMPORT_FORMATS = ["patterndb", "liblognorm", "grok"] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A file of another tool. */
export interface ImportFile {
  /** The name in messages and comments. */
  readonly name: string;
  readonly text: string;
}

/** A place in such a file. Line and column count from 1; a column is a code point. */
export interface ImportPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A rule that was carried over. */
export interface ImportedRule {
  readonly place: ImportPlace;
  /** Made from the texts of the rule if the file names none. */
  readonly name: string | undefined;
  /** Not empty. No text and no value has a line break, and names of fields are those of placeholders. */
  readonly elements: readonly Element[];
  /** The template; if undefined, the fields in their order. */
  readonly output?: string;
  readonly examples: readonly WrittenExample[];
  /** What differs from what the other tool does with it. One line each. */
  readonly remarks: readonly string[];
}

/** A rule that was not carried over. */
export interface LeftOutRule {
  readonly place: ImportPlace;
  readonly name: string | undefined;
  /** As it is written in the file. */
  readonly source: string;
  readonly reason: string;
}

/** A rule of the file. Readers give them in the order in which the other tool tries them, or in which they stand. */
export type Imported = ImportedRule | LeftOutRule;

/** Reads the files of one tool. */
export interface ImportReader {
  /** Whether a file is of this format, as far as its text tells. */
  recognises(file: ImportFile): boolean;
  /**
   * The rules of the files, which may use each other's definitions. Throws an ImportError if a file cannot be read at
   * all. Takes time and memory linear in the files, up to a bound for each rule.
   */
  read(files: readonly ImportFile[]): Imported[];
}

/** A file that cannot be imported at all. The message begins with the place. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly place: ImportPlace;

  constructor(place: ImportPlace, message: string) {
    super(`${placeText(place)}: ${message}`);
    this.place = place;
  }
}

/** The text of a file. Throws an ImportError if it is not UTF-8. */
export function importFile(name: string, bytes: Uint8Array): ImportFile {
  const { text, problem } = decode(bytes);
  const file = { name, text };
  if (problem !== undefined) throw importError(file, problem.span.start, problem.wording().message);
  return file;
}

/** The error for a file that is wrong at an offset. */
export function importError(file: ImportFile, offset: number, message: string): ImportError {
  return new ImportError(placesOf(file, [offset])[0]!, message);
}

/** The places of offsets. Takes time linear in the text if the offsets are in order. */
export function placesOf({ name, text }: ImportFile, offsets: readonly number[]): ImportPlace[] {
  const spans = offsets.map((offset): Span => ({ start: offset, end: offset }));
  return locationsOf(spans, text).map(({ line, column }) => ({ file: name, line, column }));
}

/** `patterns.grok:7:1`. Printable. */
export function placeText({ file, line, column }: ImportPlace): string {
  return `${printable(file)}:${line}:${column}`;
}

export function isLeftOut(rule: Imported): rule is LeftOutRule {
  return "reason" in rule;
}

/** The name of a field as one that placeholders can have: `[url][path]` becomes `url_path`. */
export function fieldName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/(?<=.)_+$|^_+(?=.)/g, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
