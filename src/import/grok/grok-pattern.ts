// Grok patterns as trees: the regular expressions of Oniguruma, with `%{NAME:field}` for other patterns.

import { type ByteSet, bytesWhere, unionOf } from "../../bytes/byte-set.ts";
import { quoted } from "../../diagnostics/phrases.ts";
import { NotSayable } from "./not-sayable.ts";

/** A part of a grok pattern. */
export type GrokNode =
  | { readonly kind: "text"; readonly text: string }
  /** One character of a set. Characters beyond ASCII are all in it, or none. */
  | { readonly kind: "set"; readonly set: ByteSet; readonly source: string }
  | { readonly kind: "sequence"; readonly nodes: readonly GrokNode[] }
  | { readonly kind: "choice"; readonly branches: readonly GrokNode[] }
  | Repeat
  | Reference
  | { readonly kind: "capture"; readonly field: string; readonly node: GrokNode; readonly offset: number }
  /** What takes no text: `^`, `$`, `\b`, and assertions such as `(?=…)`; or the mark of what gives nothing back. */
  | {
      readonly kind: "start" | "end" | "boundary" | "assertion" | "atomic";
      readonly source: string;
      readonly offset: number;
    };

export interface Repeat {
  readonly kind: "repeat";
  readonly node: GrokNode;
  readonly min: number;
  /** May be infinite. */
  readonly max: number;
  readonly isLazy: boolean;
}

/** `%{NAME}` or `%{NAME:field}`. */
export interface Reference {
  readonly kind: "reference";
  readonly name: string;
  readonly field: string | undefined;
  readonly offset: number;
}

/** Bounds recursion. */
const MAX_DEPTH = 50;

const REFERENCE = /%\{(\w+)(?::([^{}:]+)(?::[\w]+)?)?\}/y;
const QUANTIFIER = /(?:[*+?]|\{(\d*)(,?)(\d*)\})/y;
const NAMED_GROUP = /\(\?P?(?:<([A-Za-z_][\w.@-]*)>|'([A-Za-z_][\w.@-]*)')/y;
const FLAGS = /\(\?([a-z]*)(?:-([a-z]*))?([:)])/y;
const HEX_ESCAPE = /\\(?:x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4}))/y;

/** Flags that mean nothing for a single line: in Oniguruma `m` lets the dot match line breaks. */
const IDLE_FLAGS = /^[ms]*$/;

const isWordByte = (byte: number): boolean => byte >= 0x80 || /\w/.test(String.fromCharCode(byte));

/** The sets of `\d` and the like. */
export const DIGIT = bytesWhere((byte) => byte >= 0x30 && byte <= 0x39);
export const HEX_DIGIT = bytesWhere((byte) => byte < 0x80 && /[0-9A-Fa-f]/.test(String.fromCharCode(byte)));
export const WORD = bytesWhere(isWordByte);
export const BLANK = bytesWhere((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
export const NON_BLANK = complement(BLANK);
/** What `.` matches. */
export const ANY = bytesWhere(() => true);

const SETS: Readonly<Record<string, ByteSet>> = {
  d: DIGIT,
  D: complement(DIGIT),
  w: WORD,
  W: complement(bytesWhere((byte) => byte < 0x80 && isWordByte(byte))),
  s: BLANK,
  S: NON_BLANK,
  h: HEX_DIGIT,
  H: complement(HEX_DIGIT),
};

const POSIX: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /\d/,
  alnum: /[A-Za-z\d]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9A-Fa-f]/,
  word: /\w/,
  print: /[ -~]/,
  graph: /[!-~]/,
  cntrl: /\p{Cc}/u,
};

const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  f: "\f",
  v: "\v",
  e: "\x1b",
  a: "\x07",
};

/** All bytes that are not in a set. */
export function complement(set: ByteSet): ByteSet {
  return bytesWhere((byte) => set[byte] === 0);
}

/**
 * Parses a grok pattern. Throws NotSayable for what the notation of rules has nothing for, with its offset in the text.
 */
export function parseGrok(text: string): GrokNode {
  const parser = new GrokParser(text);
  const node = parser.choice(0);
  if (parser.at < text.length) throw new NotSayable("a ')' without a '('", parser.at);
  return node;
}

class GrokParser {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  choice(depth: number): GrokNode {
    if (depth > MAX_DEPTH) throw new NotSayable(`nested more than ${MAX_DEPTH} levels deep`, this.at);
    const branches = [this.sequence(depth)];
    while (this.text[this.at] === "|") {
      this.at++;
      branches.push(this.sequence(depth));
    }
    return branches.length === 1 ? branches[0]! : { kind: "choice", branches };
  }

  private sequence(depth: number): GrokNode {
    const nodes: GrokNode[] = [];
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

  /** One thing that a quantifier may follow; undefined for a comment or flags that mean nothing. */
  private atom(depth: number): GrokNode | undefined {
    const { text, at } = this;
    const character = String.fromCodePoint(text.codePointAt(at)!);
    switch (character) {
      case "%":
        return this.reference() ?? this.literal(character);
      case "(":
        return this.group(depth);
      case "[":
        return this.characterClass();
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
        throw new NotSayable(`'${character}' follows nothing that it could repeat`, at);
      default:
        return this.literal(character);
    }
  }

  private literal(character: string): GrokNode {
    this.at += character.length;
    return { kind: "text", text: character };
  }

  private reference(): GrokNode | undefined {
    const found = this.take(REFERENCE);
    if (found === undefined) {
      if (this.text[this.at + 1] === "{") throw new NotSayable("expected %{NAME} or %{NAME:field}", this.at);
      return undefined;
    }
    return { kind: "reference", name: found[1]!, field: found[2], offset: found.index };
  }

  private group(depth: number): GrokNode | undefined {
    const { text, at } = this;
    const named = this.take(NAMED_GROUP);
    if (named !== undefined) {
      const node = this.groupEnd(depth, at);
      return { kind: "capture", field: (named[1] ?? named[2])!, node, offset: at };
    }
    if (text.startsWith("(?#", at)) {
      const end = text.indexOf(")", at);
      if (end < 0) throw new NotSayable("a '(' without a ')'", at);
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

  private flags(depth: number, at: number): GrokNode | undefined {
    const found = this.take(FLAGS);
    if (found === undefined)
      throw new NotSayable(`a group of a kind that is not known: ${quoted(this.text.slice(at, at + 4))}`, at);
    const [, on = "", , end] = found;
    if (on.includes("i"))
      throw new NotSayable("upper and lower case make no difference here, which rules cannot say", at);
    if (!IDLE_FLAGS.test(on)) throw new NotSayable(`the flags ${quoted(on)}`, at);
    return end === ")" ? undefined : this.groupEnd(depth, at);
  }

  /** The contents of a group up to its parenthesis. */
  private groupEnd(depth: number, start: number): GrokNode {
    const node = this.choice(depth + 1);
    if (this.text[this.at] !== ")") throw new NotSayable("a '(' without a ')'", start);
    this.at++;
    return node;
  }

  private quantified(node: GrokNode): GrokNode {
    let repeated = node;
    for (;;) {
      const { at } = this;
      const bounds = this.quantifier();
      if (bounds === undefined) return repeated;
      if (repeated !== node) throw new NotSayable("a quantifier of a quantifier", at);
      const mark = this.text[this.at];
      const isLazy = mark === "?";
      if (isLazy || mark === "+") this.at++;
      const repeat: GrokNode = { kind: "repeat", node: repeated, ...bounds, isLazy };
      repeated = mark === "+" ? atomic(repeat, at) : repeat;
    }
  }

  private quantifier(): { min: number; max: number } | undefined {
    const { at } = this;
    const found = this.take(QUANTIFIER);
    if (found === undefined) return undefined;
    const [source, low = "", comma, high = ""] = found;
    if (source === "*") return { min: 0, max: Number.POSITIVE_INFINITY };
    if (source === "+") return { min: 1, max: Number.POSITIVE_INFINITY };
    if (source === "?") return { min: 0, max: 1 };
    if (low === "" && high === "") {
      // `{}` and `{,}` are text.
      this.at = at;
      return undefined;
    }
    const min = low === "" ? 0 : Number(low);
    const max = comma === "" ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    if (min > max) throw new NotSayable(`a quantifier with its bounds reversed: ${source}`, at);
    return { min, max };
  }

  private escape(): GrokNode {
    const { text, at } = this;
    const hex = this.take(HEX_ESCAPE);
    if (hex !== undefined) return { kind: "text", text: this.hexCharacter(hex) };
    const character = text[at + 1];
    if (character === undefined) throw new NotSayable("a backslash at the end", at);
    this.at += 2;
    const set = SETS[character];
    if (set !== undefined) return { kind: "set", set, source: `\\${character}` };
    if (character === "b") return { kind: "boundary", source: "\\b", offset: at };
    if (character === "A") return { kind: "start", source: "\\A", offset: at };
    if (character === "Z" || character === "z") return { kind: "end", source: `\\${character}`, offset: at };
    const control = CONTROLS[character];
    if (control !== undefined) return { kind: "text", text: control };
    if (/[1-9]/.test(character) || character === "k") throw new NotSayable("refers back to what a group matched", at);
    if (/[A-Za-z0-9]/.test(character)) throw new NotSayable(`the escape \\${character}`, at);
    const literal = String.fromCodePoint(text.codePointAt(at + 1)!);
    this.at = at + 1 + literal.length;
    return { kind: "text", text: literal };
  }

  private hexCharacter(found: RegExpExecArray): string {
    const code = Number.parseInt((found[1] ?? found[2] ?? found[3])!, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
      throw new NotSayable("an escape for no character", found.index);
    return String.fromCodePoint(code);
  }

  private characterClass(): GrokNode {
    const { text, at } = this;
    this.at++;
    const isNegated = text[this.at] === "^";
    if (isNegated) this.at++;
    const members: ByteSet[] = [];
    const first = this.at;
    while (text[this.at] !== "]" || this.at === first) {
      if (this.at >= text.length) throw new NotSayable("a '[' without a ']'", at);
      members.push(this.classMember(at));
    }
    this.at++;
    const set = unionOf(members);
    if (isNegated && set[0x80] === 1) throw new NotSayable("characters beyond ASCII in a set that excludes them", at);
    return { kind: "set", set: isNegated ? complement(set) : set, source: text.slice(at, this.at) };
  }

  /** A character, a range or a set in a class. */
  private classMember(start: number): ByteSet {
    const { text } = this;
    if (text.startsWith("[:", this.at)) return this.posixClass();
    if (text[this.at] === "[")
      throw new NotSayable("a set in a set of characters; write \\[ for the bracket itself", this.at);
    if (text.startsWith("&&", this.at)) throw new NotSayable("an intersection of sets of characters", this.at);
    const low = this.classCharacter(start);
    if (typeof low !== "string") return low;
    if (text[this.at] !== "-" || text[this.at + 1] === "]" || this.at + 1 >= text.length) return bytesOf(low, low);
    this.at++;
    const high = this.classCharacter(start);
    if (typeof high !== "string" || high.codePointAt(0)! < low.codePointAt(0)!)
      throw new NotSayable("a range of characters without an order", this.at);
    return bytesOf(low, high);
  }

  private classCharacter(start: number): string | ByteSet {
    const { text, at } = this;
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (at >= text.length) throw new NotSayable("a '[' without a ']'", start);
    if (character !== "\\") {
      this.at += character.length;
      return character;
    }
    if (text[at + 1] === "b") {
      this.at += 2;
      return "\b";
    }
    const node = this.escape();
    if (node.kind === "set") return node.set;
    if (node.kind === "text") return node.text;
    throw new NotSayable("an escape that is no character", at);
  }

  private posixClass(): ByteSet {
    const { at } = this;
    const found = this.take(/\[:(\^?)([a-z]+):\]/y);
    const expression = POSIX[found?.[2] ?? ""];
    if (found === undefined || expression === undefined)
      throw new NotSayable("a class of characters that is not known", at);
    const set = bytesWhere((byte) => byte < 0x80 && expression.test(String.fromCharCode(byte)));
    return found[1] === "" ? set : complement(set);
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }
}

/** A part that gives nothing back of what it took: `(?>…)`, or `a++`. */
function atomic(node: GrokNode, offset: number): GrokNode {
  return { kind: "sequence", nodes: [{ kind: "atomic", source: "", offset }, node] };
}

/** The bytes of the characters from `low` up to `high`. Beyond ASCII, one character stands for all. */
function bytesOf(low: string, high: string): ByteSet {
  const [from, to] = [low.codePointAt(0)!, high.codePointAt(0)!];
  return bytesWhere((byte) => (byte < 0x80 ? byte >= from && byte <= to : to >= 0x80));
}
