// Reads pattern databases of syslog-ng, versions 1 to 6.

import { DATE_TIME, type Element, joinedTexts, pattern } from "../../../matcher/pattern.ts";
import { type TemplatePart, templateText } from "../../../rules/notation.ts";
import { LeftOut, resultOrLeftOut } from "../../../rules/rules-error.ts";
import { bytesOf, unionOf } from "../../../text/bytes/byte-set.ts";
import { listed, quoted } from "../../../text/messages/phrases.ts";
import { HEX_DIGIT, POSIX } from "../expressions/characters.ts";
import {
  type GivenExample,
  type Imported,
  type ImportFile,
  type ImportReader,
  importError,
  type MadeRule,
  type RuleImporter,
} from "../imported.ts";
import { elementsOfParts, type ScannedPart, type ScannedTexts } from "../scanned-parts.ts";
import { childrenOf, readXml, type XmlElement } from "./xml.ts";

export const PATTERNDB: ImportReader = {
  recognises: ({ text }) => /^\s*(?:(?:<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->)\s*)*<(?:!DOCTYPE\s+)?patterndb\b/.test(text),
  read: (files, importRule) => files.flatMap((file) => rulesOf(file, importRule)),
};

const FOR_OTHERS = "also for programs that other rulesets name, for which syslog-ng uses only those";

const BROKEN = "a line break is a blank here, as where messages are written in one line";

const VERSIONS: readonly string[] = ["1", "2", "3", "4", "5", "6"];

/**
 * What comes before the message in a line: time, host and program. syslog-ng matches the program and the message apart
 * from each other; rules match whole lines.
 */
interface Header {
  readonly elements: readonly Element[];
  /** The names of fields in the patterns of its programs, by those in the database. */
  readonly names: ReadonlyMap<string, string>;
  /** What differs in these patterns. */
  readonly remarks: readonly string[];
  /** What `$PROGRAM` stands for in outputs; undefined if it is several fields. */
  readonly program: TemplatePart | undefined;
  /** The name of the program for examples without one. */
  readonly example: string;
}

/** The names of a header's fields, which fields of messages must not have. */
const HEADER_FIELDS: readonly string[] = ["timestamp", "host", "program", "pid"];

/** The fields of a header for which syslog-ng has macros. */
const MACROS: ReadonlyMap<string, string> = new Map([
  ["DATE", "timestamp"],
  ["HOST", "host"],
  ["PID", "pid"],
]);

function rulesOf(file: ImportFile, importRule: RuleImporter): Imported[] {
  const root = readXml(file);
  const version = root.attributes.get("version");
  if (root.name !== "patterndb") throw importError(file, root.start, `<${root.name}> is not a pattern database`);
  if (version === undefined || !VERSIONS.includes(version)) {
    const which = version === undefined ? "without a version" : `of version ${quoted(version)}`;
    throw importError(file, root.start, `a pattern database ${which}; known are ${listed(VERSIONS, "and")}`);
  }
  const rulesets = childrenOf(root, "ruleset");
  const areNamed = rulesets.some((ruleset) => programsOf(ruleset).length > 0);
  return rulesets.flatMap((ruleset) => {
    const programs = programsOf(ruleset);
    const header = resultOrLeftOut(() => headerOf(programs));
    const remarks = areNamed && programs.length === 0 ? [FOR_OTHERS] : [];
    return childrenOf(ruleset, "rules", "rule").flatMap((rule) => {
      const id = rule.attributes.get("id");
      const name = id === undefined || id === "" || /[\r\n]/.test(id) ? undefined : id;
      const examples = header instanceof LeftOut ? [] : examplesOf(rule, header);
      return childrenOf(rule, "patterns", "pattern").map(({ text, start, end }) =>
        importRule({ file, offset: start, name, source: file.text.slice(start, end) }, () => {
          if (header instanceof LeftOut) throw new LeftOut(`in the pattern of the program: ${header.message}`);
          const made = importedPattern(rule, text, header);
          return { ...made, examples, remarks: [...remarks, ...made.remarks] };
        }),
      );
    });
  });
}

/** Versions before 4 named one program by a `pattern` of the ruleset itself, which later ones still read. */
function programsOf(ruleset: XmlElement): string[] {
  const all = [...childrenOf(ruleset, "pattern"), ...childrenOf(ruleset, "patterns", "pattern")];
  return all.map(({ text }) => text).filter((text) => text !== "");
}

/**
 * The header of lines whose program matches one of these patterns; an optional one for any program if there are none.
 */
function headerOf(programs: readonly string[]): Header {
  const scanned = programs.map((program) => elementsOfParts(patternParts(program), false, HEADER_FIELDS));
  const alternatives = scanned.map(({ elements }) => elements);
  const texts = alternatives.flatMap(([first, ...others]) =>
    first !== undefined && "text" in first && others.length === 0 ? [first.text] : [],
  );
  const [name] = texts;
  const isListed = texts.length === programs.length;
  const isOne = isListed && texts.length === 1;
  const field: Element = { field: "program", ...(name !== undefined && { type: { values: [...new Set(texts)] } }) };
  const elements: Element[] = [
    { field: "timestamp", type: DATE_TIME },
    { text: " " },
    { field: "host", type: { typeName: "word" } },
    { text: " " },
    isOne ? { text: name! } : isListed ? field : { alternatives },
    { alternatives: [[{ text: "[" }, { field: "pid", type: { typeName: "number" } }, { text: "]" }], []] },
    { text: ": " },
  ];
  return {
    elements: programs.length === 0 ? [{ alternatives: [elements, []] }] : elements,
    names: new Map(scanned.flatMap(({ names }) => [...names])),
    remarks: scanned.flatMap(({ remarks }) => remarks),
    program: isOne ? name : isListed ? { field: "program" } : undefined,
    example: (isListed && name) || "program",
  };
}

function importedPattern(rule: XmlElement, text: string, header: Header): MadeRule {
  const line = inOneLine(text);
  if (line === "") throw new LeftOut("the pattern is empty");
  const taken = [...HEADER_FIELDS, ...pattern(header.elements).fields];
  const scanned = elementsOfParts(patternParts(line), true, taken);
  const names = new Map([...header.names, ...scanned.names]);
  const elements = [...header.elements, ...scanned.elements];
  const { fields } = pattern(elements);
  const { isWhole, outputs, remarks } = outputsOf(rule, header, names, fields);
  if (!isWhole) outputs.push(...Array.from(new Set(names.values()), (field) => `{${field}}`));
  return {
    elements,
    output: outputs.length > 0 ? outputs.join(" ") : textOutput(scanned.elements, fields),
    names,
    remarks: [
      ...(line === text ? [] : [BROKEN]),
      ...header.remarks,
      ...scanned.remarks,
      ...remarks,
      ...correlation(rule),
    ],
  };
}

/** The values that a rule sets, as outputs. The value MESSAGE is the whole output. */
function outputsOf(
  rule: XmlElement,
  { program }: Header,
  names: ReadonlyMap<string, string>,
  fields: readonly string[],
): { isWhole: boolean; outputs: string[]; remarks: string[] } {
  const remarks: string[] = [];
  const outputs: string[] = [];
  const partOf = (name: string): TemplatePart | undefined => {
    const field = names.get(name) ?? MACROS.get(name);
    return field !== undefined ? { field } : name === "PROGRAM" ? program : undefined;
  };
  for (const { attributes, text } of childrenOf(rule, "values", "value")) {
    const name = attributes.get("name") ?? "";
    const isWhole = name === "MESSAGE";
    const value = /[\r\n]/.test(name + text) ? undefined : partsOfTemplate(text, partOf);
    const output = value && templateText(isWhole ? value : [`${name}=`, ...value], fields);
    if (output === undefined) remarks.push(`the value ${quoted(name)} is left out: ${quoted(text)}`);
    else if (isWhole) return { isWhole, outputs: [output], remarks };
    else outputs.push(output);
  }
  return { isWhole: false, outputs, remarks };
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
  // `@` before a number would be a value of an earlier message, so it is doubled.
  const text = template.replaceAll("@@", "@");
  let end = 0;
  for (const { 0: source, 1: dollar, 2: braced, 3: bare, 4: call, index } of text.matchAll(MACRO)) {
    const name = braced ?? bare;
    const value = name === undefined ? (dollar ?? source) : partOf(name);
    if (value === undefined || call !== undefined) return undefined;
    parts.push(text.slice(end, index), value);
    end = index + source.length;
  }
  return [...parts, text.slice(end)];
}

/** The examples of a rule, as lines with a header. */
function examplesOf(rule: XmlElement, header: Header): GivenExample[] {
  return childrenOf(rule, "examples", "example").flatMap((example) =>
    childrenOf(example, "test_message")
      .slice(0, 1)
      .map(({ attributes, text }) => {
        const program = attributes.get("program") ?? header.example;
        const values = childrenOf(example, "test_values", "test_value");
        return {
          text,
          line: inOneLine(`Jan  1 00:00:00 localhost ${program}: ${text}`),
          fields: new Map(values.map((one) => [one.attributes.get("name") ?? "", inOneLine(one.text)])),
        };
      }),
  );
}

/** A text as it is in messages that are written in one line. */
function inOneLine(text: string): string {
  return text.replace(/\r?\n|\r/g, " ");
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

const ALPHANUMERIC = POSIX.get("alnum")!;
const HOST_CHARACTERS = unionOf([ALPHANUMERIC, bytesOf(".-")]);
const ADDRESS_CHARACTERS = unionOf([ALPHANUMERIC, bytesOf("!#$%&'*+-/=?^_`{|}~.@")]);
const HARDWARE_ADDRESS = unionOf([HEX_DIGIT, bytesOf(":")]);

const PLAIN_PARSERS: ReadonlyMap<string, ScannedTexts> = new Map<string, ScannedTexts>([
  ["ANYSTRING", { rest: true }],
  ["DOUBLE", { type: "float", isWider: true }],
  ["FLOAT", { type: "float" }],
  ["HOSTNAME", { run: HOST_CHARACTERS }],
  ["IPv4", { type: "ip", isWider: true }],
  ["IPv6", { type: "ip", isWider: true }],
  ["IPvANY", { type: "ip" }],
  ["LLADDR", { run: HARDWARE_ADDRESS }],
  ["MACADDR", { run: HARDWARE_ADDRESS }],
  ["NUMBER", { type: "float", isWider: true }],
]);

/**
 * The parts of `Accepted @ESTRING:method: @for @STRING:user:._-@`. Throws a LeftOut if syslog-ng could not read the
 * pattern either, or if rules cannot express a part.
 */
function patternParts(pattern: string): ScannedPart[] {
  const parts: ScannedPart[] = [];
  let at = 0;
  while (at < pattern.length) {
    const sign = pattern.indexOf("@", at);
    if (sign !== at) parts.push({ text: sign === -1 ? pattern.slice(at) : pattern.slice(at, sign) });
    if (sign === -1) break;
    const end = pattern.indexOf("@", sign + 1);
    if (end === -1) throw new LeftOut("an '@' that does not begin a parser; a literal one is '@@'");
    parts.push(...(end === sign + 1 ? [{ text: "@" }] : parserParts(pattern.slice(sign + 1, end))));
    at = end + 1;
  }
  // ESTRING also takes the text that ends it. Other text may follow.
  return joinedTexts(parts);
}

/** The parts of `@TYPE:name:parameter@`. */
function parserParts(text: string): ScannedPart[] {
  const [, type = "", name = "", parameter = ""] = /^([^:]*)(?::([^:]*))?(?::(.*))?$/s.exec(text)!;
  const source = `@${text}@`;
  const named = { field: name === "" ? undefined : name, source };
  const needed = (what: string): string => {
    if (parameter === "") throw new LeftOut(`${source} needs ${what}`);
    return parameter;
  };
  const plain = PLAIN_PARSERS.get(type);
  if (plain !== undefined) return [{ ...named, texts: plain }];
  switch (type) {
    case "EMAIL": {
      // Characters around an address do not belong to it. Each is there at most once.
      const [first, last = first, ...others] = Array.from(parameter);
      if (others.length > 0) throw new LeftOut(`${source} has more than two characters around addresses`);
      const optional = (text: string | undefined): ScannedPart[] =>
        text === undefined ? [] : [{ alternatives: [[{ text }], []] }];
      return [...optional(first), { ...named, texts: { run: ADDRESS_CHARACTERS } }, ...optional(last)];
    }
    case "ESTRING": {
      const until = needed("a text to end at");
      return [{ ...named, texts: { until } }, { text: until }];
    }
    case "NLSTRING":
      throw new LeftOut("NLSTRING ends at a line break, which no line has");
    case "OPTIONALSET":
      return [{ ...named, texts: { run: bytesOf(needed("characters")), mayBeEmpty: true } }];
    case "PCRE":
      throw new LeftOut(`${source} is a regular expression of syslog-ng, which is not read`);
    case "QSTRING": {
      const [open = "", second, ...others] = Array.from(needed("quotes"));
      const until = second !== undefined && others.length === 0 ? second : open;
      return [{ text: open }, { ...named, texts: { until } }, { text: until }];
    }
    case "SET":
      return [{ ...named, texts: { run: bytesOf(needed("characters")) } }];
    case "STRING":
      return [{ ...named, texts: { run: unionOf([ALPHANUMERIC, bytesOf(parameter)]) } }];
    default:
      throw new LeftOut(`unknown parser ${quoted(type)}`);
  }
}
