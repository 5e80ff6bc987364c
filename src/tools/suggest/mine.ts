// Makes rules for the lines of a sample, and runs them on these lines until they need no improvement.

import { fieldElements } from "../../matcher/pattern.ts";
import { type Draft, draftRules } from "./draft.ts";
import { type GivenRules, loadedFile } from "./existing-rules.ts";
import { headersOf } from "./find-headers.ts";
import type { SuggestionGranularity } from "./granularity.ts";
import { improved } from "./improvement.ts";
import type { LogSample } from "./log-sample.ts";
import { isCatchAll, type RulesFileText } from "./rules-writer.ts";
import { ShapeTable } from "./shape-table.ts";
import { type CapturedValues, describeRules } from "./suggested-rules.ts";
import { DraftPatterns, type Verification, verify } from "./verify.ts";

/** How often rules are drafted anew from lines that they missed. */
const MAX_ROUNDS = 5;

interface MiningOptions {
  readonly granularity: SuggestionGranularity;
  /** Fields of headers whose values become text of the rules. */
  readonly keep: readonly string[];
  /** The keys of shapes that get rules of their own. */
  readonly apart?: ReadonlySet<string> | undefined;
  /** Whether stack traces belong to the lines before them. Otherwise they get rules like all lines. */
  readonly hasTraces?: boolean | undefined;
  /** The drafts whose rules are wanted. Called again with better ones. */
  readonly select: (drafts: readonly Draft[], table: ShapeTable) => readonly Draft[];
}

/** Rules without examples, and what they did with the lines of the sample. */
export interface Mined {
  /**
   * The file, with the drafts counted in `counts`, or in the sample. `lineCount` is that of all lines, if known, and
   * `runs` is what the fields have by run, if the lines are of several.
   */
  file(counts?: ReadonlyMap<symbol, number>, lineCount?: number, runs?: CapturedValues["runs"]): RulesFileText;
  readonly drafts: readonly Draft[];
  readonly patterns: DraftPatterns;
  readonly verification: Verification;
  readonly table: ShapeTable;
  /** The fields in `keep` that no header has. */
  readonly unknownFields: readonly string[];
}

/** Whether rules match a line of the draft, even if it does not count as matched. */
function areMatched({ samples }: Draft, { rulebook }: GivenRules): boolean {
  const [first] = samples;
  return first !== undefined && rulebook.matcher.match(first.line, 0, first.line.length) !== -1;
}

/** Makes rules for the lines that the given rules leave. */
export function mine(
  sample: LogSample,
  given: GivenRules,
  { keep, granularity, apart, hasTraces = true, select }: MiningOptions,
): Mined {
  // Rules that are added to a file have no definitions of their own for followers.
  const mayFollow = given.source === undefined;
  const table = new ShapeTable(sample, headersOf(given.source?.rules ?? []), keep, mayFollow && hasTraces);
  const { headers } = table;
  const known = new Set(headers.flatMap(({ elements }) => fieldElements(elements)).map(({ field }) => field));
  const fileOf = (drafts: readonly Draft[], captured?: CapturedValues, lineCount?: number): RulesFileText => ({
    ...describeRules(drafts, headers, given.names, captured),
    ...{ headers, lineCount, examples: new Map() },
  });
  let drafts = select(draftRules(table, mayFollow, granularity, apart), table);
  for (let round = 1; ; round++) {
    const all = fileOf(drafts);
    // A catch-all of the given rules has these lines already.
    const repeated = new Set(
      all.rules.flatMap((rule) => (isCatchAll(rule, all) && areMatched(rule.draft, given) ? [rule.draft] : [])),
    );
    drafts = drafts.filter((draft) => !repeated.has(draft));
    const file = repeated.size === 0 ? all : fileOf(drafts);
    const patterns = new DraftPatterns(loadedFile(given, file).rules, file, given.rulebook);
    const verification = verify(patterns, sample, table);
    const next = improved(drafts, verification);
    if (!next.mustRunAgain || round === MAX_ROUNDS) {
      const last = next.mustRunAgain ? drafts : next.drafts;
      return {
        ...{ drafts: last, patterns, verification, table, unknownFields: keep.filter((field) => !known.has(field)) },
        file: (counts, lineCount, runs) => {
          const counted = last.map((draft) => ({ ...draft, count: counts?.get(draft.identity) ?? draft.count }));
          const { values, headerValues } = patterns;
          return fileOf(counted, { values, headerValues, runs }, lineCount);
        },
      };
    }
    drafts = select(next.drafts, table);
  }
}
