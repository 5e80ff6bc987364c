// Edits the text of rules files. All that is not edited stays as it is: comments, blank lines, quotes, anchors.

import { addToGroup } from "../text/collections/polyfills.ts";
import { printable } from "../text/messages/printable.ts";
import { movedSpan, type Span } from "./location.ts";
import { allOrNone } from "./node-reader.ts";
import type { Transform } from "./transforms/transform-registry.ts";
import { flowScalarOf, quotedScalar, scalarOf, transformText, yamlText } from "./write-rule.ts";
import { compose } from "./yaml/compose.ts";
import { resolveYamlAliases, type YamlMap, type YamlNode, type YamlSeq } from "./yaml/node.ts";

/** A change of a text: `text` in place of what is there from `start` up to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the edits made. They must not overlap. Edits at the same offset are made in their order. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let end = 0;
  const pieces: string[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  return pieces.join("") + text.slice(end);
}

/** Why something cannot be edited: the rule is an alias, has an empty list, or has keys in unusual places. */
export type Obstacle = "ALIAS" | "EMPTY_LIST" | "LAYOUT";

/** What an example is to have as its output, or as the capture of a field. */
export interface ExampleValue {
  readonly rule: number;
  readonly example: number;
  readonly field: string | undefined;
  readonly text: string;
}

/** The lines of a mapping in block style as an item of a list: the first line that is not a comment gets the dash. */
export function listItem(lines: readonly string[], indent: string): string[] {
  const first = lines.findIndex((line) => !line.startsWith("#"));
  return lines.map((line, i) => `${indent}${i < first ? "" : i === first ? "- " : "  "}${line}`);
}

const DEFAULT_INDENT = "  ";

/**
 * Finds where something can be inserted into the text of a rules file. The text must be free of problems. Callers must
 * check that the edited text still has the same rules, because YAML can be written in more ways than are known here.
 */
export class RulesLayout {
  private readonly text: string;
  private readonly start: number;
  private readonly firstRule: number;
  private readonly lineBreak: string;
  private readonly root: YamlMap | undefined;
  private readonly list: YamlNode | null;
  /** The blanks before that key; undefined if something else precedes it in its line. */
  private readonly indent: string | undefined;
  private readonly targets: ReadonlyMap<YamlNode, YamlNode>;
  /** Where values in brackets or braces begin. */
  private flowStarts: ReadonlySet<number> | undefined;

  /** Rules and offsets are counted over all files, of which this may be one. */
  constructor({ text, start = 0, firstRule = 0 }: { text: string; start?: number; firstRule?: number }) {
    this.text = text;
    this.start = start;
    this.firstRule = firstRule;
    this.lineBreak = /\r?\n/.exec(text)?.[0] ?? "\n";
    const { root } = compose(text);
    this.root = root?.kind === "map" ? root : undefined;
    this.targets = resolveYamlAliases(root).targets;
    const pair = this.root?.items.find(({ key }) => key.kind === "scalar" && key.source === "rules");
    this.list = pair?.value ?? null;
    this.indent = pair && this.indentAt(pair.key.start);
  }

  /** The edit that adds the key `examples` with one example below the last key of a rule, in the style of the rule. */
  withExample(rule: number, { line, output }: { line: string; output: string }): TextEdit | Obstacle {
    const map = this.ruleNode(rule);
    if (map?.kind === "alias" || this.list?.kind === "alias") return "ALIAS";
    if (map?.kind !== "map") return "LAYOUT";
    if (map.items.some(({ key }) => key.kind === "scalar" && key.source === "examples")) return "EMPTY_LIST";
    const key = this.keysOf(map);
    const inBlock = [`- line: ${scalarOf(line)}`, `  output: ${scalarOf(output)}`];
    const inFlow = `[{ ${key("line")}: ${yamlText(line)}, ${key("output")}: ${yamlText(output)} }]`;
    return this.member(map, "examples", map.flow ? inFlow : inBlock) ?? "LAYOUT";
  }

  private ruleNode(rule: number): YamlNode | undefined {
    return this.list?.kind === "seq" ? this.list.items[rule - this.firstRule] : undefined;
  }

  private edit(start: number, end: number, text: string): TextEdit {
    return { start: this.start + start, end: this.start + end, text };
  }

  /** The edits that append rules, each the lines of a mapping. Undefined for a list in brackets or an alias. */
  withRules(rules: readonly (readonly string[])[]): readonly TextEdit[] | undefined {
    const { list, text } = this;
    if (list?.kind !== "seq" || this.root!.flow || this.indent === undefined) return undefined;
    const indent = this.indent + this.listIndent;
    const separator = !list.flow && hasBlankLines(list, text) ? [""] : [];
    const items = rules.flatMap((lines, i) => [...(i === 0 ? [] : separator), ...listItem(lines, indent)]);
    if (!list.flow) return [this.insertLines([...separator, ...items], endOf(list))];
    if (list.items.length > 0) return undefined;
    const start = text.slice(0, list.start).trimEnd().length;
    return [this.edit(start, list.end, ""), this.insertLines(items, list.end)];
  }

  /** The edits that give fields of a rule, or of the file, these transforms. Undefined if it is not certain where. */
  withTransforms(
    rule: number | undefined,
    transforms: ReadonlyMap<string, readonly Transform[]>,
  ): readonly TextEdit[] | undefined {
    const map = rule === undefined ? this.root : this.ruleNode(rule);
    if (map?.kind !== "map" || this.list?.kind === "alias") return undefined;
    const fields = this.valueOf(map, "fields");
    if (fields?.kind === "map")
      return allOrNone([...transforms].map(([name, steps]) => this.withTransform(fields, name, steps)));
    if (fields !== undefined) return undefined;
    const key = this.keysOf(map);
    const definitions = [...transforms].map(([name, steps]) => `${key(name)}: ${definition(steps, key)}`);
    if (rule !== undefined || map.flow) {
      const value = `{ ${definitions.join(", ")} }`;
      return allOrNone([this.member(map, "fields", value, this.valueOf(map, "pattern"))]);
    }
    const { start } = map.items[0]!.key;
    const indent = this.indentAt(start);
    if (indent === undefined) return undefined;
    const lines = ["fields:", ...definitions.map((line) => indent + DEFAULT_INDENT + line), ""];
    return [this.edit(start, start, lines.map((line) => line + this.lineBreak).join(""))];
  }

  private withTransform(fields: YamlMap, name: string, steps: readonly Transform[]): TextEdit | undefined {
    const found = this.valueOf(fields, name);
    if (found === undefined) return this.member(fields, name, definition(steps, this.keysOf(fields)));
    if (found.kind !== "map") return undefined;
    const old = this.valueOf(found, "transform");
    const value = transformText(steps, this.keysOf(found));
    return old === undefined ? this.member(found, "transform", value) : this.edit(old.start, old.end, value);
  }

  /** Adds a key in the style of a mapping: in blocks after `after`, and with a value that may be lines. */
  private member(map: YamlMap, key: string, value: string | readonly string[], after: YamlNode = map) {
    if (map.flow) {
      const member = `${this.keysOf(map)(key)}: ${value}`;
      const last = map.items.at(-1);
      if (last === undefined) return this.edit(map.start, map.end, `{ ${member} }`);
      const end = endOf(last.value ?? last.key);
      return this.edit(end, end, `, ${member}`);
    }
    const indent = map.items.map((item) => this.indentAt(item.key.start)).find((blanks) => blanks !== undefined);
    if (indent === undefined) return undefined;
    const name = `${indent}${scalarOf(key)}:`;
    const lines = typeof value === "string" ? [`${name} ${value}`] : [name];
    const below = typeof value === "string" ? [] : value.map((line) => indent + this.listIndent + line);
    return this.insertLines([...lines, ...below], endOf(after));
  }

  /** How a mapping writes a word as a key: in quotes if its keys have some, so that JSON stays JSON. */
  private keysOf({ items }: YamlMap): (word: string) => string {
    const first = items[0];
    return first !== undefined && this.text[first.key.start] === '"' ? yamlText : flowScalarOf;
  }

  /** The edit that writes another text in place of a scalar, or of the alias that stands for one. */
  withScalar(span: Span, text: string): TextEdit {
    return this.scalarEdit(movedSpan(span, -this.start), text);
  }

  private scalarEdit(span: Span, text: string): TextEdit {
    this.flowStarts ??= new Set(this.root && startsInFlow(this.root, this.root.flow));
    const edit = scalarEdit(this.text, span, text, this.flowStarts.has(span.start));
    return this.edit(edit.start, edit.end, edit.text);
  }

  /**
   * The edits that give examples these values, one for each value; values that are written at one place have the same.
   * Where an anchor or an alias stands for a value, the text at the anchor changes if it becomes the same for all that
   * share it. Otherwise an alias gives way to a text of its own, and a value with an anchor gets no edit if an alias of
   * it must stay.
   */
  withExampleValues(values: readonly ExampleValue[]): (TextEdit | "ANCHOR" | "LAYOUT")[] {
    const aliases = new Map<YamlNode, YamlNode[]>();
    for (const [alias, target] of this.targets) addToGroup(aliases, target, alias);
    const nodes = values.map((value) => this.exampleNode(value));
    const textOf = new Map(nodes.map((node, i) => [node, values[i]!.text] as const));
    const edits = new Map<YamlNode, TextEdit>();
    return nodes.map((node, i) => {
      const { text } = values[i]!;
      const target = this.resolved(node);
      if (node === undefined || target?.kind !== "scalar") return "LAYOUT";
      const others = aliases.get(target) ?? [];
      const isForAll = [target, ...others].every((one) => textOf.get(one) === text);
      if (!isForAll && node === target && !others.every((one) => textOf.has(one))) return "ANCHOR";
      const place = isForAll ? target : node;
      const edit = edits.get(place) ?? this.scalarEdit(place, text);
      edits.set(place, edit);
      return edit;
    });
  }

  private exampleNode({ rule, example, field }: ExampleValue): YamlNode | undefined {
    const item = this.itemOf(this.valueOf(this.itemOf(this.list, rule - this.firstRule), "examples"), example);
    return field === undefined ? this.valueOf(item, "output") : this.valueOf(this.valueOf(item, "fields"), field);
  }

  private itemOf(list: YamlNode | null | undefined, index: number): YamlNode | undefined {
    const found = this.resolved(list);
    return found?.kind === "seq" ? found.items[index] : undefined;
  }

  /** The value of a key, perhaps an alias; undefined if the mapping lacks it, or has no value for it. */
  private valueOf(map: YamlNode | undefined, name: string): YamlNode | undefined {
    const found = this.resolved(map);
    if (found?.kind !== "map") return undefined;
    const isNamed = (key: YamlNode | null | undefined): boolean => key?.kind === "scalar" && key.source === name;
    return found.items.find(({ key }) => isNamed(this.resolved(key)))?.value ?? undefined;
  }

  private resolved(node: YamlNode | null | undefined): YamlNode | null | undefined {
    return node?.kind === "alias" ? this.targets.get(node) : node;
  }

  get definedFields(): ReadonlySet<string> {
    const fields = this.valueOf(this.root, "fields");
    return new Set(
      fields?.kind === "map" ? fields.items.flatMap(({ key }) => (key.kind === "scalar" ? [key.source] : [])) : [],
    );
  }

  /** How much deeper than their key the items of a list are indented, as far as the list of rules shows it. */
  private get listIndent(): string {
    const { list, indent } = this;
    const dashes = list?.kind === "seq" && !list.flow ? this.indentAt(list.start) : undefined;
    if (indent === undefined || dashes === undefined || !dashes.startsWith(indent)) return DEFAULT_INDENT;
    return dashes.slice(indent.length);
  }

  private indentAt(offset: number): string | undefined {
    const before = this.text.slice(this.text.lastIndexOf("\n", offset - 1) + 1, offset);
    return /^ *$/.test(before) ? before : undefined;
  }

  private insertLines(lines: readonly string[], end: number): TextEdit {
    const { text, lineBreak } = this;
    const isEnded = end === 0 || text[end - 1] === "\n";
    const next = text.indexOf("\n", end);
    const start = isEnded ? end : next === -1 ? text.length : next + 1;
    const written = lines.join(lineBreak);
    const isBegun = start > 0 && text[start - 1] !== "\n";
    return this.edit(start, start, isBegun ? lineBreak + written : written + lineBreak);
  }
}

function definition(transforms: readonly Transform[], key: (word: string) => string): string {
  return `{ ${key("transform")}: ${transformText(transforms, key)} }`;
}

/** Where a value ends, without the comments and line breaks after it. */
function endOf(node: YamlNode): number {
  if (node.kind === "map" && !node.flow) {
    const last = node.items.at(-1)!;
    return endOf(last.value ?? last.key);
  }
  return node.kind === "seq" && !node.flow ? endOf(node.items.at(-1)!) : node.end;
}

function hasBlankLines({ items }: YamlSeq, text: string): boolean {
  return items.some((item, i) => i > 0 && /\n[ \t]*\r?\n/.test(text.slice(endOf(items[i - 1]!) - 1, item.start)));
}

function* startsInFlow(node: YamlNode, isFlow: boolean): Generator<number> {
  if (node.kind === "map" || node.kind === "seq") {
    const inside =
      node.kind === "map" ? node.items.flatMap(({ key, value }) => (value ? [key, value] : [key])) : node.items;
    for (const one of inside) yield* startsInFlow(one, isFlow || node.flow);
  } else if (isFlow) yield node.start;
}

/** The scalar keeps its quotes, and a block scalar stays one if the text can be seen in it. */
function scalarEdit(text: string, span: Span, next: string, isFlow: boolean): TextEdit {
  const { start, end } = span;
  const sign = text[start]!;
  if (sign === "|" || sign === ">") return blockScalarEdit(text, span, next);
  if (sign === '"') return { start, end, text: yamlText(next) };
  if (sign === "'") return { start, end, text: quotedScalar(next) };
  return { start, end, text: (isFlow ? flowScalarOf : scalarOf)(next, text.slice(start, end)) };
}

/** Keeps the header of the block, which may have a comment, and the blank lines after it. */
function blockScalarEdit(text: string, { start, end }: Span, next: string): TextEdit {
  const from = Math.min(text.indexOf("\n", start) + 1 || end, end);
  const header = text.slice(start, from);
  const body = text.slice(from, end);
  const lines = body.trimEnd();
  const rest = body.slice(lines.length).replace(/^[ \t]+/, "");
  const [indent] = /^ */.exec(lines)!;
  const [indicator] = /^[|>][-+\d]*/.exec(header)!;
  const isSeen = next.trim() === next && next !== "" && printable(next) === next;
  return indent !== "" && isSeen && !/\d/.test(indicator)
    ? { start: from, end, text: indent + next + rest }
    : { start, end, text: quotedScalar(next) + header.slice(indicator.length) + rest.replace(/^\r?\n/, "") };
}
