import { Matcher } from "../matcher/matcher.ts";
import { countsAsUnmatched, type Followers, type Rulebook } from "./rulebook.ts";

/** Finds the line pattern of each line. Lines must come in the order of the log, because of followers. */
export class LineClassifier {
  /**
   * The captures of the last line: field i lies from `bounds[2 * i]` up to `bounds[2 * i + 1]` in the bytes. If the
   * line is a follower, the bounds of the line itself come after those of its fields. Valid until the rules match
   * another line.
   */
  bounds: readonly number[];

  private readonly rulebook: Rulebook;
  private readonly hasSequences: boolean;
  /** By line pattern: whether its lines count as matched. */
  private readonly counting: readonly boolean[];
  /** The followers that may match the next line. */
  private followers: Followers | undefined;

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
    this.hasSequences = rulebook.followers.length > 0;
    this.counting = rulebook.linePatterns.map((linePattern) => !countsAsUnmatched(linePattern));
    this.bounds = rulebook.matcher.bounds;
  }

  /** Whether the lines of a line pattern, or of -1, count as matched. Those of catch-alls do not. */
  countsAsMatched(linePattern: number): boolean {
    return this.counting[linePattern] ?? false;
  }

  /** The number of rules. Line patterns with this index and above are followers. */
  get ruleCount(): number {
    return this.rulebook.rules.length;
  }

  /** Begins a file. Must be called for each one, because no sequence goes on in the next file. */
  begin(): void {
    this.followers = undefined;
  }

  /** The index of the line's pattern, or -1 if none matches. None matches a line that holds no text for rules. */
  classify(bytes: Buffer, start: number, end: number, isText = true): number {
    if (!isText) {
      this.followers = undefined;
      return -1;
    }
    const { rulebook, followers } = this;
    // The followers of a catch-all come after all other rules, as it does itself.
    const isBehind = followers !== undefined && !this.counting[followers.first];
    if (followers !== undefined && !isBehind) {
      const follower = this.follower(followers, bytes, start, end);
      if (follower !== -1) return follower;
    }
    const rule = rulebook.matcher.match(bytes, start, end);
    if (isBehind && !this.countsAsMatched(rule)) {
      const follower = this.follower(followers, bytes, start, end);
      if (follower !== -1) return follower;
    }
    this.bounds = rulebook.matcher.bounds;
    if (this.hasSequences) this.followers = rule === -1 ? undefined : rulebook.followers[rule];
    return rule;
  }

  /**
   * Whether the line may belong to a sequence, depending on the lines before it. If not, its pattern and those of all
   * lines after it do not depend on them.
   */
  mayFollow(bytes: Buffer, start: number, end: number): boolean {
    const { followers, matcher } = this.rulebook;
    return followers.some((one) => {
      if (one === undefined || one.matcher.match(bytes, start, end) === -1) return false;
      return this.counting[one.first]! || !this.countsAsMatched(matcher.match(bytes, start, end));
    });
  }

  /** The line pattern of the follower that matches the line, or -1 if none does. */
  private follower({ matcher, first }: Followers, bytes: Buffer, start: number, end: number): number {
    const follower = matcher.match(bytes, start, end);
    if (follower === -1) return -1;
    const { pattern } = this.rulebook.linePatterns[first + follower]!;
    this.bounds = withLine(matcher.bounds, pattern.fields.length, start, end);
    return first + follower;
  }
}

/** Captures of lines whose pattern is known, in any order. */
export class CaptureReader {
  private readonly rulebook: Rulebook;
  /** By line pattern. Each is made at its first use, since most are never used. */
  private readonly matchers: (Matcher | undefined)[] = [];

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
  }

  /** The captures, as in `LineClassifier.bounds`, until the next call; undefined if the pattern does not match. */
  of(linePattern: number, line: Buffer): readonly number[] | undefined {
    const { pattern } = this.rulebook.linePatterns[linePattern]!;
    this.matchers[linePattern] ??= new Matcher([pattern]);
    const matcher = this.matchers[linePattern];
    if (matcher.match(line, 0, line.length) === -1) return undefined;
    return withLine(matcher.bounds, pattern.fields.length, 0, line.length);
  }
}

/** Adds the bounds of the line after those of its fields. The matcher does not use these entries of its array. */
function withLine(bounds: readonly number[], fieldCount: number, start: number, end: number): readonly number[] {
  const writable = bounds as number[];
  writable[2 * fieldCount] = start;
  writable[2 * fieldCount + 1] = end;
  return writable;
}
