import { NamedError } from "../io/named-error.ts";
import type { Log } from "../run/log.ts";
import type { LineConverter } from "../run/record-builder.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { shownPath } from "../text/messages/paths.ts";
import { StringLayout } from "../text/messages/text-layout.ts";
import { type ComparisonClaim, toldClaims } from "../tools/claims/claim.ts";
import { writeClaimsMarkdown, writeClaimsText } from "../tools/claims/claims-text.ts";
import { findClaims } from "../tools/claims/find-claims.ts";
import { Profiles } from "../tools/claims/profiles.ts";
import { Comparison } from "../tools/diff/comparison.ts";
import type { ComparisonFigures } from "../tools/diff/difference.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import { type ClaimedLogs, reportOn } from "./claims.ts";
import { isProfileLine } from "./profiles.ts";

/** Compares logs, and finds what has changed. `runs` has the index of the good run of each old log. */
export async function compareClaims(
  rules: Rulebook,
  old: readonly Log[],
  next: readonly Log[],
  options: Parameters<typeof LogDiff.of>[3],
  runs?: readonly number[],
): Promise<ClaimedLogs<LogDiff>> {
  const profiles = new Profiles(rules, options.by, runs);
  const diff = await LogDiff.of(rules, old, next, { ...options, observer: profiles });
  refuseProfiles(diff, profiles);
  profiles.divide((side, index) => diff.original(side, index).original);
  return { diff, profiles, found: findClaims(profiles) };
}

/** Throws a NamedError if a log is a profile, which would be compared as a line otherwise. */
function refuseProfiles(diff: LogDiff, profiles: Profiles): void {
  for (const side of ["old", "new"] as const) {
    // All runs together are known only when they are finished.
    if ((side === "old" ? profiles.runs : [profiles.new]).every(({ last }) => last === -1)) continue;
    const { file, original } = diff.original(side, 0);
    if (!isProfileLine(original)) continue;
    diff.close();
    throw new NamedError(
      shownPath(file),
      "is a profile; profiles are read from plain files, not from pipes or archives",
    );
  }
}

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
