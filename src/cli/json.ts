import { isUtf8 } from "node:buffer";
import { escaped } from "../diagnostics/printable.ts";

/** Stands in JSON as it is, as nearly all texts of logs do. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as JSON, in which nothing is left that a terminal would obey. */
export function jsonString(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : escaped(JSON.stringify(text));
}

/**
 * Bytes of a log as a member of a JSON object. Of bytes that are not UTF-8 the text shows the replacement character, and a
 * second member, `NAME_base64`, has the bytes themselves.
 */
export function jsonBytes(name: string, bytes: Buffer): string {
  const text = `"${name}": ${jsonString(bytes.toString())}`;
  return isUtf8(bytes) ? text : `${text}, "${name}_base64": "${bytes.toString("base64")}"`;
}
