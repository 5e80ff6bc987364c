// Reads regular expressions of several engines.

import { quoted } from "../../../text/messages/phrases.ts";
import { readClass } from "./character-class.ts";
import { Cursor } from "./cursor.ts";
import type { Dialect } from "./dialect.ts";
import { readEscape } from "./escape.ts";
import { ANY, type Expression, UnsupportedError } from "./expression.ts";

/** Bounds recursion. */
const MAX_DEPTH = 50;

const REFERENCE = /%\{(\w+)(?::([^{}:]+)(?::[\w]+)?)?\}/y;
const QUANTIFIER = /(?:[*+?]|\{(\d*)(?:(,)(\d*))?\})/y;
const NAMED_GROUP = /\(\?P?(?:<([A-Za-z_][\w.@-]*)>|'([A-Za-z_][\w.@-]*)')/y;
const FLAGS = /\(\?([a-z]*)(?:-([a-z]*))?([:)])/y;

/** Flags that do not matter for a single line. Which of them lets the dot match line breaks depends on the engine. */
const IDLE_FLAGS = /^[ms]*$/;

/** Parses a regular expression. Throws UnsupportedError, with the offset, for what rules cannot express. */
export function parseExpression(text: string, dialect: Dialect): Expression {
  const parser = new ExpressionParser(text, dialect);
  const node = parser.choice(0);
  if (parser.at < text.length) throw new UnsupportedError("a ')' without a '('", parser.at);
  return node;
}

class ExpressionParser extends Cursor {
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
    let literal = "";
    const endLiteral = (): void => {
      if (literal !== "") nodes.push({ kind: "text", text: literal });
      literal = "";
    };
    while (this.at < this.text.length && this.text[this.at] !== "|" && this.text[this.at] !== ")") {
      const node = this.atom(depth);
      if (node === undefined) continue;
      const repeated = this.quantified(node);
      if (repeated.kind === "text") {
        literal += repeated.text;
        continue;
      }
      endLiteral();
      nodes.push(repeated);
    }
    endLiteral();
    return nodes.length === 1 ? nodes[0]! : { kind: "sequence", nodes };
  }

  /** Reads what a quantifier may follow. Returns undefined for a comment and for flags that do not matter. */
  private atom(depth: number): Expression | undefined {
    const { text, at } = this;
    const character = String.fromCodePoint(text.codePointAt(at)!);
    switch (character) {
      case "%":
        return (this.dialect.hasFields ? this.reference() : undefined) ?? this.literal(character);
      case "(":
        return this.group(depth);
      case "[":
        return readClass(this);
      case "\\":
        return readEscape(this);
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
    if (found === undefined) {
      if (this.text[this.at + 1] === "{") throw new UnsupportedError("expected %{NAME} or %{NAME:field}", this.at);
      return undefined;
    }
    return { kind: "reference", name: found[1]!, field: found[2], offset: found.index };
  }

  private group(depth: number): Expression | undefined {
    const { text, at } = this;
    const named = this.take(NAMED_GROUP);
    if (named !== undefined) {
      const node = this.groupEnd(depth, at);
      if (!this.dialect.hasFields) return node;
      return { kind: "capture", field: (named[1] ?? named[2])!, node, offset: at };
    }
    if (text.startsWith("(?#", at)) {
      const end = text.indexOf(")", at);
      if (end < 0) throw new UnsupportedError("a '(' without a ')'", at);
      this.at = end + 1;
      return undefined;
    }
    const assertion = ["(?<=", "(?<!", "(?=", "(?!"].find((one) => text.startsWith(one, at));
    if (assertion !== undefined) {
      this.at += assertion.length;
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
    if (source === "*") return { min: 0, max: Number.POSITIVE_INFINITY };
    if (source === "+") return { min: 1, max: Number.POSITIVE_INFINITY };
    if (source === "?") return { min: 0, max: 1 };
    if (low === "" && (high === "" || !this.dialect.hasOpenBounds)) {
      // `{}` and `{,}` are text.
      this.at = at;
      return undefined;
    }
    const min = low === "" ? 0 : Number(low);
    const max = comma === "" ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    if (min > max) throw new UnsupportedError(`a quantifier with its bounds reversed: ${source}`, at);
    return { min, max };
  }
}

/** An atomic node, which never gives back what it took: `(?>…)`, or `a++`. */
function atomic(node: Expression, offset: number): Expression {
  return { kind: "sequence", nodes: [{ kind: "atomic", source: "", offset }, node] };
}
