// Reads regular expressions of grok. One table lists the syntax that is known; the first row that fits counts.
// Recursion is bounded.

import { type ByteSet, bytesWhere, isSubset, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { ANY, complement, POSIX, SETS } from "./characters.ts";
import { boundsOf, type Expression, LINE_BREAK, UnsupportedError } from "./expression.ts";

/** The limit of nested groups. */
const MAX_DEPTH = 50;

/** How something is written, and what it becomes: undefined for what does not matter. */
interface Syntax {
  /** Whether it is found in patterns, in sets of characters or in both. */
  readonly where: "pattern" | "set" | "both";
  readonly written: RegExp;
  readonly read: (found: RegExpExecArray, parser: ExpressionParser) => Expression | undefined;
}

/** What is known of regular expressions, but for quantifiers. */
export const SYNTAX: readonly Syntax[] = [
  // References to other expressions.
  row("pattern", /%\{(\w+)(?::([^{}:]+)(?::[\w-]+)?)?\}/y, reference),
  row("pattern", /%\{/y, refused("expected %{NAME} or %{NAME:field}")),
  // Sets in a set of characters.
  row("set", /\[:(\^?)([a-z]+):\]/y, posixClass),
  row("set", /\[:/y, refused("an unknown class of characters")),
  row("set", /\[/y, ({ index }, parser) => parser.set(index)),
  row("set", /&&/y, refused("an intersection of sets of characters")),
  row("set", /\\b/y, () => ({ kind: "text", text: "\b" })),
  // Characters.
  row("pattern", /[^\\^$.|?*+()[]/uy, ([text]) => ({ kind: "text", text })),
  row("both", /\\(?:x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4}))/y, hexCharacter),
  row("both", /\\b/y, ignored("without \\b, so it also fits inside words", "boundary")),
  row("both", /\\A/y, anchor("start")),
  row("both", /\\[Zz]/y, anchor("end")),
  row("both", /\\[1-9k]/y, refused("a reference back to what a group matched")),
  row("both", /\\([A-Za-z0-9])/y, letter),
  row("both", /\\([\s\S])/uy, ([, character]) => ({ kind: "text", text: character! })),
  row("both", /\\/y, refused("a backslash at the end")),
  row("set", /[\s\S]/uy, ([text]) => ({ kind: "text", text })),
  row("pattern", /\./y, () => ({ kind: "set", set: ANY, source: "." })),
  row("pattern", /\[/y, ({ index }, parser) => parser.set(index)),
  // What takes no text.
  row("pattern", /\^/y, anchor("start")),
  row("pattern", /\$/y, anchor("end")),
  row("pattern", /\(\?#[^)]*\)/y, () => undefined),
  row("pattern", /\(\?#/y, refused("a '(' without a ')'")),
  row("pattern", /\(\?=(?:\.\*|%\{GREEDYDATA\})\)/y, () => undefined),
  row("pattern", /\(\?=%\{GREEDYDATA:([^{}:]+)\}\)/y, ignored("left out, as it is in an assertion")),
  row("pattern", /\(\?<?!<?(?:\[[^\\[\]]+\]|\\[dsw])\)/y, ignored("without %, so it may match more")),
  row("pattern", /\(\?<?[=!]/y, assertion),
  // Groups.
  row("pattern", /\(\?P?(?:<([A-Za-z_][\w.@-]*|(?:\[[\w.@-]+\])+)>|'([A-Za-z_][\w.@-]*)')/y, capture),
  row("pattern", /\(\?>/y, ({ index }, parser) => atomic(parser.groupEnd(index), index)),
  row("pattern", /\(\?([a-z]*)(?:-[a-z]*)?([:)])/y, flags),
  row("pattern", /\(\?[\s\S]{0,2}/y, ({ 0: sort, index }) => fail(`an unknown sort of group: ${quoted(sort)}`, index)),
  row("pattern", /\(/y, ({ index }, parser) => parser.groupEnd(index)),
  row("pattern", /[*+?]/y, ({ 0: sign, index }) => fail(`there is nothing before '${sign}' to repeat`, index)),
];

const ATOMS = SYNTAX.filter(({ where }) => where !== "set");
const MEMBERS = SYNTAX.filter(({ where }) => where !== "pattern");

const NO_LINE_BREAK = bytesWhere((byte) => byte !== 0x0a && byte !== 0x0d);
/** `{}` and `{,}` are text. */
const QUANTIFIER = /(?:([*+?])|\{(?=,?\d)(\d*)(?:(,)(\d*))?\})([?+]?)/y;

/** Parses a regular expression. Throws UnsupportedError, with the offset, for what rules cannot express. */
export function parseExpression(text: string): Expression {
  const parser = new ExpressionParser(text);
  const node = parser.choice();
  if (parser.at < text.length) fail("a ')' without a '('", parser.at);
  return node;
}

class ExpressionParser {
  at = 0;
  readonly text: string;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  choice(): Expression {
    if (this.depth > MAX_DEPTH) fail(`nested more than ${MAX_DEPTH} levels deep`, this.at);
    const branches = [this.sequence()];
    while (this.text[this.at] === "|") {
      this.at++;
      branches.push(this.sequence());
    }
    // `(?:.|\n)` is `.`, as no line has a line break.
    const possible = branches.filter((one) => one.kind !== "text" || !LINE_BREAK.test(one.text));
    const [first = branches[0]!, ...others] = possible;
    return others.length === 0 ? first : { kind: "choice", branches: possible };
  }

  /** Reads the contents of the group that begins at `start`, and the parenthesis that closes it. */
  groupEnd(start: number): Expression {
    this.depth++;
    const node = this.choice();
    this.depth--;
    if (this.text[this.at] !== ")") fail("a '(' without a ')'", start);
    this.at++;
    return node;
  }

  /** Reads `a-z_]`, `^"]` or `[:alpha:]]`, of the set that begins at `start`. Fails if bytes cannot say it. */
  set(start: number): Expression {
    const { text } = this;
    if (++this.depth > MAX_DEPTH) fail(`nested more than ${MAX_DEPTH} levels deep`, start);
    const isNegated = text[this.at] === "^";
    if (isNegated) this.at++;
    const members: ByteSet[] = [];
    while (text[this.at] !== "]" || members.length === 0) members.push(this.member(start));
    this.at++;
    this.depth--;
    const set = unionOf(members);
    if (isNegated && set[0x80] === 1) fail("characters beyond ASCII in a set that excludes them", start);
    const whole = isNegated ? complement(set) : set;
    const source = text.slice(start, this.at);
    return { kind: "set", set: isSubset(NO_LINE_BREAK, whole) ? ANY : whole, source };
  }

  private sequence(): Expression {
    const nodes: Expression[] = [];
    while (this.at < this.text.length && this.text[this.at] !== "|" && this.text[this.at] !== ")") {
      const atom = this.read(ATOMS);
      if (atom === undefined) continue;
      const node = this.quantified(atom);
      if (node.kind === "repeat" && node.min === 0 && node.node.kind === "text" && LINE_BREAK.test(node.node.text))
        continue;
      const last = nodes.at(-1);
      if (node.kind === "text" && last?.kind === "text")
        nodes[nodes.length - 1] = { kind: "text", text: last.text + node.text };
      else nodes.push(node);
    }
    return nodes.length === 1 ? nodes[0]! : { kind: "sequence", nodes };
  }

  private quantified(node: Expression): Expression {
    let repeated = node;
    for (let found = this.take(QUANTIFIER); found !== undefined; found = this.take(QUANTIFIER)) {
      const { 0: source, 1: sign, 2: low, 3: comma, 4: high, 5: mark, index } = found;
      const isEndless = sign === "*" || sign === "+" || (comma !== undefined && high === "");
      let min = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
      let max = isEndless ? Number.POSITIVE_INFINITY : sign === "?" ? 1 : Number(comma === undefined ? low : high);
      if (min > max) fail(`a quantifier with its bounds reversed: ${source}`, index);
      const isLazy = mark === "?";
      if (repeated !== node) {
        // `a?*` is `a*`.
        const inner = repeated.kind === "repeat" && /^[?*+]$/.test(boundsOf(repeated)) ? repeated : undefined;
        if (inner === undefined || inner.isLazy || isLazy) fail("a quantifier of a quantifier", index);
        min *= inner.min;
        max *= inner.max;
      }
      const repeat: Expression = { kind: "repeat", node, min, max, isLazy };
      repeated = mark === "+" ? atomic(repeat, index) : repeat;
    }
    return repeated;
  }

  /** A character, a range or a set in the set that begins at `start`. */
  private member(start: number): ByteSet {
    const low = this.memberCharacter(start);
    if (typeof low !== "string") return low;
    const { text } = this;
    if (text[this.at] !== "-" || text[this.at + 1] === "]" || this.at + 1 >= text.length) return bytesOf(low, low);
    this.at++;
    const high = this.memberCharacter(start);
    if (typeof high !== "string" || high.codePointAt(0)! < low.codePointAt(0)!)
      return fail("a range whose characters are in the wrong order", this.at);
    return bytesOf(low, high);
  }

  private memberCharacter(start: number): string | ByteSet {
    const { at } = this;
    if (at >= this.text.length) fail("a '[' without a ']'", start);
    const node = this.read(MEMBERS);
    if (node?.kind === "set") return node.set;
    return node?.kind === "text" ? node.text : fail("an escape that does not stand for a character", at);
  }

  /** Reads what the first row that fits here says. Returns undefined and stays if none does. */
  private read(rows: readonly Syntax[]): Expression | undefined {
    for (const { written, read } of rows) {
      const found = this.take(written);
      if (found !== undefined) return read(found, this);
    }
    return undefined;
  }

  /** Moves past what a sticky expression matches here. Returns undefined and stays if it does not match. */
  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }
}

function fail(reason: string, offset: number): never {
  throw new UnsupportedError(reason, offset);
}

function refused(reason: string): Syntax["read"] {
  return ({ index }) => fail(reason, index);
}

/** A row of the table. */
function row(where: Syntax["where"], written: RegExp, read: Syntax["read"]): Syntax {
  return { where, written, read };
}

function anchor(kind: "start" | "end"): Syntax["read"] {
  return ({ 0: source, index }) => ({ kind, source, offset: index });
}

/** Something that rules leave out, with what to say of it. A `%` in that stands for how it is written. */
function ignored(words: string, kind: "boundary" | "ignored" = "ignored"): Syntax["read"] {
  return ({ 0: source, 1: field, index }) => {
    return { kind, source, offset: index, field, words: words.replace("%", () => source) };
  };
}

function reference({ 1: name, 2: field, index }: RegExpExecArray): Expression {
  return { kind: "reference", name: name!, field, offset: index };
}

function capture({ 1: angled, 2: quoted, index }: RegExpExecArray, parser: ExpressionParser): Expression {
  const node = parser.groupEnd(index);
  return { kind: "capture", field: (angled ?? quoted)!, node, offset: index };
}

function assertion({ index }: RegExpExecArray, parser: ExpressionParser): Expression {
  parser.groupEnd(index);
  return { kind: "assertion", source: parser.text.slice(index, parser.at), offset: index };
}

/** An atomic node, which never gives back what it took: `(?>…)`, or `a++`. */
function atomic(node: Expression, offset: number): Expression {
  const words = "without (?>…) and the last sign of a++, so it may match more";
  return { kind: "sequence", nodes: [{ kind: "ignored", source: "", offset, field: undefined, words }, node] };
}

/** `m` and `s` do not matter for a single line. */
function flags({ 1: on = "", 2: end, index }: RegExpExecArray, parser: ExpressionParser): Expression | undefined {
  if (on.includes("i")) fail("a case-insensitive match, which rules cannot express", index);
  if (!/^[ms]*$/.test(on)) fail(`the flags ${quoted(on)}`, index);
  return end === ")" ? undefined : parser.groupEnd(index);
}

const CONTROLS: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", e: "\x1b", a: "\x07" }),
);

function letter({ 0: source, 1: letter = "", index }: RegExpExecArray): Expression {
  const [set, text] = [SETS.get(letter), CONTROLS.get(letter)];
  if (set !== undefined) return { kind: "set", set, source };
  return text === undefined ? fail(`the escape ${source}`, index) : { kind: "text", text };
}

function hexCharacter({ 1: braced, 2: short, 3: long, index }: RegExpExecArray): Expression {
  const code = Number.parseInt((braced ?? short ?? long)!, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    fail("an escape that does not stand for a character", index);
  return { kind: "text", text: String.fromCodePoint(code) };
}

function posixClass({ 0: source, 1: negation, 2: name = "", index }: RegExpExecArray): Expression {
  const set = POSIX.get(name) ?? fail("an unknown class of characters", index);
  return { kind: "set", set: negation === "" ? set : complement(set), source };
}

/** The bytes of the characters from `low` up to `high`. Beyond ASCII, one character stands for all. */
function bytesOf(low: string, high: string): ByteSet {
  const [from, to] = [low.codePointAt(0)!, high.codePointAt(0)!];
  return bytesWhere((byte) => (byte < 0x80 ? byte >= from && byte <= to : to >= 0x80));
}
