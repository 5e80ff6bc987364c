// Reads pattern databases of syslog-ng, versions 4 to 6.

import { Matcher } from "../../../matcher/matcher.ts";
import { type Element, type Pattern, pattern } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { type TemplatePart, templateText } from "../../../rules/template.ts";
import type { WrittenExample } from "../../../rules/write-rule.ts";
import { listed, quoted } from "../../../text/messages/phrases.ts";
import type { ImportReader } from "../imported.ts";
import {
  type Imported,
  type ImportFile,
  type ImportLocation,
  importError,
  isLeftOut,
  locationsIn,
} from "../imported.ts";
import { elementsOfParts, type Scanned } from "../scanned-parts.ts";
import { type Header, headerOf, lineWith } from "./header.ts";
import { partsOfTemplate } from "./output.ts";
import { patternParts } from "./pattern-parts.ts";
import { readXml, type XmlElement } from "./xml.ts";

export const PATTERNDB: ImportReader = {
  recognises: ({ text }) => /^\s*(?:(?:<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->)\s*)*<(?:!DOCTYPE\s+)?patterndb\b/.test(text),
  read: (files) => files.flatMap(rulesOf),
};

const FOR_OTHERS = "also for programs that other rulesets name, for which syslog-ng uses only those";

const VERSIONS: readonly string[] = ["4", "5", "6"];

/** The names of a header's fields, which fields of messages must not have. */
const HEADER_FIELDS: readonly string[] = ["timestamp", "host", "program", "pid"];

/** A pattern of a rule, with the programs of its ruleset. */
interface Source {
  readonly rule: XmlElement;
  readonly element: XmlElement;
  readonly header: Header | LeftOut;
  /** Whether the ruleset is for programs that others do not name. */
  readonly isForOthers: boolean;
}

function rulesOf(file: ImportFile): Imported[] {
  const root = readXml(file);
  const version = root.attributes.get("version");
  if (root.name !== "patterndb") throw importError(file, root.start, `<${root.name}> is not a pattern database`);
  if (version === undefined || !VERSIONS.includes(version))
    throw importError(
      file,
      root.start,
      `a pattern database ${version === undefined ? "without a version" : `of version ${quoted(version)}`}; known are ${listed(VERSIONS, "and")}`,
    );
  const rulesets = all(root, "ruleset");
  const areNamed = rulesets.some((ruleset) => programsOf(ruleset).length > 0);
  const sources = rulesets.flatMap((ruleset) => {
    const programs = programsOf(ruleset);
    const isForOthers = areNamed && programs.length === 0;
    const header = headerOrReason(programs);
    const rules = all(ruleset, "rules").flatMap((list) => all(list, "rule"));
    return rules.flatMap((rule) => patternsOf(rule).map((element): Source => ({ rule, element, header, isForOthers })));
  });
  const locations = locationsIn(
    file,
    sources.map(({ element }) => element.start),
  );
  const unclaimed = new Map(
    sources.map(({ rule }) => [rule, all(rule, "examples").flatMap((list) => all(list, "example"))]),
  );
  const imported = sources.map((source, i) => ruleOf(file, source, locations[i]!, unclaimed));
  return withLostExamples(imported, sources, unclaimed);
}

/** Versions before 4 named one program by a `pattern` of the ruleset itself, which later ones still read. */
function programsOf(ruleset: XmlElement): string[] {
  const listed = all(ruleset, "patterns").flatMap((list) => all(list, "pattern"));
  return [...all(ruleset, "pattern"), ...listed].map(({ text }) => text).filter((text) => text !== "");
}

function patternsOf(rule: XmlElement): XmlElement[] {
  return all(rule, "patterns").flatMap((list) => all(list, "pattern"));
}

function headerOrReason(programs: readonly string[]): Header | LeftOut {
  try {
    return headerOf(programs);
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    return new LeftOut(`in the pattern of the program: ${error.message}`);
  }
}

function ruleOf(
  { text }: ImportFile,
  { rule, element, header, isForOthers }: Source,
  location: ImportLocation,
  unclaimed: Map<XmlElement, XmlElement[]>,
): Imported {
  const id = rule.attributes.get("id");
  const name = id === undefined || id === "" || /[\r\n]/.test(id) ? undefined : id;
  try {
    if (header instanceof LeftOut) throw header;
    const scanned = elementsOfParts(patternParts(element.text), true, HEADER_FIELDS);
    const elements = [...header.elements, ...scanned.elements];
    const { output, remarks } = outputOf(rule, header, scanned);
    const examples = examplesOf(unclaimed, rule, header, elements, scanned.names);
    return {
      location,
      name,
      elements,
      output,
      examples,
      remarks: [...(isForOthers ? [FOR_OTHERS] : []), ...scanned.remarks, ...remarks, ...correlation(rule)],
    };
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    return { location, name, source: text.slice(element.start, element.end), reason: error.message };
  }
}

/** The output: the values that the rule sets, and its fields. The value MESSAGE is the whole output. */
function outputOf(
  rule: XmlElement,
  header: Header,
  { elements, names }: Scanned,
): { output: string; remarks: string[] } {
  const remarks: string[] = [];
  const fields = pattern([...header.elements, ...elements]).fields;
  const partOf = (name: string): TemplatePart | undefined => {
    const field = names.get(name) ?? header.macros.get(name);
    if (field !== undefined) return { field };
    return name === "PROGRAM" ? header.program : undefined;
  };
  const outputs: string[] = [];
  for (const { attributes, text } of all(rule, "values").flatMap((list) => all(list, "value"))) {
    const name = attributes.get("name") ?? "";
    const isWhole = name === "MESSAGE";
    const value = /[\r\n]/.test(name + text) ? undefined : partsOfTemplate(text, partOf);
    const output = value && templateText(isWhole ? value : [`${name}=`, ...value], fields);
    if (output === undefined) remarks.push(`the value ${quoted(name)} is left out: ${quoted(text)}`);
    else if (isWhole) return { output, remarks };
    else outputs.push(output);
  }
  outputs.push(...[...new Set(names.values())].map((field) => `{${field}}`));
  if (outputs.length > 0) return { output: outputs.join(" "), remarks };
  const text = elements.map((element) => ("text" in element ? element.text : "")).join("");
  return { output: templateText([text.trim()], fields) ?? "", remarks };
}

/** The examples of a rule that this pattern matches with their values. They are removed from `unclaimed`. */
function examplesOf(
  unclaimed: Map<XmlElement, XmlElement[]>,
  rule: XmlElement,
  header: Header,
  elements: readonly Element[],
  names: ReadonlyMap<string, string>,
): WrittenExample[] {
  const waiting = unclaimed.get(rule)!;
  if (waiting.length === 0) return [];
  const ours = pattern(elements);
  const matcher = new Matcher([ours]);
  const found: WrittenExample[] = [];
  unclaimed.set(
    rule,
    waiting.filter((example) => {
      const written = exampleOf(example, header, names);
      if (written === undefined || !isWon(matcher, ours, written)) return true;
      found.push(written);
      return false;
    }),
  );
  return found;
}

function exampleOf(
  example: XmlElement,
  header: Header,
  names: ReadonlyMap<string, string>,
): WrittenExample | undefined {
  const [message] = all(example, "test_message");
  if (message === undefined || /[\r\n]/.test(message.text)) return undefined;
  const line = lineWith(message.attributes.get("program") ?? header.example, message.text);
  const values = all(example, "test_values").flatMap((list) => all(list, "test_value"));
  const fields = new Map<string, string>();
  for (const { attributes, text } of values) {
    const field = names.get(attributes.get("name") ?? "");
    // Others are values that the rule sets. They say nothing about its pattern.
    if (field !== undefined) fields.set(field, text);
  }
  return { line, fields };
}

function isWon(matcher: Matcher, ours: Pattern, { line, fields = new Map() }: WrittenExample): boolean {
  const bytes = Buffer.from(line);
  if (/[\r\n]/.test(line) || matcher.match(bytes, 0, bytes.length) === -1) return false;
  return [...fields].every(([field, value]) => {
    const index = ours.fields.indexOf(field);
    return bytes.toString("utf8", matcher.bounds[2 * index], matcher.bounds[2 * index + 1]) === value;
  });
}

/** Remarks on what else syslog-ng does with the messages of a rule. */
function correlation({ attributes, children }: XmlElement): string[] {
  const isCorrelated = [...attributes.keys()].some((name) => name.startsWith("context-"));
  const hasActions = children.some(({ name }) => name === "actions");
  return [
    ...(isCorrelated ? ["does not join messages of one context, as syslog-ng does"] : []),
    ...(hasActions ? ["has no actions"] : []),
  ];
}

/**
 * Adds a remark for each example that no pattern of its rule matches with its values, to the first pattern of the rule.
 */
function withLostExamples(
  imported: readonly Imported[],
  sources: readonly Source[],
  unclaimed: ReadonlyMap<XmlElement, readonly XmlElement[]>,
): Imported[] {
  const remarked = new Set<XmlElement>();
  return imported.map((one, i) => {
    const { rule } = sources[i]!;
    if (isLeftOut(one) || remarked.has(rule)) return one;
    remarked.add(rule);
    const lost = unclaimed.get(rule)!.map((example) => `lost: the example ${quoted(textOf(example))}`);
    return { ...one, remarks: [...one.remarks, ...lost] };
  });
}

function textOf(example: XmlElement): string {
  return all(example, "test_message")[0]?.text ?? "";
}

function all({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}
