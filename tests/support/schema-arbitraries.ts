import fc from "fast-check";
import { ANY_TYPE, TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { TRANSFORM_NAMES } from "../../src/rules/transforms/transform-registry.ts";
import { MASK_NAMES } from "../../src/text/masks/varying-parts.ts";

/** The content of a rules file as plain values, where null is a missing value. */
export type FileValue = null | boolean | number | string | FileValue[] | { [key: string]: FileValue };

/** Texts that YAML must quote, and ones that it reads as numbers and the like unless they are quoted. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }).filter((text) => !text.includes("\n")),
  fc.constantFrom<FileValue[]>(
    " GET ",
    "007",
    "on",
    "null",
    "~",
    "1.0",
    ": #",
    "'",
    '"',
    "{",
    "\r",
    "\0",
    "x-a",
    "字🎉",
  ),
  fc.constantFrom<FileValue[]>(7, -1.5, 1e21, 0, Number.POSITIVE_INFINITY, Number.NaN, true, false),
);
const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom("a", "b", "timestamp", "_") }, text.filter(isName));
const output = fc.oneof(fc.constantFrom("", "[x]", "{a}", "{{c}}", '{"a":1}', "{_}"), text);

/** The name with any mix of upper and lower case. */
function inAnyCase(names: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...names).chain((name) => fc.mixedCase(fc.constant(name)));
}
const kind = inAnyCase(MASK_NAMES);
const transform = fc.oneof(
  { weight: 4, arbitrary: inAnyCase(TRANSFORM_NAMES) },
  record({ mask: fc.oneof(kind, fc.array(kind, { minLength: 1, maxLength: 3 })) }),
);
const transforms = fc.oneof(transform, fc.array(transform, { maxLength: 2 }));
const values = fc.array(text, { minLength: 1, maxLength: 3 });

const notation = fc.oneof(
  fc.constantFrom<FileValue[]>(
    "{a}",
    "x {a:number} {b:X|Y}",
    "{a:NUMBER}{b:any}",
    "{a: b} {c:1} {}",
    "{{a}}",
    "{a:b|}",
  ),
  fc.constantFrom<FileValue[]>("{a:nubmer}", "{a:|b}", "{a:b||c}", "{a-b:c} {a:b c}", "|{a:x|y}|", "{a:{b}|c}"),
  text,
);

const { pattern } = fc.letrec<{ element: FileValue; pattern: FileValue; alternative: FileValue }>((tie) => ({
  element: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    record({ text }),
    record({ field: name }, { transform: transforms }),
    record({ field: name, parser: inAnyCase(TYPE_NAMES) }, { transform: transforms }),
    record({ field: name, values }, { transform: transforms }),
    record({ optional: tie("pattern") }),
    record({ alternatives: fc.array(tie("alternative"), { minLength: 1, maxLength: 3 }) }),
  ),
  pattern: fc.oneof(
    notation,
    fc.array(fc.oneof({ weight: 3, arbitrary: tie("element") }, notation), { minLength: 1, maxLength: 3 }),
  ),
  alternative: fc.oneof(notation, fc.constant(""), fc.array(fc.oneof(tie("element"), notation), { maxLength: 2 })),
}));

const follower = fc.oneof(notation, record({ pattern }, { output }));
const definition = record(
  {},
  {
    parser: inAnyCase([...TYPE_NAMES, ANY_TYPE]),
    transform: transforms,
    description: fc.constantFrom<FileValue[]>(null, "a"),
  },
);
const fields = fc.dictionary(fc.constantFrom("a", "b", "timestamp"), definition, {
  maxKeys: 2,
}) as fc.Arbitrary<FileValue>;
const example = record(
  { line: output },
  { output, fields: fc.dictionary(fc.constantFrom("a", "b", "timestamp"), output, { maxKeys: 2 }) },
);
const rule = record(
  { name: text, pattern, output },
  {
    description: fc.oneof(output, fc.constantFrom<FileValue[]>("two\nlines\n", null)),
    fields,
    catch_all: fc.constantFrom<FileValue[]>(true, false, "true", "FALSE"),
    sequence: record({ followers: fc.array(follower, { minLength: 1, maxLength: 2 }) }),
    examples: fc.array(example, { maxLength: 2 }),
    not: fc.array(output, { maxLength: 2 }),
    "x-note": fc.constantFrom<FileValue[]>(null, [[]], { a: {} }),
  },
);
const file = record(
  { rules: fc.array(rule, { maxLength: 2 }) },
  { fields, "x-shared": fc.constantFrom<FileValue[]>(null, [1]) },
);

function record(needed: Record<string, fc.Arbitrary<unknown>>, free: Record<string, fc.Arbitrary<unknown>> = {}) {
  const options = { requiredKeys: Object.keys(needed), noNullPrototype: true };
  return fc.record({ ...needed, ...free }, options as object) as fc.Arbitrary<FileValue>;
}

function isName(value: FileValue): boolean {
  return !/[{}]/.test(String(value));
}

const KEYS = [
  ...[
    "rules",
    "name",
    "pattern",
    "output",
    "description",
    "catch_all",
    "sequence",
    "followers",
    "examples",
    "not",
    "line",
  ],
  ...["fields", "text", "field", "parser", "values", "transform", "alternatives", "optional"],
  ...["feild", "Name", "x-own", "X-own", "x", "", "patterns", "<<"],
];
const OTHER_VALUES: readonly FileValue[] = [
  ...[null, "", "a", "a\nb", "a\n", "{a}", 7, true, [], {}, ["a"], [""], [null], [[]], [{}], [["a"]]],
  ...[{ text: "a" }, [{ text: "a" }], [[{ text: "a" }]], { a: null }, "nubmer", "Number", "ALIAS", ["trim", "lower"]],
];

/** A change to a file: where, what, and with which key and value. */
interface Damage {
  readonly place: number;
  readonly kind: "replace" | "remove" | "rename" | "add" | "empty" | "wrap";
  readonly key: string;
  readonly value: FileValue;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  place: fc.nat(999),
  kind: fc.constantFrom("replace", "remove", "rename", "add", "empty", "wrap"),
  key: fc.constantFrom(...KEYS),
  value: fc.constantFrom(...OTHER_VALUES),
});

/** Rules files, valid ones and ones damaged in up to three places. */
export const rulesFiles: fc.Arbitrary<FileValue> = fc
  .tuple(file, fc.array(damage, { maxLength: 3 }))
  .map(([file, damages]) => damages.reduce(damaged, file));

interface Place {
  readonly holder: FileValue[] | { [key: string]: FileValue };
  readonly key: string;
}

function damaged(file: FileValue, { place, kind, key, value }: Damage): FileValue {
  const root: { file?: FileValue } = structuredClone({ file });
  const places = placesIn(root);
  const { holder, key: old } = places[place % places.length]!;
  const at = holder as { [key: string]: FileValue };
  const target = at[old]!;
  const other = structuredClone(value);
  if (kind === "replace") {
    at[old] = other;
  } else if (kind === "wrap") {
    at[old] = [target];
  } else if (kind === "empty") {
    at[old] = Array.isArray(target) ? [] : "";
  } else if (kind === "add" && Array.isArray(target)) {
    target.push(other);
  } else if (kind === "add" && target !== null && typeof target === "object" && !Array.isArray(target)) {
    target[key] = other;
  } else if (kind === "remove" && Array.isArray(holder)) {
    holder.splice(Number(old), 1);
  } else if (kind === "remove") {
    delete at[old];
  } else if (kind === "rename" && !Array.isArray(holder) && holder !== root) {
    delete at[old];
    at[key] = target;
  }
  return root.file ?? null;
}

function placesIn(holder: Place["holder"]): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(value !== null && typeof value === "object" ? placesIn(value) : []),
  ]);
}
