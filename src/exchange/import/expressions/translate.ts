// Translates whole expressions of grok.

import { type Element, type FieldElement, fieldElements, TIMESTAMP_FIELD } from "../../../matcher/pattern.ts";
import { isSubset } from "../../../text/bytes/byte-set.ts";
import { ANY_TEXT, DROPPED, PREFERS_DATE_TIME, takenText, withUniqueNames } from "../fields.ts";
import { NON_BLANK } from "./characters.ts";
import { beginsWithAny, choiceOf, firstBranches, isAny, isAnyOrWord, isWord, mayBe } from "./elements.ts";
import { type Expression, UnsupportedError } from "./expression.ts";
import type { ExpressionTexts } from "./expression-texts.ts";
import { alwaysHas } from "./field-for.ts";
import { NoSpanError, spanDefinitions } from "./spans.ts";
import { LINE_END_NEXT, TAIL_NEXT, TranslationState } from "./translation-state.ts";
import { Translator } from "./translator.ts";

/** What an expression becomes. */
interface Translation {
  readonly elements: readonly Element[];
  /** The definitions of fields that span others, in YAML, by their names. */
  readonly fields?: ReadonlyMap<string, string>;
  /** What differs, one line each. */
  readonly remarks: readonly string[];
}

/**
 * Translates an expression of grok, which may match anywhere in a line. Throws UnsupportedError for what rules cannot
 * express.
 */
export function translate(pattern: Expression, texts: ExpressionTexts): Translation {
  const unspanned = new Set<string>();
  for (;;) {
    try {
      return wholeRule(pattern, new TranslationState(texts, unspanned));
    } catch (error) {
      if (!(error instanceof NoSpanError)) throw error;
      unspanned.add(error.field);
    }
  }
}

function wholeRule(pattern: Expression, state: TranslationState): Translation {
  const { node, isStart, isEnd } = withoutAnchors(pattern, state);
  const elements = new Translator(state).sequence([node], isEnd ? LINE_END_NEXT : TAIL_NEXT);
  const all = greedyFirst(isStart ? elements : unanchored(elements, state), state.greedy);
  // Without its text, or its anchors, a set of characters is in nearly every line.
  const isLoose = (isStart && isEnd) || alwaysHas(node, (text) => /\S/.test(text), state);
  const isWide = (one: FieldElement): boolean => one.type === undefined || (isLoose && isAnyWord(one, state));
  if (elements.every((one) => mayBe(one, isWide)) && fieldElements(elements).some((one) => state.widened.has(one)))
    throw new UnsupportedError("would match any line, as nothing in it is a text or has a type");
  const { named, renamed } = withUniqueNames(all);
  for (const one of renamed) if (one.name !== one.plain) state.remark(one.name, takenText(one));
  if (named.length === 0) throw new UnsupportedError("matches only empty lines");
  const timestamp = fieldElements(named).find(({ field }) => field === TIMESTAMP_FIELD);
  if (timestamp !== undefined && timestamp.type === undefined) state.remark(TIMESTAMP_FIELD, PREFERS_DATE_TIME);
  const numbered = new Set(renamed.flatMap(({ name, plain }) => (name === plain ? [] : [plain])));
  const fields = spanDefinitions(named, numbered, state);
  return { elements: named, fields, remarks: state.remarkLines() };
}

/**
 * Elements in which the first of several fields of `.*` with blanks between them takes as much as it can, as in grok:
 * the others are tried as words before they are any text.
 */
function greedyFirst(elements: readonly Element[], greedy: ReadonlySet<Element>): readonly Element[] {
  const start = elements.findIndex((element) => greedy.has(element));
  if (start < 0) return elements;
  let end = start + 1;
  while (end + 1 < elements.length && isBlankText(elements[end]) && greedy.has(elements[end + 1]!)) end += 2;
  const run = elements.slice(start, end);
  const words = run.map((one, i) => (i > 0 && "field" in one ? { ...one, type: { typeName: "word" } } : one));
  const others = greedyFirst(elements.slice(end), greedy);
  return [...elements.slice(0, start), ...(run.length === 1 ? run : choiceOf([words, run])), ...others];
}

function isBlankText(element: Element | undefined): boolean {
  return element !== undefined && "text" in element && /\s/.test(element.text);
}

/** The elements of a pattern without `^`, with what may come before them. */
function unanchored(elements: readonly Element[], state: TranslationState): readonly Element[] {
  const [first, second] = elements;
  if (first !== undefined && "alternatives" in first) {
    const branches = first.alternatives.flatMap(firstBranches);
    const wide = branches.filter(beginsWithAny).map((branch) => unanchored(branch, state));
    if (wide.length > 0) {
      const narrow = branches.filter((branch) => !beginsWithAny(branch));
      const further = narrow.length === 0 ? [] : [[ANY_TEXT, ...choiceOf(narrow)]];
      // A branch that begins with any text fits at the beginning of the line if it fits anywhere, so that the others
      // are tried further right after it, unless its text stands for some other text.
      const isWider = wide.some(([field]) => state.widened.has(field!));
      const last = branches.findLastIndex(beginsWithAny);
      const all = isWider ? [...further, ...wide] : [...branches.slice(0, last + 1), ...further];
      return [...choiceOf(all), ...elements.slice(1)];
    }
  }
  if (first === undefined || !("field" in first)) return [ANY_TEXT, ...elements];
  const subject = first.field === DROPPED ? "it" : first.field;
  const bytes = state.widened.get(first);
  const isText = second !== undefined && "text" in second;
  if (first.type === undefined && (!isText || /\s/.test(second.text) || !bytes || !isSubset(bytes, NON_BLANK))) {
    if (bytes) state.remark(subject, "all from the beginning of the line, as the pattern has no ^");
    return elements;
  }
  if (bytes && isAnyOrWord(first) && first.field !== DROPPED && isText)
    state.remark(subject, "all from the blank before it, as the pattern has no ^");
  return [ANY_TEXT, ...withWords(elements, state)];
}

/** Elements before whose first text nothing shows where they begin. Fields of any text must not take blanks there. */
function withWords(elements: readonly Element[], state: TranslationState): readonly Element[] {
  const text = elements.findIndex((element) => "text" in element && element.text.trim() !== "");
  return elements.map((element, i) => {
    const bytes = state.widened.get(element);
    if (i >= text || !("field" in element) || !isAny(element) || !bytes || !isSubset(bytes, NON_BLANK)) return element;
    if (element.field !== DROPPED) state.remark(element.field, "the longest text without blanks that fits");
    return { ...element, type: { typeName: "word" } };
  });
}

/** Whether a field takes any text without blanks, where the expression says of which characters. */
function isAnyWord(field: FieldElement, { widened }: TranslationState): boolean {
  return widened.has(field) && isWord(field);
}

/** A pattern without the `^` and `$` around it, and which of them it had. */
function withoutAnchors(
  node: Expression,
  state: TranslationState,
): { node: Expression; isStart: boolean; isEnd: boolean } {
  state.count(node);
  const none = { node, isStart: false, isEnd: false };
  if (node.kind === "start" || node.kind === "end")
    return { node: { kind: "sequence", nodes: [] }, isStart: node.kind === "start", isEnd: node.kind === "end" };
  if (node.kind === "reference" && node.field === undefined) {
    const inner = state.definitions.within(node, (definition) => withoutAnchors(definition, state));
    return inner.isStart || inner.isEnd ? inner : none;
  }
  if (node.kind === "choice") {
    const branches = node.branches.map((branch) => withoutAnchors(branch, state));
    const [isStart, isEnd] = [branches.every((one) => one.isStart), branches.every((one) => one.isEnd)];
    // If only some branches have an anchor, it stays: `$` then ends its branch, and `^` is refused.
    if (branches.some((one) => one.isStart !== isStart || one.isEnd !== isEnd)) return none;
    return { node: { kind: "choice", branches: branches.map((one) => one.node) }, isStart, isEnd };
  }
  if (node.kind !== "sequence" || node.nodes.length === 0) return none;
  const first = withoutAnchors(node.nodes[0]!, state);
  const nodes = first.isStart ? [first.node, ...node.nodes.slice(1)] : node.nodes;
  const last = withoutAnchors(nodes.at(-1)!, state);
  const rest = last.isEnd ? [...nodes.slice(0, -1), last.node] : nodes;
  return { node: { kind: "sequence", nodes: rest }, isStart: first.isStart, isEnd: last.isEnd };
}
