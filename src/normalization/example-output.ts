import { Aliases } from "./aliases.ts";
import type { LinePattern } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** The output of an example. Each is the first line of its own run, so aliases begin with 1. */
export function exampleOutput(linePattern: LinePattern, line: Buffer, bounds: readonly number[]): string {
  const renderer = new TemplateRenderers([linePattern], new Aliases(), "").of(0);
  renderer.take(line, bounds);
  const output = Buffer.alloc(renderer.length);
  renderer.writeInto(output, 0);
  return output.toString();
}
