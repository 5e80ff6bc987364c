// Reads rulebases of liblognorm, versions 1 and 2. A line may go on in the next one inside a field:
// `%{"name": "a",⏎ "type": "word"}%`.

import { type Element, pattern } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { type TemplatePart, templateText } from "../../../rules/template.ts";
import { addToGroup } from "../../../text/collections/polyfills.ts";
import { DROPPED } from "../fields.ts";
import {
  type Imported,
  type ImportFile,
  type ImportLocation,
  type ImportReader,
  importError,
  importRule,
  locationsIn,
} from "../imported.ts";
import { elementsOfParts } from "../scanned-parts.ts";
import { orderTried, type Step } from "./rule-order.ts";
import { ruleParts } from "./rule-parts.ts";

const VERSION = "version=2";

export const LIBLOGNORM: ImportReader = {
  recognises: ({ text }) => text.startsWith(VERSION) || /^(?:rule|prefix|extendprefix)=/m.test(text),
  read: rulesOf,
};

interface RulebaseLine {
  /** The line as it is written. */
  readonly source: string;
  readonly offset: number;
}

/** A rule of the file, with the prefix that it has there. */
interface RulebaseRule extends RulebaseLine {
  readonly tags: readonly string[];
  readonly pattern: string;
}

interface Rulebase {
  readonly rules: readonly RulebaseRule[];
  /** The patterns of each type, by its name without the `@`. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** What annotations add to messages with a tag. */
  readonly annotations: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>;
  /** The lines that include other files. */
  readonly includes: readonly RulebaseLine[];
}

function rulesOf(files: readonly ImportFile[]): Imported[] {
  const rulebases = files.map(readRulebase);
  const types = allOf(rulebases.map((one) => one.types));
  const annotations = allOf(rulebases.map((one) => one.annotations));
  const names = new Set(files.map(({ name }) => fileNameIn(name)));
  const imported: Imported[] = [];
  const steps: (readonly Step[])[] = [];
  for (const [i, { rules, includes }] of rulebases.entries()) {
    const left = includes.filter(({ source }) => !names.has(fileNameIn(source)));
    const locations = locationsIn(
      files[i]!,
      [...rules, ...left].map(({ offset }) => offset),
    );
    for (const [k, rule] of rules.entries()) {
      const own: Step[] = [];
      imported.push(ruleOf(rule, { types, annotations }, locations[k]!, own));
      steps.push(own);
    }
    for (const [k, { source }] of left.entries()) {
      const location = locations[rules.length + k]!;
      imported.push({ location, name: undefined, source, reason: "another file; name it too" });
      steps.push([]);
    }
  }
  return orderTried(steps).map((i) => imported[i]!);
}
/** All members of groups. */
function allOf<Member>(all: readonly ReadonlyMap<string, readonly Member[]>[]): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const one of all)
    for (const [key, members] of one) for (const member of members) addToGroup(groups, key, member);
  return groups;
}

/** `b.rulebase`, of a path or of `include=a/b.rulebase`. */
function fileNameIn(path: string): string {
  return path
    .trim()
    .split(/[/\\=]/)
    .at(-1)!;
}

/** Imports a rule. Its steps are added to `steps`. */
function ruleOf(
  rule: RulebaseRule,
  { types, annotations }: Pick<Rulebase, "types" | "annotations">,
  location: ImportLocation,
  steps: Step[],
): Imported {
  const { tags, source } = rule;
  const name = tags.length === 0 || /[\r\n]/.test(tags.join()) ? undefined : tags.join(",");
  return importRule({ location, name, source }, () => {
    const read = ruleParts(rule.pattern, types);
    if (read.parts.length === 0) throw new LeftOut("matches only empty lines");
    for (const step of read.steps) steps.push(step);
    const { elements, names, remarks } = elementsOfParts(read.parts, false);
    const added = tags.flatMap((tag) => annotations.get(tag) ?? []);
    if (added.length === 0) return { elements, remarks };
    const output = outputOf(added, elements, names);
    const lost = output === undefined ? ["the annotations of its tags are left out"] : [];
    return { elements, output, remarks: [...remarks, ...lost] };
  });
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

/** Reads a rulebase. Throws an ImportError for a line that is not understood. */
function readRulebase(file: ImportFile): Rulebase {
  const rules: RulebaseRule[] = [];
  const types = new Map<string, string[]>();
  const annotations = new Map<string, [string, string][]>();
  const includes: RulebaseLine[] = [];
  let prefix = "";
  for (const { source, offset } of linesOf(file.text)) {
    if (source.trim() === "" || source.startsWith("#") || (offset === 0 && source.trim() === VERSION)) continue;
    const [, key = "", value = ""] = /^([a-z]+)=(.*)$/s.exec(source) ?? [];
    const colon = value.indexOf(":");
    const head = value.slice(0, Math.max(colon, 0));
    const rest = value.slice(colon + 1);
    if (key === "prefix") prefix = value;
    else if (key === "extendprefix") prefix += value;
    else if (key === "include") includes.push({ source, offset });
    else if (key === "rule" && colon !== -1)
      rules.push({ tags: head.split(",").filter((tag) => tag !== ""), pattern: prefix + rest, source, offset });
    else if (key === "type" && head.startsWith("@")) addToGroup(types, head.slice(1), rest);
    else if (key === "annotate" && colon !== -1) {
      for (const [, name, text] of rest.matchAll(/\+([^+=,"]+)="([^"]*)"/g))
        addToGroup(annotations, head, [name!, text!]);
    } else throw importError(file, offset, "neither a rule, nor a type, a prefix, an annotation or a comment");
  }
  return { rules, types, annotations, includes };
}

/** The lines, with where they begin. A line break between two `%` does not end one. */
function* linesOf(text: string): Iterable<RulebaseLine> {
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
