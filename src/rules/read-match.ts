import { quoted } from "../diagnostics/quoted.ts";
import { pattern } from "../matcher/pattern.ts";
import { fieldSpans, type PlacedField, withoutGroups } from "./placed-element.ts";
import { spanOf, type Wording } from "./problem.ts";
import { readPattern } from "./read-pattern.ts";
import { readTemplate } from "./read-template.ts";
import type { Reader, Slot } from "./reader.ts";
import type { PlacedMatch } from "./rule.ts";
import type { Template } from "./template.ts";
import type { Transform } from "./transform.ts";

/**
 * Reads a pattern and the output of the lines that it matches. Without an output these stay as they are, if they may;
 * what else is missing is told elsewhere. `title` is what messages call it.
 */
export function readMatch(
  reader: Reader,
  patternSlot: Slot | undefined,
  outputSlot: Slot | undefined,
  title: () => string,
  mayStay: boolean,
): Omit<PlacedMatch, "span"> | undefined {
  const elements = patternSlot && readPattern(reader, patternSlot);
  const made = elements && pattern(withoutGroups(elements));
  const read = outputSlot && readTemplate(reader, outputSlot, made?.fields, title);
  if (elements === undefined || made === undefined) return undefined;
  // The pattern gives back elements as they were read here, so each has its span.
  for (const element of (made.contradictions ?? []) as readonly PlacedField[]) {
    reader.report("TRANSFORM_CONFLICT", element.span, () => contradiction(element.field));
  }
  const template = outputSlot === undefined && mayStay ? wholeLine(made.fields.length) : read;
  if (template === undefined) return undefined;
  const { transforms, contradictions: _, ...matched } = made;
  // `readField` took only names of transforms, which the pattern knows as strings.
  const steps = transforms as readonly (readonly Transform[])[] | undefined;
  const outputSpan = outputSlot?.node ? spanOf(outputSlot.node) : undefined;
  const spans = { fieldSpans: fieldSpans(elements), outputSpan };
  return { pattern: matched, template, ...spans, ...(steps && { transforms: steps }) };
}

function contradiction(field: string): Wording {
  return {
    message: `the field ${quoted(field)} is in another alternative too, with another 'transform'; together they are one field`,
    help: "write the same 'transform' wherever it stands in these alternatives, or give one of them another name",
  };
}

/** The output that is the line itself, which stands for a field after the last. */
function wholeLine(fields: number): Template {
  const nothing = new Uint8Array(0);
  return { literals: [nothing, nothing], slots: [fields] };
}
