// What is claimed of two logs that were compared: how it is written, and for which claims a run fails.

import type { TextOutput } from "../io/output-buffer.ts";
import { noLinesRead } from "../run/statistics-text.ts";
import { shownPath } from "../text/messages/paths.ts";
import {
  type AcceptedResult,
  acceptedLine,
  type Both,
  type Claim,
  type Claims,
  formatAccepted,
  parseAccepted,
  toldClaims,
  writeClaims,
} from "../tools/claims/claim.ts";
import {
  type ClaimsReport,
  writeClaimsGithub,
  writeClaimsMarkdown,
  writeClaimsText,
} from "../tools/claims/claims-text.ts";
import type { Profiles } from "../tools/claims/profiles.ts";
import { LineNumberColumn, maskedInWords } from "../tools/diff/diff-text.ts";
import { DiffJson } from "../tools/diff/diff-writer.ts";
import type { ComparisonRule, RuleSideCount } from "../tools/diff/difference.ts";
import type { LinesRead, LogDiff } from "../tools/diff/log-diff.ts";
import type { DiffRun } from "./diff-options.ts";
import type { LogInput } from "./inputs.ts";
import { placing, readBaseline, readToUpdate, saveKnownLines } from "./known-lines-files.ts";
import { writeFiles } from "./outputs.ts";

type CountedRule = Pick<ComparisonRule, "rule" | "ruleFile" | "difference"> & Both<Pick<RuleSideCount, "lines">>;

/** What is told of two logs beside the claims: by a comparison, or by profiles, which do not know what is equal. */
interface ComparedLogs extends Pick<LogDiff, "logs" | "masked" | "hasRules" | "original" | "read"> {
  readonly rules: readonly CountedRule[];
  readonly summary: LinesRead;
}

/** Two logs that were compared, and what is claimed of them. */
export interface ClaimedLogs<Compared extends ComparedLogs = ComparedLogs> {
  readonly diff: Compared;
  readonly profiles: Profiles;
  readonly found: Claims;
}

interface AcceptedFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly accepted: ReturnType<typeof parseAccepted>;
}

/** Reads the accepted claims, if a file of them is named. Throws a NamedError. */
export function acceptedFile(run: DiffRun, inputs: readonly LogInput[]): AcceptedFile | undefined {
  const { acceptedPath: path, updateAccepted, context } = run;
  if (path === undefined) return undefined;
  const kept = [context.stdout.fd, ...run.filesRead(inputs, "acceptedPath")];
  const bytes = updateAccepted
    ? readToUpdate(path, kept, "the accepted changes")
    : readBaseline(path, "the same command and --update-accepted");
  return { path, bytes, accepted: placing(path, () => parseAccepted(bytes.toString())) };
}

/** The claims without accepted ones, and what they mean for the run. Updates the file of these if that is asked for. */
export async function gatedClaims(run: DiffRun, logs: ClaimedLogs, file: AcceptedFile | undefined) {
  const { failOn, format, context } = run;
  const { diff, found } = logs;
  const isGate = failOn !== undefined || file !== undefined;
  const empty = [diff.logs.old, diff.logs.new].filter((logs) => logs.every(({ lines }) => lines === 0));
  const isEmpty = empty.length === 1 || (isGate && empty.length > 0);
  const failures = isEmpty ? empty.map((logs) => `${noLinesRead(logs)}, so nothing was compared`) : [];
  // Without lines, every change would go.
  const isUpdated = run.updateAccepted && empty.length === 0;
  const isAccepted = (claim: Claim): boolean => file?.accepted.has(acceptedLine(claim)) === true;
  const claims = found.claims.filter((claim) => !isAccepted(claim));
  const lines = new Set(found.claims.map(acceptedLine));
  const accepted = file && {
    path: shownPath(file.path),
    claims: found.claims.filter(isAccepted),
    gone: [...file.accepted].flatMap(([line, shown]) => (lines.has(line) ? [] : [shown])),
    updated: isUpdated ? found.claims.length : undefined,
  };
  const failing = failOn && claims.filter(({ change }) => failOn.includes(change)).length;
  if (file !== undefined && isUpdated)
    await writeFiles(context, () => saveKnownLines(file.path, file.bytes, formatAccepted(found.claims)));
  return {
    /** The messages for what failed besides the claims. */
    failures,
    isNegative: failures.length > 0 || (!isUpdated && (failing ?? claims.length) > 0),
    output(output: TextOutput): Iterable<void> {
      if (format !== "json")
        CLAIM_FORMATS[format](output, { ...reportOn(logs, { ...found, claims }), accepted, failing });
      else writeJson(output, logs, claims, accepted);
      return [];
    },
  };
}

function writeJson(output: TextOutput, logs: ClaimedLogs, claims: readonly Claim[], accepted?: AcceptedResult): void {
  const { diff, found } = logs;
  const json = new DiffJson(output);
  json.writeRules(diff.rules);
  const told = toldClaims(claims, ({ side, index }) => diff.original(side, index));
  writeClaims(output.json, told);
  const of = accepted && { claims: accepted.claims.length, gone: accepted.gone };
  const tooRare = { old: found.tooRare.old.length, new: found.tooRare.new.length };
  json.end(diff.summary, diff.masked, { questions: found.questions, tooRare, accepted: of });
}

const CLAIM_FORMATS = { text: writeClaimsText, markdown: writeClaimsMarkdown, github: writeClaimsGithub } as const;

/** A rate of fewer lines says little. */
const MIN_LINES = 50;

export function reportOn({ diff, profiles }: ClaimedLogs, claims: Claims): ClaimsReport {
  const { logs, read, masked, hasRules } = diff;
  const numbers = new LineNumberColumn(logs);
  /** Undefined without times, and for several logs, which may be of the same time. */
  const linesAMinute = (side: "old" | "new"): number | undefined => {
    const { last } = profiles[side];
    if (last < MIN_LINES || logs[side].length > 1) return undefined;
    const [begin, end] = [0, last].map((index) => profiles.timeOf(diff.original(side, index).original));
    return begin! < end! ? (60 * last) / (end! - begin!) : undefined;
  };
  return {
    ...claims,
    old: { name: numbers.headings[0], ...read.old, perMinute: linesAMinute("old") },
    new: { name: numbers.headings[1], ...read.new, perMinute: linesAMinute("new") },
    hasRules,
    lineOf({ side, index }) {
      const line = diff.original(side, index);
      return { ...line, place: `${numbers.phrase(side, line)}${side === "old" ? " of OLD" : ""}` };
    },
    masked: masked !== undefined && masked.size > 0 ? maskedInWords(masked) : undefined,
  };
}
