import { jsonString } from "../text/messages/json.ts";
import { printable } from "../text/messages/printable.ts";

/** What may be a number, a time or a special value in some version of YAML. */
const AMBIGUOUS = /^(?:\P{L}*|[-+.~\d]\S*|null|true|false|yes|no|on|off|y|n)$/iu;
/** An indicator or a blank at the beginning, what begins a value or a comment, or a colon or a blank at the end. */
const SYNTAX = /^[\s\-?:,[\]{}#&*!|>'"%@`=]|: | #|[:\s]$/;

/**
 * A text as a value in one line of block style: without quotes if every reader of YAML takes it for the same text, and
 * otherwise quoted. The text must not have a line break.
 */
export function scalarOf(text: string): string {
  if (printable(text) !== text) return yamlText(text);
  if (!AMBIGUOUS.test(text) && !SYNTAX.test(text)) return text;
  return /["\\]/.test(text) ? quotedScalar(text) : yamlText(text);
}

/** The same in a list or mapping in brackets, where some characters need quotes anywhere. */
export function flowScalarOf(text: string): string {
  return /[,[\]{}]/.test(text) ? quotedScalar(text) : scalarOf(text);
}

/** A text as a string of YAML: in single quotes, or as `yamlText` if it has characters that need an escape. */
export function quotedScalar(text: string): string {
  return printable(text) === text ? `'${text.replaceAll("'", "''")}'` : yamlText(text);
}

/**
 * A text as a string of YAML in double quotes: any string of JSON is one. Contains nothing that a terminal would obey.
 */
export function yamlText(text: string): string {
  return jsonString(text);
}
