// Which rule of a suggestion wins each raw line, by the engine that rewrites logs.
import { Readable } from "node:stream";
import { Processor } from "../src/index.ts";
import { type Element, elementsOf, fieldElements, type Pattern } from "../src/matcher/pattern.ts";
import { rulesTextOf } from "../src/rules/rules-text.ts";
import { placeholderOf } from "../src/rules/write-rule.ts";
import { loadRules } from "../src/run/loaded-rules.ts";
import { LineClassifier } from "../src/run/rulebook.ts";

export interface WinningRule {
  /** Not the name, as followers have that of their rule. A follower that many rules have is one. */
  readonly key: string;
  readonly name: string;
  readonly pattern: Pattern;
  /** The pattern in one line, with `…` for the header. */
  readonly message: string;
  /** Its lines are matched in more than name. */
  readonly saysSomething: boolean;
}

export interface Win {
  readonly rule: WinningRule;
  /** Where each field of the pattern begins and ends in the line. */
  readonly captures: readonly (readonly [from: number, to: number])[];
}

/** The lines of a log without their terminators. */
export function linesOf(log: Buffer): Buffer[] {
  const text = log.toString("latin1").replace(/\r?\n$/, "");
  return text.split(/\r?\n/).map((line) => Buffer.from(line, "latin1"));
}

export interface Rules {
  readonly text: string;
  readonly count: number;
  /** In the notation of `patternText`. */
  readonly headers: readonly string[];
}

/** The rules that `suggest` writes for a log. */
export async function rulesFor(log: Buffer): Promise<Rules> {
  const { text, ruleCount, headers } = await Processor.suggest(Readable.from([log]));
  return { text, count: ruleCount, headers };
}

/** What wins each line of one log; undefined where no rule matches. */
export function winsOf(rules: Rules, lines: readonly Buffer[]): (Win | undefined)[] {
  return lines.map(winnerBy(rules));
}

/** Tells what wins a line, if it comes after those that were asked before. */
export function winnerBy({ text, headers }: Rules): (line: Buffer) => Win | undefined {
  const { rulebook } = loadRules(rulesTextOf(text));
  const winners = rulebook.linePatterns.map(
    ({ name, pattern, isFollower, isTrace, span }): WinningRule => ({
      ...{ key: isFollower ? `follower at ${span.start}` : name, name, pattern },
      message: withoutHeader(patternText(elementsOf(pattern)), headers),
      saysSomething: isTrace ?? !(pattern.isCatchAll ?? isInNameOnly(pattern)),
    }),
  );
  const classifier = new LineClassifier(rulebook);
  classifier.begin();
  return (line) => {
    const index = classifier.classify(line, 0, line.length);
    if (index === -1) return undefined;
    const { bounds } = classifier;
    const rule = winners[index]!;
    return { rule, captures: rule.pattern.fields.map((_, i) => [bounds[2 * i]!, bounds[2 * i + 1]!]) };
  };
}

function withoutHeader(pattern: string, headers: readonly string[]): string {
  const header = headers.filter((one) => pattern.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
  return header ? `… ${pattern.slice(header.length)}` : pattern;
}

/** The key of the rule, if that says something. */
export function saying(win: Win | undefined): string | undefined {
  return win?.rule.saysSomething ? win.rule.key : undefined;
}

/**
 * Whether a pattern matches in name only: no literal has a letter or a digit, no field has values, and fewer than two
 * have another type than `any`, `word` and `timestamp`.
 */
function isInNameOnly(pattern: Pattern): boolean {
  const elements = elementsOf(pattern);
  if (/[\p{L}\p{N}]/u.test(textOf(elements))) return false;
  const types = fieldElements(elements).map(({ type }) => type ?? { typeName: "any" });
  if (types.some((type) => "values" in type)) return false;
  return types.filter((type) => "typeName" in type && !["any", "word", "timestamp"].includes(type.typeName)).length < 2;
}

function textOf(elements: readonly Element[]): string {
  const texts = elements.map((one) => {
    if ("alternatives" in one) return one.alternatives.map(textOf).join("");
    return "text" in one ? one.text : "";
  });
  return texts.join("");
}

/** A pattern in one line, with alternatives in parentheses. */
function patternText(elements: readonly Element[]): string {
  const texts = elements.map((one) => {
    if ("alternatives" in one) return `(${one.alternatives.map(patternText).join("|")})`;
    return "text" in one ? one.text : placeholderOf(one);
  });
  return texts.join("");
}

/** The fields of a pattern that take any text. */
export function untypedFields(pattern: Pattern): Set<string> {
  const untyped = fieldElements(elementsOf(pattern)).filter(({ type }) => type === undefined || isAny(type));
  return new Set(untyped.map(({ field }) => field));
}

const isAny = (type: object): boolean => "typeName" in type && type.typeName === "any";
