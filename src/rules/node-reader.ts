import { nearest } from "../text/messages/nearest.ts";
import { quoted } from "../text/messages/phrases.ts";
import type { Span } from "./location.ts";
import type { NearPlaceholder } from "./notation.ts";
import type { PendingIssue, RulesIssueCode, Wording } from "./rules-error.ts";
import {
  MAX_EXPANSION,
  TEXT_PER_NODE,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
  type YamlSeq,
} from "./yaml/node.ts";

/** Where a rules file expects a value. */
export interface Entry {
  /** In messages: `'output'`, `a rule`. */
  readonly what: string;
  readonly node: YamlNode | null;
  /** What messages point at if there is no value: its key, or the item of a list. */
  readonly owner: YamlNode;
  /** Where the value could still have come; see `PendingIssue`. */
  readonly until: number;
}

export interface Vocabulary {
  /** What messages call the mapping: `a rule`. */
  readonly what: string;
  readonly keys: readonly string[];
  /** The key that it must have, if there is one alone, and the help for a mapping that lacks it. */
  readonly required?: readonly [key: string, help: string];
  /** Whether the user may add keys, which begin with `x-`. */
  readonly isExtensible?: true;
  /** Keys that belong elsewhere, with the help that says where. */
  readonly misplaced?: ReadonlyMap<string, string>;
}

/** Something in a rules file that loads, but is probably not what was meant. `check` makes a warning of it. */
export type RulesFinding =
  /** A name that `fields:` has and no pattern in its reach. */
  | { readonly code: "UNUSED_FIELD"; readonly name: string; readonly span: Span }
  /** A text in a pattern that is nearly a placeholder. */
  | { readonly code: "BRACED_NAME"; readonly near: NearPlaceholder; readonly span: Span };

const START: Span = { start: 0, end: 1 };

type Sort = "text" | "a list" | "a mapping" | "a text or a list";

const NO_TEXT = "write the text after the colon, in quotes if it begins with '#'";
const NOT_TEXT = "put a text that begins with '[', '{' or '!' in quotes";
const EMPTY_TEXT = 'write the text after the colon; "" is an empty one';
const NO_TRUTH = "write 'true' after the colon, or leave the key out";
const NO_MERGE_KEYS = "YAML 1.2 has no merge keys: an alias stands for one whole value, as in 'pattern: *name'";

const TRUE: readonly string[] = ["true", "True", "TRUE"];
const FALSE: readonly string[] = ["false", "False", "FALSE"];

/** Only an escape can make one: the file is UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reads nodes as values of an expected sort. A value of another sort is reported and reads as `undefined`. */
export class NodeReader {
  readonly source: string;
  readonly findings: RulesFinding[] = [];
  private definedWeight = 0;
  private readonly targets: ReadonlyMap<YamlNode, YamlNode>;
  private readonly issues: PendingIssue[];
  private readonly shared = new Map<YamlNode, Map<object, unknown>>();

  constructor(source: string, targets: ReadonlyMap<YamlNode, YamlNode>, issues: PendingIssue[]) {
    this.source = source;
    this.targets = targets;
    this.issues = issues;
  }

  /** Adds an issue at a node or another span, or, for null, of the file as a whole. */
  report(code: RulesIssueCode, part: Span | null, wording: PendingIssue["wording"], until?: number): void {
    const span = part === null ? START : spanOf(part);
    this.issues.push({ code, span, until: until ?? span.start, wording });
  }

  /** Reports an empty list where there must be at least one `item`. */
  reportEmpty({ what, node }: Entry, item: string, help: string): void {
    this.report("EMPTY_VALUE", node, { message: `${what} is an empty list; expected at least one ${item}`, help });
  }

  /** Counts a use of a definition in `fields:`: a small file could stand for any number of values. */
  countDefined(weight: number, span: Span): void {
    const before = this.definedWeight;
    this.definedWeight += weight;
    if (before > MAX_EXPANSION || this.definedWeight <= MAX_EXPANSION) return;
    this.report("ALIAS_BOMB", span, {
      message: "'fields' gives more than a million values to the fields up to this one",
      help: "list fewer 'values', or use a 'parser'",
    });
  }

  text(entry: Entry, withoutValue = NO_TEXT): YamlScalar | undefined {
    const node = this.resolve(entry.node);
    return isSoundText(node) ? node : this.mismatch(entry, "text", NOT_TEXT, withoutValue);
  }

  optionalText(entry: Entry | undefined): void {
    if (entry !== undefined && !isNothing(entry.node)) this.text(entry);
  }

  /** Reads a text that is part of one line: it must have no line break and, unless `mayBeEmpty`, not be empty. */
  lineText(entry: Entry | undefined, mayBeEmpty = false): YamlScalar | undefined {
    const scalar = entry && this.text(entry, mayBeEmpty ? EMPTY_TEXT : undefined);
    if (entry === undefined || scalar === undefined) return undefined;
    const { source, style } = scalar;
    if (isLineText(scalar) || (source === "" && mayBeEmpty)) return scalar;
    const { what, node } = entry;
    if (source === "")
      this.report("EMPTY_VALUE", node, {
        message: `${what} is empty; expected at least one character`,
        help: "write it; an empty element can be left out",
      });
    else if (source.includes("\n")) this.report("LINE_BREAK", node, lineBreak(what, source, style));
    else
      this.report("NOT_UTF8", node, {
        message: `${what} contains half of a surrogate pair, which is not a character in UTF-8`,
        help: "write the character itself, or its code as \\UXXXXXXXX",
      });
    return undefined;
  }

  truth(entry: Entry): boolean {
    const scalar = this.text(entry, NO_TRUTH);
    if (scalar === undefined) return false;
    const isTrue = TRUE.includes(scalar.source);
    if (!isTrue && !FALSE.includes(scalar.source)) {
      const message = `${entry.what} is ${quoted(scalar.source)}; expected true or false`;
      this.report("WRONG_TYPE", entry.node, { message, help: NO_TRUTH });
    }
    return isTrue;
  }

  isText({ node }: Entry): boolean {
    return isSoundText(this.resolve(node));
  }

  isList({ node }: Entry): boolean {
    return this.resolve(node)?.kind === "seq";
  }

  isMapping({ node }: Entry): boolean {
    return this.resolve(node)?.kind === "map";
  }

  list(entry: Entry, help: string, expected: Sort = "a list"): YamlSeq | undefined {
    const node = this.resolve(entry.node);
    return node?.kind === "seq" && !hasForeignTag(node) ? node : this.mismatch(entry, expected, help);
  }

  mapping(entry: Entry, help: string): YamlMap | undefined {
    const node = this.resolve(entry.node);
    return node?.kind === "map" && !hasForeignTag(node) ? node : this.mismatch(entry, "a mapping", help);
  }

  mappingOnce<Value>(entry: Entry, help: string, read: (map: YamlMap) => Value, scope?: object): Value | undefined {
    const map = this.mapping(entry, help);
    return map && this.once(map, () => read(map), scope);
  }

  key(node: YamlNode): string | undefined {
    const key = this.resolve(node);
    return key?.kind === "scalar" ? key.source : undefined;
  }

  /**
   * Reads the keys of a mapping. An unknown key is reported, and then read as the known key that it resembles, so that
   * one mistake gives one message. Of a duplicate key the first counts; `resolveYamlAliases` reports the second.
   */
  keys(map: YamlMap, vocabulary: Vocabulary, until: number): ReadonlyMap<string, Entry> {
    const entries = new Map<string, Entry>();
    const guesses: [string, Entry][] = [];
    for (const { key: owner, value: node } of map.items) {
      const key = this.key(owner);
      if (key !== undefined && vocabulary.keys.includes(key)) {
        if (!entries.has(key)) entries.set(key, { what: `'${key}'`, node, owner, until });
      } else if (key === undefined || !vocabulary.isExtensible || !key.startsWith("x-")) {
        const meant = key === undefined ? undefined : nearest(key, vocabulary.keys);
        if (meant !== undefined) guesses.push([meant, { what: `'${meant}'`, node, owner, until }]);
        this.report("UNKNOWN_KEY", owner, () => unknownKey(key, meant, vocabulary));
      }
    }
    for (const [key, entry] of guesses) if (!entries.has(key)) entries.set(key, entry);
    const [required, help = ""] = vocabulary.required ?? [];
    if (required !== undefined && !entries.has(required))
      this.missingKey(map, { message: `${vocabulary.what} has no '${required}'`, help }, until);
    return entries;
  }

  missingKey(map: YamlMap, wording: Wording, until: number): void {
    this.report("MISSING_KEY", headOf(map), wording, until);
  }

  /** Reads a node once in each scope, however many aliases stand for it, so that its problems are reported once. */
  once<Value>(node: YamlMap | YamlSeq | YamlScalar, read: () => Value, scope: object = this): Value {
    if (node.anchor === undefined) return read();
    const values = this.shared.get(node) ?? new Map<object, unknown>();
    this.shared.set(node, values);
    if (!values.has(scope)) values.set(scope, read());
    return values.get(scope) as Value;
  }

  /** The node, or what an alias stands for: `undefined` if that is a problem already reported. */
  private resolve(node: YamlNode | null): YamlNode | null | undefined {
    return node?.kind === "alias" ? this.targets.get(node) : node;
  }

  private mismatch({ what, node, owner, until }: Entry, expected: Sort, help: string, withoutValue = help): undefined {
    const found = this.resolve(node);
    if (found === undefined) return;
    const sort = sortOf(found);
    if (sort !== undefined)
      this.report("WRONG_TYPE", node, { message: `${what} is ${sort}; expected ${expected}`, help });
    else {
      const message = `no value for ${what}; expected ${expected}`;
      this.report("MISSING_VALUE", owner, { message, help: withoutValue }, until);
    }
  }
}

/** Outlives the node. */
export function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Whether a value is missing. An anchor or a tag alone is not a value. */
export function isNothing(node: YamlNode | null): node is null {
  return node === null || (node.kind === "scalar" && node.source === "" && node.style === "plain");
}

/** Tags that change nothing: under the failsafe schema a value has one of these types anyway. */
const IDLE_TAGS = ["!", ...["str", "seq", "map"].map((type) => `tag:yaml.org,2002:${type}`)];

function hasForeignTag({ tag }: YamlNode): boolean {
  return tag !== undefined && !IDLE_TAGS.includes(tag);
}

function isSoundText(node: YamlNode | null | undefined): node is YamlScalar {
  return node?.kind === "scalar" && !isNothing(node) && !hasForeignTag(node);
}

function sortOf(node: YamlNode | null): string | undefined {
  if (isNothing(node)) return undefined;
  if (hasForeignTag(node)) return `a value with the tag ${quoted(node.tag!)}`;
  return node?.kind === "map" ? "a mapping" : node?.kind === "seq" ? "a list" : "text";
}

/** Whether a node is a text that `lineText` returns. Aliases are not followed. */
export function isLineText(node: YamlNode | null): node is YamlScalar {
  if (node?.kind !== "scalar" || hasForeignTag(node)) return false;
  const { source, style } = node;
  return source !== "" && !source.includes("\n") && !(style === '"' && LONE_SURROGATE.test(source));
}

function lineBreak(what: string, source: string, style: YamlScalar["style"]): Wording {
  const atEnd = source.indexOf("\n") === source.length - 1;
  return {
    message: `${what} has a line break ${atEnd ? "at its end" : "in it"}; a rule describes one line, without its line break`,
    help: !atEnd
      ? "write a rule for each line"
      : style === "|" || style === ">"
        ? `write '${style}-' in place of '${style}', which keeps the line break at the end`
        : "leave the line break out",
  };
}

function unknownKey(key: string | undefined, meant: string | undefined, vocabulary: Vocabulary): Wording {
  const { what, keys, isExtensible, misplaced } = vocabulary;
  const known = keys.map((name) => `'${name}'`).join(", ");
  const inWords = `the keys of ${what} are ${known}${isExtensible ? ", and any that begins with 'x-'" : ""}`;
  if (key === undefined) return { message: `a key in ${what} is not text`, help: inWords };
  const near = meant === undefined ? inWords : `did you mean '${meant}'?`;
  const help = key === "<<" ? NO_MERGE_KEYS : (misplaced?.get(key) ?? near);
  return { message: `unknown key ${quoted(key)} in ${what}`, help };
}

/** What messages point at for a mapping as a whole: its first key. */
export function headOf(map: YamlMap): YamlNode {
  return map.items[0]?.key ?? map;
}

export function headSpan(map: YamlMap): Span {
  const { start, end } = headOf(map);
  return { start, end: map.items[0]?.value?.end ?? end };
}

export function itemsOf(list: YamlSeq, what: string, until: number): Entry[] {
  return list.items.map((_, i) => itemOf(list, i, what, until));
}

export function itemOf({ items }: YamlSeq, i: number, what: string, until: number): Entry {
  const node = items[i]!;
  return { what, node, owner: node, until: items[i + 1]?.start ?? until };
}

/** The items, or undefined if any could not be read: the remaining ones would mean something else. */
export function allOrNone<T>(items: readonly (T | undefined)[]): T[] | undefined {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
}

/** What a list of values counts towards the bound of `countDefined`. */
export function weightOf(values: readonly string[]): number {
  return values.reduce((sum, { length }) => sum + 1 + Math.floor(length / TEXT_PER_NODE), 0);
}

/**
 * Makes a function that finds parts of a value in the text of the file. Each part begins with a brace, at an offset
 * of the value, and calls must come in the order of offsets. A part that escapes or folding hide gets the span of the
 * whole value, as do all parts after a hidden brace.
 */
export function spansIn(text: string, { start, end }: Span, value: string): (part: string, offset: number) => Span {
  const written = text.slice(start, end);
  let passed = 0;
  let brace = written.indexOf("{");
  return (part, offset) => {
    for (let next = value.indexOf("{", passed); next < offset && brace !== -1; next = value.indexOf("{", next + 1)) {
      brace = written.indexOf("{", brace + 1);
    }
    passed = offset;
    if (brace === -1 || !written.startsWith(part, brace)) return { start, end };
    return { start: start + brace, end: start + brace + part.length };
  };
}
