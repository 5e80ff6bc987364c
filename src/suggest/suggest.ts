// Suggests rules for logs: finds the header that lines share, groups lines that say the same, drafts a rule for each
// group, and trusts none of them before it has won its lines.

import type { NamedLog } from "../normalization/log.ts";
import { LogLines } from "../normalization/log-lines.ts";
import { asText, RecordBuilder } from "../normalization/record-builder.ts";
import { type Rulebook, rulebookOf } from "../normalization/rulebook.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import { MAX_EXAMPLE_BYTES } from "../rules/limits.ts";
import { type Draft, draftRules } from "./draft.ts";
import { fieldsOf } from "./field-definitions.ts";
import { type GivenRules, givenRules, loadedFile } from "./given-rules.ts";
import type { Granularity } from "./granularity.ts";
import { headerText } from "./header.ts";
import { improved } from "./improve.ts";
import { NumberLog } from "./number-log.ts";
import type { RulesFileText, WrittenExample } from "./rules-writer.ts";
import { ShapeCollector } from "./shape-collector.ts";
import { describeRules, type SuggestedRule } from "./suggested-rules.ts";
import { Verification } from "./verify.ts";

/** Which rules are suggested, and how the logs are read. */
export interface SuggestOptions {
  readonly granularity?: Granularity | undefined;
  /** Rules for fewer lines are left out. */
  readonly minCount?: number | undefined;
  /** At most so many rules, those for most lines. Others are left out. */
  readonly maxRules?: number | undefined;
  /** Fields of headers whose values become text of the rules. */
  readonly keep?: readonly string[] | undefined;
  readonly stripAnsi?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Rules that exist already. Only lines that they leave get new ones. */
  readonly given?: RulesSource | undefined;
  /**
   * Called whenever the logs are read again from the beginning, with their size in bytes. What it returns is called
   * with the number of bytes of each piece that is read.
   */
  readonly onReadAgain?: ((size: number) => (bytes: number) => void) | undefined;
}

/** Why no rule matches some lines. */
export interface LeftLines {
  /** Their rules are for fewer lines than `minCount`. */
  readonly belowMinCount: number;
  /** Their rules are beyond the first `maxRules`. */
  readonly beyondMaxRules: number;
  /** They are of shapes that were not told apart, because there are too many. */
  readonly forgotten: number;
  /** No rule could be found that wins them and leaves all others as they are. */
  readonly missed: number;
}

/** Rules for logs, and what they cover. */
export interface Suggestion {
  /** The rules file; or with given rules, items that can follow the last of its rules. */
  readonly text: string;
  /** The whole file; with given rules, theirs with the items in it. */
  readonly file: string;
  readonly lineCount: number;
  /** How many lines the given rules match. */
  readonly givenCount: number;
  /** How many lines the suggested rules match. */
  readonly matchedCount: number;
  readonly ruleCount: number;
  /** In the notation of patterns, with alternatives in parentheses; those that suggested rules have. */
  readonly headers: readonly string[];
  /** Lines that no rule matches. */
  readonly left: LeftLines;
  /** How many lines another suggested rule wins than the one that was drafted from them. */
  readonly strayCount: number;
  /** The fields in `keep` that no header has. */
  readonly unknownFields: readonly string[];
}

/** How often rules are drafted anew from lines that they missed. */
const MAX_ROUNDS = 5;

/** Suggests rules for the lines of logs. Rejects with a log's read error, or with the signal's reason. */
export async function suggestRules(logs: readonly NamedLog[], options: SuggestOptions): Promise<Suggestion> {
  const lines = new LogLines(logs, options);
  const shapes = new NumberLog();
  try {
    const given = givenRules(options.given);
    // A function of its own, so that the rules that it runs are no longer in memory when the last ones are loaded.
    return suggestionOf(await verifiedRules(lines, shapes, given, options), given);
  } finally {
    lines.close();
    shapes.close();
  }
}

/** The rules of a suggestion before they have examples. */
interface Verified extends Pick<Suggestion, "unknownFields"> {
  readonly file: RulesFileText;
  readonly counts: Counts;
  readonly collector: ShapeCollector;
}

/** Drafts rules, and runs them on the lines until they need no improvement. */
async function verifiedRules(
  lines: LogLines,
  shapes: NumberLog,
  given: GivenRules,
  options: SuggestOptions,
): Promise<Verified> {
  const collector = new ShapeCollector(given, shapes, options.keep ?? []);
  await lines.read(collector);
  const { headers, table } = collector.finish();
  const known = new Set(headers.flatMap(({ elements }) => fieldsOf(elements)).map(({ field }) => field));
  const unknownFields = (options.keep ?? []).filter((field) => !known.has(field));
  // Rules that follow others in a file have no place of their own for followers.
  const hasFollowers = given.source === undefined;
  const all = draftRules(table, headers.length, hasFollowers, options.granularity ?? "medium");
  const leftOut: LeftOut = new Map();
  const fileOf = (drafts: readonly Draft[]): RulesFileText => ({
    ...describeRules(drafts, headers, given.names, options.keep ?? []),
    headers,
    lineCount: collector.lineCount,
    examples: new Map(),
  });
  let drafts = withinLimits(all, options, leftOut);
  for (let round = 1; ; round++) {
    const file = fileOf(drafts);
    const verification = new Verification(loadedFile(given, file).rules, file, given.rulebook, table, shapes);
    await lines.read(verification);
    const next = improved(drafts, verification);
    if (!next.mustRunAgain || round === MAX_ROUNDS) {
      const last = next.mustRunAgain ? file : fileOf(next.drafts);
      return { file: last, counts: countsOf(last, verification, leftOut), collector, unknownFields };
    }
    drafts = withinLimits(next.drafts, options, leftOut);
  }
}

/** The options that ask for fewer rules. */
type Limit = "belowMinCount" | "beyondMaxRules";

/** The numbers of the shapes whose rules are left out, with the reason. */
type LeftOut = Map<number, Limit>;

/**
 * The most frequent drafts of rules, as many as are asked for, and those of followers of their lines, which are part of
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

function suggestionOf({ file, counts, collector, unknownFields }: Verified, given: GivenRules): Suggestion {
  const rulebook = rulebookOf(loadedFile(given, file).rules);
  const examples = examplesOf(file.rules, rulebook, given.names.length);
  const { text, bytes } = loadedFile(given, { ...file, examples });
  const { lineCount, givenCount } = collector;
  return {
    ...{ text, file: Buffer.from(bytes).toString(), lineCount, givenCount, unknownFields },
    ...counts,
    ruleCount: file.rules.length,
    headers: file.headers.filter((_, i) => file.rules.some(({ draft }) => draft.header === i)).map(headerText),
  };
}

type Counts = Pick<Suggestion, "left" | "matchedCount" | "strayCount">;

/** Counts what the rules of the file did with the lines. */
function countsOf({ rules, followers }: RulesFileText, verification: Verification, leftOut: LeftOut): Counts {
  const left = { belowMinCount: 0, beyondMaxRules: 0, forgotten: verification.forgottenMissed, missed: 0 };
  let matchedCount = verification.forgottenMatched;
  let strayCount = 0;
  const draftOf = new Map(
    [...rules, ...followers].flatMap(({ draft }) => draft.shapes.map((shape) => [shape, draft.identity] as const)),
  );
  for (const [shape, { won, missed }] of verification.results) {
    left[leftOut.get(shape.id) ?? "missed"] += missed;
    for (const [draft, count] of won) {
      matchedCount += count;
      const own = draftOf.get(shape);
      if (own !== undefined && own !== draft) strayCount += count;
    }
  }
  return { left, matchedCount, strayCount };
}

/**
 * An example for each rule: one of its lines that is UTF-8 and not too long to read. A rule without such a line gets
 * none. `first` is the index of the first of the rules in the rulebook.
 */
function examplesOf(
  rules: readonly SuggestedRule[],
  rulebook: Rulebook,
  first: number,
): Map<SuggestedRule, WrittenExample> {
  const builder = new RecordBuilder(rulebook);
  const examples = new Map<SuggestedRule, WrittenExample>();
  for (const [i, rule] of rules.entries()) {
    for (const { line } of rule.draft.samples.lines) {
      const text = line.toString();
      if (line.length > MAX_EXAMPLE_BYTES || !Buffer.from(text).equals(line)) continue;
      if (rulebook.matcher.match(line, 0, line.length) !== first + i) continue;
      const { output } = builder.of(first + i, line, rulebook.matcher.bounds, asText);
      examples.set(rule, { line: text, output });
      break;
    }
  }
  return examples;
}
