// The examples of a rule in a pattern database. Each goes to the first pattern of the rule that matches it.

import { Matcher } from "../../../matcher/matcher.ts";
import { pattern } from "../../../matcher/pattern.ts";
import type { WrittenExample } from "../../../rules/write-rule.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { type Imported, type ImportedRule, isLeftOut } from "../imported.ts";
import { childrenOf, type XmlElement } from "./xml.ts";

/** An imported pattern, and the names of its fields by those in the database. */
interface ImportedPattern {
  readonly imported: Imported;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Gives each example of a rule to the first of its patterns that matches it with its values. The first pattern that was
 * carried over gets a remark for each other example.
 */
export function withExamples(patterns: readonly ImportedPattern[], rule: XmlElement, program: string): Imported[] {
  let examples = childrenOf(rule, "examples", "example");
  const claimed = patterns.map(({ imported, names }): Imported => {
    if (isLeftOut(imported) || examples.length === 0) return imported;
    const isWon = winnerOf(imported);
    const mine: WrittenExample[] = [];
    examples = examples.filter((example) => {
      const written = exampleOf(example, program, names);
      if (written === undefined || !isWon(written)) return true;
      mine.push(written);
      return false;
    });
    return { ...imported, examples: mine };
  });
  const first = claimed.findIndex((one) => !isLeftOut(one));
  const lost = examples.map((example) => `lost: the example ${quoted(messageOf(example)?.text ?? "")}`);
  return claimed.map((one, i) =>
    i === first && !isLeftOut(one) ? { ...one, remarks: [...one.remarks, ...lost] } : one,
  );
}

function messageOf(example: XmlElement): XmlElement | undefined {
  return childrenOf(example, "test_message")[0];
}

/** A text as it is in messages that are written in one line. */
export function inOneLine(text: string): string {
  return text.replace(/\r?\n|\r/g, " ");
}

/** The example as a line with a header; undefined if it has none. */
function exampleOf(
  example: XmlElement,
  program: string,
  names: ReadonlyMap<string, string>,
): WrittenExample | undefined {
  const message = messageOf(example);
  if (message === undefined) return undefined;
  const header = `Jan  1 00:00:00 localhost ${message.attributes.get("program") ?? program}: `;
  const line = inOneLine(header + message.text);
  const fields = new Map<string, string>();
  for (const { attributes, text } of childrenOf(example, "test_values", "test_value")) {
    const field = names.get(attributes.get("name") ?? "");
    // Others are values that the rule sets. They say nothing about its pattern.
    if (field !== undefined) fields.set(field, inOneLine(text));
  }
  return { line, fields };
}

/** Whether a rule wins the line of an example, and captures its values. */
function winnerOf({ elements }: ImportedRule): (example: WrittenExample) => boolean {
  const ours = pattern(elements);
  const matcher = new Matcher([ours]);
  return ({ line, fields = new Map() }) => {
    const bytes = Buffer.from(line);
    if (matcher.match(bytes, 0, bytes.length) === -1) return false;
    return [...fields].every(([field, value]) => {
      const index = ours.fields.indexOf(field);
      return bytes.toString("utf8", matcher.bounds[2 * index], matcher.bounds[2 * index + 1]) === value;
    });
  };
}
