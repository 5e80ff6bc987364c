// Inserts text into rules files. All that is there stays as it is: comments, blank lines, quotes, anchors.
import { scalarOf, yamlText } from "./write-rule.ts";
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

/**
 * Why no example can be inserted: the rule is an alias, has an empty list of examples, or has keys in unusual places.
 */
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

/** The lines of a mapping in block style as an item of a list: the first line that is not a comment gets the dash. */
export function listItem(lines: readonly string[], indent: string): string[] {
  const first = lines.findIndex((line) => !line.startsWith("#"));
  return lines.map((line, i) => `${indent}${i < first ? "" : i === first ? "- " : "  "}${line}`);
}

const DEFAULT_INDENT = "  ";

/**
 * Finds where something can be inserted into the text of a rules file. The text must be free of problems.
 * Callers must check that the edited text still has the same rules, because YAML can be written in more ways than are
 * known here.
 */
export class RulesLayout {
  private readonly text: string;
  private readonly lineBreak: string;
  private readonly root: YamlMap | undefined;
  /** The value of the key `rules`. */
  private readonly list: YamlNode | null;
  /** The blanks before that key; undefined if something else precedes it in its line. */
  private readonly indent: string | undefined;

  constructor(text: string) {
    this.text = text;
    this.lineBreak = /\r?\n/.exec(text)?.[0] ?? "\n";
    const { root } = compose(text);
    this.root = isMap(root) ? root : undefined;
    const pair = this.root?.items.find(({ key }) => isScalar(key) && key.source === "rules");
    this.list = pair?.value ?? null;
    this.indent = pair && this.indentAt(pair.key.start);
  }

  /** The edit that adds the key `examples` with one example below the last key of a rule, in the style of the rule. */
  withExample(rule: number, example: NewExample): TextEdit | Obstacle {
    const map = isSeq(this.list) ? this.list.items[rule] : undefined;
    if (isYamlAlias(map) || isYamlAlias(this.list)) return "ALIAS";
    if (!isMap(map)) return "LAYOUT";
    if (map.items.some(({ key }) => isScalar(key) && key.source === "examples")) return "EMPTY_LIST";
    return map.flow ? flowExample(map, example, this.text) : (this.blockExample(map, example) ?? "LAYOUT");
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
      return [this.insertLines([...separator, ...itemsOf(separator)], end)];
    }
    if (list.items.length > 0) return undefined;
    const start = text.slice(0, list.start).trimEnd().length;
    return [{ start, end, text: "" }, this.insertLines(itemsOf([]), end)];
  }

  /** The names of the fields that the file defines. */
  get definedFields(): ReadonlySet<string> {
    const fields = this.root?.items.find(({ key }) => isScalar(key) && key.source === "fields")?.value;
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

/** The same in flow style, in one line. The keys have quotes if the others have, so that JSON stays JSON. */
function flowExample({ items }: YamlMap, { line, output }: NewExample, text: string): TextEdit {
  const last = items.at(-1)!;
  const end = endOf(last.value ?? last.key);
  const quote = text[items[0]!.key.start] === '"' ? '"' : "";
  const member = (name: string, value: string): string => `${quote}${name}${quote}: ${value}`;
  const example = `{ ${member("line", yamlText(line))}, ${member("output", yamlText(output))} }`;
  return { start: end, end, text: `, ${member("examples", `[${example}]`)}` };
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
