import { nearest } from "../diagnostics/nearest.ts";
import { quoted } from "../diagnostics/phrases.ts";
import { fieldsIn, type Pattern, pattern } from "../matcher/pattern.ts";
import { areSameTransforms, type Transform } from "../transforms/transform-registry.ts";
import { type Span, spanOf } from "./location.ts";
import type { YamlNode, YamlScalar } from "./node.ts";
import { type PlacedField, placedFields, withoutGroups } from "./placed-elements.ts";
import type { Wording } from "./problem.ts";
import type { FieldDefinitions } from "./read-field.ts";
import { readPattern } from "./read-pattern.ts";
import type { Reader, Slot } from "./reader.ts";
import type { PlacedMatch } from "./rule.ts";
import { readLineText } from "./scalar-text.ts";
import { compileTemplate, type Template, type TemplateProblem } from "./template.ts";

/**
 * Reads a pattern and its output, or, with "none", a pattern whose lines stay as they are. Callers report missing keys.
 * `title` is what messages call the rule or follower.
 */
export function readMatch(
  reader: Reader,
  patternSlot: Slot | undefined,
  outputSlot: Slot | "none" | undefined,
  title: () => string,
  definitions: FieldDefinitions,
): Omit<PlacedMatch, "span"> | undefined {
  const elements = patternSlot && readPattern(reader, patternSlot, definitions);
  const made = elements && pattern(withoutGroups(elements));
  const output = outputSlot === "none" ? undefined : outputSlot;
  const read = output && readTemplate(reader, output, made?.fields, title);
  if (elements === undefined || made === undefined) return undefined;
  const fields = placedFields(elements);
  const transforms = transformsOf(reader, fields, made);
  const template = outputSlot === "none" ? wholeLine(made.fields.length) : read;
  if (template === undefined) return undefined;
  const outputSpan = output?.node ? spanOf(output.node) : undefined;
  const spans = { fieldSpans: fields.map(({ span }) => span), outputSpan };
  return { pattern: made, template, ...spans, ...(transforms && { transforms }) };
}

/**
 * The transforms of each field of the pattern, or undefined if there are none. Elements in different alternatives may be
 * one field; they are reported if their transforms differ.
 */
function transformsOf(
  reader: Reader,
  elements: readonly PlacedField[],
  { parts }: Pattern,
): readonly (readonly Transform[])[] | undefined {
  if (!elements.some(({ transforms }) => transforms !== undefined)) return undefined;
  const byField: (readonly Transform[])[] = [];
  for (const [i, { field }] of fieldsIn(parts).entries()) {
    const { field: name, span, transforms = [] } = elements[i]!;
    const known = byField[field];
    if (known === undefined) byField[field] = transforms;
    else if (!areSameTransforms(known, transforms)) reader.report("TRANSFORM_CONFLICT", span, () => conflict(name));
  }
  return byField;
}

function conflict(field: string): Wording {
  return {
    message: `the field ${quoted(field)} has another 'transform' in another alternative, but both are one field`,
    help: "write the same 'transform' in all alternatives, or rename one of the fields",
  };
}

/** The template whose output is the line itself, which counts as the field after the last. */
function wholeLine(fields: number): Template {
  const nothing = new Uint8Array(0);
  return { literals: [nothing, nothing], slots: [fields] };
}

const MAX_LISTED_FIELDS = 10;

/** Reads the output of a rule with these fields. If they are unknown, placeholders are not checked. */
function readTemplate(
  reader: Reader,
  slot: Slot,
  fields: readonly string[] | undefined,
  rule: () => string,
): Template | undefined {
  const scalar = readLineText(reader, slot, true);
  if (scalar === undefined || fields === undefined) return undefined;
  const compiled = compileTemplate(scalar.source, fields);
  if ("template" in compiled) return compiled.template;
  const node = slot.node!;
  for (const problem of compiled.problems) {
    reader.report(problem.code, node, () => ({
      ...(problem.code === "UNKNOWN_PLACEHOLDER"
        ? unknown(problem.name, fields, rule())
        : ambiguous(problem.name, rule())),
      span: placeOf(problem, node, scalar, reader.source),
    }));
  }
  return undefined;
}

function unknown(name: string, fields: readonly string[], rule: string): Wording {
  const names = [...new Set(fields)];
  const near = nearest(name, names);
  const listed = names.slice(0, MAX_LISTED_FIELDS).map(quoted).join(", ");
  const more = names.length > MAX_LISTED_FIELDS ? ` and ${names.length - MAX_LISTED_FIELDS} more` : "";
  const known = names.length === 0 ? "it has no fields" : `the fields are ${listed}${more}`;
  return {
    message: `the output of ${rule} has ${quoted(`{${name}}`)}, but its pattern has no such field`,
    help:
      near === undefined
        ? `${known}; write ${quoted(`{{${name}}}`)} for the text itself`
        : `did you mean ${quoted(`{${near}}`)}? ${known}`,
  };
}

function ambiguous(name: string, rule: string): Wording {
  return {
    message: `the placeholder ${quoted(`{${name}}`)} is ambiguous: ${rule} has several fields of that name`,
    help: "give the field that you mean a unique name",
  };
}

/**
 * The span of a placeholder in the source, found by counting its earlier occurrences. Falls back to the whole value if
 * escapes hide the placeholder or the value is an alias.
 */
function placeOf({ name, offset }: TemplateProblem, node: YamlNode, scalar: YamlScalar, source: string): Span {
  const whole = spanOf(node);
  const placeholder = `{${name}}`;
  const before = scalar.source.slice(0, offset).split(placeholder).length - 1;
  const parts = source.slice(whole.start, whole.end).split(placeholder, before + 2);
  if (parts.length < before + 2) return whole;
  const start = whole.start + parts.slice(0, -1).join(placeholder).length;
  return { start, end: start + placeholder.length };
}
