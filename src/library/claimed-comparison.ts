import type { LineConverter } from "../run/record-builder.ts";
import { StringLayout } from "../text/messages/text-layout.ts";
import type { ComparisonClaim } from "../tools/claims/claim.ts";
import { toldClaims } from "../tools/claims/claims-json.ts";
import { writeClaimsMarkdown, writeClaimsText } from "../tools/claims/claims-text.ts";
import { Comparison } from "../tools/diff/comparison.ts";
import type { ComparisonFigures } from "../tools/diff/difference.ts";
import type { LogDiff } from "../tools/diff/log-diff.ts";
import { type ClaimedLogs, reportOn } from "./claims.ts";

/** What `JSON.stringify` writes of a comparison with claims. */
interface ClaimedFigures extends ComparisonFigures {
  readonly questions: number;
  readonly claims: readonly ComparisonClaim[];
}

/** The differences between two logs, and what has changed more than by chance. */
export class ClaimedComparison<Line extends string | Uint8Array = string> extends Comparison<Line> {
  /** What has changed, the most important first. */
  readonly claims: readonly ComparisonClaim<Line>[];
  /** How many questions were asked: whether the logs differ in one respect. */
  readonly questions: number;

  readonly #logs: ClaimedLogs<LogDiff>;

  /** `Processor.compare` makes these. */
  constructor(logs: ClaimedLogs<LogDiff>, convert: LineConverter<Line>) {
    super(logs.diff, convert);
    this.#logs = logs;
    this.claims = toldClaims(logs.found.claims, ({ side, index }) => {
      const { file, line, original } = logs.diff.original(side, index);
      return { file, line, original: convert(original, 0, original.length) };
    });
    this.questions = logs.found.questions;
  }

  /** What `JSON.stringify` writes. */
  override toJSON(): ClaimedFigures {
    const claims = this.claims.map((claim) => {
      const { example } = claim;
      return { ...claim, example: example && { ...example, original: Buffer.from(example.original).toString() } };
    });
    return { ...super.toJSON(), questions: this.questions, claims };
  }

  /** The text that `normalizer diff --summary` shows. Throws if a log cannot be read again. */
  override toString(): string {
    return this.#written(writeClaimsText);
  }

  /** The Markdown that `normalizer diff --summary --format markdown` writes. Throws like `toString`. */
  override toMarkdown(): string {
    return this.#written(writeClaimsMarkdown);
  }

  #written(write: typeof writeClaimsText): string {
    const text = new StringLayout();
    write(text, reportOn(this.#logs, this.#logs.found));
    return text.toString();
  }
}
