// What the readers of other tools' files return.

import type { Element } from "../../matcher/pattern.ts";
import { locationsOf, type Span } from "../../rules/location.ts";
import { MAX_FIELDS } from "../../rules/rule.ts";
import { LeftOut, resultOrLeftOut, wordingOf } from "../../rules/rules-error.ts";
import { decode } from "../../rules/rules-text.ts";
import type { WrittenExample } from "../../rules/write-rule.ts";
import { printable } from "../../text/messages/printable.ts";

/** What can be imported, in the order in which files are tried. */
export const IMPORT_FORMATS = ["patterndb", "liblognorm", "dissect", "grok"] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A file of another tool. */
export interface ImportFile {
  /** The name in messages and comments. */
  readonly name: string;
  readonly text: string;
}

/** A location in such a file. Lines and columns count from 1; a column is a code point. */
export interface ImportLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A rule of the file. */
interface GivenRule {
  readonly location: ImportLocation;
  /** The name in the file. Without one, it is made from the texts of the rule. */
  readonly name: string | undefined;
  /** As it is written in the file. */
  readonly source: string;
}

/** A rule that was carried over. */
export interface ImportedRule extends GivenRule {
  /** Not empty. No text and no value has a line break, and names of fields are those of placeholders. */
  readonly elements: readonly Element[];
  /** Definitions of fields, in YAML, by their names. */
  readonly fields?: ReadonlyMap<string, string>;
  /** The template; if undefined, the fields in their order. */
  readonly output?: string | undefined;
  readonly examples?: readonly WrittenExample[];
  /** How the rule differs from what the other tool does. One line each. */
  readonly remarks: readonly string[];
}

/** What readers make of a rule. */
export type MadeRule = Omit<ImportedRule, keyof GivenRule>;

/** A rule that was not carried over. */
export interface LeftOutRule extends GivenRule {
  readonly reason: string;
}

/**
 * A rule of the file. Readers return them in the order in which the other tool tries them or, if it tries all, in that
 * of the file.
 */
export type Imported = ImportedRule | LeftOutRule;

/** Reads the files of one tool. */
export interface ImportReader {
  /** Whether a file looks like this format. */
  recognises(file: ImportFile): boolean;
  /**
   * Reads the rules of the files, which may use each other's definitions. Throws an ImportError if a file cannot be
   * read at all. Takes time and memory linear in the files, up to a bound for each rule.
   */
  read(files: readonly ImportFile[]): Imported[];
}

/**
 * Imports a rule with `make`. It is left out if `make` throws a LeftOut, of which `otherwise` may say more, or makes a
 * rule that could not be loaded.
 */
export function importRule(
  given: GivenRule,
  make: () => MadeRule,
  otherwise?: (error: LeftOut) => Partial<LeftOutRule>,
): Imported {
  const made = resultOrLeftOut(() => {
    const rule = make();
    if (sizeOf(rule.elements) > MAX_FIELDS) throw new LeftOut(`has more than ${MAX_FIELDS} fields and alternatives`);
    return rule;
  });
  return made instanceof LeftOut ? { ...given, reason: made.message, ...otherwise?.(made) } : { ...given, ...made };
}

/** A rule where it stands in a file. */
export interface FoundRule extends Omit<GivenRule, "location"> {
  readonly offset: number;
}

/** Imports rules of a file, as `importRule` does. */
export function importEach<Found extends FoundRule>(
  file: ImportFile,
  found: readonly Found[],
  make: (one: Found) => MadeRule,
): Imported[] {
  const offsets = found.map(({ offset }) => offset);
  const locations = locationsIn(file, offsets);
  return found.map((one, i) => {
    const { name, source } = one;
    return importRule({ location: locations[i]!, name, source }, () => make(one));
  });
}

/** Runs `work`. A LeftOut that it throws gets these words before its reason. */
export function leftOutIn<Result>(where: string, work: () => Result): Result {
  const result = resultOrLeftOut(work);
  if (!(result instanceof LeftOut)) return result;
  throw new LeftOut(`in ${where}: ${result.message}`);
}

/** How many fields and alternatives there are, as rules files count them. */
function sizeOf(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => {
    if ("alternatives" in element) return element.alternatives.reduce((all, branch) => all + 1 + sizeOf(branch), sum);
    return "field" in element ? sum + 1 : sum;
  }, 0);
}

/** A file that cannot be imported at all. The message begins with the location. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly location: ImportLocation;

  constructor(location: ImportLocation, message: string) {
    super(`${importLocationText(location)}: ${message}`);
    this.location = location;
  }
}

/** The text of a file. Throws an ImportError if it is not UTF-8. */
export function importFile(name: string, bytes: Uint8Array): ImportFile {
  const { text, issue } = decode(bytes);
  const file = { name, text };
  if (issue !== undefined) throw importError(file, issue.span.start, wordingOf(issue).message);
  return file;
}

/** The error for a file that is wrong at an offset. */
export function importError(file: ImportFile, offset: number, message: string): ImportError {
  return new ImportError(locationsIn(file, [offset])[0]!, message);
}

/** The locations of offsets. Takes time linear in the text if the offsets are in order. */
export function locationsIn({ name, text }: ImportFile, offsets: readonly number[]): ImportLocation[] {
  const spans = offsets.map((offset): Span => ({ start: offset, end: offset }));
  return locationsOf(spans, [{ text, path: name, start: 0, isOneOfSeveral: false }]).map(({ line, column }) => ({
    file: name,
    line,
    column,
  }));
}

/** `patterns.grok:7:1`. Printable. */
export function importLocationText({ file, line, column }: ImportLocation): string {
  return `${printable(file)}:${line}:${column}`;
}

export function isLeftOut(rule: Imported): rule is LeftOutRule {
  return "reason" in rule;
}
