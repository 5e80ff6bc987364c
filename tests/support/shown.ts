import { isUtf8 } from "node:buffer";

/** The bytes as text for messages, different for different bytes: a line that is not UTF-8 is shown as Latin-1. */
export function shown(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  return lines.map(shownLine).join("\n");
}

function shownLine(latin1: string): string {
  const bytes = Buffer.from(latin1, "latin1");
  return isUtf8(bytes) ? bytes.toString() : `(not UTF-8) ${latin1}`;
}
