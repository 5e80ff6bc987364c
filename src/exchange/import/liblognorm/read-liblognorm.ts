// Reads rulebases of liblognorm, versions 1 and 2. A line may go on in the next one inside a field:
// `%{"name": "a",⏎ "type": "word"}%`.

import { pattern } from "../../../matcher/pattern.ts";
import { type TemplatePart, templateText } from "../../../rules/notation.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { addToGroup, groupBy } from "../../../text/collections/polyfills.ts";
import { type GivenRule, type ImportFile, type ImportReader, importError, type MadeRule } from "../imported.ts";
import { elementsOfParts, type ScannedPart } from "../scanned-parts.ts";
import { ruleParts, type Step } from "./rule-parts.ts";

const VERSION = "version=2";

/** A line break between two `%` does not end a line, but comments may contain any number of `%`. */
const LINE = /#[^\n]*|(?:[^%\n]+|%[^%]*%?)+/g;

export const LIBLOGNORM: ImportReader = {
  recognises: ({ text }) => text.startsWith(VERSION) || /^(?:rule|prefix|extendprefix)=/m.test(text),
  read(files, importRule) {
    const definitions: Definitions = { types: new Map(), annotations: new Map() };
    const names = new Set(files.map(({ name }) => fileNameIn(name)));
    const found = files.flatMap((file) => rulesIn(file, names, definitions));
    const steps: (readonly Step[])[] = [];
    const imported = found.map(({ tags, pattern, ...given }, i) =>
      importRule(given, () => {
        if (pattern === undefined) throw new LeftOut("another file; name it too");
        const read = ruleParts(pattern, definitions.types);
        steps[i] = read.steps;
        return ruleOf(
          read.parts,
          tags.flatMap((tag) => definitions.annotations.get(tag) ?? []),
        );
      }),
    );
    return orderTried(found.map((_, i) => steps[i] ?? [])).map((i) => imported[i]!);
  },
};

/** A rule of the file, or a line that includes another one. */
interface RulebaseRule extends GivenRule {
  readonly tags: readonly string[];
  /** With the prefix that it has there; undefined if the line includes a file. */
  readonly pattern: string | undefined;
}

type Annotation = readonly [name: string, value: string];

/** What holds for all files. */
interface Definitions {
  /** The patterns of each type, by its name without the `@`. */
  readonly types: Map<string, string[]>;
  /** What annotations add to messages with a tag. */
  readonly annotations: Map<string, Annotation[]>;
}

/** `b.rulebase`, of a path or of `include=a/b.rulebase`. */
function fileNameIn(path: string): string {
  const parts = path.trim().split(/[/\\=]/);
  return parts.at(-1)!;
}

/** The rule. Its output has the annotations and then the fields. */
function ruleOf(parts: readonly ScannedPart[], added: readonly Annotation[]): MadeRule {
  if (parts.length === 0) throw new LeftOut("matches only empty lines");
  const { elements, names, remarks } = elementsOfParts(parts, false);
  if (added.length === 0) return { elements, remarks };
  const fields = Array.from(new Set(names.values()), (field) => ({ field }));
  const items: TemplatePart[] = [...added.map(([key, value]) => `${key}=${value}`), ...fields];
  const spaced = items.flatMap((item, i) => (i === 0 ? [item] : [" ", item]));
  // Inside a field, a line of a rulebase may continue in the next one.
  const isBroken = /[\r\n]/.test(added.flat().join());
  const output = isBroken ? undefined : templateText(spaced, pattern(elements).fields);
  const lost = output === undefined ? ["the annotations of its tags are left out"] : [];
  return { elements, output, remarks: [...remarks, ...lost] };
}

/** Reads the rules of a file, and adds its definitions. Throws an ImportError for a line that is not understood. */
function rulesIn(file: ImportFile, names: ReadonlySet<string>, { types, annotations }: Definitions): RulebaseRule[] {
  const rules: RulebaseRule[] = [];
  let prefix = "";
  for (const { 0: line, index: offset } of file.text.matchAll(LINE)) {
    const source = line.replace(/\r$/, "");
    if (source.trim() === "" || source.startsWith("#") || (offset === 0 && source.trim() === VERSION)) continue;
    const [, key = "", value = ""] = /^([a-z]+)=(.*)$/s.exec(source) ?? [];
    const colon = value.indexOf(":");
    const head = value.slice(0, Math.max(colon, 0));
    const rest = value.slice(colon + 1);
    if (key === "prefix") prefix = value;
    else if (key === "extendprefix") prefix += value;
    else if (key === "include") {
      if (!names.has(fileNameIn(source)))
        rules.push({ file, source, offset, name: undefined, tags: [], pattern: undefined });
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
  return rules;
}

/**
 * The numbers of rules in the order in which they are tried: those that begin alike by what comes next in them. A rule
 * without steps keeps its place. Takes time linear in the steps, but for sorting.
 */
function orderTried(rules: readonly (readonly Step[])[]): number[] {
  const order = rules.map((_, i) => i);
  const waiting = [{ places: [...order], depth: 0 }];
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    const { depth } = group;
    const stepAt = (place: number): Step | undefined => rules[order[place]!]![depth];
    const places = group.places.filter((place) => stepAt(place) !== undefined);
    const sorted = places
      .map((place) => ({ rule: order[place]!, priority: stepAt(place)!.priority }))
      .sort((a, b) => a.priority - b.priority);
    for (const [i, { rule }] of sorted.entries()) order[places[i]!] = rule;
    const alike = groupBy(places, (place) => stepAt(place)!.source);
    for (const same of alike.values()) if (same.length > 1) waiting.push({ places: same, depth: depth + 1 });
  }
  return order;
}
