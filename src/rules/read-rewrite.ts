import { type Pattern, type PatternElement, pattern, patternFields } from "../matcher/pattern.ts";
import { nearest } from "../text/messages/nearest.ts";
import { namesInWords, quoted } from "../text/messages/phrases.ts";
import { type LocatedField, locatedFields, withoutGroups } from "./located-elements.ts";
import { spanOf } from "./location.ts";
import { type NearPlaceholder, nearPlaceholders } from "./near-placeholders.ts";
import type { Entry, NodeReader } from "./node-reader.ts";
import type { Wording } from "./pending-issue.ts";
import type { FieldDefinitions } from "./read-field.ts";
import { readPattern } from "./read-pattern.ts";
import type { LocatedRewrite } from "./rule.ts";
import { readLineText, spansIn } from "./scalar-text.ts";
import { compileTemplate, type Template } from "./template.ts";
import { areSameTransforms, type Transform } from "./transforms/transform-registry.ts";

/**
 * Reads a pattern and its output, or, with "none", a pattern whose lines stay as they are. Callers report missing keys.
 * `title` is what messages call the rule or follower.
 */
export function readRewrite(
  reader: NodeReader,
  patternEntry: Entry | undefined,
  outputEntry: Entry | "none" | undefined,
  title: () => string,
  definitions: FieldDefinitions,
): Omit<LocatedRewrite, "span"> | undefined {
  const elements = patternEntry && readPattern(reader, patternEntry, definitions);
  const made = elements && pattern(withoutGroups(elements));
  const output = outputEntry === "none" ? undefined : outputEntry;
  const scalar = output && readLineText(reader, output, true);
  const read = output && scalar && made && readTemplate(reader, output, scalar.source, made, title);
  if (elements === undefined || made === undefined) return undefined;
  const fields = locatedFields(elements);
  const transforms = transformsOf(reader, fields, made);
  const template = outputEntry === "none" ? wholeLine(made.fields.length) : read;
  if (template === undefined) return undefined;
  const written = output && scalar && { text: scalar.source, span: spanOf(output.node!) };
  const spans = { fieldSpans: fields.map(({ span }) => span), written };
  return { pattern: made, template, ...spans, ...(transforms && { transforms }) };
}

/**
 * The transforms of each field of the pattern, or undefined if there are none. Elements in different alternatives may
 * be one field; they are reported if their transforms differ.
 */
function transformsOf(
  reader: NodeReader,
  written: readonly LocatedField[],
  { elements }: Pattern,
): readonly (readonly Transform[])[] | undefined {
  if (!written.some(({ transforms }) => transforms !== undefined)) return undefined;
  const byField: (readonly Transform[])[] = [];
  for (const [i, { field }] of patternFields(elements).entries()) {
    const { field: name, span, transforms = [] } = written[i]!;
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

/** Compiles the output of a rule with this pattern. */
function readTemplate(
  reader: NodeReader,
  entry: Entry,
  text: string,
  pattern: Pattern,
  rule: () => string,
): Template | undefined {
  const compiled = compileTemplate(text, pattern.fields);
  if ("template" in compiled) return compiled.template;
  const node = entry.node!;
  const spanOfNext = spansIn(reader.source, spanOf(node), text);
  for (const { code, name, offset } of compiled.issues) {
    const span = spanOfNext(`{${name}}`, offset);
    reader.report(code, node, () => ({
      ...(code === "UNKNOWN_PLACEHOLDER" ? unknown(name, pattern, rule()) : ambiguous(name, rule())),
      span,
    }));
  }
  return undefined;
}

function unknown(name: string, pattern: Pattern, rule: string): Wording {
  const names = [...new Set(pattern.fields)];
  const near = nearest(name, names);
  const known = names.length === 0 ? "it has no fields" : `the fields are ${namesInWords(names)}`;
  const message = `the output of ${rule} has ${quoted(`{${name}}`)}, but its pattern has no such field`;
  if (near !== undefined) return { message, help: `did you mean ${quoted(`{${near}}`)}? ${known}` };
  const text = textNear(name, pattern);
  if (text !== undefined) {
    const { source, reason, remedy } = text;
    return { message, help: `${quoted(source)} in the pattern is text, because ${reason}; ${remedy}` };
  }
  return { message, help: `${known}; write ${quoted(`{{${name}}}`)} for the text itself` };
}

/** A text in the pattern that is probably meant as the field with this name. */
function textNear(name: string, { elements }: Pattern): NearPlaceholder | undefined {
  const texts = new Map(
    literalsIn(elements)
      .flatMap(nearPlaceholders)
      .map((text) => [nameIn(text), text]),
  );
  const near = nearest(name, texts.keys());
  return near === undefined ? undefined : texts.get(near);
}

/** What stands where a name does in a text that is nearly a placeholder. */
function nameIn({ source }: NearPlaceholder): string {
  return /[^\s{}:|]+/.exec(source)?.[0] ?? "";
}

function literalsIn(elements: readonly PatternElement[]): string[] {
  return elements.flatMap((element) => {
    if ("branches" in element) return element.branches.flatMap(literalsIn);
    return "literal" in element ? [Buffer.from(element.literal).toString()] : [];
  });
}

function ambiguous(name: string, rule: string): Wording {
  return {
    message: `the placeholder ${quoted(`{${name}}`)} is ambiguous: ${rule} has several fields of that name`,
    help: "give the field that you mean a unique name",
  };
}
