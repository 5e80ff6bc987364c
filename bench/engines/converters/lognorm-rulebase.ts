import type { LineTemplate } from "../../workloads/line-template.ts";
import { type Capture, type PlainRule, plainRules } from "./convertible-rule.ts";
import { LAZY } from "./regular-expression.ts";

const DATE = "\\d{4}-\\d\\d-\\d\\d";
const CLOCK = "\\d\\d:\\d\\d:\\d\\d";

/** liblognorm's own parsers, each with the part of a date-time expression that it replaces, the longest first. */
const DATE_TIME_PARSERS: ReadonlyMap<string, string> = new Map([
  [`${DATE}T${CLOCK}\\.\\d{3}Z`, "date-rfc5424"],
  [`[A-Z][a-z]{2} [ \\d]\\d ${CLOCK}`, "date-rfc3164"],
  [DATE, "date-iso"],
  [CLOCK, "time-24hr"],
  ["[A-Z][a-z]{2}", "alpha"],
]);
const KNOWN = [...DATE_TIME_PARSERS.keys()].map(LAZY.literal);
const DIGITS = "(?:\\\\d(?:\\{\\d+\\})?)+";
const ESCAPED = "\\\\\\W";
const DATE_TIME_PIECES = new RegExp([...KNOWN, DIGITS, ESCAPED].join("|"), "g");

/** The rules as a rulebase for liblognorm 2. The tag of each rule is its number in order of precedence. */
export function lognormRulebase(templates: readonly LineTemplate[]): string {
  const rules = plainRules(templates).map((rule, i) => `rule=${i}:${sampleOf(rule)}\n`);
  return `version=2\n${rules.join("")}`;
}

/** Turns lognormalizer's output, a line of JSON for each line of the log, into our output. */
export function normalizedByLognorm(json: string, templates: readonly LineTemplate[]): string {
  const rules = plainRules(templates);
  return json.replaceAll(/[^\n]+/g, (line) => {
    const event = JSON.parse(line);
    const rule = rules[event["event.tags"]?.[0]];
    if (rule === undefined) return event.originalmsg;
    return rule.output.map((piece) => (typeof piece === "string" ? piece : (event[name(piece)] ?? ""))).join("");
  });
}

function sampleOf({ elements }: PlainRule): string {
  return elements
    .map((element, i) => {
      if (typeof element === "string") return literal(element);
      if (element.dateTime !== undefined && element.number === undefined) return dateTime(element.dateTime);
      return fieldBefore(elements[i + 1], name(element));
    })
    .join("");
}

/** What no parser replaces is literal text. `number` takes any number of digits. */
function dateTime(expression: string): string {
  return expression.replaceAll(DATE_TIME_PIECES, (piece) => {
    const known = DATE_TIME_PARSERS.get(piece);
    if (known !== undefined) return parser(known);
    return piece.startsWith("\\d") ? parser("number") : piece.slice(1);
  });
}

function fieldBefore(next: string | Capture | undefined, field: string): string {
  if (next === undefined) return parser("rest", field);
  // Of adjacent fields the first captures nothing, which no parser can do.
  if (typeof next !== "string") return "";
  // `string-to` never finds a literal of one byte.
  return parser(Buffer.byteLength(next) === 1 ? "char-sep" : "string-to", field, next);
}

/** A field called `-` is matched and dropped. The others have short names, because these are written out. */
function name({ number }: Capture): string {
  return number === undefined ? "-" : `c${number}`;
}

function parser(type: string, field = "-", extradata?: string): string {
  return `%${JSON.stringify({ name: field, type, extradata }).replaceAll("%", "\\u0025")}%`;
}

function literal(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("%", "%%");
}
