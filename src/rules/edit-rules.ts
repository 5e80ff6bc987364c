// Edits the text of rules files. All that is not edited stays as it is: comments, blank lines, quotes, anchors.
import { movedSpan, type Span } from "./location.ts";
import type { Transform } from "./transforms/transform-registry.ts";
import { flowScalarOf, quotedScalar, scalarOf, transformText, yamlText } from "./write-rule.ts";
import { compose } from "./yaml/compose.ts";
import { isMap, isScalar, isSeq, isYamlAlias, type YamlMap, type YamlNode, type YamlSeq } from "./yaml/node.ts";

/** A change of a text: `text` in place of what is there from `start` up to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A line that a rule wins, and the output. */
interface NewExample {
  readonly line: string;
  readonly output: string;
}

/** Why something cannot be edited: the rule is an alias, has an empty list, or has keys in unusual places. */
export type Obstacle = "ALIAS" | "EMPTY_LIST" | "LAYOUT";

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

/** Turns an offset of the edited text into one of the text before. Inserted text is where its edit is. */
export function offsetBefore(edits: readonly TextEdit[], offset: number): number {
  let shift = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (offset < start + shift) break;
    if (offset < start + shift + text.length) return start;
    shift += text.length - (end - start);
  }
  return offset - shift;
}

/**
 * The edit that writes another text in place of a scalar, or of the alias that stands for one, in the quotes that the
 * scalar has; undefined for one of several lines.
 */
export function scalarEdit(text: string, { start, end }: Span, next: string): TextEdit | undefined {
  const sign = text[start]!;
  if (/[|>\n]/.test(sign) || text.slice(start, end).includes("\n")) return undefined;
  const written = sign === '"' ? yamlText(next) : sign === "'" ? quotedScalar(next) : flowScalarOf(next);
  return { start, end, text: written };
}

/** The lines of a mapping in block style as an item of a list: the first line that is not a comment gets the dash. */
export function listItem(lines: readonly string[], indent: string): string[] {
  const first = lines.findIndex((line) => !line.startsWith("#"));
  return lines.map((line, i) => `${indent}${i < first ? "" : i === first ? "- " : "  "}${line}`);
}

const DEFAULT_INDENT = "  ";

/** A rules file, perhaps one of several: where its text begins in those of all, and the number of its first rule. */
interface LaidOutFile {
  readonly text: string;
  readonly start?: number;
  readonly firstRule?: number;
}

/**
 * Finds where something can be inserted into the text of a rules file. The text must be free of problems.
 * Callers must check that the edited text still has the same rules, because YAML can be written in more ways than are
 * known here.
 */
export class RulesLayout {
  private readonly text: string;
  private readonly start: number;
  private readonly firstRule: number;
  private readonly lineBreak: string;
  private readonly root: YamlMap | undefined;
  /** The value of the key `rules`. */
  private readonly list: YamlNode | null;
  /** The blanks before that key; undefined if something else precedes it in its line. */
  private readonly indent: string | undefined;

  /** Rules and offsets are counted over all files. */
  constructor({ text, start = 0, firstRule = 0 }: LaidOutFile) {
    this.text = text;
    this.start = start;
    this.firstRule = firstRule;
    this.lineBreak = /\r?\n/.exec(text)?.[0] ?? "\n";
    const { root } = compose(text);
    this.root = isMap(root) ? root : undefined;
    const pair = this.root?.items.find(({ key }) => isScalar(key) && key.source === "rules");
    this.list = pair?.value ?? null;
    this.indent = pair && this.indentAt(pair.key.start);
  }

  /** The edit that adds the key `examples` with one example below the last key of a rule, in the style of the rule. */
  withExample(rule: number, example: NewExample): TextEdit | Obstacle {
    const map = this.ruleNode(rule);
    if (isYamlAlias(map) || isYamlAlias(this.list)) return "ALIAS";
    if (!isMap(map)) return "LAYOUT";
    if (map.items.some(({ key }) => isScalar(key) && key.source === "examples")) return "EMPTY_LIST";
    const edit = map.flow ? flowExample(map, example, this.text) : this.blockExample(map, example);
    return edit === undefined ? "LAYOUT" : this.placed([edit])[0]!;
  }

  /** The node of a rule, counted over all files; undefined if the list is an alias. */
  private ruleNode(rule: number): YamlNode | undefined {
    return isSeq(this.list) ? this.list.items[rule - this.firstRule] : undefined;
  }

  /** Edits of the file as edits of all files. */
  private placed(edits: readonly TextEdit[]): TextEdit[] {
    return edits.map((edit) => ({ ...edit, ...movedSpan(edit, this.start) }));
  }

  private blockExample(map: YamlMap, { line, output }: NewExample): TextEdit | undefined {
    const indent = this.keyIndent(map);
    if (indent === undefined) return undefined;
    const item = indent + this.listIndent;
    const lines = [`${indent}examples:`, `${item}- line: ${scalarOf(line)}`, `${item}  output: ${scalarOf(output)}`];
    return this.insertLines(lines, endOf(map));
  }

  /**
   * The edits that append rules to the list. Each rule is given as the lines of a mapping in block style, perhaps with
   * comments before it. Returns undefined for a list that is an alias, or is in brackets and not empty.
   */
  withRules(rules: readonly (readonly string[])[]): readonly TextEdit[] | undefined {
    const { list, text } = this;
    if (!isSeq(list) || this.root!.flow || this.indent === undefined) return undefined;
    const indent = this.indent + this.listIndent;
    const end = endOf(list);
    const itemsOf = (separator: readonly string[]): string[] =>
      rules.flatMap((lines, i) => [...(i === 0 ? [] : separator), ...listItem(lines, indent)]);
    if (!list.flow) {
      const separator = hasBlankLines(list, text) ? [""] : [];
      return this.placed([this.insertLines([...separator, ...itemsOf(separator)], end)]);
    }
    if (list.items.length > 0) return undefined;
    const start = text.slice(0, list.start).trimEnd().length;
    return this.placed([{ start, end, text: "" }, this.insertLines(itemsOf([]), end)]);
  }

  /**
   * The edits that give fields of a rule these transforms, by the fields' names: in the `fields` of the rule, or of the
   * file if there is no rule.
   */
  withTransforms(
    rule: number | undefined,
    transforms: ReadonlyMap<string, readonly Transform[]>,
  ): readonly TextEdit[] | Obstacle {
    const map = rule === undefined ? this.root : this.ruleNode(rule);
    if (isYamlAlias(map) || isYamlAlias(this.list)) return "ALIAS";
    if (!isMap(map)) return "LAYOUT";
    const fields = valueUnder(map, "fields");
    if (isYamlAlias(fields)) return "ALIAS";
    if (isMap(fields)) {
      const edits = [...transforms].map(([name, steps]) => this.withTransform(fields, name, steps));
      return edits.includes(undefined) ? "LAYOUT" : this.placed(edits as TextEdit[]);
    }
    if (fields !== undefined) return "LAYOUT";
    const key = keysOf(map, this.text);
    const definitions = [...transforms].map(([name, steps]) => `${key(name)}: ${definition(steps, key)}`);
    if (map.flow) return this.placed([flowMember(map, "fields", `{ ${definitions.join(", ")} }`, this.text)]);
    const indent = this.keyIndent(map);
    if (indent === undefined) return "LAYOUT";
    if (rule !== undefined) {
      const end = endOf(valueUnder(map, "pattern") ?? map);
      return this.placed([this.insertLines([`${indent}fields: { ${definitions.join(", ")} }`], end)]);
    }
    const { start } = map.items[0]!.key;
    if (this.indentAt(start) === undefined) return "LAYOUT";
    const lines = ["fields:", ...definitions.map((line) => indent + DEFAULT_INDENT + line), ""];
    return this.placed([{ start, end: start, text: lines.map((line) => line + this.lineBreak).join("") }]);
  }

  /** The edit that gives a field of this `fields` transforms. */
  private withTransform(fields: YamlMap, name: string, steps: readonly Transform[]): TextEdit | undefined {
    const found = valueUnder(fields, name);
    const key = keysOf(fields, this.text);
    if (found === undefined) return this.withMember(fields, name, definition(steps, key));
    if (!isMap(found)) return undefined;
    const old = valueUnder(found, "transform");
    const value = transformText(steps, keysOf(found, this.text));
    return old === undefined
      ? this.withMember(found, "transform", value)
      : { start: old.start, end: old.end, text: value };
  }

  /** The edit that adds a key to a mapping. */
  private withMember(map: YamlMap, key: string, value: string): TextEdit | undefined {
    if (map.flow) return flowMember(map, key, value, this.text);
    const indent = this.keyIndent(map);
    return indent === undefined ? undefined : this.insertLines([`${indent}${scalarOf(key)}: ${value}`], endOf(map));
  }

  /** Where the output of an example of a rule is; undefined if it is not found. */
  exampleOutput(rule: number, example: number): Span | undefined {
    const map = this.ruleNode(rule);
    const examples = isMap(map) ? valueUnder(map, "examples") : undefined;
    const item = isSeq(examples) ? examples.items[example] : undefined;
    const output = isMap(item) ? valueUnder(item, "output") : undefined;
    return output && movedSpan(output, this.start);
  }

  /** The names of the fields that the file defines. */
  get definedFields(): ReadonlySet<string> {
    const fields = this.root && valueUnder(this.root, "fields");
    return new Set(isMap(fields) ? fields.items.flatMap(({ key }) => (isScalar(key) ? [key.source] : [])) : []);
  }

  /** How much deeper than their key the items of a list are indented, as far as the list of rules shows it. */
  private get listIndent(): string {
    const { list, indent } = this;
    const dashes = isSeq(list) && !list.flow ? this.indentAt(list.start) : undefined;
    if (indent === undefined || dashes === undefined || !dashes.startsWith(indent)) return DEFAULT_INDENT;
    return dashes.slice(indent.length);
  }

  /** The blanks before the keys of a mapping; undefined if none of them is the first in its line. */
  private keyIndent({ items }: YamlMap): string | undefined {
    for (const { key } of items) {
      const indent = this.indentAt(key.start);
      if (indent !== undefined) return indent;
    }
    return undefined;
  }

  /** The blanks before an offset, if the line has nothing else before it. */
  private indentAt(offset: number): string | undefined {
    const before = this.text.slice(this.text.lastIndexOf("\n", offset - 1) + 1, offset);
    return /^ *$/.test(before) ? before : undefined;
  }

  /** Inserts lines below the one in which a value ends. */
  private insertLines(lines: readonly string[], end: number): TextEdit {
    const { text, lineBreak } = this;
    const isEnded = end === 0 || text[end - 1] === "\n";
    const next = text.indexOf("\n", end);
    const start = isEnded ? end : next === -1 ? text.length : next + 1;
    const written = lines.join(lineBreak);
    const isBegun = start > 0 && text[start - 1] !== "\n";
    return { start, end: start, text: isBegun ? lineBreak + written : written + lineBreak };
  }
}

/** The same in flow style, in one line. */
function flowExample(map: YamlMap, { line, output }: NewExample, text: string): TextEdit {
  const key = keysOf(map, text);
  const example = `{ ${key("line")}: ${yamlText(line)}, ${key("output")}: ${yamlText(output)} }`;
  return flowMember(map, "examples", `[${example}]`, text);
}

/** The edit that adds a key to a mapping in flow style. */
function flowMember(map: YamlMap, key: string, value: string, text: string): TextEdit {
  const last = map.items.at(-1);
  const member = `${keysOf(map, text)(key)}: ${value}`;
  if (last === undefined) return { start: map.start, end: map.end, text: `{ ${member} }` };
  const end = endOf(last.value ?? last.key);
  return { start: end, end, text: `, ${member}` };
}

/** Writes a word as the mapping writes its keys: in quotes if these have some, so that JSON stays JSON. */
function keysOf({ items }: YamlMap, text: string): (word: string) => string {
  const first = items[0];
  return first !== undefined && text[first.key.start] === '"' ? yamlText : flowScalarOf;
}

function definition(transforms: readonly Transform[], key: (word: string) => string): string {
  return `{ ${key("transform")}: ${transformText(transforms, key)} }`;
}

/** The value of a key; undefined if the mapping lacks it, or has no value for it. */
function valueUnder({ items }: YamlMap, name: string): YamlNode | undefined {
  return items.find(({ key }) => isScalar(key) && key.source === name)?.value ?? undefined;
}

/** Where a value ends, without the comments and line breaks after it. */
function endOf(node: YamlNode): number {
  if (isMap(node) && !node.flow) {
    const last = node.items.at(-1)!;
    return endOf(last.value ?? last.key);
  }
  return isSeq(node) && !node.flow ? endOf(node.items.at(-1)!) : node.end;
}

/** Whether a blank line separates some items of a list. */
function hasBlankLines({ items }: YamlSeq, text: string): boolean {
  return items.some((item, i) => i > 0 && /\n[ \t]*\r?\n/.test(text.slice(endOf(items[i - 1]!) - 1, item.start)));
}
