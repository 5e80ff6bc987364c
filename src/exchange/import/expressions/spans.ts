// Captures that contain others: the fields between whose begin and end they are.

import { type Element, type Pattern, pattern } from "../../../matcher/pattern.ts";
import { spanEnd } from "../../../matcher/spans.ts";
import { quotedScalar } from "../../../rules/write-rule.ts";
import { fieldName } from "../fields.ts";
import { type Expression, offsetOf } from "./expression.ts";
import { coreOf } from "./expression-texts.ts";
import type { End, Spanned, TranslationState } from "./translation-state.ts";

const SIDES = [0, 1] as const;

type Side = (typeof SIDES)[number];

/** How a node begins or ends. */
interface Edge {
  /** The fields that may be the first, or the last, in their order. */
  readonly ends: readonly End[];
  /** What the node takes beside them where none of them takes anything. */
  readonly text: string;
  /** Whether that is possible. */
  readonly isOpen: boolean;
  /** Present if the node may begin before these fields, or end after them. */
  readonly isRough?: boolean;
}

type Ends = readonly [from: readonly End[], to: readonly End[]];

/** The begin and the end of a field are not those of others. */
export class NoSpanError extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`${field} cannot span others`);
    this.field = field;
  }
}

/** A capture's name and what it captures; undefined for any other node. */
export function capturedBy(node: Expression): { readonly name: string; readonly node: Expression } | undefined {
  if ((node.kind !== "capture" && node.kind !== "reference") || node.field === undefined) return undefined;
  const inner = node.kind === "capture" ? node.node : { ...node, field: undefined };
  return { name: fieldName(node.field), node: inner };
}

function captureOf(field: string, nodes: readonly Expression[], offset: number): Expression {
  return { kind: "capture", field, node: rowOf(nodes), offset };
}

/** Nodes in a row, which begins with the last of them if it is seen from its end. */
function rowOf(nodes: readonly Expression[], side: Side = 0): Expression {
  return { kind: "sequence", nodes: seenFrom(side, nodes) };
}

function seenFrom<T>(side: Side, items: readonly T[]): readonly T[] {
  return side === 0 ? items : [...items].reverse();
}

/** How a node begins or ends; undefined if fields do not tell. The parts of a capture count unless it `isField`. */
function edgeOf(
  node: Expression,
  side: Side,
  isField: (name: string) => boolean,
  state: TranslationState,
): Edge | undefined {
  state.count(node);
  const inner = (one: Expression): Edge | undefined => edgeOf(one, side, isField, state);
  const captured = capturedBy(node);
  if (captured !== undefined) {
    const { name } = captured;
    if (!isField(name)) return inner(captured.node);
    return { ends: [{ name, text: "" }], text: "", isOpen: state.texts.traitsOf(node).mayBeEmpty };
  }
  if (node.kind === "sequence") return rowEdge(seenFrom(side, node.nodes), side, inner);
  if (node.kind === "choice") {
    const all = node.branches.map(inner).filter((one) => one?.text === "") as Edge[];
    if (all.length < node.branches.length) return undefined;
    const [isOpen, isRough] = [all.some((one) => one.isOpen), all.some((one) => one.isRough)];
    return { ends: all.flatMap(({ ends }) => ends), text: "", isOpen, isRough };
  }
  if (node.kind === "repeat") {
    const edge = node.max === 1 ? inner(node.node) : undefined;
    if (node.min > 0) return edge;
    const isRough = edge === undefined || edge.text !== "" || edge.isRough === true;
    if (isRough && state.texts.traitsOf(node).fields.length === 0) return undefined;
    return { ends: edge?.ends ?? [], text: "", isOpen: true, isRough };
  }
  if (node.kind === "reference") return state.definitions.within(node, inner);
  const texts = node.kind === "set" ? undefined : (state.texts.textsOf(node) ?? [""]);
  return texts?.length === 1 ? { ends: [], text: texts[0]!, isOpen: true } : undefined;
}

function rowEdge(
  nodes: readonly Expression[],
  side: Side,
  edge: (node: Expression) => Edge | undefined,
): Edge | undefined {
  const ends: End[] = [];
  let [text, isRough] = ["", false];
  const withText = (own: string): string => seenFrom(side, [text, own]).join("");
  for (const node of nodes) {
    const next = edge(node);
    if (next === undefined) return ends.length === 0 ? undefined : { ends, text: "", isOpen: true, isRough: true };
    ends.push(...next.ends.map((end) => ({ ...end, text: withText(end.text) })));
    isRough ||= next.isRough === true;
    if (!next.isOpen) return { ends, text: "", isOpen: false, isRough };
    text = withText(next.text);
  }
  return { ends, text, isOpen: true, isRough };
}

/** The begin and the end of a capture; undefined if fields do not tell. */
function edgesOf({ node, to }: Spanned, isField: (name: string) => boolean, state: TranslationState) {
  const edges = SIDES.map((side): Edge | undefined => {
    if (side === 1 && to !== undefined) return { ends: to, text: "", isOpen: false };
    const edge = edgeOf(node, side, isField, state);
    return edge?.ends.length === 0 ? undefined : edge;
  });
  return edges.every((edge) => edge !== undefined) ? edges : undefined;
}

/**
 * A capture whose parts may become fields that show where it begins and, without `to`, ends; undefined for any other.
 * A part without a name may get that of the whole, unless this ends with the line.
 */
export function spannedBy(
  node: Expression,
  name: string,
  state: TranslationState,
  to?: readonly End[],
): Spanned | undefined {
  if (state.unspanned.has(name)) return undefined;
  // A capture in a capture remains one.
  const core = capturedBy(node) === undefined ? coreOf(node, state.definitions) : node;
  const named = core.kind === "sequence" && to?.length !== 0 ? withOwnPart(core.nodes, name, state) : [];
  const ways = [core, ...named].map((way) => ({ name, node: way, to }));
  return ways.find((way) => edgesOf(way, () => true, state) !== undefined);
}

/** Nodes that begin, or else end, with a part without a name, with the name of the whole for this; or nothing. */
function withOwnPart(nodes: readonly Expression[], name: string, state: TranslationState): Expression[] {
  const hasFields = (one: Expression): boolean => state.texts.traitsOf(one).fields.length > 0;
  const isNext = nodes.some(hasFields) ? hasFields : (one: Expression): boolean => one.kind === "text";
  return SIDES.flatMap((side) => {
    const row = seenFrom(side, nodes);
    const end = Math.max(row.findIndex(isNext), 0);
    // Texts between the part and the first field are texts of the pattern.
    const length = row.slice(0, end).findLastIndex((one) => one.kind !== "text") + 1;
    const part = captureOf(name, seenFrom(side, row.slice(0, length)), offsetOf(nodes[0]!));
    return length === 0 ? [] : rowOf([part, ...row.slice(length)], side);
  }).slice(0, 1);
}

/** A node without the text that it begins, or ends, with; undefined without such a text. */
export function trimmed(
  node: Expression,
  side: Side,
  state: TranslationState,
): { readonly text: string; readonly rest: Expression } | undefined {
  state.count(node);
  const inner = (one: Expression) => trimmed(one, side, state);
  if (node.kind === "text") return { text: node.text, rest: rowOf([]) };
  if (node.kind === "reference") return state.definitions.within(node, inner);
  let nodes: readonly Expression[] = [];
  if (node.kind === "sequence") nodes = seenFrom(side, node.nodes);
  if (node.kind === "repeat" && node.min > 0)
    nodes = [node.node, ...(node.max === 1 ? [] : [{ ...node, min: node.min - 1, max: node.max - 1 }])];
  const cut = nodes[0] && inner(nodes[0]);
  return cut && { text: cut.text, rest: rowOf([cut.rest, ...nodes.slice(1)], side) };
}

/** A field between the texts that its expression begins and ends with, which became texts of the pattern. */
export function extended(name: string, rest: Expression, texts: readonly [before: string, after: string]): Spanned {
  const [before, after] = texts.map((text): Expression[] => (text === "" ? [] : [{ kind: "text", text }]));
  return { name, node: rowOf([...before!, captureOf(name, [rest], 0), ...after!]) };
}

/**
 * The definitions of the fields that span others, in YAML by their names. Fields called `numbered` occur more than
 * once. Throws a NoSpanError for a field whose begin or end the elements do not show.
 */
export function spanDefinitions(elements: readonly Element[], numbered: ReadonlySet<string>, state: TranslationState) {
  const made = pattern(elements);
  const isField = (name: string): boolean => made.fields.includes(name);
  const known = new Map<string, Ends>();
  for (const spanned of state.spanned) {
    const { name, node } = spanned;
    const isOwn = state.texts.traitsOf(node).fields.some((field) => fieldName(field) === name);
    if (isField(name) !== isOwn) continue;
    const edges = edgesOf(spanned, isField, state);
    if (edges === undefined) throw new NoSpanError(name);
    if (!isOwn && edges.some(({ isOpen, text, ends }) => isOpen && text + ends.map((end) => end.text).join("") !== ""))
      state.remark(name, "empty if its parts are");
    if (edges.some(({ isRough }) => isRough)) state.remark(name, "only from the first of its parts to the last");
    const [from, to] = edges.map(({ ends }, side) => distinctEnds([...(known.get(name)?.[side] ?? []), ...ends]));
    // A part with the name of the whole, of which texts were cut, no longer begins or ends where the whole does.
    const isOther = isOwn && known.has(name) && from!.length + to!.length > edges.flatMap(({ ends }) => ends).length;
    if (isOther) throw new NoSpanError(name);
    known.set(name, [from!, to!]);
  }
  return new Map(
    Array.from(known, ([name, ends]) => {
      checkEnds(made, name, ends, numbered);
      return [name, definitionText(ends)];
    }),
  );
}

function checkEnds(made: Pattern, name: string, ends: Ends, numbered: ReadonlySet<string>): void {
  for (const side of SIDES)
    for (const end of ends[side])
      if (numbered.has(end.name) || spanEnd(made, end, side) === undefined) throw new NoSpanError(name);
}

function distinctEnds(ends: readonly End[]): End[] {
  return ends.filter(({ name, text }, i) => ends.findIndex((one) => one.name === name && one.text === text) === i);
}

function definitionText(span: Ends): string {
  const [from, to] = span.map((ends, side) => {
    const texts = ends.map(({ name, text, isBeyond = false }) =>
      quotedScalar((side === 0) !== isBeyond ? `${text}{${name}}` : `{${name}}${text}`),
    );
    return texts.length === 1 ? texts[0]! : `[${texts.join(", ")}]`;
  });
  return `{ from: ${from}${span[1].length === 0 ? "" : `, to: ${to}`} }`;
}
