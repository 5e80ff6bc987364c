import type { TypeName } from "../../src/matcher/types/type-registry.ts";
import type { TransformName } from "../../src/rules/transforms/transform-registry.ts";
import type { LineTemplate, TemplateElement } from "./line-template.ts";
import type { Random } from "./random.ts";
import { VALUES, type Value } from "./values.ts";
import type { Workload } from "./workload.ts";

/** A line has this many elements of one kind, each after a literal of its own. */
export const ELEMENTS_A_LINE = 8;

/** One kind of pattern element, and what lines have in its place. */
export interface ElementKind {
  readonly name: string;
  readonly value: Value;
  /** The element for the place with this number. */
  readonly element: (place: number) => TemplateElement;
  /**
   * Whether the output shows the captures, as it must for transforms. Otherwise the output is the same for all lines.
   */
  readonly isShown: boolean;
}

const field = (place: number): string => `f${place}`;
const TEXTS = ["paid", "pending", "shipped", "cancelled", "returned", "refused", "waiting", "open", "lost", "found"];
const NUMBERED = ["job ", "task #", "no. "];
const oneOf =
  (texts: readonly string[]): Value =>
  (random) =>
    random.pick(texts);
const date = (random: Random): string => `2025-0${random.between(1, 9)}-${random.between(10, 28)}`;
const clock = (random: Random): string =>
  `${random.between(10, 23)}:${random.between(10, 59)}:${random.between(10, 59)}`;

function kind(name: string, value: Value, element: ElementKind["element"]): ElementKind {
  return { name, value, element, isShown: false };
}

function typed(parser: string, value: Value): ElementKind {
  return kind(parser, value, (place) => ({ field: field(place), parser }));
}

function shown(name: string, value: Value, transforms?: readonly string[]): ElementKind {
  const element = (place: number): TemplateElement => ({ field: field(place), ...(transforms && { transforms }) });
  return { name, value, element, isShown: true };
}

const alternatives = (count: number): ElementKind =>
  kind(`alternatives: ${count} texts`, oneOf(TEXTS.slice(0, count)), () => ({
    alternatives: TEXTS.slice(0, count).map((text) => [text]),
  }));

const values = (count: number): ElementKind =>
  kind(`values: ${count} texts`, oneOf(TEXTS.slice(0, count)), (place) => ({
    field: field(place),
    values: TEXTS.slice(0, count),
  }));

/** Values of the types that are measured. */
const TYPED: Readonly<Partial<Record<TypeName, Value>>> = {
  number: VALUES.bytes!,
  float: VALUES.amount!,
  hex: VALUES.hex!,
  word: VALUES.path!,
  ip: VALUES.ip!,
  uuid: VALUES.uuid!,
  quoted: VALUES.error!,
  json: VALUES.items!,
  timestamp: (random) => `${date(random)} ${clock(random)}`,
  whitespace: oneOf([" ", "  ", "\t"]),
};

/** Values for transforms that are measured. Workloads have no key for pseudonyms. */
const TRANSFORMED: Readonly<Partial<Record<TransformName, Value>>> = {
  lowercase: (random) => random.pick(TEXTS).toUpperCase(),
  uppercase: oneOf(TEXTS),
  trim: (random) => ` ${random.pick(TEXTS)} `,
  strip_ansi: (random) => `\u001b[1m${random.pick(TEXTS)}\u001b[0m`,
  digits_to_n: VALUES.name!,
  mask: VALUES.name!,
  // One of 500.
  alias: (random) => `user${500 + random.below(500)}`,
};

/** All kinds of elements that a pattern may have. */
export const ELEMENT_KINDS: readonly ElementKind[] = [
  kind(
    "text of 8 bytes",
    () => "accepted",
    () => "accepted",
  ),
  kind("any text", VALUES.name!, (place) => ({ field: field(place) })),
  ...Object.entries(TYPED).map(([type, value]) => typed(type, value)),
  values(3),
  values(10),
  kind("optional text", oneOf(["", "(cached)"]), () => ({ alternatives: [["(cached)"], []] })),
  alternatives(3),
  alternatives(10),
  kind(
    "alternatives: 3 with a number",
    (random) => random.pick(NUMBERED) + random.below(1_000_000),
    (place) => ({
      alternatives: NUMBERED.map((text) => [text, { field: field(place), parser: "number" }]),
    }),
  ),
  shown("any text, shown", VALUES.name!),
  ...Object.entries(TRANSFORMED).map(([name, value]) => shown(name, value, [name])),
];

/**
 * The same lines with three rules: one with the elements, one with fields of any text in their places, one without
 * either.
 */
export interface KindWorkloads {
  readonly own: Workload;
  readonly anyText: Workload;
  /** Takes everything that the elements take as one field. */
  readonly nothing: Workload;
}

export function workloadsOf(kind: ElementKind): KindWorkloads {
  const places = Array.from({ length: ELEMENTS_A_LINE }, (_, place) => place);
  const line: Workload["line"] = (random) =>
    `begin${places.map((place) => ` k${place}=${kind.value(random)}`).join("")} end`;
  const workload = (name: string, rule: Omit<LineTemplate, "name">): Workload => ({
    name,
    rules: [{ name, ...rule }],
    line,
    lineEnd: "\n",
  });
  const withElements = (name: string, element: ElementKind["element"]): Workload =>
    workload(name, {
      elements: ["begin", ...places.flatMap((place) => [` k${place}=`, element(place)]), " end"],
      output: kind.isShown ? places.map((place) => `{${field(place)}}`).join(" ") : "done",
    });
  return {
    own: withElements("own", kind.element),
    anyText: withElements("any-text", (place) => ({ field: field(place) })),
    nothing: workload("nothing", { elements: ["begin", { field: "rest" }, " end"], output: "done" }),
  };
}
