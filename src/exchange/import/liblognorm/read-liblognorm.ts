// Reads rulebases of liblognorm, versions 1 and 2. A line may go on in the next one inside a field:
// `%{"name": "a",⏎ "type": "word"}%`.

import { type Element, pattern } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { type TemplatePart, templateText } from "../../../rules/template.ts";
import { addToGroup } from "../../../text/collections/polyfills.ts";
import { DROPPED } from "../fields.ts";
import {
  type GivenRule,
  type ImportFile,
  type ImportReader,
  importError,
  importRule,
  type MadeRule,
} from "../imported.ts";
import { elementsOfParts } from "../scanned-parts.ts";
import { orderTried, type Step } from "./rule-order.ts";
import { ruleParts } from "./rule-parts.ts";

const VERSION = "version=2";

export const LIBLOGNORM: ImportReader = {
  recognises: ({ text }) => text.startsWith(VERSION) || /^(?:rule|prefix|extendprefix)=/m.test(text),
  read(files) {
    const definitions: Definitions = { types: new Map(), annotations: new Map() };
    const names = new Set(files.map(({ name }) => fileNameIn(name)));
    const steps: Step[][] = [];
    const rulebases = files.map((file) => readRulebase(file, names, definitions));
    const imported = rulebases.flat().map(({ tags: _, pattern: _1, ...given }, i) =>
      importRule(given, () => {
        const own: Step[] = [];
        steps.push(own);
        return ruleOf(rulebases.flat()[i]!, definitions, own);
      }),
    );
    return orderTried(steps).map((i) => imported[i]!);
  },
};

/** A rule of the file, or a line that includes another one. */
interface RulebaseRule extends GivenRule {
  readonly tags: readonly string[];
  /** With the prefix that it has there; undefined if the line includes a file. */
  readonly pattern: string | undefined;
}

/** What holds for all files. */
interface Definitions {
  /** The patterns of each type, by its name without the `@`. */
  readonly types: Map<string, string[]>;
  /** What annotations add to messages with a tag. */
  readonly annotations: Map<string, (readonly [name: string, value: string])[]>;
}

/** `b.rulebase`, of a path or of `include=a/b.rulebase`. */
function fileNameIn(path: string): string {
  return path
    .trim()
    .split(/[/\\=]/)
    .at(-1)!;
}

/** Imports a rule. Its steps are added to `steps`. */
function ruleOf({ tags, pattern }: RulebaseRule, { types, annotations }: Definitions, steps: Step[]): MadeRule {
  if (pattern === undefined) throw new LeftOut("another file; name it too");
  const read = ruleParts(pattern, types);
  if (read.parts.length === 0) throw new LeftOut("matches only empty lines");
  for (const step of read.steps) steps.push(step);
  const { elements, names, remarks } = elementsOfParts(read.parts, false);
  const added = tags.flatMap((tag) => annotations.get(tag) ?? []);
  if (added.length === 0) return { elements, remarks };
  const output = outputOf(added, elements, names);
  const lost = output === undefined ? ["the annotations of its tags are left out"] : [];
  return { elements, output, remarks: [...remarks, ...lost] };
}

/** The annotations and then the fields; undefined if an annotation contains a field's name in braces. */
function outputOf(
  added: readonly (readonly [name: string, value: string])[],
  elements: readonly Element[],
  names: ReadonlyMap<string, string>,
): string | undefined {
  const fields = [...new Set(names.values())].filter((field) => field !== DROPPED);
  const parts = [...added.map(([key, value]) => `${key}=${value}`), ...fields.map((field) => ({ field }))];
  const spaced = parts.flatMap((part, i): TemplatePart[] => (i === 0 ? [part] : [" ", part]));
  // Inside a field, a line of a rulebase may continue in the next one.
  if (/[\r\n]/.test(added.flat().join())) return undefined;
  return templateText(spaced, pattern(elements).fields);
}

/**
 * Reads the rules of a file, and then what it includes that is not named. Adds its definitions. Throws an ImportError
 * for a line that is not understood.
 */
function readRulebase(
  file: ImportFile,
  names: ReadonlySet<string>,
  { types, annotations }: Definitions,
): RulebaseRule[] {
  const rules: RulebaseRule[] = [];
  const includes: RulebaseRule[] = [];
  let prefix = "";
  for (const { source, offset } of linesOf(file.text)) {
    if (source.trim() === "" || source.startsWith("#") || (offset === 0 && source.trim() === VERSION)) continue;
    const [, key = "", value = ""] = /^([a-z]+)=(.*)$/s.exec(source) ?? [];
    const colon = value.indexOf(":");
    const head = value.slice(0, Math.max(colon, 0));
    const rest = value.slice(colon + 1);
    if (key === "prefix") prefix = value;
    else if (key === "extendprefix") prefix += value;
    else if (key === "include") {
      const isNamed = names.has(fileNameIn(source));
      if (!isNamed) includes.push({ file, source, offset, name: undefined, tags: [], pattern: undefined });
    } else if (key === "rule" && colon !== -1) {
      const tags = head.split(",").filter((tag) => tag !== "");
      const name = tags.length === 0 || /[\r\n]/.test(head) ? undefined : tags.join(",");
      rules.push({ file, source, offset, name, tags, pattern: prefix + rest });
    } else if (key === "type" && head.startsWith("@")) addToGroup(types, head.slice(1), rest);
    else if (key === "annotate" && colon !== -1) {
      for (const [, name, text] of rest.matchAll(/\+([^+=,"]+)="([^"]*)"/g))
        addToGroup(annotations, head, [name!, text!]);
    } else throw importError(file, offset, "neither a rule, nor a type, a prefix, an annotation or a comment");
  }
  return [...rules, ...includes];
}

/** The lines, with where they begin. A line break between two `%` does not end one. */
function* linesOf(text: string): Iterable<{ readonly source: string; readonly offset: number }> {
  let start = 0;
  let isInField = false;
  for (let i = 0; i <= text.length; i++) {
    const character = text[i];
    // Comments may contain any number of `%`.
    if (character === "%" && text[start] !== "#") isInField = !isInField;
    if (character !== undefined && (character !== "\n" || isInField)) continue;
    yield { source: text.slice(start, i).replace(/\r$/, ""), offset: start };
    start = i + 1;
    isInField = false;
  }
}
