// Reads pattern databases of syslog-ng, versions 1 to 6.

import { type Element, pattern } from "../../../matcher/pattern.ts";
import { LeftOut, resultOrLeftOut } from "../../../rules/rules-error.ts";
import { type TemplatePart, templateText } from "../../../rules/template.ts";
import { addToGroup } from "../../../text/collections/polyfills.ts";
import { listed, quoted } from "../../../text/messages/phrases.ts";
import {
  type FoundRule,
  type Imported,
  type ImportFile,
  type ImportReader,
  importEach,
  importError,
  leftOutIn,
  type MadeRule,
} from "../imported.ts";
import { elementsOfParts, type Scanned } from "../scanned-parts.ts";
import { HEADER_FIELDS, type Header, headerOf } from "./message-header.ts";
import { patternParts } from "./pattern-parts.ts";
import { inOneLine, withExamples } from "./rule-examples.ts";
import { childrenOf, readXml, type XmlElement } from "./xml.ts";

export const PATTERNDB: ImportReader = {
  recognises: ({ text }) => /^\s*(?:(?:<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->)\s*)*<(?:!DOCTYPE\s+)?patterndb\b/.test(text),
  read: (files) => files.flatMap(rulesOf),
};

const FOR_OTHERS = "also for programs that other rulesets name, for which syslog-ng uses only those";

const BROKEN = "a line break is a blank here, as where messages are written in one line";

const VERSIONS: readonly string[] = ["1", "2", "3", "4", "5", "6"];

/** A pattern of a rule, with the header of its ruleset. */
interface FoundPattern extends FoundRule {
  readonly rule: XmlElement;
  readonly text: string;
  readonly header: Header | LeftOut;
  /** Whether the ruleset is for programs that others do not name. */
  readonly isForOthers: boolean;
  /** The names of its fields by those in the database, once it is imported. */
  readonly names: Map<string, string>;
}

function rulesOf(file: ImportFile): Imported[] {
  const root = readXml(file);
  const version = root.attributes.get("version");
  if (root.name !== "patterndb") throw importError(file, root.start, `<${root.name}> is not a pattern database`);
  if (version === undefined || !VERSIONS.includes(version)) {
    const which = version === undefined ? "without a version" : `of version ${quoted(version)}`;
    throw importError(file, root.start, `a pattern database ${which}; known are ${listed(VERSIONS, "and")}`);
  }
  const rulesets = childrenOf(root, "ruleset");
  const areNamed = rulesets.some((ruleset) => programsOf(ruleset).length > 0);
  const found = rulesets.flatMap((ruleset) => {
    const programs = programsOf(ruleset);
    const header = resultOrLeftOut(() => leftOutIn("the pattern of the program", () => headerOf(programs)));
    return childrenOf(ruleset, "rules", "rule").flatMap((rule) => {
      const id = rule.attributes.get("id");
      const name = id === undefined || id === "" || /[\r\n]/.test(id) ? undefined : id;
      return childrenOf(rule, "patterns", "pattern").map(
        ({ text, start, end }): FoundPattern => ({
          ...{ offset: start, source: file.text.slice(start, end), name, rule, text, header },
          isForOthers: areNamed && programs.length === 0,
          names: new Map(),
        }),
      );
    });
  });
  const byRule = new Map<XmlElement, (FoundPattern & { readonly imported: Imported })[]>();
  for (const [i, imported] of importEach(file, found, importedPattern).entries())
    addToGroup(byRule, found[i]!.rule, { ...found[i]!, imported });
  return [...byRule].flatMap(([rule, patterns]) => {
    const { header } = patterns[0]!;
    return withExamples(patterns, rule, header instanceof LeftOut ? "" : header.example);
  });
}

/** Versions before 4 named one program by a `pattern` of the ruleset itself, which later ones still read. */
function programsOf(ruleset: XmlElement): string[] {
  const all = [...childrenOf(ruleset, "pattern"), ...childrenOf(ruleset, "patterns", "pattern")];
  return all.map(({ text }) => text).filter((text) => text !== "");
}

function importedPattern({ rule, text, header, isForOthers, names }: FoundPattern): MadeRule {
  if (header instanceof LeftOut) throw header;
  const taken = [...HEADER_FIELDS, ...pattern(header.elements).fields];
  const scanned = elementsOfParts(patternParts(inOneLine(text)), true, taken);
  for (const [name, field] of [...header.names, ...scanned.names]) names.set(name, field);
  const elements = [...header.elements, ...scanned.elements];
  const { output, remarks } = outputOf(rule, header, { ...scanned, names }, pattern(elements).fields);
  const special = [...(isForOthers ? [FOR_OTHERS] : []), ...(inOneLine(text) === text ? [] : [BROKEN])];
  return {
    elements,
    output,
    remarks: [...special, ...header.remarks, ...scanned.remarks, ...remarks, ...correlation(rule)],
  };
}

/** The output: the values that the rule sets, and its fields. The value MESSAGE is the whole output. */
function outputOf(
  rule: XmlElement,
  header: Header,
  { elements, names }: Scanned,
  fields: readonly string[],
): { output: string; remarks: string[] } {
  const remarks: string[] = [];
  const outputs: string[] = [];
  const partOf = (name: string): TemplatePart | undefined => {
    const field = names.get(name) ?? header.macros.get(name);
    return field !== undefined ? { field } : name === "PROGRAM" ? header.program : undefined;
  };
  for (const { attributes, text } of childrenOf(rule, "values", "value")) {
    const name = attributes.get("name") ?? "";
    const isWhole = name === "MESSAGE";
    const value = /[\r\n]/.test(name + text) ? undefined : partsOfTemplate(text, partOf);
    const output = value && templateText(isWhole ? value : [`${name}=`, ...value], fields);
    if (output === undefined) remarks.push(`the value ${quoted(name)} is left out: ${quoted(text)}`);
    else if (isWhole) return { output, remarks };
    else outputs.push(output);
  }
  outputs.push(...Array.from(new Set(names.values()), (field) => `{${field}}`));
  return { output: outputs.length > 0 ? outputs.join(" ") : textOutput(elements, fields), remarks };
}

function textOutput(elements: readonly Element[], fields: readonly string[]): string {
  const text = elements.map((element) => ("text" in element ? element.text : "")).join("");
  return templateText([text.trim()], fields) ?? "";
}

/** `$$`, `${name}`, `$name`, `$(function …)`, or a `$` by itself. */
const MACRO = /\$(?:(\$)|\{([^{}]*)\}|([A-Za-z_][A-Za-z0-9_]*)|(\()|)/g;

/** The parts of a template, with `partOf` for names; undefined if it has a function or an unknown name. */
function partsOfTemplate(
  template: string,
  partOf: (name: string) => TemplatePart | undefined,
): TemplatePart[] | undefined {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { 0: source, 1: dollar, 2: braced, 3: bare, 4: call, index } of template.matchAll(MACRO)) {
    const name = braced ?? bare;
    const value = name === undefined ? (dollar ?? source) : partOf(name);
    if (value === undefined || call !== undefined) return undefined;
    parts.push(withoutEscapes(template.slice(end, index)), value);
    end = index + source.length;
  }
  return [...parts, withoutEscapes(template.slice(end))];
}

/** A text of a template. `@` before a number would be a value of an earlier message, so it is doubled. */
function withoutEscapes(text: string): string {
  return text.replaceAll("@@", "@");
}

/** Remarks on what syslog-ng does besides matching and rules do not. */
function correlation({ attributes, children }: XmlElement): string[] {
  const isCorrelated = [...attributes.keys()].some((name) => name.startsWith("context-"));
  const hasActions = children.some(({ name }) => name === "actions");
  return [
    ...(isCorrelated ? ["does not join messages of one context, as syslog-ng does"] : []),
    ...(hasActions ? ["has no actions"] : []),
  ];
}
