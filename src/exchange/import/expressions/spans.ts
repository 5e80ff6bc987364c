// Captures that contain others: the fields between whose begin and end they are.

import { type Element, type Pattern, pattern, type Span, withSpans } from "../../../matcher/pattern.ts";
import { spanEnd } from "../../../matcher/spans.ts";
import { quotedScalar } from "../../../rules/write-rule.ts";
import { fieldName } from "../fields.ts";
import { type Expression, offsetOf } from "./expression.ts";
import { coreOf } from "./field-for.ts";
import type { Spanned, TranslationState, Trimmed } from "./translation-state.ts";

/** The name of a field, and the text between it and the begin or the end of a node. */
interface End {
  readonly name: string;
  readonly text: string;
  readonly isBeyond?: true;
}

/** How a node begins or ends. */
interface Edge {
  /** The fields that may be the first, or the last, in their order. */
  readonly ends: readonly End[];
  /** What the node takes beside them where none of them takes anything. */
  readonly text: string;
  /** Whether that is possible. */
  readonly isOpen: boolean;
  /** Present if the node may begin before these fields, or end after them. */
  readonly isRough?: boolean | undefined;
}

/**
 * How a node begins (`side` 0) or ends; undefined if fields do not tell. A capture is a field if `isField`; otherwise
 * its parts are.
 */
function edgeOf(
  node: Expression,
  side: 0 | 1,
  isField: (name: string) => boolean,
  state: TranslationState,
): Edge | undefined {
  state.count(node);
  const inner = (one: Expression): Edge | undefined => edgeOf(one, side, isField, state);
  const { mayBeEmpty } = state.texts.traitsOf(node);
  if ((node.kind === "capture" || node.kind === "reference") && node.field !== undefined) {
    const field = fieldName(node.field);
    if (isField(field)) return { ends: [{ name: field, text: "" }], text: "", isOpen: mayBeEmpty };
    return node.kind === "capture" ? inner(node.node) : inner({ ...node, field: undefined });
  }
  if (node.kind === "sequence") return rowEdge(side === 0 ? node.nodes : [...node.nodes].reverse(), side, inner);
  if (node.kind === "choice") {
    const all = node.branches.map(inner);
    if (all.some((one) => one === undefined || one.text !== "")) return undefined;
    const [isOpen, isRough] = [all.some((one) => one!.isOpen), all.some((one) => one!.isRough)];
    return { ends: all.flatMap((one) => one!.ends), text: "", isOpen, isRough };
  }
  if (node.kind === "repeat") {
    const edge = node.max === 1 ? inner(node.node) : undefined;
    if (node.min > 0) return edge;
    const isRough = edge === undefined || edge.text !== "" || edge.isRough;
    if (isRough && state.texts.traitsOf(node).fields.length === 0) return undefined;
    return { ends: edge?.ends ?? [], text: "", isOpen: true, isRough };
  }
  if (node.kind === "reference") return state.definitions.within(node, inner);
  const texts = node.kind === "set" ? undefined : (state.texts.textsOf(node) ?? [""]);
  return texts?.length === 1 ? { ends: [], text: texts[0]!, isOpen: true } : undefined;
}

/** How nodes begin, or, if they come from the last to the first, how they end. */
function rowEdge(
  nodes: readonly Expression[],
  side: 0 | 1,
  edge: (node: Expression) => Edge | undefined,
): Edge | undefined {
  const ends: End[] = [];
  let [text, isRough] = ["", false];
  const withText = (own: string): string => (side === 0 ? text + own : own + text);
  for (const node of nodes) {
    const next = edge(node);
    if (next === undefined) return ends.length === 0 ? undefined : { ends, text: "", isOpen: true, isRough: true };
    ends.push(...next.ends.map(({ name, text }) => ({ name, text: withText(text) })));
    isRough ||= next.isRough === true;
    if (!next.isOpen) return { ends, text: "", isOpen: false, isRough };
    text = withText(next.text);
  }
  return { ends, text, isOpen: true, isRough };
}

/** The begin and the end of a capture; undefined if fields do not tell. */
function edgesOf({ node, isToLineEnd, until }: Spanned, isField: (name: string) => boolean, state: TranslationState) {
  const known = until === undefined ? [] : [{ ...until, isBeyond: true as const }];
  const edges = ([0, 1] as const).map((side) => {
    const last: Edge = { ends: known, text: "", isOpen: false };
    const edge = side === 1 && (isToLineEnd || until !== undefined) ? last : edgeOf(node, side, isField, state);
    return edge && (edge.ends.length > 0 || isToLineEnd) ? edge : undefined;
  });
  return edges.every((edge) => edge !== undefined) ? edges : undefined;
}

/** A capture whose parts may become fields that show where it begins and ends; undefined for any other. */
export function spannedBy(
  node: Expression,
  name: string,
  state: TranslationState,
  isToLineEnd = false,
): Spanned | undefined {
  if (state.unspanned.has(name)) return undefined;
  const maySpan = (spanned: Spanned): boolean => {
    const names = state.texts.traitsOf(spanned.node).fields.map(fieldName);
    return edgesOf(spanned, (field) => names.includes(field), state) !== undefined;
  };
  const whole: Spanned = { name, node, isToLineEnd, isOwn: false };
  if (maySpan(whole)) return whole;
  const withOwn = isToLineEnd ? undefined : withOwnPart(node, name, state);
  const own = withOwn && { ...whole, node: withOwn, isOwn: true };
  return own && maySpan(own) ? own : undefined;
}

/** A capture with texts in it, whose first part gets its name; undefined for any other. */
export function composite(
  node: Expression,
  name: string,
  until: Spanned["until"],
  state: TranslationState,
): Spanned | undefined {
  const core = coreOf(node, state.definitions);
  if (core.kind !== "sequence" || until === undefined) return undefined;
  const first = core.nodes.findIndex((one) => one.kind === "text");
  const head: Expression = { kind: "sequence", nodes: core.nodes.slice(0, first) };
  if (first < 1 || state.texts.traitsOf(head).mayBeEmpty) return undefined;
  const named: Expression = { kind: "capture", field: name, node: head, offset: offsetOf(node) };
  const row: Expression = { kind: "sequence", nodes: [named, ...core.nodes.slice(first)] };
  return { name, node: row, isToLineEnd: false, isOwn: true, until };
}

/** A node that begins, or ends, with a part that has no name, as one in which that part has the name of the whole. */
function withOwnPart(node: Expression, field: string, state: TranslationState): Expression | undefined {
  const core = coreOf(node, state.definitions);
  if (core.kind !== "sequence") return undefined;
  const { nodes } = core;
  const isUnnamed = (one: Expression): boolean => state.texts.traitsOf(one).fields.length === 0;
  const named = (part: readonly Expression[]): Expression => {
    return { kind: "capture", field, node: { kind: "sequence", nodes: part }, offset: offsetOf(node) };
  };
  // Texts between the part and the first field, or the last one, are texts of the pattern.
  const first = nodes.slice(
    0,
    nodes.findIndex((one) => !isUnnamed(one)),
  );
  const begin = first.findLastIndex((one) => one.kind !== "text") + 1;
  if (begin > 0) return { kind: "sequence", nodes: [named(nodes.slice(0, begin)), ...nodes.slice(begin)] };
  const last = nodes.findLastIndex((one) => !isUnnamed(one)) + 1;
  const end = last + nodes.slice(last).findIndex((one) => one.kind !== "text");
  return end < last ? undefined : { kind: "sequence", nodes: [...nodes.slice(0, end), named(nodes.slice(end))] };
}

/** A node without the text that it begins with (`side` 0), or ends with; undefined without such a text. */
export function trimmed(
  node: Expression,
  side: 0 | 1,
  state: TranslationState,
): { text: string; rest: Expression } | undefined {
  state.count(node);
  const inner = (one: Expression) => trimmed(one, side, state);
  const row = (first: Expression, others: readonly Expression[]): Expression => {
    return { kind: "sequence", nodes: side === 0 ? [first, ...others] : [...others, first] };
  };
  if (node.kind === "text") return { text: node.text, rest: { kind: "sequence", nodes: [] } };
  if (node.kind === "reference") return state.definitions.within(node, inner);
  if (node.kind === "sequence") {
    const first = node.nodes.at(side === 0 ? 0 : -1);
    const cut = first && inner(first);
    return cut && { text: cut.text, rest: row(cut.rest, side === 0 ? node.nodes.slice(1) : node.nodes.slice(0, -1)) };
  }
  if (node.kind !== "repeat" || node.min === 0) return undefined;
  const cut = inner(node.node);
  const others = node.max === 1 ? [] : [{ ...node, min: node.min - 1, max: node.max - 1 }];
  return cut && { text: cut.text, rest: row(cut.rest, others) };
}

/** The names and texts of the ends of a span. */
type NamedSpan = readonly [from: readonly End[], to: readonly End[]];

function ownSpan({ name, before, after }: Trimmed): NamedSpan {
  return [[{ name, text: before }], [{ name, text: after }]];
}

/** The span in a pattern; undefined if its ends are not there. */
function spanIn(made: Pattern, [from, to]: NamedSpan): Span | undefined {
  const ends = [from, to].map((list, side) =>
    list.map((end) => spanEnd(made, end, side as 0 | 1)).filter((end) => end !== undefined),
  );
  const isWhole = ends[0]!.length === from.length && ends[1]!.length === to.length;
  return isWhole ? { from: ends[0]!, to: ends[1]! } : undefined;
}

/** A pattern whose fields take the texts that became texts of the pattern. */
export function withTrimmedTexts(made: Pattern, { trimmed }: TranslationState): Pattern {
  const spans = Array.from(trimmed, (one) => [one.name, spanIn(made, ownSpan(one))] as const);
  return withSpans(made, new Map(spans.filter((one): one is [string, Span] => one[1] !== undefined)));
}

/**
 * The definitions of the fields that span others, in YAML, by their names. Fields called `numbered` occur more than
 * once. Throws a NoSpanError for a field whose begin or end the elements do not show.
 */
export function spanDefinitions(
  elements: readonly Element[],
  numbered: ReadonlySet<string>,
  state: TranslationState,
): Map<string, string> {
  const made = pattern(elements);
  const isField = (name: string): boolean => made.fields.includes(name);
  const definitions = new Map<string, string>();
  for (const one of state.trimmed) {
    if (!isField(one.name)) continue;
    if (numbered.has(one.name) || spanIn(made, ownSpan(one)) === undefined) throw new NoSpanError(one.name);
    definitions.set(one.name, definitionText(ownSpan(one)));
  }
  const spans = new Map<string, NamedSpan>();
  for (const spanned of state.spanned) {
    const { name } = spanned;
    if (isField(name) !== spanned.isOwn) continue;
    const edges = edgesOf(spanned, isField, state);
    const span = edges?.map(({ ends }) => ends) as NamedSpan | undefined;
    const isUnique = span?.flat().every((end) => !numbered.has(end.name));
    if (edges === undefined || span === undefined || !isUnique || spanIn(made, span) === undefined) {
      throw new NoSpanError(name);
    }
    if (edges.some(({ isOpen, text, ends }) => isOpen && (text !== "" || ends.some((end) => end.text !== ""))))
      state.remark(name, "empty if its parts are");
    if (edges.some(({ isRough }) => isRough)) state.remark(name, "only from the first of its parts to the last");
    const [from, to] = spans.get(name) ?? [[], []];
    spans.set(name, [distinctEnds([...from, ...span[0]]), distinctEnds([...to, ...span[1]])]);
  }
  for (const { name } of state.trimmed) if (spans.has(name)) throw new NoSpanError(name);
  for (const [name, span] of spans) definitions.set(name, definitionText(span));
  return definitions;
}

/** The begin and the end of a field are not those of others. */
export class NoSpanError extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`${field} cannot span others`);
    this.field = field;
  }
}

function distinctEnds(ends: readonly End[]): End[] {
  return ends.filter(({ name, text }, i) => ends.findIndex((one) => one.name === name && one.text === text) === i);
}

function definitionText(span: NamedSpan): string {
  const [from, to] = span.map((ends, side) => {
    const texts = ends.map(({ name, text, isBeyond = false }) =>
      quotedScalar((side === 0) !== isBeyond ? `${text}{${name}}` : `{${name}}${text}`),
    );
    return texts.length === 1 ? texts[0]! : `[${texts.join(", ")}]`;
  });
  return `{ from: ${from}${span[1].length === 0 ? "" : `, to: ${to}`} }`;
}
