import { isJsonPlain, jsonBytes } from "../../diagnostics/json.ts";
import type { TextOutput } from "../../text/text-output.ts";

/** Adds what `jsonBytes` gives. Most bytes stand in JSON as they are, and no string is made of those. */
export function addJsonBytes(output: TextOutput, name: string, bytes: Buffer): void {
  if (!isJsonPlain(bytes)) {
    for (const piece of jsonBytes(name, bytes)) output.text(piece);
    return;
  }
  output.text('"');
  output.text(name);
  output.text('": "');
  output.ready(bytes);
  output.text('"');
}
