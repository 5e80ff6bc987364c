// What is claimed of logs by their profiles, which parts of them write, and which add up.

import { createHash } from "node:crypto";
import type { LineTextOptions } from "../io/line-text.ts";
import { NamedError, naming } from "../io/named-error.ts";
import { ChangedFileError } from "../io/read-errors.ts";
import type { Log } from "../run/log.ts";
import { type LogPart, partOfLogs } from "../run/part-of-logs.ts";
import { readBoundedFile } from "../run/read-rules.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { RunStatistics } from "../run/statistics.ts";
import { countsIn, type ReportedStatistics, sumOf } from "../run/statistics-text.ts";
import { jsonText, writeShortLine } from "../text/messages/json.ts";
import { shownPath } from "../text/messages/paths.ts";
import type { ClaimExample, ExampleLine } from "../tools/claims/claim.ts";
import { findClaims } from "../tools/claims/find-claims.ts";
import { Profile } from "../tools/claims/profile.ts";
import { NamedEvents, type ProfileEvents, profileJson, readProfile } from "../tools/claims/profile-json.ts";
import { Profiles } from "../tools/claims/profiles.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import type { ClaimedLogs } from "./claims.ts";
import { beginningOf } from "./known-lines-files.ts";

const SIGNATURE = '{"kind": "profile"';
const VERSION = 1;
/** In bytes. It keeps memory bounded. */
const MAX_SIZE = 64 * 1024 * 1024;

export function isProfileLine(line: Buffer): boolean {
  return line.subarray(0, SIGNATURE.length).equals(Buffer.from(SIGNATURE));
}

/** Whether a path leads to a profile, by its first bytes. */
export function isProfile(path: string): boolean {
  return beginningOf(path, SIGNATURE.length)?.toString() === SIGNATURE;
}

/** Tells rules apart by what they match, wherever their files are. */
function digestOf({ linePatterns }: Rulebook): string {
  const known = linePatterns.map(({ name, isFollower, pattern: { fields, elements } }) => {
    return [name, isFollower, fields, elements];
  });
  return createHash("sha256").update(JSON.stringify(known)).digest("hex").slice(0, 32);
}

function textOf(statistics: ReportedStatistics, rulesDigest: string, profile: object): string {
  const members = { kind: "profile", version: VERSION, ...statistics, rulesDigest, profile };
  return jsonText((json) => writeShortLine(json, members));
}

/**
 * The profile of logs, or of a part of them, that were just read with these statistics, as a line of JSON. Reads them
 * once more. Rejects with a NamedError, also if they have changed.
 */
export async function profileOf(
  rules: Rulebook,
  logs: readonly Log[],
  options: LineTextOptions & { readonly part?: LogPart | undefined; readonly signal: AbortSignal },
  statistics: RunStatistics,
): Promise<string> {
  const { part, ...reading } = options;
  // Numbered, because examples have the numbers of their lines.
  const read = part === undefined ? logs : (await partOfLogs(part, logs, rules, { ...reading, format: "json" })).logs;
  const before = new Map(read.map(({ name, linesInFile = 0 }) => [name, linesInFile]));
  const profiles = new Profiles(rules);
  // A log that is read from somewhere else than its beginning has no path here, so that its lines are copied.
  const whole = read.map((log) => (log.range === undefined ? log : { ...log, path: undefined }));
  const diff = await LogDiff.of(rules, [], whole, { ...reading, mask: true, observer: profiles, isCompared: false });
  try {
    if (diff.logs.new.reduce((sum, { lines }) => sum + lines, 0) !== statistics.linesProcessed)
      throw new NamedError("the profile", new ChangedFileError());
    profiles.new.blocks.endBlock();
    const example = (index: number): ClaimExample<Buffer> => {
      const { file, line, original } = diff.original("new", index);
      return { file, line: line + before.get(file)!, original };
    };
    return textOf(statistics, digestOf(rules), profileJson(profiles.new, profiles.events, example));
  } finally {
    diff.close();
  }
}

interface ReadProfile {
  readonly statistics: ReportedStatistics;
  readonly rules: string;
  readonly profile: Profile;
}

function read(path: string, events: ProfileEvents, examples: ClaimExample<Buffer>[], rules?: string): ReadProfile {
  return naming(shownPath(path), () => {
    const text = readBoundedFile(path, MAX_SIZE, "larger than 64 MiB, the limit for profiles").toString();
    const members = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const statistics = countsIn(members);
    if (members.kind !== "profile") throw new Error("is no profile; --stats-format profile writes them");
    if (members.version !== VERSION)
      throw new Error(`is a profile of another version; this program reads version ${VERSION}`);
    const own = String(members.rules_digest);
    if (rules !== undefined && rules !== own)
      throw new Error("is the profile of other rules; make it again with the same rules as all others");
    const profile = readProfile(members.profile, events, examples);
    if (profile.blocks.lines > statistics.linesProcessed) throw new Error("has more lines than 'lines_processed'");
    return { statistics, rules: own, profile };
  });
}

function joined(parts: readonly ReadProfile[]): Profile {
  return Profile.ofAll(
    Array.from(parts, ({ profile }) => profile),
    "parts",
  );
}

function totalOf(parts: readonly ReadProfile[]): ReportedStatistics {
  return sumOf(parts.map(({ statistics }) => statistics));
}

/** Adds up the profiles of parts, in their order, and returns the sum as JSON. Throws a NamedError. */
export function addProfiles(paths: readonly string[]): string {
  const events = new NamedEvents();
  const examples: ClaimExample<Buffer>[] = [];
  const all: ReadProfile[] = [];
  for (const path of paths) all.push(read(path, events, examples, all[0]?.rules));
  const json = profileJson(joined(all), events, (index) => examples[index]!);
  return textOf(totalOf(all), all[0]!.rules, json);
}

/** Compares profiles. Those of a side are parts, or runs if `runs` has the run of each old one. Throws a NamedError. */
export function claimedProfiles(
  rules: Rulebook,
  sides: readonly (readonly string[])[],
  runs: readonly number[] = [],
): ClaimedLogs {
  const profiles = new Profiles(rules, [], runs);
  const digest = digestOf(rules);
  const examples: Record<ExampleLine["side"], ClaimExample<Buffer>[]> = { old: [], new: [] };
  const readSide = (side: ExampleLine["side"], paths: readonly string[]): ReadProfile[] =>
    paths.map((path) => read(path, profiles.events, examples[side], digest));
  const [old, next] = [readSide("old", sides[0]!), readSide("new", sides[1]!)];
  profiles.runs = profiles.runs.map((_, run) => joined(old.filter((_, i) => (runs[i] ?? 0) === run)));
  profiles.new = joined(next);
  const logsOf = (paths: readonly string[], own: readonly ReadProfile[]) =>
    paths.map((name, i) => ({ name, lines: own[i]!.statistics.linesProcessed }));
  const sums = { old: totalOf(old), new: totalOf(next) };
  const lines = { old: linesOf(sums.old), new: linesOf(sums.new) };
  const diff = {
    logs: { old: logsOf(sides[0]!, old), new: logsOf(sides[1]!, next) },
    ...{ read: lines, summary: lines },
    rules: rulesOf(sums),
    masked: undefined,
    hasRules: rules.rules.length > 0,
    original: (side: ExampleLine["side"], index: number) => examples[side][index]!,
  };
  return { diff, profiles, found: findClaims(profiles) };
}

function linesOf({ linesProcessed, linesMatched }: ReportedStatistics) {
  return { lines: linesProcessed, unmatched: linesProcessed - linesMatched };
}

function rulesOf({ old, new: next }: Record<ExampleLine["side"], ReportedStatistics>): ClaimedLogs["diff"]["rules"] {
  const keyOf = (name: string, file = ""): string => `${name}\n${file}`;
  const olds = new Map(old.rules?.map(({ name, file, lines }) => [keyOf(name, file), lines]));
  const [before, after] = [linesOf(old).unmatched, linesOf(next).unmatched];
  const none = { rule: undefined, old: { lines: before }, new: { lines: after }, difference: after - before };
  const rules = (next.rules ?? [])
    .filter(({ catchAll }) => !catchAll)
    .map(({ name, file, lines }) => {
      const before = olds.get(keyOf(name, file)) ?? 0;
      const of = file === undefined ? {} : { ruleFile: file };
      return { rule: name, ...of, old: { lines: before }, new: { lines }, difference: lines - before };
    });
  return [...rules, none].filter(({ old, new: next }) => old.lines + next.lines > 0);
}
