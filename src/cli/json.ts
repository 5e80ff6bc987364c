import { isUtf8 } from "node:buffer";
import { base64Pieces, JSON_PLAIN, jsonPieces } from "../diagnostics/json.ts";
import type { TextOutput } from "./text-output.ts";

/** Adds what `jsonBytes` gives, of bytes of any length, to an output; most often without making a text of the bytes. */
export function addJsonBytes(output: TextOutput, name: string, bytes: Buffer): void {
  output.text('"');
  output.text(name);
  output.text('": "');
  if (!output.bytesIfAll(JSON_PLAIN, bytes)) {
    for (const piece of jsonPieces(bytes)) output.text(piece);
    if (!isUtf8(bytes)) {
      output.text(`", "${name}_base64": "`);
      for (const piece of base64Pieces([bytes])) output.text(piece);
    }
  }
  output.text('"');
}
