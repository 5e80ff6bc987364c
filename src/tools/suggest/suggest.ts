// Suggests rules for logs: finds the header that lines share, groups lines with the same meaning, drafts a rule for
// each group, and keeps only rules that have won their lines.

import type { ReadOptions } from "../../io/line-text.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import type { Log } from "../../run/log.ts";
import { LogLines, type RereadOptions } from "../../run/log-lines.ts";
import { rulebookOf } from "../../run/rulebook.ts";
import type { Draft } from "./draft.ts";
import { examplesOf } from "./example-choice.ts";
import { type GivenRules, givenRules, loadedFile } from "./existing-rules.ts";
import { DEFAULT_GRANULARITY, type SuggestionGranularity } from "./granularity.ts";
import { headerText } from "./line-header.ts";
import { NumberLog } from "./number-log.ts";
import { isCatchAll, type RulesFileText } from "./rules-writer.ts";
import { type Verified, verifiedRules } from "./verified-rules.ts";
import type { Verification } from "./verify.ts";

/** Which rules are suggested, and how the logs are read. */
export interface SuggestionSettings extends ReadOptions {
  /**
   * How much lines of one rule may differ: `coarse` gives fewer rules than `medium` (the default), `fine` gives more.
   */
  readonly granularity?: SuggestionGranularity | undefined;
  /** Leaves out rules for fewer lines than these. The default is 1, so that nothing is left out. */
  readonly minCount?: number | undefined;
  /** The most rules to write. Those for most lines are kept. */
  readonly maxRules?: number | undefined;
  /** Fields of the header. Lines with different values of them get rules of their own. */
  readonly keep?: readonly string[] | undefined;
}

/** The options of `suggest`, with the existing rules read. */
interface SuggestOptions extends SuggestionSettings, RereadOptions {
  readonly signal: AbortSignal;
  /** Existing rules. Only lines that they leave get new ones. */
  readonly given?: LoadedRules | undefined;
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
  /** The rules file; or with given rules, items that can follow the last of its rules. */
  readonly text: string;
  /** The whole file; with given rules, theirs with the items in it. */
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
}

/** Suggests rules for the lines of logs. Rejects with a log's read error, or with the signal's reason. */
export async function suggestRules(logs: readonly Log[], options: SuggestOptions): Promise<Suggestion> {
  const lines = new LogLines(logs, options);
  const shapes = new NumberLog();
  try {
    const given = givenRules(options.given);
    // A function of its own, so that the rules that it runs are no longer in memory when the last ones are loaded.
    return suggestionOf(await countedRules(lines, shapes, given, options), given);
  } finally {
    lines.close();
    shapes.close();
  }
}

/** The rules of a suggestion before they have examples. */
interface Counted extends Pick<Verified, "file" | "collector" | "unknownFields"> {
  readonly counts: Counts;
}

async function countedRules(
  lines: LogLines,
  shapes: NumberLog,
  given: GivenRules,
  options: SuggestOptions,
): Promise<Counted> {
  const leftOut: LeftOut = new Map();
  const { verification, ...verified } = await verifiedRules(lines, shapes, given, {
    keep: options.keep ?? [],
    granularity: options.granularity ?? DEFAULT_GRANULARITY,
    select: (drafts) => withinLimits(drafts, options, leftOut),
  });
  return { ...verified, counts: countsOf(verified.file, verification, leftOut) };
}

/** The options that ask for fewer rules. */
type Limit = "belowMinCount" | "beyondMaxRules";

/** The numbers of the shapes whose rules are left out, with the reason. */
type LeftOut = Map<number, Limit>;

/**
 * The most frequent drafts of rules, as many as are asked for, and the drafts of their followers, which are part of
 * rules and do not count. Adds the shapes of all others to `leftOut`.
 */
function withinLimits(
  drafts: readonly Draft[],
  { minCount = 1, maxRules = Number.POSITIVE_INFINITY }: SuggestOptions,
  leftOut: LeftOut,
): readonly Draft[] {
  const isKept = (draft: Draft, limit: Limit | undefined): boolean => {
    if (limit !== undefined) for (const { id } of draft.shapes) leftOut.set(id, limit);
    return limit === undefined;
  };
  const rare = ({ count }: Draft): Limit | undefined => (count < minCount ? "belowMinCount" : undefined);
  const rules = drafts
    .filter(({ isFollower }) => !isFollower)
    .sort((a, b) => b.count - a.count)
    .filter((draft, i) => isKept(draft, rare(draft) ?? (i < maxRules ? undefined : "beyondMaxRules")));
  const followers = drafts
    .filter(({ isFollower }) => isFollower)
    .filter((draft) => isKept(draft, rare(draft) ?? limitOfLeaders(draft, leftOut)));
  return [...rules, ...followers];
}

/** Why nothing is left that the follower could follow; undefined if something is. */
function limitOfLeaders({ shapes }: Draft, leftOut: LeftOut): Limit | undefined {
  const limits = shapes.flatMap(({ leaders }) => Array.from(leaders, (leader) => leftOut.get(leader)));
  return limits.includes(undefined) ? undefined : limits[0];
}

function suggestionOf({ file, counts, collector, unknownFields }: Counted, given: GivenRules): Suggestion {
  const rulebook = rulebookOf(loadedFile(given, file).rules);
  const examples = examplesOf(file.rules, rulebook, given.names.length);
  const { text, bytes } = loadedFile(given, { ...file, examples });
  const { lineCount: lines, givenCount: matchedBefore } = collector;
  return {
    ...{ text, file: Buffer.from(bytes).toString(), lines, matchedBefore, unknownFields },
    ...counts,
    ruleCount: file.rules.length,
    maskedFields: file.maskedFields,
    headers: file.headers.filter((_, i) => file.rules.some(({ draft }) => draft.header === i)).map(headerText),
  };
}

type Counts = Pick<Suggestion, "unmatched" | "flaws" | "matched" | "wonByOthers">;

/** Counts what the rules of the file did with the lines. */
function countsOf(file: RulesFileText, verification: Verification, leftOut: LeftOut): Counts {
  const { rules, followers } = file;
  const catchAlls = new Set(rules.flatMap((rule) => (isCatchAll(rule, file) ? [rule.draft.identity] : [])));
  const flaws = Array.from(verification.flaws, ([flaw, count]) => ({ flaw, count }));
  const unmatched = {
    ...{ belowMinCount: 0, beyondMaxRules: 0, inNameOnly: 0, missed: 0 },
    beyondMemory: verification.forgottenMissed,
    withLineBreak: verification.lineBreaksMissed,
    notRecords: flaws.reduce((sum, { count }) => sum + count, 0),
  };
  let matched = verification.shapelessMatched;
  let wonByOthers = 0;
  const draftOf = new Map(
    [...rules, ...followers].flatMap(({ draft }) => draft.shapes.map((shape) => [shape, draft.identity] as const)),
  );
  for (const [shape, { won, missed }] of verification.results) {
    unmatched[leftOut.get(shape.id) ?? "missed"] += missed;
    for (const [draft, count] of won) {
      if (catchAlls.has(draft)) unmatched.inNameOnly += count;
      else matched += count;
      const own = draftOf.get(shape);
      if (own !== undefined && own !== draft) wonByOthers += count;
    }
  }
  return { unmatched, flaws: flaws.sort((a, b) => b.count - a.count), matched, wonByOthers };
}
