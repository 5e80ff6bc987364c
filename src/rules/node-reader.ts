import { quoted } from "../text/messages/phrases.ts";
import { type Span, spanOf } from "./location.ts";
import type { NearPlaceholder } from "./near-placeholders.ts";
import {
  hasForeignTag,
  isMap,
  isNothing,
  isScalar,
  isSeq,
  isYamlAlias,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
  type YamlSeq,
} from "./node.ts";
import type { PendingIssue, Wording } from "./pending-issue.ts";
import { MAX_EXPANSION, TEXT_PER_NODE } from "./resolve-yaml-aliases.ts";
import type { RulesIssueCode } from "./rules-error.ts";

/** An entry of a mapping or a list, where a rules file expects a value. */
export interface Entry {
  /** The value's name in messages: `'output'`, `a rule`. */
  readonly what: string;
  readonly node: YamlNode | null;
  /** What messages point at if there is no value: its key, or the item of a list. */
  readonly owner: YamlNode;
  /** Where the value could still have come; see `PendingIssue`. */
  readonly until: number;
}

const START: Span = { start: 0, end: 1 };

type Sort = "text" | "a list" | "a mapping" | "a text or a list";

const NO_TEXT = "write the text after the colon, in quotes if it begins with '#'";
const NOT_TEXT = "put a text that begins with '[', '{' or '!' in quotes";

const NO_TRUTH = "write 'true' after the colon, or leave the key out";
/** The booleans of YAML 1.2. */
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "True", "TRUE"].map((text) => [text, true] as const),
  ...["false", "False", "FALSE"].map((text) => [text, false] as const),
]);

const TOO_MUCH: Wording = {
  message: "'fields' gives more than a million values to the fields up to this one",
  help: "list fewer 'values', or use a 'parser'",
};

/** What a list of values counts towards that bound. */
export function weightOf(values: readonly string[]): number {
  return values.reduce((sum, { length }) => sum + 1 + Math.floor(length / TEXT_PER_NODE), 0);
}

/** Something in a rules file that loads, but is probably not what was meant. `check` makes a warning of it. */
export type RulesFinding =
  /** A name that `fields:` has and no pattern in its reach. */
  | { readonly code: "UNUSED_FIELD"; readonly name: string; readonly span: Span }
  /** A text in a pattern that is nearly a placeholder. */
  | { readonly code: "BRACED_NAME"; readonly near: NearPlaceholder; readonly span: Span };

/** Reads nodes as values of an expected sort. A value of another sort is reported and reads as `undefined`. */
export class NodeReader {
  readonly source: string;
  readonly findings: RulesFinding[] = [];
  private definedWeight = 0;
  private readonly targets: ReadonlyMap<YamlNode, YamlNode>;
  private readonly issues: PendingIssue[];
  private readonly shared = new Map<YamlNode, Map<object, unknown>>();

  /** Adds the issues that it finds to `issues`. */
  constructor(source: string, targets: ReadonlyMap<YamlNode, YamlNode>, issues: PendingIssue[]) {
    this.source = source;
    this.targets = targets;
    this.issues = issues;
  }

  /**
   * Counts what one more use of a definition in `fields:` adds to the rules. Without a bound, a small file could stand
   * for any number of values, as with aliases.
   */
  countDefined(weight: number, span: Span): void {
    const before = this.definedWeight;
    this.definedWeight += weight;
    if (before <= MAX_EXPANSION && this.definedWeight > MAX_EXPANSION) this.report("ALIAS_BOMB", span, () => TOO_MUCH);
  }

  /** Adds an issue at a node or another span, or, for null, of the file as a whole. */
  report(code: RulesIssueCode, part: Span | null, wording: () => Wording, until?: number): void {
    const span = part === null ? START : spanOf(part);
    this.issues.push({ code, span, until: until ?? span.start, wording });
  }

  text(entry: Entry, withoutValue = NO_TEXT): YamlScalar | undefined {
    const node = this.resolve(entry.node);
    if (isScalar(node) && !isNothing(node) && !hasForeignTag(node)) return node;
    return this.mismatch(entry, node, "text", withoutValue, NOT_TEXT);
  }

  /** Reads a text of any number of lines, which may also be missing. */
  optionalText(entry: Entry): void {
    if (!isNothing(entry.node)) this.text(entry);
  }

  /** Reads `true` or `false`. Reports anything else. */
  truth(entry: Entry): boolean {
    const scalar = this.text(entry, NO_TRUTH);
    if (scalar === undefined) return false;
    const truth = TRUTHS.get(scalar.source);
    if (truth === undefined) {
      const message = `${entry.what} is ${quoted(scalar.source)}; expected true or false`;
      this.report("WRONG_TYPE", entry.node, () => ({ message, help: NO_TRUTH }));
    }
    return truth ?? false;
  }

  /** Whether the value is a text, for places that also take something else. */
  isText({ node }: Entry): boolean {
    const value = this.resolve(node);
    return isScalar(value) && !isNothing(value) && !hasForeignTag(value);
  }

  /** Whether the value is a list, for places that also take a text. */
  isList({ node }: Entry): boolean {
    return isSeq(this.resolve(node));
  }

  /** Whether the value is a mapping, for places that also take a text or a list. */
  isMapping({ node }: Entry): boolean {
    return isMap(this.resolve(node));
  }

  list(entry: Entry, help: string): YamlSeq | undefined {
    const node = this.resolve(entry.node);
    if (isSeq(node) && !hasForeignTag(node)) return node;
    return this.mismatch(entry, node, "a list", help, help);
  }

  /** Reads a list where a text may be as well, which the caller has read. */
  listOrText(entry: Entry, help: string): YamlSeq | undefined {
    const node = this.resolve(entry.node);
    if (isSeq(node) && !hasForeignTag(node)) return node;
    return this.mismatch(entry, node, "a text or a list", help, help);
  }

  mapping(entry: Entry, help: string): YamlMap | undefined {
    const node = this.resolve(entry.node);
    if (isMap(node) && !hasForeignTag(node)) return node;
    return this.mismatch(entry, node, "a mapping", help, help);
  }

  /** The text of a mapping's key, or undefined if the key is not text. */
  key(node: YamlNode): string | undefined {
    const key = this.resolve(node);
    return isScalar(key) ? key.source : undefined;
  }

  /**
   * Reads a node once in each scope, even if many aliases stand for it, so that its problems are reported once. The
   * scope is what the result depends on beside the node.
   */
  once<Value>(node: YamlMap | YamlSeq | YamlScalar, read: () => Value, scope: object = this): Value {
    if (node.anchor === undefined) return read();
    const values = this.shared.get(node) ?? new Map<object, unknown>();
    this.shared.set(node, values);
    if (!values.has(scope)) values.set(scope, read());
    return values.get(scope) as Value;
  }

  /** The node, or what an alias stands for: `undefined` if that is a problem already reported. */
  private resolve(node: YamlNode | null): YamlNode | null | undefined {
    return isYamlAlias(node) ? this.targets.get(node) : node;
  }

  private mismatch(
    { what, node, owner, until }: Entry,
    found: YamlNode | null | undefined,
    expected: Sort,
    withoutValue: string,
    ofOtherSort: string,
  ): undefined {
    if (found === undefined) return;
    const sort = sortOf(found);
    if (sort === "nothing") {
      const wording = { message: `no value for ${what}; expected ${expected}`, help: withoutValue };
      this.report("MISSING_VALUE", owner, () => wording, until);
    } else {
      const wording = { message: `${what} is ${sort}; expected ${expected}`, help: ofOtherSort };
      this.report("WRONG_TYPE", node, () => wording);
    }
  }
}

/** The entries of a list. */
export function itemsOf(list: YamlSeq, what: string, until: number): Entry[] {
  return list.items.map((_, i) => itemOf(list, i, what, until));
}

/** One entry of a list. */
export function itemOf({ items }: YamlSeq, i: number, what: string, until: number): Entry {
  const node = items[i]!;
  return { what, node, owner: node, until: items[i + 1]?.start ?? until };
}

function sortOf(node: YamlNode | null): Sort | "nothing" | `a value with the tag ${string}` {
  if (isNothing(node)) return "nothing";
  if (hasForeignTag(node)) return `a value with the tag ${quoted(node.tag!)}`;
  return isMap(node) ? "a mapping" : isSeq(node) ? "a list" : "text";
}

/** The items, or undefined if any could not be read: the remaining ones would mean something else. */
export function allOrNone<T>(items: readonly (T | undefined)[]): T[] | undefined {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
}
