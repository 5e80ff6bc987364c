// What comes before the message in a line: time, host and program. syslog-ng matches the program and the message apart
// from each other; rules match whole lines.

import { DATE_TIME, type Element } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import type { TemplatePart } from "../../../rules/template.ts";
import { elementsOfParts, type Scanned } from "../scanned-parts.ts";
import { patternParts } from "./pattern-parts.ts";

export interface Header {
  readonly elements: readonly Element[];
  /** The names of fields in the patterns of its programs, by those in the database. */
  readonly names: ReadonlyMap<string, string>;
  /** What differs in these patterns. */
  readonly remarks: readonly string[];
  /** What `$PROGRAM` stands for in outputs; undefined if it is several fields. */
  readonly program: TemplatePart | undefined;
  /** The name of the program for examples without one. */
  readonly example: string;
}

/** The names of a header's fields, which fields of messages must not have. */
export const HEADER_FIELDS: readonly string[] = ["timestamp", "host", "program", "pid"];

/** The fields of a header for which syslog-ng has macros. */
export const MACROS: ReadonlyMap<string, string> = new Map([
  ["DATE", "timestamp"],
  ["HOST", "host"],
  ["PID", "pid"],
]);

/**
 * The header of lines whose program matches one of these patterns; an optional one for any program if there are none.
 */
export function headerOf(programs: readonly string[]): Header {
  const scanned = programs.map(scanProgram);
  const alternatives = scanned.map(({ elements }) => elements);
  const texts = alternatives.flatMap(([first, ...others]) =>
    first !== undefined && "text" in first && others.length === 0 ? [first.text] : [],
  );
  const [name] = texts;
  const isListed = texts.length === programs.length;
  const isOne = isListed && texts.length === 1;
  const field: Element = { field: "program", ...(name !== undefined && { type: { values: [...new Set(texts)] } }) };
  const elements: Element[] = [
    { field: "timestamp", type: DATE_TIME },
    { text: " " },
    { field: "host", type: { typeName: "word" } },
    { text: " " },
    isOne ? { text: name! } : isListed ? field : { alternatives },
    { alternatives: [[{ text: "[" }, { field: "pid", type: { typeName: "number" } }, { text: "]" }], []] },
    { text: ": " },
  ];
  return {
    elements: programs.length === 0 ? [{ alternatives: [elements, []] }] : elements,
    names: new Map(scanned.flatMap(({ names }) => [...names])),
    remarks: scanned.flatMap(({ remarks }) => remarks),
    program: isOne ? name : isListed ? { field: "program" } : undefined,
    example: (isListed && name) || "program",
  };
}

function scanProgram(program: string): Scanned {
  const parts = patternParts(program);
  if (parts.length === 0) throw new LeftOut("the pattern of a program is empty");
  return elementsOfParts(parts, false, HEADER_FIELDS);
}
