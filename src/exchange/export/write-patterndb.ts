// Writes rules as a pattern database of syslog-ng, in the order of precedence.

import type { Pattern } from "../../matcher/pattern.ts";
import { precedenceOrder } from "../../matcher/precedence.ts";
import type { Rule } from "../../rules/rule.ts";
import { UniqueNames } from "../../rules/rule-names.ts";
import { LeftOut, resultOrLeftOut } from "../../rules/rules-error.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { placeOfRule, type RuleReference, referencesOf } from "../../run/rule-references.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { escapedXml, isSayableInXml } from "../../text/messages/xml.ts";
import type { ExportResult } from "./exported.ts";
import { inOrder } from "./rule-order.ts";
import { rulePatterns } from "./rule-patterns.ts";

/** The schema wants a date. A fixed one keeps the output the same for the same rules. */
const DATE = "1970-01-01";
/** The program in examples, if the ruleset has none. */
const ANY_PROGRAM = "program";
/** The remark on a rule for whole lines of syslog, which would match no message. */
const HEADER_REMARK =
  "begins with a time; if it is that of a syslog line, no message matches, because syslog-ng takes time, host and program off";

/** Writes the rules for messages of one program or, without one, of all programs. */
export function writePatterndb(source: LoadedRules, program: string | undefined): ExportResult {
  const { rules } = source;
  const references = referencesOf(source);
  const unique = new UniqueNames();
  const names = rules.map(({ name }) => unique.of(name));
  const order = precedenceOrder(rules.map(({ pattern }) => pattern));
  const found = order.map((i) => resultOrLeftOut(() => rulePatterns(rules[i]!.pattern)));
  const texts = inOrder(found.map((one) => (one instanceof LeftOut ? [] : one.patterns)));
  const leftOut: { rule: RuleReference; reason: string }[] = [];
  const differences: { rule: RuleReference; remarks: readonly string[] }[] = [];
  const written = order.flatMap((i, rank) => {
    const one = found[rank]!;
    const rule = { ...references[i]!, name: names[i]! };
    const title = `${placeOfRule(rule)}:`;
    const text = ruleLines(rules[i]!, rule.name, texts[rank]!, program ?? ANY_PROGRAM);
    const isSayable = isSayableInXml(text.join("\n"));
    if (one instanceof LeftOut || !isSayable) {
      const reason = one instanceof LeftOut ? one.message : "a control character, which XML cannot contain";
      leftOut.push({ rule, reason });
      return comment([`${title} left out: ${rule.name}: ${reason}`]);
    }
    const remarks = [
      ...(beginsWithTime(rules[i]!.pattern) ? [HEADER_REMARK] : []),
      ...one.remarks,
      ...otherRemarks(rules[i]!),
    ];
    if (remarks.length > 0) differences.push({ rule, remarks });
    return [...comment([`${title} ${rule.name}`, ...remarks]), ...text];
  });
  const ruleCount = rules.length - leftOut.length;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...comment([
      `Exported by normalizer: ${counted(ruleCount, "rule")}${leftOut.length === 0 ? "" : `, ${leftOut.length} left out`}.`,
      "The rules are in the order of precedence. A parser (?#N), which takes nothing, makes syslog-ng keep it.",
      "A message of a rule is replaced by its output.",
    ]),
    `<patterndb version="5" pub_date="${DATE}">`,
    '<ruleset name="normalizer" id="normalizer">',
    program === undefined
      ? "<patterns/>"
      : `<patterns><pattern>${escapedXml(program.replaceAll("@", "@@"))}</pattern></patterns>`,
    "<rules>",
    ...written,
    "</rules>",
    "</ruleset>",
    "</patterndb>",
    "",
  ].join("\n");
  return { format: "patterndb", text, ruleCount, leftOut, differences };
}

function ruleLines(rule: Rule, id: string, patterns: readonly string[], program: string): string[] {
  const examples = rule.examples.filter(({ line }) => line !== "" && isSayableInXml(line));
  const exampleLines = examples.map(
    ({ line }) =>
      `<example><test_message program="${escapedXml(program)}">${escapedXml(line)}</test_message></example>`,
  );
  return [
    `<rule id="${escapedXml(id)}" class="system" provider="normalizer">`,
    "<patterns>",
    ...patterns.map((pattern) => `<pattern>${escapedXml(pattern)}</pattern>`),
    "</patterns>",
    ...(examples.length === 0 ? [] : ["<examples>", ...exampleLines, "</examples>"]),
    `<values><value name="MESSAGE">${escapedXml(outputOf(rule))}</value></values>`,
    "</rule>",
  ];
}

/** Whether all lines of a pattern begin with a time, as those of syslog do. */
function beginsWithTime({ elements: [first], timestamp }: Pattern): boolean {
  if (first === undefined || !("field" in first)) return false;
  const { field, type } = first;
  return field === timestamp || (type !== undefined && "typeName" in type && type.typeName === "timestamp");
}

/** Remarks on what rules do besides matching and syslog-ng does not. */
function otherRemarks({ transforms, followers, pattern }: Rule): string[] {
  return [
    ...(transforms?.some((steps) => steps.length > 0) ? ["its output has no transforms"] : []),
    ...(followers.length > 0 ? ["without the lines that follow"] : []),
    ...(pattern.isCatchAll ? ["its messages count as matched"] : []),
  ];
}

function outputOf({ template: { literals, slots }, pattern }: Rule): string {
  const texts = literals.map((literal) => Buffer.from(literal).toString().replaceAll("$", "$$$$"));
  const output = texts.map((text, i) => (i === 0 ? text : `\${${pattern.fields[slots[i - 1]!]}}${text}`)).join("");
  // `word(text)` would be read as a text with its type.
  return /^\w+\(/.test(output) ? `string(${output})` : output;
}

function comment(lines: readonly string[]): string[] {
  const texts = lines.map((line) =>
    printable(line)
      .replace(/-(?=-)/g, "- ")
      .replace(/-$/, "- "),
  );
  return texts.length === 1 ? [`<!-- ${texts[0]} -->`] : ["<!--", ...texts.map((text) => `  ${text}`), "-->"];
}
