// Makes rules and runs them on the lines for which they were drafted, wherever these come from.

import { fieldElements } from "../../matcher/pattern.ts";
import type { LineSource } from "../../run/log-lines.ts";
import { type Draft, draftRules } from "./draft.ts";
import { type GivenRules, loadedFile } from "./existing-rules.ts";
import type { SuggestionGranularity } from "./granularity.ts";
import { improved } from "./improvement.ts";
import type { RulesFileText } from "./rules-writer.ts";
import type { ShapeNumbers } from "./shape-collector.ts";
import { ShapeCollector } from "./shape-collector.ts";
import type { ShapeTable } from "./shape-table.ts";
import { type CapturedValues, describeRules } from "./suggested-rules.ts";
import { Verification } from "./verify.ts";

/** How often rules are drafted anew from lines that they missed. */
const MAX_ROUNDS = 5;

interface DraftingOptions {
  readonly granularity: SuggestionGranularity;
  /** Fields of headers whose values become text of the rules. */
  readonly keep: readonly string[];
  /** The drafts whose rules are wanted. Called again with better ones. */
  readonly select: (drafts: readonly Draft[], table: ShapeTable) => readonly Draft[];
}

/** Rules without examples, and what they did with the lines. */
export interface Verified {
  readonly file: RulesFileText;
  readonly verification: Verification;
  readonly collector: ShapeCollector;
  /** The fields in `keep` that no header has. */
  readonly unknownFields: readonly string[];
}

/** Drafts rules, and runs them on the lines until they need no improvement. Rejects as reading the lines does. */
export async function verifiedRules(
  lines: LineSource,
  shapes: ShapeNumbers,
  given: GivenRules,
  { keep, granularity, select }: DraftingOptions,
): Promise<Verified> {
  const collector = new ShapeCollector(given, shapes, keep);
  await lines.read(collector);
  const { headers, table } = collector.finish();
  const known = new Set(headers.flatMap(({ elements }) => fieldElements(elements)).map(({ field }) => field));
  const unknownFields = keep.filter((field) => !known.has(field));
  // Rules that are added to a file have no definitions of their own for followers.
  const hasFollowers = given.source === undefined;
  const fileOf = (drafts: readonly Draft[], captured?: CapturedValues): RulesFileText => ({
    ...describeRules(drafts, headers, given.names, captured),
    headers,
    lineCount: collector.lineCount,
    examples: new Map(),
  });
  let drafts = select(draftRules(table, headers.length, hasFollowers, granularity), table);
  for (let round = 1; ; round++) {
    const file = fileOf(drafts);
    const verification = new Verification(loadedFile(given, file).rules, file, given.rulebook, table, shapes);
    await lines.read(verification);
    const next = improved(drafts, verification);
    if (!next.mustRunAgain || round === MAX_ROUNDS) {
      const last = fileOf(next.mustRunAgain ? drafts : next.drafts, verification.values);
      return { file: last, verification, collector, unknownFields };
    }
    drafts = select(next.drafts, table);
  }
}
