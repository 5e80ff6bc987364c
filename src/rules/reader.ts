import { isAlias, isMap, isScalar, isSeq, type ParsedNode, Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { quoted } from "../diagnostics/quoted.ts";
import type { IssueCode } from "./issue.ts";
import { type Problem, type Span, spanOf, type Wording } from "./problem.ts";

/** A place where the language of rules expects a value. */
export interface Slot {
  /** The value's name in messages: `'output'`, `a rule`. */
  readonly what: string;
  readonly node: ParsedNode | null;
  /** What is pointed at when there is no value: its key, or the list's item. */
  readonly owner: ParsedNode;
  /** Up to where the value could still have been; see `Problem`. */
  readonly until: number;
}

const START: Span = { start: 0, end: 1 };

type Kind = "text" | "a list" | "a mapping";

const NO_TEXT = "write the text after the colon, in quotes if it begins with '#'";
const NOT_TEXT = "put a text that begins with '[', '{' or '!' in quotes";

/** Tags that say of a value what it is anyway. */
const IDLE_TAGS: ReadonlySet<string> = new Set([
  "!",
  "tag:yaml.org,2002:str",
  "tag:yaml.org,2002:seq",
  "tag:yaml.org,2002:map",
]);

/** Reads nodes as values of the kind that is expected. A value of another kind reads `undefined` and is a problem. */
export class Reader {
  readonly source: string;
  private readonly targets: ReadonlyMap<ParsedNode, ParsedNode>;
  private readonly problems: Problem[];
  private readonly shared = new Map<ParsedNode, unknown>();

  /** Adds what it finds to the problems. */
  constructor(source: string, targets: ReadonlyMap<ParsedNode, ParsedNode>, problems: Problem[]) {
    this.source = source;
    this.targets = targets;
    this.problems = problems;
  }

  /** Adds a problem of a node, a stretch of the text, or the file as a whole. */
  report(code: IssueCode, place: ParsedNode | Span | null, wording: () => Wording, until?: number): void {
    const span = place === null ? START : "range" in place ? spanOf(place) : place;
    this.problems.push({ code, span, until: until ?? span.start, wording });
  }

  text(slot: Slot, withoutValue = NO_TEXT): Scalar.Parsed | undefined {
    const node = this.resolve(slot.node);
    if (isScalar(node) && !isNothing(node) && !hasForeignTag(node)) return node;
    return this.mismatch(slot, node, "text", withoutValue, NOT_TEXT);
  }

  /** Whether a list stands there, where a text might too. */
  isList({ node }: Slot): boolean {
    return isSeq(this.resolve(node));
  }

  /** An item of the list that stands there. */
  item({ node }: Slot, index: number): ParsedNode | null {
    const list = this.resolve(node);
    return isSeq(list) ? (list.items[index] as ParsedNode) : null;
  }

  list(slot: Slot, help: string): YAMLSeq.Parsed | undefined {
    const node = this.resolve(slot.node);
    if (isSeq(node) && !hasForeignTag(node)) return node;
    return this.mismatch(slot, node, "a list", help, help);
  }

  mapping(slot: Slot, help: string): YAMLMap.Parsed | undefined {
    const node = this.resolve(slot.node);
    if (isMap(node) && !hasForeignTag(node)) return node;
    return this.mismatch(slot, node, "a mapping", help, help);
  }

  /** The text of a mapping's key, if it is one. */
  key(node: ParsedNode): string | undefined {
    const key = this.resolve(node);
    return isScalar(key) ? key.source : undefined;
  }

  /** Reads a node once, however many aliases stand for it: its problems are not told again for each of them. */
  once<Value>(node: YAMLMap.Parsed | YAMLSeq.Parsed, read: () => Value): Value {
    if (node.anchor === undefined) return read();
    if (!this.shared.has(node)) this.shared.set(node, read());
    return this.shared.get(node) as Value;
  }

  /** What the node is or stands for; `undefined` where the alias is a problem that is known already. */
  private resolve(node: ParsedNode | null): ParsedNode | null | undefined {
    return isAlias(node) ? this.targets.get(node) : node;
  }

  private mismatch(
    { what, node, owner, until }: Slot,
    found: ParsedNode | null | undefined,
    expected: Kind,
    withoutValue: string,
    ofOtherKind: string,
  ): undefined {
    if (found === undefined) return;
    const kind = kindOf(found);
    if (kind === "nothing") {
      const wording = { message: `no value for ${what}; expected ${expected}`, help: withoutValue };
      this.report("MISSING_VALUE", owner, () => wording, until);
    } else {
      const wording = { message: `${what} is ${kind}; expected ${expected}`, help: ofOtherKind };
      this.report("WRONG_TYPE", node, () => wording);
    }
  }
}

/** Whether there is nothing but perhaps an anchor or a tag where a value could be. */
export function isNothing(node: ParsedNode | null): node is null {
  return node === null || (isScalar(node) && node.source === "" && node.type === Scalar.PLAIN);
}

/** The places of a list's items. */
export function itemsOf(list: YAMLSeq.Parsed, what: string, until: number): Slot[] {
  return list.items.map((node, i) => ({
    what,
    node,
    owner: node,
    until: list.items[i + 1]?.range[0] ?? until,
  }));
}

function hasForeignTag({ tag }: ParsedNode): boolean {
  return tag !== undefined && !IDLE_TAGS.has(tag);
}

function kindOf(node: ParsedNode | null): Kind | "nothing" | `a value with the tag ${string}` {
  if (isNothing(node)) return "nothing";
  if (hasForeignTag(node)) return `a value with the tag ${quoted(node.tag!)}`;
  return isMap(node) ? "a mapping" : isSeq(node) ? "a list" : "text";
}
