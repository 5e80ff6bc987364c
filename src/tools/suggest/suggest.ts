// Suggests rules for logs: finds the header that lines share, groups lines with the same meaning, drafts a rule for
// each group, and keeps only rules that have won their lines.

import type { ReadOptions } from "../../io/line-text.ts";
import { LogError } from "../../io/read-errors.ts";
import { fileKey } from "../../io/same-file.ts";
import { KeyedPseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import type { Log } from "../../run/log.ts";
import { type LineConsumer, LogLines, type RereadOptions } from "../../run/log-lines.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { type RunDifferences, RunLines } from "../../run/run-differences.ts";
import { hasLineBreak } from "../../text/bytes/ascii.ts";
import type { Draft } from "./draft.ts";
import { DEFAULT_GRANULARITY, type SuggestionGranularity } from "./granularity.ts";
import { headerText } from "./headers.ts";
import { LogSample, whyNotTried } from "./log-sample.ts";
import { mine } from "./mine.ts";
import { type GivenRules, givenRules, writeRules } from "./rules-file.ts";
import { RunProof } from "./run-proof.ts";
import type { Shape } from "./shape-table.ts";
import { type Limit, Tally } from "./tally.ts";

/** Which rules are suggested, and how the logs are read. */
export interface SuggestionSettings extends ReadOptions {
  /** How much lines of one rule may differ. `coarse` gives fewer rules than `medium` (the default), `fine` more. */
  readonly granularity?: SuggestionGranularity | undefined;
  /** Leaves out rules for fewer lines than these. The default is 1, so that nothing is left out. */
  readonly minCount?: number | undefined;
  /** The most rules to write. Those for most lines are kept. */
  readonly maxRules?: number | undefined;
  /** Whether the logs are runs of the same work. Outputs show what these have alike, and hide what varies. */
  readonly runs?: boolean | undefined;
  /** Fields of the header. Lines with different values of them get rules of their own. */
  readonly keep?: readonly string[] | undefined;
}

interface SuggestOptions extends Omit<SuggestionSettings, "runs">, RereadOptions {
  /** Which run of the same work each log is of: 0, 1 and so on. Undefined if all are parts of one log. */
  readonly runs?: readonly number[] | undefined;
  readonly signal: AbortSignal;
  /** Existing rules. Only lines that they leave get new ones. */
  readonly given?: LoadedRules | undefined;
  /** Whether new rules get a file of their own, to be named beside those that exist. */
  readonly ownFile?: boolean | undefined;
}

/** Why no rule matches some lines. */
export interface SuggestionUnmatchedLines {
  /** Their rules are for fewer lines than `minCount`. */
  readonly belowMinCount: number;
  /** Their rules are beyond the first `maxRules`. */
  readonly beyondMaxRules: number;
  /** They are of shapes that are not distinguished, because there are too many. */
  readonly beyondMemory: number;
  /** They are messages with a line break, for which no rule is suggested: no text of a rules file has one. */
  readonly withLineBreak: number;
  /** They are no records, or not in the CRI log format, so that no rule is tried. */
  readonly notRecords: number;
  /** Only a suggested rule that matches in name only wins them: a catch-all. */
  readonly inNameOnly: number;
  /** They are empty, and no pattern matches empty lines only. */
  readonly empty: number;
  /** No rule could be found that wins them and leaves all others as they are. */
  readonly missed: number;
}

/** Lines on which no rule is tried, for one reason. */
export interface SuggestionFlaw {
  /** What is wrong with each of them, in words that follow its name, as `why` has them. */
  readonly flaw: string;
  readonly count: number;
}

/** Rules for logs, and what they cover. */
export interface Suggestion {
  /** The rules file; or with given rules, and no file of its own, items that can follow the last of them. */
  readonly text: string;
  /** The whole file; with given rules, theirs with the items in it, or the last one of several. */
  readonly file: string;
  /** How many lines were read. */
  readonly lines: number;
  /** How many of them the given rules match. */
  readonly matchedBefore: number;
  /** How many of them the suggested rules match. */
  readonly matched: number;
  readonly ruleCount: number;
  /** In the notation of patterns, with alternatives in parentheses; those that suggested rules have. */
  readonly headers: readonly string[];
  /**
   * The fields, by name, whose few different numbers the outputs mask. Most are amounts or ids. If one is a code, a
   * comparison does not see it change unless an output shows the field.
   */
  readonly maskedFields: readonly string[];
  /** Lines that no rule matches. */
  readonly unmatched: SuggestionUnmatchedLines;
  /** Why lines are not records, the most frequent reason first. The counts add up to `unmatched.notRecords`. */
  readonly flaws: readonly SuggestionFlaw[];
  /** Lines won by a suggested rule other than the one drafted from them. */
  readonly wonByOthers: number;
  /** The fields in `keep` that no header has. */
  readonly unknownFields: readonly string[];
  /** With `runs`, what the runs still differ in. */
  readonly runs: RunDifferences | undefined;
}

/** How often long logs are read once more, with rules for the lines that earlier rules left. */
const MAX_READINGS = 2;
/** How many lines of the given rules are held, to see that suggested rules leave them. */
const MAX_GIVEN_LINES = 10_000;

/** Suggests rules for the lines of logs. Rejects with a log's read error, or with the signal's reason. */
export async function suggestRules(logs: readonly Log[], options: SuggestOptions): Promise<Suggestion> {
  const { runs, keep = [], granularity = DEFAULT_GRANULARITY } = options;
  const given = givenRules(options.given, options.ownFile);
  const lines = new LogLines(logs, options);
  const read = async <Consumer extends LineConsumer>(consumer: Consumer): Promise<Consumer> => {
    await lines.read(consumer);
    return consumer;
  };
  try {
    if (runs !== undefined) refuseRepeatedRun(logs, runs);
    const { sample } = await read(new Sampler(given));
    if (runs !== undefined) refuseEmptyRun(logs, runs, lines.lineCounts);
    const attempt = async (learnt: Partial<ReturnType<RunProof["finish"]>> = {}): Promise<Tally> => {
      const leftOut = new Map<Shape, Limit>();
      const select = (drafts: readonly Draft[]): readonly Draft[] => withinLimits(drafts, options, leftOut);
      return read(new Tally(mine(sample, given, { keep, granularity, ...learnt, select }), given, leftOut));
    };
    let last = await attempt();
    // Of a log that is longer than the sample, other lines may come later.
    for (let reading = 0; sample.isFull && reading < MAX_READINGS && mayImprove(last); reading++) {
      for (const line of last.left.lines) sample.lines.push(line);
      last = await attempt();
    }
    if (runs === undefined) return suggestionOf(last, given);
    const learnt = (await read(new RunProof(last.mined, runs))).finish();
    if (learnt.apart.size > 0 || !learnt.hasTraces) {
      last = await attempt(learnt);
      (await read(new RunProof(last.mined, runs))).finish();
    }
    const suggestion = suggestionOf(last, given);
    const others = (given.source?.files ?? []).slice(0, -1).map(({ bytes, path: name }) => ({ bytes, name }));
    // Names for values, to compare outputs, are as good with any key.
    const pseudonyms = new KeyedPseudonyms(Buffer.from("any key"));
    const { rulebook } = loadRules([...others, { bytes: Buffer.from(suggestion.file), name: "" }], pseudonyms);
    return { ...suggestion, runs: (await read(new RunLines(rulebook, logs, runs))).differences() };
  } finally {
    lines.close();
  }
}

/** A file that is two runs would prove that nothing varies. */
function refuseRepeatedRun(logs: readonly Log[], runs: readonly number[]): void {
  const runOfFile = new Map<string, number>();
  for (const [i, log] of logs.entries()) {
    const key = log.path === undefined ? undefined : fileKey(log.path);
    if (key === undefined) continue;
    const run = runs[i]!;
    if ((runOfFile.get(key) ?? run) !== run) throw log.failure(new LogError("is another run, too; name each run once"));
    runOfFile.set(key, run);
  }
}

/** Beside an empty run, all lines come and go. */
function refuseEmptyRun(logs: readonly Log[], runs: readonly number[], lineCounts: readonly number[]): void {
  const filled = new Set(runs.filter((_, i) => lineCounts[i]! > 0));
  const empty = runs.findIndex((run) => !filled.has(run));
  if (empty !== -1) throw logs[empty]!.failure(new LogError("is empty, so it is no run"));
}

function mayImprove({ mined, left }: Tally): boolean {
  return left.lines.length > 0 && !mined.table.isFull;
}

class Sampler implements LineConsumer {
  readonly sample = new LogSample();
  private readonly given: LineClassifier;
  private givenCount = 0;

  constructor({ rulebook }: GivenRules) {
    this.given = new LineClassifier(rulebook);
  }

  begin(): void {
    this.given.begin();
    this.sample.begin();
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    const { sample, given } = this;
    if (sample.isFull) return;
    const isText = whyNotTried(flaw, start, end) === undefined;
    const isGiven = given.countsAsMatched(given.classify(bytes, start, end, isText));
    const isHeld = isText && !hasLineBreak(bytes, start, end) && (!isGiven || this.givenCount++ < MAX_GIVEN_LINES);
    if (isHeld) sample.add(bytes, start, end, isGiven);
    else sample.begin();
  }
}

/** The most frequent drafts, as many as are asked for, with their followers. Adds the shapes of others to `leftOut`. */
function withinLimits(
  drafts: readonly Draft[],
  { minCount = 1, maxRules = Number.POSITIVE_INFINITY }: SuggestOptions,
  leftOut: Map<Shape, Limit>,
): readonly Draft[] {
  // Followers come behind the rules. Those of which no leader is left have no rule for the same reason.
  const limitOfLeaders = ({ shapes }: Draft): Limit | undefined => {
    const limits = shapes.flatMap(({ leaders }) => Array.from(leaders, (leader) => leftOut.get(leader)));
    return limits.includes(undefined) ? undefined : limits[0];
  };
  let ruleCount = 0;
  const ordered = drafts.toSorted((a, b) => Number(a.isFollower) - Number(b.isFollower) || b.count - a.count);
  return ordered.filter((draft) => {
    const isBeyond = !draft.isFollower && draft.count >= minCount && ruleCount++ >= maxRules;
    const asked = draft.count < minCount ? "belowMinCount" : isBeyond ? "beyondMaxRules" : undefined;
    const limit = asked ?? (draft.isFollower ? limitOfLeaders(draft) : undefined);
    if (limit !== undefined) for (const shape of draft.shapes) leftOut.set(shape, limit);
    return limit === undefined;
  });
}

function suggestionOf(tally: Tally, given: GivenRules): Suggestion {
  const { mined, lineCount: lines, givenCount: matchedBefore, matched } = tally;
  const { rules, maskedFields, ...described } = mined.describe(tally.won, lines);
  const { text, file } = writeRules(given, { rules, maskedFields, ...described });
  const flaws = Array.from(tally.flaws, ([flaw, count]) => ({ flaw, count })).sort((a, b) => b.count - a.count);
  const notRecords = flaws.reduce((sum, { count }) => sum + count, 0);
  return {
    ...{ text, file, lines, matchedBefore, matched, maskedFields, flaws },
    unmatched: { ...tally.unmatched, notRecords },
    ruleCount: rules.length,
    headers: described.headers.filter((_, i) => rules.some(({ draft }) => draft.header === i)).map(headerText),
    wonByOthers: mined.wonByOthers,
    unknownFields: mined.unknownFields,
    runs: undefined,
  };
}
