// What the readers of other tools' files return.

import type { Element } from "../../matcher/pattern.ts";
import { locationsOf } from "../../rules/location.ts";
import { LeftOut, resultOrLeftOut, wordingOf } from "../../rules/rules-error.ts";
import { decode, MAX_SIZE, TOO_LARGE } from "../../rules/rules-text.ts";
import type { WrittenExample } from "../../rules/write-rule.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
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

interface Place {
  readonly file: ImportFile;
  readonly offset: number;
}

/** A rule as a file has it. */
export interface GivenRule extends Place {
  /** The name in the file. Without one, it is made from the texts of the rule. */
  readonly name: string | undefined;
  /** As it is written in the file. */
  readonly source: string;
  /** The field whose text the other tool matches; undefined if it is that of the line. */
  readonly target?: string | undefined;
  /** The list of which the other tool tries the rules in their order. */
  readonly list?: object;
}

/** An example as a file has it: the values are by the names of fields there. */
export interface GivenExample extends WrittenExample {
  readonly text: string;
}

/** What a rule becomes. */
export interface MadeRule {
  /** Not empty. No text and no value has a line break, and names of fields are those of placeholders. */
  readonly elements: readonly Element[];
  /** Definitions of fields, in YAML, by their names. */
  readonly fields?: ReadonlyMap<string, string>;
  /** The template; if undefined, the fields in their order. */
  readonly output?: string | undefined;
  /** Rules may share one. It is kept by the rule that wins it. */
  readonly examples?: readonly GivenExample[];
  /** The names of fields, by those in the file. Needed for examples. */
  readonly names?: ReadonlyMap<string, string>;
  /** How the rule differs from what the other tool does. One line each. */
  readonly remarks: readonly string[];
}

export type ImportedRule = GivenRule & MadeRule;

/** A rule that was not carried over. */
export type LeftOutRule = GivenRule & { readonly reason: string };

/** Rules come in the order in which the other tool tries them or, if it tries all, in that of the file. */
export type Imported = ImportedRule | LeftOutRule;

export type Located<Rule extends GivenRule> = Rule & { readonly location: ImportLocation };

/** Reads the files of one tool. */
export interface ImportReader {
  /** Whether a file looks like this format. */
  recognises(file: ImportFile): boolean;
  /**
   * Reads the rules of the files, which may use each other's definitions. Throws an ImportError if a file cannot be
   * read at all. Takes time linear in the files, up to a bound for each rule.
   */
  read(files: readonly ImportFile[], importRule: RuleImporter): Imported[];
}

/** Imports a rule with `make`, or leaves it out if that throws a LeftOut. */
export type RuleImporter = (given: GivenRule, make: () => MadeRule) => Imported;

/** What the comment of a rule takes at least, in characters. */
const LEAST_SIZE = 100;

/** Throws an ImportError for a rule before which there are more than a rules file may have, so memory is bounded. */
export function ruleImporter(): RuleImporter {
  let size = 0;
  return (given, make) => {
    if (size > MAX_SIZE) throw importError(given.file, given.offset, `the rules before it are ${TOO_LARGE}`);
    const made = resultOrLeftOut(make);
    size += LEAST_SIZE;
    if (made instanceof LeftOut) return { ...given, reason: made.message };
    size += JSON.stringify(made.elements).length;
    const { target } = given;
    const other = target === undefined ? [] : [`for the field ${target}, not for whole lines`];
    return { ...given, ...made, remarks: [...other, ...made.remarks] };
  };
}

export function isLeftOut<Rule extends Imported>(rule: Rule): rule is Extract<Rule, LeftOutRule> {
  return "reason" in rule;
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

/** The error for a file that is wrong at an offset. */
export function importError(file: ImportFile, offset: number, message: string): ImportError {
  return new ImportError(locationsIn([{ file, offset }])[0]!, message);
}

/** The text of a file. Throws an ImportError if it is not UTF-8. */
export function importFile(name: string, bytes: Uint8Array): ImportFile {
  const { text, issue } = decode(bytes);
  const file = { name, text };
  if (issue !== undefined) throw importError(file, issue.span.start, wordingOf(issue).message);
  return file;
}

/** The locations of places. Takes time linear in the files, but for sorting. */
export function locationsIn(places: readonly Place[]): ImportLocation[] {
  const located = new Map<Place, ImportLocation>();
  const byFile = new Map<ImportFile, Place[]>();
  for (const place of places) addToGroup(byFile, place.file, place);
  for (const [{ text, name }, own] of byFile) {
    const sorted = own.sort((a, b) => a.offset - b.offset);
    const spans = sorted.map(({ offset }) => ({ start: offset, end: offset }));
    const found = locationsOf(spans, [{ text, path: name, start: 0, isOneOfSeveral: true }]);
    for (const [i, { line, column }] of found.entries()) located.set(sorted[i]!, { file: name, line, column });
  }
  return places.map((place) => located.get(place)!);
}

/** `patterns.grok:7:1`. Printable. */
export function importLocationText({ file, line, column }: ImportLocation): string {
  return `${printable(file)}:${line}:${column}`;
}
