import { isJsonPlain, jsonBytes } from "../diagnostics/json.ts";
import type { TextOutput } from "./text-output.ts";

/** Adds what `jsonBytes` gives to an output, most often without making a text of the bytes. */
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
