// Rules with what matches them, and `LineClassifier`, which finds the one that a line belongs to.

import { Matcher } from "../matcher/matcher.ts";
import type { Rewrite, Rule } from "../rules/rule.ts";
import { MissingKeyError, type Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { needsKey } from "../rules/transforms/transform-registry.ts";
import { type Belonging, EventReader, UnknownPast } from "../text/events/event-reader.ts";

/** A rule's own pattern, or the pattern of one of its followers. */
export interface LinePattern extends Rewrite {
  /** The rule's name, and its file if there are several; also for its followers. */
  readonly name: string;
  readonly file?: string | undefined;
  readonly isFollower: boolean;
  /** What gives names to values; undefined if no key is given. */
  readonly pseudonyms?: Pseudonyms | undefined;
}

/** Whether lines of this line pattern count as matched. Those of catch-alls do not, nor those without one. */
export function countsAsMatched(linePattern: LinePattern | undefined): boolean {
  return linePattern !== undefined && !linePattern.pattern.isCatchAll;
}

/** How results name the rule of a line. */
export interface LineRule {
  /** The name of the rule that won the line; undefined if no rule matched. */
  readonly rule: string | undefined;
  /** The path of that rule's file, if there are several. */
  readonly ruleFile?: string;
  /** Present if that rule is a catch-all. The line then counts as unmatched. */
  readonly catchAll?: true;
}

/** The rule that a line pattern belongs to. */
export function lineRuleOf(linePattern: LinePattern): LineRule & { readonly rule: string };
export function lineRuleOf(linePattern: LinePattern | undefined): LineRule;
export function lineRuleOf(linePattern: LinePattern | undefined): LineRule {
  const { name: rule, file: ruleFile, pattern } = linePattern ?? {};
  return { rule, ...(ruleFile !== undefined && { ruleFile }), ...(pattern?.isCatchAll && { catchAll: true }) };
}

interface Followers {
  readonly matcher: Matcher;
  /** The index of the first follower's line pattern. The others come right after it. */
  readonly first: number;
  readonly isTrace: boolean;
}

/** Rules with their matchers. */
export interface Rulebook {
  readonly rules: readonly Rule[];
  /** The rules' own patterns, in the order of the rules, then the patterns of all followers. */
  readonly linePatterns: readonly LinePattern[];
  readonly matcher: Matcher;
  /** By rule. Empty if no rule has followers. */
  readonly followers: readonly (Followers | undefined)[];
  readonly pseudonyms?: Pseudonyms | undefined;
}

/**
 * Makes the rulebook of these rules. Making its matchers is costly, so this is done once. `pseudonyms` gives names to
 * values. Without it, an output that needs a name throws a MissingKeyError; `requireKey` throws it before that.
 */
export function rulebookOf(rules: readonly Rule[], pseudonyms?: Pseudonyms): Rulebook {
  const linePatterns: LinePattern[] = rules.map((rule) => ({ ...rule, isFollower: false, pseudonyms }));
  const followers = rules.map(({ name, file, followers }): Followers | undefined => {
    if (followers.length === 0) return undefined;
    const first = linePatterns.length;
    for (const follower of followers) linePatterns.push({ ...follower, name, file, isFollower: true, pseudonyms });
    const isTrace = followers.some(({ isTrace }) => isTrace);
    return { matcher: new Matcher(followers.map(({ pattern }) => pattern)), first, isTrace };
  });
  return {
    rules,
    linePatterns,
    matcher: new Matcher(rules.map(({ pattern }) => pattern)),
    followers: followers.some((one) => one !== undefined) ? followers : [],
    pseudonyms,
  };
}

/** Throws a MissingKeyError if a rule needs a key and there is none. To be called before anything is written. */
export function requireKey({ linePatterns, pseudonyms }: Rulebook): void {
  if (pseudonyms !== undefined) return;
  for (const { pattern, transforms = [] } of linePatterns) {
    const field = transforms.findIndex((steps) => steps.some(needsKey));
    if (field !== -1) throw new MissingKeyError(pattern.fields[field]!);
  }
}

/** The index of the rule that each line pattern belongs to, as its own pattern or as a follower. */
export function rulesOfLinePatterns({ rules }: Rulebook): number[] {
  const rulesOfFollowers = rules.flatMap(({ followers }, rule) => followers.map(() => rule));
  return [...rules.keys(), ...rulesOfFollowers];
}

/** Finds the line pattern of each line. Lines must come in the order of the log, because of followers. */
export class LineClassifier {
  /** The index of the last line's pattern, or -1. */
  linePattern = -1;
  /** Whether the last line is one in a sequence, often an empty one, that is no follower, but does not end it. */
  isGap = false;
  /**
   * The captures of the last line: field i lies from `bounds[2 * i]` up to `bounds[2 * i + 1]` in the bytes. If the
   * line is a follower, the bounds of the line itself come after those of its fields. Valid until the rules match
   * another line.
   */
  bounds: readonly number[];

  private readonly rulebook: Rulebook;
  private readonly hasSequences: boolean;
  private readonly areMatched: readonly boolean[];
  private followers: Followers | undefined;
  private readonly traces: EventReader | undefined;
  /** Of stack traces of which the beginning is not known. */
  private past: UnknownPast | undefined;

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
    this.hasSequences = rulebook.followers.length > 0;
    this.areMatched = rulebook.linePatterns.map(countsAsMatched);
    if (rulebook.followers.some((one) => one?.isTrace)) this.traces = new EventReader();
    this.bounds = rulebook.matcher.bounds;
  }

  /** As `countsAsMatched`, for the line pattern with this index, or for none if it is -1. */
  countsAsMatched(index: number): boolean {
    return index !== -1 && this.areMatched[index]!;
  }

  /** Begins a file. Must be called for each one, because no sequence goes on in the next file. */
  begin(): void {
    this.followers = undefined;
  }

  get isInSequence(): boolean {
    return this.followers !== undefined;
  }

  /** The index of the line's pattern, or -1 if none matches. None matches a line that holds no text for rules. */
  classify(bytes: Buffer, start: number, end: number, isText = true): number {
    if (isText) {
      this.linePattern = this.patternOf(bytes, start, end);
    } else {
      this.linePattern = -1;
      this.isGap = false;
      this.followers = undefined;
    }
    return this.linePattern;
  }

  private patternOf(bytes: Buffer, start: number, end: number): number {
    const { rulebook, followers } = this;
    const belonging = followers?.isTrace ? this.traces!.read(bytes, start, end) : undefined;
    // The followers of a catch-all come after all other rules, as it does itself.
    const isBehind = followers !== undefined && !this.areMatched[followers.first];
    this.isGap = false;
    if (followers !== undefined && !isBehind) {
      const follower = this.follower(followers, belonging, bytes, start, end);
      if (follower !== -1) return follower;
    }
    const rule = rulebook.matcher.match(bytes, start, end);
    if (isBehind && !this.countsAsMatched(rule)) {
      const follower = this.follower(followers, belonging, bytes, start, end);
      if (follower !== -1) return follower;
    }
    this.bounds = rulebook.matcher.bounds;
    if (!this.hasSequences) return rule;
    const own = rule === -1 ? undefined : rulebook.followers[rule];
    const mayBeGap = belonging === undefined ? start === end : belonging === "perhaps";
    this.isGap = followers !== undefined && own === undefined && mayBeGap;
    if (!this.isGap) this.lead(own, bytes, start, end);
    return rule;
  }

  private lead(followers: Followers | undefined, bytes: Buffer, start: number, end: number): void {
    this.followers = followers;
    if (!followers?.isTrace) return;
    // The line may itself be the first one of a trace.
    this.traces!.begin();
    this.traces!.read(bytes, start, end);
    this.traces!.open();
  }

  /**
   * Whether the next line may belong to a sequence or be a gap in it, depending on the lines before the first one that
   * is asked for. If not, its pattern and those of all lines after it do not depend on them.
   */
  mayFollow(bytes: Buffer, start: number, end: number): boolean {
    const { followers, matcher } = this.rulebook;
    if (this.traces !== undefined) this.past ??= new UnknownPast();
    const mayBeTrace = this.past?.mayBelong(bytes, start, end);
    if (start === end) return true;
    return followers.some((one) => {
      if (one === undefined) return false;
      if (!(one.isTrace ? mayBeTrace : one.matcher.match(bytes, start, end) !== -1)) return false;
      return this.areMatched[one.first]! || !this.countsAsMatched(matcher.match(bytes, start, end));
    });
  }

  private follower(
    { matcher, first, isTrace }: Followers,
    belonging: Belonging | undefined,
    bytes: Buffer,
    start: number,
    end: number,
  ): number {
    if (isTrace) {
      // Whether an empty line is the last one cannot be told in time.
      if (belonging !== "yes" && !(belonging === "perhaps" && this.traces!.isEmpty)) return -1;
      this.bounds = [start, end];
      return first;
    }
    const follower = matcher.match(bytes, start, end);
    if (follower === -1) return -1;
    const { pattern } = this.rulebook.linePatterns[first + follower]!;
    matcher.captureLine(pattern.fields.length);
    this.bounds = matcher.bounds;
    return first + follower;
  }
}

/** Captures of lines whose pattern is known, in any order. */
export class CaptureReader {
  private readonly rulebook: Rulebook;
  private readonly matchers: (Matcher | undefined)[] = [];

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
  }

  /** The captures, as in `LineClassifier.bounds`, until the next call; undefined if the pattern does not match. */
  of(linePattern: number, line: Buffer): readonly number[] | undefined {
    const { pattern, isTrace } = this.rulebook.linePatterns[linePattern]!;
    if (isTrace) return [0, line.length];
    this.matchers[linePattern] ??= new Matcher([pattern]);
    const matcher = this.matchers[linePattern];
    if (matcher.match(line, 0, line.length) === -1) return undefined;
    matcher.captureLine(pattern.fields.length);
    return matcher.bounds;
  }
}
