import { pattern } from "../matcher/pattern.ts";
import { fieldSpans } from "./placed-element.ts";
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
  const made = elements && pattern(elements);
  const read = outputSlot && readTemplate(reader, outputSlot, made?.fields, title);
  if (elements === undefined || made === undefined) return undefined;
  const template = outputSlot === undefined && mayStay ? wholeLine(made.fields.length) : read;
  if (template === undefined) return undefined;
  const { transforms, ...matched } = made;
  // Read as names of transforms, and passed on by the pattern as what they are.
  const steps = transforms as readonly (readonly Transform[])[] | undefined;
  return { pattern: matched, template, fieldSpans: fieldSpans(elements), ...(steps && { transforms: steps }) };
}

/** The output that is the line itself, which stands for a field after the last. */
function wholeLine(fields: number): Template {
  const nothing = new Uint8Array(0);
  return { literals: [nothing, nothing], slots: [fields] };
}
