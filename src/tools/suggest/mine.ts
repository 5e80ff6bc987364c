// Makes rules for the lines of a sample, and runs them on these lines until they need no improvement.

import { asCatchAll, traceLines, unchangedLines } from "../../rules/read-rules.ts";
import type { Rule } from "../../rules/rule.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { countsAsMatched, LineClassifier, type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
import { contentFields } from "./content-pattern.ts";
import { type Draft, type DraftingOptions, draftRules, haveSamePattern, redraft } from "./draft.ts";
import { DEFAULT_GRANULARITY } from "./granularity.ts";
import { LogSample, type Sample, type SampleLine } from "./log-sample.ts";
import { type GivenRules, givenRules, writeRules } from "./rules-file.ts";
import { type Shape, ShapeTable } from "./shape-table.ts";
import { Field, FieldValues } from "./shown-fields.ts";
import {
  describeRules,
  patternsOf,
  type RuleHeader,
  ruleHeader,
  type SuggestedPattern,
  type SuggestedRules,
} from "./suggested-rules.ts";

/** How often rules are drafted anew from lines that they missed. */
const MAX_ROUNDS = 5;

interface MiningOptions extends DraftingOptions {
  readonly keep: readonly string[];
  /** Whether stack traces belong to the lines before them. Otherwise they get rules like all lines. */
  readonly hasTraces?: boolean | undefined;
  /** The drafts whose rules are wanted. Called again with better ones. */
  readonly select: (drafts: readonly Draft[], table: ShapeTable) => readonly Draft[];
}

/** Rules without examples, and what they did with the lines of the sample. */
export interface Mined {
  /** The rules, with lines counted in `counts`, or in the sample. `lineCount` is that of all lines, if known. */
  describe(counts?: ReadonlyMap<Draft, number>, lineCount?: number): SuggestedRules;
  readonly drafts: readonly Draft[];
  readonly patterns: DraftPatterns;
  readonly table: ShapeTable;
  /** How many lines of the sample are won by another rule than the one drafted from them. */
  readonly wonByOthers: number;
  readonly unknownFields: readonly string[];
}

/** Makes rules for the lines that the given rules leave. */
export function mine(sample: LogSample, given: GivenRules, options: MiningOptions): Mined {
  const { keep, hasTraces = true, select } = options;
  // Rules that are added to a file have no definitions of their own for followers.
  const mayFollow = given.source === undefined;
  const table = new ShapeTable(sample, keep, mayFollow && hasTraces);
  const headers = table.headers.map(ruleHeader);
  let drafts = select(draftRules(table, mayFollow, options), table);
  for (let round = 1; ; round++) {
    const all = patternsOf(drafts, headers);
    // A catch-all of the given rules has these lines already.
    const named = all.filter(({ pattern, draft }) => !(pattern.isCatchAll && areMatched(draft, given)));
    if (named.length < all.length) drafts = drafts.filter((draft) => named.some((one) => one.draft === draft));
    const patterns = new DraftPatterns(given.rulebook, named, headers);
    const verification = verify(drafts, patterns, sample, table);
    const better = improved(drafts, verification);
    if (better === undefined || round === MAX_ROUNDS) {
      const known = headers.flatMap(({ fields }) => fields).map(({ name }) => name);
      const unknownFields = keep.filter((field) => !known.includes(field));
      return {
        ...{ drafts, patterns, table, wonByOthers: verification.wonByOthers, unknownFields },
        describe: (counts, lineCount) => {
          const counted = drafts.map((draft) => ({ ...draft, count: counts?.get(draft) ?? draft.count }));
          return describeRules(counted, headers, given.names, lineCount);
        },
      };
    }
    drafts = select(better, table);
  }
}

/** Whether rules match a line of the draft, even if it does not count as matched. */
function areMatched({ samples }: Draft, { rulebook }: GivenRules): boolean {
  const [first] = samples;
  return first !== undefined && rulebook.matcher.match(first.line, 0, first.line.length) !== -1;
}

/** Which drafts the line patterns of loaded rules are, and which of their fields capture what. */
class DraftPatterns {
  readonly rulebook: Rulebook;
  /** By line pattern: its draft; undefined for those of the given rules. */
  readonly drafts: (Draft | undefined)[];
  /** By line pattern and field; undefined for blanks that fill a width. */
  private readonly fields: (readonly (Field | undefined)[])[] = [];

  /** Puts the patterns after the given rules. */
  constructor(given: Rulebook, patterns: readonly SuggestedPattern[], headers: readonly RuleHeader[]) {
    const leaders = patterns.filter(({ draft }) => !draft.isFollower);
    const followers = patterns.filter(({ draft }) => draft.isFollower);
    this.rulebook = rulebookOf([...given.rules, ...leaders.map((one) => ruleOf(one, followers))]);
    this.drafts = this.rulebook.linePatterns.map(() => undefined);
    const all = [...headers, ...patterns.map(({ draft: { parts } }) => ({ fields: contentFields(parts) }))];
    for (const field of all.flatMap(({ fields }) => fields)) field.captured = new FieldValues();
    const set = (linePattern: number, { draft, pattern: { fields } }: SuggestedPattern): void => {
      const own = draft.parts.flatMap((part) => ("text" in part ? [] : part instanceof Field ? [part] : [undefined]));
      // The fields of the header come before those of the draft.
      const before = fields.slice(0, fields.length - own.length);
      const inHeader = headers[draft.header]?.fields ?? [];
      this.drafts[linePattern] = draft;
      this.fields[linePattern] = [...before.map((name) => inHeader.find((field) => field.name === name)), ...own];
    };
    for (const [i, leader] of leaders.entries()) set(given.rules.length + i, leader);
    // With given rules, there are no drafts of followers.
    for (const one of this.rulebook.followers) {
      if (one === undefined || one.isTrace) continue;
      for (const [k, follower] of followers.entries()) set(one.first + k, follower);
    }
  }

  /** Calls `add` with what each field of a draft's pattern has captured so far, and where it captures now. */
  forCaptures(
    linePattern: number,
    bounds: readonly number[],
    add: (values: FieldValues, from: number, to: number) => void,
  ): void {
    for (const [i, field] of this.fields[linePattern]!.entries()) {
      const [from, to] = [bounds[2 * i]!, bounds[2 * i + 1]!];
      // Of alternatives, only one has captured something.
      if (field !== undefined && from >= 0 && to >= from) add(field.captured, from, to);
    }
  }
}

/** Rules that are not written yet have no places. */
const NOWHERE = { start: 0, end: 0 };

/** A rule that matches, with these followers if it has any. */
function ruleOf({ pattern, followers }: SuggestedPattern, all: readonly SuggestedPattern[]): Rule {
  const own = all.map((follower) => unchangedLines(follower.pattern, NOWHERE));
  const following = followers === "own" ? own : followers === "trace" ? [traceLines(NOWHERE)] : [];
  return {
    ...{ ...unchangedLines(pattern, NOWHERE), name: "", examples: [], counterexamples: [] },
    followers: pattern.isCatchAll ? following.map(asCatchAll) : following,
  };
}

type Verification = ReturnType<typeof verify>;

/** Runs the rules of drafts on a sample, and notes what their fields capture. */
function verify(drafts: readonly Draft[], patterns: DraftPatterns, sample: LogSample, table: ShapeTable) {
  const owners = new Map(drafts.flatMap((draft) => draft.shapes.map((shape) => [shape, draft] as const)));
  // Those whose rules won lines, lines with a header, and lines of the given rules.
  const [winners, ofLeaders, intruders] = [new Set<Draft>(), new Set<Draft>(), new Set<Draft>()];
  const missed = new Map<Shape, Sample[]>();
  let wonByOthers = 0;
  const classifier = new LineClassifier(patterns.rulebook);
  for (const [i, { bytes, beginsStretch, isGiven }] of sample.lines.entries()) {
    if (beginsStretch) classifier.begin();
    const linePattern = classifier.classify(bytes, 0, bytes.length);
    const draft = patterns.drafts[linePattern];
    const shape = table.shapes[i];
    if (draft !== undefined) {
      if (isGiven) intruders.add(draft);
      patterns.forCaptures(linePattern, classifier.bounds, (values, from, to) =>
        values.add(bytes.toString("latin1", from, to)),
      );
    }
    if (shape === undefined) continue;
    if (draft === undefined) addToGroup(missed, shape, { line: bytes, content: table.keyOf(bytes).content });
    else {
      winners.add(draft);
      if (shape.header !== -1) ofLeaders.add(draft);
      if ((owners.get(shape) ?? draft) !== draft) wonByOthers++;
    }
  }
  return { winners, ofLeaders, intruders, missed, wonByOthers };
}

/** Drafts without those that won given lines or none, and those anew that missed some; undefined if all are well. */
function improved(drafts: readonly Draft[], verification: Verification): readonly Draft[] | undefined {
  const { winners, ofLeaders, intruders } = verification;
  let areBetter = false;
  const better = drafts.flatMap((draft): readonly Draft[] => {
    const { isFollower, shapes } = draft;
    const missed = shapes.flatMap((shape) => verification.missed.get(shape) ?? []);
    // A follower must not win lines that have a header.
    const isIntruder = intruders.has(draft) || (isFollower && ofLeaders.has(draft));
    if (!isIntruder && missed.length === 0 && winners.has(draft)) return [draft];
    areBetter = true;
    if (isIntruder) return isFollower ? [{ ...draft, isFollower: false }] : [];
    if (missed.length === 0) return [];
    const again = redraft(draft, missed);
    // Between the lines of a follower and their leader, there are others that have rules.
    const isApart = isFollower && again.length === 1 && haveSamePattern(again[0]!, draft);
    return isApart ? [{ ...draft, isFollower: false }] : again;
  });
  return areBetter ? better : undefined;
}

/**
 * The text of a rules file in which a new rule wins this line, drafted from it and others like it, and leaves those of
 * the given rules to them. Undefined if none does but in name only. Throws an Error if the file has no place for it.
 */
export function draftRule(
  source: LoadedRules,
  lines: readonly Omit<SampleLine, "isGiven">[],
  wanted: Buffer,
): string | undefined {
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
  const { file } = writeRules(given, mined.describe());
  const { rulebook } = mined.patterns;
  const winner = rulebook.matcher.match(wanted, 0, wanted.length);
  return winner === given.names.length && countsAsMatched(rulebook.linePatterns[winner]) ? file : undefined;
}
