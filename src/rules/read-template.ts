import type { ParsedNode, Scalar } from "yaml";
import { nearest } from "../diagnostics/nearest.ts";
import { quoted } from "../diagnostics/quoted.ts";
import { readLineText } from "./line-text.ts";
import { type Span, spanOf, type Wording } from "./problem.ts";
import type { Reader, Slot } from "./reader.ts";
import { compileTemplate, type Template, type TemplateProblem } from "./template.ts";

const MOST_LISTED = 10;

/** Reads the output of the rule that has these fields. Without them its placeholders can't be judged. */
export function readTemplate(
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
  const listed = names.slice(0, MOST_LISTED).map(quoted).join(", ");
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : "";
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
    help: "give the field that is meant a name of its own",
  };
}

/**
 * Where the placeholder stands in the source: as many of its like stand before it there as in the value. Escapes can
 * hide it, and an alias is all that stands at its place; then it is the value as a whole.
 */
function placeOf({ name, offset }: TemplateProblem, node: ParsedNode, scalar: Scalar.Parsed, source: string): Span {
  const whole = spanOf(node);
  const placeholder = `{${name}}`;
  const before = scalar.source.slice(0, offset).split(placeholder).length - 1;
  const parts = source.slice(whole.start, whole.end).split(placeholder, before + 2);
  if (parts.length < before + 2) return whole;
  const start = whole.start + parts.slice(0, -1).join(placeholder).length;
  return { start, end: start + placeholder.length };
}
