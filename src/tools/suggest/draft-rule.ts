// Drafts a rule for one line, as `suggest` does, for a caller that holds all lines.

import type { LoadedRules } from "../../run/loaded-rules.ts";
import { countsAsMatched, LineClassifier } from "../../run/rulebook.ts";
import type { Draft } from "./draft.ts";
import { DEFAULT_GRANULARITY } from "./granularity.ts";
import { LogSample } from "./log-sample.ts";
import { mine } from "./mine.ts";
import { givenRules, rulesWithExamples } from "./rules-file.ts";
import type { ShapeTable } from "./shape-table.ts";

/** A line that shows what the lines of a log have in common. */
interface KnownLine {
  readonly bytes: Buffer;
  /** Whether it does not come right after the line before it in the list. */
  readonly beginsStretch: boolean;
}

/**
 * Drafts a rule for a line that the given rules leave, from this line and the others like it. Returns the text of the
 * rules file with the rule after the given ones. Returns undefined if no rule wins the line and leaves those of the
 * given rules to them, or only one that would match lines in name only. Throws an Error if no rule can be added to the
 * file.
 */
export function draftRule(source: LoadedRules, lines: readonly KnownLine[], wanted: Buffer): string | undefined {
  const given = givenRules(source);
  const sample = new LogSample();
  const classifier = new LineClassifier(given.rulebook);
  for (const { bytes, beginsStretch } of lines) {
    if (beginsStretch) {
      classifier.begin();
      sample.begin();
    }
    const isGiven = classifier.countsAsMatched(classifier.classify(bytes, 0, bytes.length));
    sample.add(bytes, 0, bytes.length, isGiven);
  }
  const select = (drafts: readonly Draft[], table: ShapeTable): Draft[] => {
    const shape = table.shapeOf(wanted);
    return drafts.filter(({ shapes }) => shape !== undefined && shapes.includes(shape)).slice(0, 1);
  };
  // How many such lines there are in the log is not known here.
  const mined = mine(sample, given, { keep: [], granularity: DEFAULT_GRANULARITY, select });
  const { file, rulebook } = rulesWithExamples(given, mined.file());
  const winner = rulebook.matcher.match(wanted, 0, wanted.length);
  return winner === given.names.length && countsAsMatched(rulebook.linePatterns[winner]) ? file : undefined;
}
