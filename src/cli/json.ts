import { isUtf8 } from "node:buffer";
import { escaped } from "../diagnostics/printable.ts";
import type { TextOutput } from "./text-output.ts";

/** Stands in JSON as it is, as nearly all texts of logs do. */
const PLAIN = /^[ !#-[\]-~]*$/;
const FIRST_PLAIN = 0x20;
const LAST_PLAIN = 0x7e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

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

/** Adds what `jsonBytes` gives to an output, most often without making a text of the bytes. */
export function addJsonBytes(output: TextOutput, name: string, bytes: Buffer): void {
  if (!isPlain(bytes)) {
    output.text(jsonBytes(name, bytes));
    return;
  }
  output.text('"');
  output.text(name);
  output.text('": "');
  output.ready(bytes);
  output.text('"');
}

/** Whether bytes stand in JSON as they are. */
function isPlain(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte < FIRST_PLAIN || byte > LAST_PLAIN || byte === QUOTE || byte === BACKSLASH) return false;
  }
  return true;
}
