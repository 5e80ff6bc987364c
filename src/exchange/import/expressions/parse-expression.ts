// Reads regular expressions of several engines. Recursion is bounded, and each character is read once.

import { type ByteSet, bytesWhere, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { ANY, complement, type Dialect, POSIX } from "./characters.ts";
import { type Expression, UnsupportedError } from "./expression.ts";

/** The limit of nested groups. */
const MAX_DEPTH = 50;

const REFERENCE = /%\{(\w+)(?::([^{}:]+)(?::[\w]+)?)?\}/y;
const QUANTIFIER = /(?:[*+?]|\{(\d*)(?:(,)(\d*))?\})/y;
const NAMED_GROUP = /\(\?P?(?:<([A-Za-z_][\w.@-]*)>|'([A-Za-z_][\w.@-]*)')/y;
const ASSERTION = /\(\?<?[=!]/y;
const FLAGS = /\(\?([a-z]*)(?:-([a-z]*))?([:)])/y;
const HEX_ESCAPE = /\\(?:x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4}))/y;
const POSIX_CLASS = /\[:(\^?)([a-z]+):\]/y;

/** Flags that do not matter for a single line. Which of them lets the dot match line breaks depends on the engine. */
const IDLE_FLAGS = /^[ms]*$/;

/** Parses a regular expression. Throws UnsupportedError, with the offset, for what rules cannot express. */
export function parseExpression(text: string, dialect: Dialect): Expression {
  const parser = new ExpressionParser(text, dialect);
  const node = parser.choice(0);
  if (parser.at < text.length) throw new UnsupportedError("a ')' without a '('", parser.at);
  return node;
}

class ExpressionParser {
  at = 0;
  private readonly text: string;
  private readonly dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  choice(depth: number): Expression {
    if (depth > MAX_DEPTH) throw new UnsupportedError(`nested more than ${MAX_DEPTH} levels deep`, this.at);
    const branches = [this.sequence(depth)];
    while (this.text[this.at] === "|") {
      this.at++;
      branches.push(this.sequence(depth));
    }
    return branches.length === 1 ? branches[0]! : { kind: "choice", branches };
  }

  private sequence(depth: number): Expression {
    const nodes: Expression[] = [];
    while (this.at < this.text.length && this.text[this.at] !== "|" && this.text[this.at] !== ")") {
      const atom = this.atom(depth);
      if (atom === undefined) continue;
      const node = this.quantified(atom);
      const last = nodes.at(-1);
      if (node.kind === "text" && last?.kind === "text")
        nodes[nodes.length - 1] = { kind: "text", text: last.text + node.text };
      else nodes.push(node);
    }
    return nodes.length === 1 ? nodes[0]! : { kind: "sequence", nodes };
  }

  /** Reads what a quantifier may follow. Returns undefined for a comment and for flags that do not matter. */
  private atom(depth: number): Expression | undefined {
    const { at } = this;
    const character = this.character();
    switch (character) {
      case "%":
        return (this.dialect.hasFields ? this.reference() : undefined) ?? this.literal(character);
      case "(":
        return this.group(depth);
      case "[":
        return this.set();
      case "\\":
        return this.escape();
      case ".":
        this.at++;
        return { kind: "set", set: ANY, source: "." };
      case "^":
      case "$":
        this.at++;
        return { kind: character === "^" ? "start" : "end", source: character, offset: at };
      case "*":
      case "+":
      case "?":
        throw new UnsupportedError(`there is nothing before '${character}' to repeat`, at);
      default:
        return this.literal(character);
    }
  }

  private literal(character: string): Expression {
    this.at += character.length;
    return { kind: "text", text: character };
  }

  private reference(): Expression | undefined {
    const found = this.take(REFERENCE);
    if (found !== undefined) return { kind: "reference", name: found[1]!, field: found[2], offset: found.index };
    if (this.text[this.at + 1] === "{") throw new UnsupportedError("expected %{NAME} or %{NAME:field}", this.at);
    return undefined;
  }

  private group(depth: number): Expression | undefined {
    const { text, at } = this;
    const named = this.take(NAMED_GROUP);
    if (named !== undefined) {
      const node = this.groupEnd(depth, at);
      return this.dialect.hasFields ? { kind: "capture", field: (named[1] ?? named[2])!, node, offset: at } : node;
    }
    if (text.startsWith("(?#", at)) {
      this.at = text.indexOf(")", at) + 1;
      if (this.at === 0) throw new UnsupportedError("a '(' without a ')'", at);
      return undefined;
    }
    if (this.take(ASSERTION) !== undefined) {
      this.groupEnd(depth, at);
      return { kind: "assertion", source: text.slice(at, this.at), offset: at };
    }
    if (text.startsWith("(?>", at)) {
      this.at += 3;
      return atomic(this.groupEnd(depth, at), at);
    }
    if (text.startsWith("(?", at)) return this.flags(depth, at);
    this.at++;
    return this.groupEnd(depth, at);
  }

  private flags(depth: number, at: number): Expression | undefined {
    const found = this.take(FLAGS);
    if (found === undefined)
      throw new UnsupportedError(`an unknown sort of group: ${quoted(this.text.slice(at, at + 4))}`, at);
    const [, on = "", , end] = found;
    if (on.includes("i")) throw new UnsupportedError("a case-insensitive match, which rules cannot express", at);
    if (!IDLE_FLAGS.test(on)) throw new UnsupportedError(`the flags ${quoted(on)}`, at);
    return end === ")" ? undefined : this.groupEnd(depth, at);
  }

  /** Reads the contents of a group and the parenthesis that closes it. */
  private groupEnd(depth: number, start: number): Expression {
    const node = this.choice(depth + 1);
    if (this.text[this.at] !== ")") throw new UnsupportedError("a '(' without a ')'", start);
    this.at++;
    return node;
  }

  private quantified(node: Expression): Expression {
    let repeated = node;
    for (;;) {
      const { at } = this;
      const bounds = this.quantifier();
      if (bounds === undefined) return repeated;
      if (node.kind === "text" && node.text >= "\x80" && !this.dialect.hasUnicode)
        throw new UnsupportedError(`a quantifier after ${quoted(node.text)}, which repeats only its last byte`, at);
      if (repeated !== node) throw new UnsupportedError("a quantifier of a quantifier", at);
      const mark = this.text[this.at];
      const isLazy = mark === "?";
      if (isLazy || mark === "+") this.at++;
      const repeat: Expression = { kind: "repeat", node: repeated, ...bounds, isLazy };
      repeated = mark === "+" ? atomic(repeat, at) : repeat;
    }
  }

  private quantifier(): { min: number; max: number } | undefined {
    const { at } = this;
    const found = this.take(QUANTIFIER);
    if (found === undefined) return undefined;
    const [source, low = "", comma = "", high = ""] = found;
    if (source === "?") return { min: 0, max: 1 };
    if (source.length === 1) return { min: source === "+" ? 1 : 0, max: Number.POSITIVE_INFINITY };
    if (low === "" && (high === "" || !this.dialect.hasOpenBounds)) {
      // `{}` and `{,}` are text.
      this.at = at;
      return undefined;
    }
    const min = Number(low);
    const max = comma === "" ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    if (min > max) throw new UnsupportedError(`a quantifier with its bounds reversed: ${source}`, at);
    return { min, max };
  }

  /** Reads an escape. Throws UnsupportedError if it is malformed or rules have nothing like it. */
  private escape(): Expression {
    const { text, at, dialect } = this;
    const hex = this.take(HEX_ESCAPE);
    if (hex !== undefined) {
      const code = Number.parseInt((hex[1] ?? hex[2] ?? hex[3])!, 16);
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        throw new UnsupportedError("an escape that does not stand for a character", at);
      if (code >= 0x80 && !dialect.hasUnicode)
        throw new UnsupportedError("an escape for a byte that is not a character", at);
      return { kind: "text", text: String.fromCodePoint(code) };
    }
    if (at + 1 === text.length) throw new UnsupportedError("a backslash at the end", at);
    this.at++;
    const character = this.character();
    this.at += character.length;
    const source = `\\${character}`;
    if (Object.hasOwn(dialect.sets, character)) return { kind: "set", set: dialect.sets[character]!, source };
    if (character === "b") return { kind: "boundary", source, offset: at };
    if (character === "A") return { kind: "start", source, offset: at };
    if (character === "Z" || character === "z") return { kind: "end", source, offset: at };
    if (Object.hasOwn(dialect.controls, character)) return { kind: "text", text: dialect.controls[character]! };
    if (/[1-9k]/.test(character)) throw new UnsupportedError("a reference back to what a group matched", at);
    if (/[A-Za-z0-9]/.test(character)) throw new UnsupportedError(`the escape ${source}`, at);
    return { kind: "text", text: character };
  }

  /** Reads `[a-z_]`, `[^"]` or `[[:alpha:]]`. Throws UnsupportedError if bytes cannot say the set. */
  private set(): Expression {
    const { text, at } = this;
    this.at++;
    const isNegated = text[this.at] === "^";
    if (isNegated) this.at++;
    const members: ByteSet[] = [];
    while (text[this.at] !== "]" || members.length === 0) members.push(this.member(at));
    this.at++;
    const set = unionOf(members);
    if (isNegated && set[0x80] === 1)
      throw new UnsupportedError("characters beyond ASCII in a set that excludes them", at);
    return { kind: "set", set: isNegated ? complement(set) : set, source: text.slice(at, this.at) };
  }

  /** A character, a range or a set in the set that begins at `start`. */
  private member(start: number): ByteSet {
    const { text, dialect } = this;
    if (text.startsWith("[:", this.at)) return this.posixClass();
    if (dialect.hasNestedSets && text[this.at] === "[")
      throw new UnsupportedError("a set in a set of characters; write \\[ for the bracket itself", this.at);
    if (dialect.hasNestedSets && text.startsWith("&&", this.at))
      throw new UnsupportedError("an intersection of sets of characters", this.at);
    const low = this.memberCharacter(start);
    if (typeof low !== "string") return low;
    if (text[this.at] !== "-" || text[this.at + 1] === "]" || this.at + 1 >= text.length) return bytesOf(low, low);
    this.at++;
    const high = this.memberCharacter(start);
    if (typeof high !== "string" || high.codePointAt(0)! < low.codePointAt(0)!)
      throw new UnsupportedError("a range whose characters are in the wrong order", this.at);
    return bytesOf(low, high);
  }

  private memberCharacter(start: number): string | ByteSet {
    const { text, at } = this;
    if (at >= text.length) throw new UnsupportedError("a '[' without a ']'", start);
    if (text.startsWith("\\b", at)) {
      this.at += 2;
      return "\b";
    }
    const node = text[at] === "\\" ? this.escape() : this.literal(this.character());
    if (node.kind === "set") return node.set;
    if (node.kind === "text") return node.text;
    throw new UnsupportedError("an escape that does not stand for a character", at);
  }

  private posixClass(): ByteSet {
    const { at } = this;
    const [, negation, name = ""] = this.take(POSIX_CLASS) ?? [];
    const set = POSIX.get(name);
    if (set === undefined) throw new UnsupportedError("an unknown class of characters", at);
    return negation === "" ? set : complement(set);
  }

  private character(): string {
    return String.fromCodePoint(this.text.codePointAt(this.at)!);
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

/** An atomic node, which never gives back what it took: `(?>…)`, or `a++`. */
function atomic(node: Expression, offset: number): Expression {
  return { kind: "sequence", nodes: [{ kind: "atomic", source: "", offset }, node] };
}

/** The bytes of the characters from `low` up to `high`. Beyond ASCII, one character stands for all. */
function bytesOf(low: string, high: string): ByteSet {
  const [from, to] = [low.codePointAt(0)!, high.codePointAt(0)!];
  return bytesWhere((byte) => (byte < 0x80 ? byte >= from && byte <= to : to >= 0x80));
}
