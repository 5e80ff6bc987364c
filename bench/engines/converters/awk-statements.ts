// Statements that cut a part off `rest`, the rest of the line, or return from the rule's function. Lengths are in
// bytes, as in mawk.
import type { Capture } from "./convertible-rule.ts";
import { LAZY } from "./regular-expression.ts";

/** What separates two fields of any text: literals and a date-time. */
export type Landmark = readonly (string | Capture)[];

const AFTER_MATCH = "rest = substr(rest, RSTART + RLENGTH)";

export function atStart(landmark: Landmark, isAll: boolean): string[] {
  if (landmark.length === 0) return [];
  const text = plain(landmark);
  if (text === undefined) {
    return [unless(`match(rest, /^${expression(landmark)}${isAll ? "$" : ""}/)`), ...dates(landmark), AFTER_MATCH];
  }
  if (isAll) return [unless(`rest == ${quoted(text)}`)];
  const length = Buffer.byteLength(text);
  return [unless(`substr(rest, 1, ${length}) == ${quoted(text)}`), `rest = substr(rest, ${length + 1})`];
}

/** Cuts up to the first place of a landmark, with a field before it. */
export function upTo(landmark: Landmark, field: Capture): string[] {
  // Of adjacent fields the first captures nothing.
  if (landmark.length === 0) return value(field, '""');
  const text = plain(landmark);
  if (text === undefined) {
    return [
      unless(`match(rest, /${expression(landmark)}/)`),
      ...value(field, "substr(rest, 1, RSTART - 1)"),
      ...dates(landmark),
      AFTER_MATCH,
    ];
  }
  return [
    unless(`at = index(rest, ${quoted(text)})`),
    ...value(field, "substr(rest, 1, at - 1)"),
    `rest = substr(rest, at + ${Buffer.byteLength(text)})`,
  ];
}

/** Cuts up to the end of the line, where the landmark must be, with a field before it. */
export function atEnd(landmark: Landmark, field: Capture): string[] {
  if (landmark.length === 0) return value(field, "rest");
  const text = plain(landmark);
  if (text === undefined) {
    return [
      unless(`match(rest, /${expression(landmark)}$/)`),
      ...value(field, "substr(rest, 1, RSTART - 1)"),
      ...dates(landmark),
    ];
  }
  return [
    `at = length(rest) - ${Buffer.byteLength(text) - 1}`,
    unless(`at > 0 && substr(rest, at) == ${quoted(text)}`),
    ...value(field, "substr(rest, 1, at - 1)"),
  ];
}

export function variable({ number }: Capture): string {
  return `value${number}`;
}

export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

function unless(condition: string): string {
  return `if (!(${condition})) return 0`;
}

/** Stores a field's capture, if the output needs it. */
function value(capture: Capture, captured: string): string[] {
  return capture.number === undefined ? [] : [`${variable(capture)} = ${captured}`];
}

/** The date-time in what `match` found, without the literals next to it. */
function dates(landmark: Landmark): string[] {
  return landmark.flatMap((element, i) => {
    if (typeof element === "string") return [];
    const before = Buffer.byteLength(landmark.slice(0, i).join(""));
    const after = Buffer.byteLength(landmark.slice(i + 1).join(""));
    return value(element, `substr(rest, RSTART + ${before}, RLENGTH - ${before + after})`);
  });
}

/** The text of a landmark without a date-time. */
function plain(landmark: Landmark): string | undefined {
  return landmark.every((element) => typeof element === "string") ? landmark.join("") : undefined;
}

function expression(landmark: Landmark): string {
  return landmark
    .map((element) => (typeof element === "string" ? LAZY.literal(element) : dateTime(element.dateTime!)))
    .join("");
}

/** mawk knows neither `\d` nor repetition counts. */
function dateTime(javaScript: string): string {
  return javaScript
    .replaceAll(/(\[[^\]]+\]|\\d)\{(\d+)\}/g, (_, set: string, times: string) => set.repeat(Number(times)))
    .replaceAll("[ \\d]", "[ 0-9]")
    .replaceAll("\\d", "[0-9]");
}
