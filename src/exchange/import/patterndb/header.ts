// What comes before the message in a line. syslog-ng matches the program and the message separately; rules match whole
// lines.

import { DATE_TIME, type Element } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { elementsOfParts, type ScannedPart } from "../scanned-parts.ts";
import { patternParts } from "./pattern-parts.ts";

export interface Header {
  readonly elements: readonly Element[];
  /** The names of its fields, by the macros of syslog-ng. */
  readonly macros: ReadonlyMap<string, string>;
  /** What `$PROGRAM` stands for in outputs; undefined if it is a field or several texts. */
  readonly program: string | undefined;
  /** The name of the program for examples without one. */
  readonly example: string;
}

const MACROS = new Map([
  ["DATE", "timestamp"],
  ["HOST", "host"],
  ["PROGRAM", "program"],
  ["PID", "pid"],
]);

/**
 * The header of lines whose program matches one of these patterns; an optional one for any program if there are none.
 */
export function headerOf(programs: readonly string[]): Header {
  const names = programs.map((program) => programElements(patternParts(program)));
  const texts = names.flatMap((elements) =>
    elements.length === 1 && "text" in elements[0]! ? [elements[0].text] : [],
  );
  const isListed = texts.length === programs.length;
  const [first = ""] = texts;
  const program: Element[] =
    programs.length === 0
      ? [{ field: "program" }]
      : isListed
        ? [texts.length === 1 ? { text: first } : { field: "program", type: { values: [...new Set(texts)] } }]
        : [{ alternatives: names }];
  const elements: Element[] = [
    { field: "timestamp", type: DATE_TIME },
    { text: " " },
    { field: "host", type: { typeName: "word" } },
    { text: " " },
    ...program,
    { alternatives: [[{ text: "[" }, { field: "pid", type: { typeName: "number" } }, { text: "]" }], []] },
    { text: ": " },
  ];
  const isField = programs.length === 0 || (isListed && texts.length > 1);
  return {
    elements: programs.length === 0 ? [{ alternatives: [elements, []] }] : elements,
    macros: isField ? MACROS : new Map([...MACROS].filter(([macro]) => macro !== "PROGRAM")),
    program: programs.length > 0 && !isField && isListed ? first : undefined,
    example: isListed && first !== "" ? first : "program",
  };
}

/** A line with this header, for an example. */
export function lineWith(program: string, message: string): string {
  return `Jan  1 00:00:00 localhost ${program}: ${message}`;
}

function programElements(parts: readonly ScannedPart[]): readonly Element[] {
  if (parts.length === 0) throw new LeftOut("the pattern of a program is empty");
  // A name in the pattern of a program is not a field of the message.
  const unnamed = parts.map((part): ScannedPart => ("field" in part ? { ...part, field: undefined } : part));
  return elementsOfParts(unnamed, false).elements;
}
