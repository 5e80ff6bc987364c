import {
  asBytes,
  asText,
  type LineConverter,
  type NormalizedLine,
  RecordBuilder,
} from "./normalization/record-builder.ts";
import type { Rulebook } from "./normalization/rulebook.ts";
import { checkLine } from "./options.ts";
import type { ExplainedLine } from "./why/explained-line.ts";
import type { Why } from "./why/why.ts";

/** Does what a Processor does with single lines, which is documented there. Reads no file and no stream. */
export class LineProcessor {
  private readonly rulebook: Rulebook;
  /** All calls of `normalize` share its aliases. */
  private readonly recordBuilder: RecordBuilder;
  /** Created by the first call of `why`. */
  private lineExplainer: Why | undefined;

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
    this.recordBuilder = new RecordBuilder(rulebook);
  }

  normalize(line: string | Uint8Array): NormalizedLine<string | Uint8Array> | undefined {
    checkLine("normalize", line);
    const bytes = Buffer.from(line as string);
    const { matcher } = this.rulebook;
    const winner = matcher.match(bytes, 0, bytes.length);
    if (winner === -1) return undefined;
    return this.recordBuilder.of<string | Uint8Array>(winner, bytes, matcher.bounds, formOf(typeof line !== "string"));
  }

  async why(line: string | Uint8Array): Promise<ExplainedLine<string | Uint8Array>> {
    checkLine("why", line);
    const [{ Why }, { explainedLine }] = await Promise.all([import("./why/why.ts"), import("./why/explained-line.ts")]);
    this.lineExplainer ??= new Why(this.rulebook);
    return explainedLine(this.rulebook, this.lineExplainer, line);
  }
}

/** The form of lines that a caller asked for: bytes, or text. */
export function formOf(bytes: boolean | undefined): LineConverter<string | Uint8Array> {
  return bytes === true ? asBytes : asText;
}
