// Rules from files of other tools. A reader for each format makes rules of them, and one writer writes these.

import { type Element, type FieldElement, type FieldType, fieldElements } from "../../matcher/pattern.ts";
import { listItem } from "../../rules/edit-rules.ts";
import { templateLiteral } from "../../rules/notation.ts";
import { nameWords, ruleNames, UniqueNames } from "../../rules/rule-names.ts";
import {
  commentLines,
  definitionText,
  patternItems,
  ruleLines,
  SCHEMA_LINE,
  scalarOf,
} from "../../rules/write-rule.ts";
import { counted, listed, shortened } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import { checkedRules } from "./checked-rules.ts";
import { DISSECT } from "./dissect/read-dissect.ts";
import { DROPPED } from "./fields.ts";
import { GROK } from "./grok/read-grok.ts";
import {
  IMPORT_FORMATS,
  type Imported,
  type ImportedRule,
  type ImportFile,
  type ImportFormat,
  type ImportLocation,
  type ImportReader,
  importError,
  importLocationText,
  isLeftOut,
  type LeftOutRule,
  type Located,
  locationsIn,
  ruleImporter,
} from "./imported.ts";
import { LIBLOGNORM } from "./liblognorm/read-liblognorm.ts";
import { PATTERNDB } from "./patterndb/read-patterndb.ts";

/** In the order in which files are tried. */
const READERS: Readonly<Record<ImportFormat, ImportReader>> = {
  patterndb: PATTERNDB,
  liblognorm: LIBLOGNORM,
  dissect: DISSECT,
  grok: GROK,
};

/** What was made of the files. */
export interface ImportResult {
  readonly format: ImportFormat;
  /** The text of the rules file. Each rule has a comment with its location and with what differs. */
  readonly rules: string;
  /** How many rules were carried over. */
  readonly ruleCount: number;
  /** The rules that were not carried over. They are comments in the text. */
  readonly leftOut: readonly { readonly location: ImportLocation; readonly reason: string }[];
}

/**
 * Makes rules of files of one format. If `from` is undefined, it is that of the first file whose format is recognised,
 * and files of no or another format are left out. Throws an ImportError if a file cannot be read or none is recognised.
 */
export function importFiles(files: readonly ImportFile[], from?: ImportFormat): ImportResult {
  const recognised = files.map((file) => from ?? IMPORT_FORMATS.find((format) => READERS[format].recognises(file)));
  const format = recognised.find((one) => one !== undefined);
  const toName = `the format is not recognised; name it with --from: ${listed(IMPORT_FORMATS, "or")}`;
  if (format === undefined) throw importError(files[0]!, 0, toName);
  const found = [
    ...READERS[format].read(
      files.filter((_, i) => recognised[i] === format),
      ruleImporter(),
    ),
    ...files.flatMap((file, i): Imported[] => {
      const other = recognised[i];
      if (other === format) return [];
      const reason = other === undefined ? toName : `is ${other}, but the first file is ${format}`;
      return [{ file, offset: 0, name: undefined, source: "", reason }];
    }),
  ];
  const locations = locationsIn(found);
  const imported = checkedRules(found.map((rule, i) => ({ ...rule, location: locations[i]! })));
  const leftOut = imported.filter(isLeftOut).map(({ location, reason }) => ({ location, reason }));
  return { format, rules: writeImported(imported, format), ruleCount: imported.length - leftOut.length, leftOut };
}

/** Says how many rules were carried over, which were not, and, if there are any, what to do next. */
export function importSummary({ format, ruleCount, leftOut }: ImportResult, width: number | undefined): string {
  const layout = new StringLayout({ hasColors: false, width });
  layout.labelled("", `${format}: ${counted(ruleCount, "rule")} imported, ${leftOut.length} left out`);
  const reasons = leftOut.map(
    ({ location, reason }) => `${importLocationText(location)}: ${shortened(reason, MAX_SOURCE)}`,
  );
  layout.labelledList("left out: ", reasons);
  if (ruleCount > 0) layout.labelled("next, once the rules are in rules.yaml: ", "normalizer check rules.yaml LOG");
  return layout.toString();
}

const INDENT = "  ";

/** Lists of values that are as long are written once, under `fields`, not in each pattern. In characters. */
const MAX_INLINE_VALUES = 40;
/** A rule that was left out is shown up to this many characters, and so is the reason. */
const MAX_SOURCE = 1000;

/** The whole file: what it comes from, definitions of fields, and the rules in their order. */
function writeImported(imported: readonly Located<Imported>[], format: string): string {
  const rules = imported.filter((one): one is Located<ImportedRule> => !isLeftOut(one));
  const left = imported.length - rules.length;
  const definitions = definitionsIn(rules.flatMap(({ elements }) => fieldElements(elements)));
  const names = namesOf(rules);
  const lines = [
    SCHEMA_LINE,
    `# Imported from ${format}: ${counted(rules.length, "rule")}${left === 0 ? "" : `, ${left} left out`}.`,
    ...(definitions.size === 0 ? [] : ["", "fields:"]),
    ...Array.from(definitions, ([field, type]) => `${INDENT}${scalarOf(field)}: ${definitionText(type)}`),
    "",
    rules.length === 0 ? `rules:\n${INDENT}[]` : "rules:",
    ...imported.flatMap((one) => {
      if (isLeftOut(one)) return ["", ...leftOutLines(one).map((line) => INDENT + line)];
      return ["", ...listItem(linesOf(one, names.get(one)!, definitions), INDENT)];
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function namesOf(rules: readonly ImportedRule[]): Map<ImportedRule, string> {
  const made = ruleNames(rules.map(({ elements }) => nameWords(textsOf(elements))));
  const unique = new UniqueNames(rules.flatMap(({ name }) => (name === undefined ? [] : [name])));
  const given = new UniqueNames();
  return new Map(rules.map((rule, i) => [rule, rule.name === undefined ? unique.of(made[i]!) : given.of(rule.name)]));
}

function textsOf(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => {
    if ("alternatives" in element) return textsOf(element.alternatives[0] ?? []);
    return "text" in element ? [element.text] : [];
  });
}

function linesOf(rule: Located<ImportedRule>, name: string, definitions: ReadonlyMap<string, FieldType>): string[] {
  const { location, elements, examples = [], remarks } = rule;
  return ruleLines({
    comments: [importLocationText(location), ...remarks.map(printable)],
    name,
    items: patternItems(elements, definitions),
    ...(rule.fields && { fields: rule.fields }),
    output: rule.output ?? outputOf(elements, name),
    examples,
  });
}

/** The fields in their order; the name of a rule without fields. */
function outputOf(elements: readonly Element[], name: string): string {
  const fields = new Set(fieldElements(elements).map(({ field }) => field));
  fields.delete(DROPPED);
  return fields.size === 0 ? templateLiteral(name) : Array.from(fields, (field) => `{${field}}`).join(" ");
}

function leftOutLines({ location, name, source, reason }: Located<LeftOutRule>): string[] {
  const shown = source.length > MAX_SOURCE ? `${source.slice(0, MAX_SOURCE)}…` : source;
  const title = name === undefined ? "Left out" : `Left out: ${printable(name)}`;
  return commentLines([
    `${importLocationText(location)}: ${title}: ${shortened(reason, MAX_SOURCE)}`,
    ...(shown === "" ? [] : shown.split(/\r?\n/)).map((line) => `  ${printable(line)}`),
  ]);
}

/** The first long list of values of each field, by the field's name. */
function definitionsIn(fields: readonly FieldElement[]): Map<string, FieldType> {
  const definitions = new Map<string, FieldType>();
  for (const { field, type } of fields) {
    const isLong = type !== undefined && "values" in type && type.values.join().length >= MAX_INLINE_VALUES;
    if (isLong && field !== DROPPED && !definitions.has(field)) definitions.set(field, type);
  }
  return definitions;
}
