import { Matcher } from "../matcher/matcher.ts";
import type { Followers, Rulebook } from "./rulebook.ts";

/** Tells what kind each line is of, one after the other. */
export class LineClassifier {
  /**
   * What the fields of the last line captured: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the bytes. Of a
   * follower so does the line itself, after the last field. Holds until another line is matched by the same rules.
   */
  bounds: readonly number[];

  private readonly rulebook: Rulebook;
  private readonly hasSequences: boolean;
  /** What may follow the lines before. */
  private followers: Followers | undefined;

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
    this.hasSequences = rulebook.followers.length > 0;
    this.bounds = rulebook.matcher.bounds;
  }

  /** Begins a file. No sequence reaches into the next file, so each reader of logs calls this for each of them. */
  begin(): void {
    this.followers = undefined;
  }

  /** The index of the line's kind, -1 for none. */
  classify(bytes: Buffer, start: number, end: number): number {
    const { rulebook } = this;
    if (this.followers !== undefined) {
      const { matcher, first } = this.followers;
      const follower = matcher.match(bytes, start, end);
      if (follower !== -1) {
        this.bounds = withLine(
          matcher.bounds,
          rulebook.linePatterns[first + follower]!.pattern.fields.length,
          start,
          end,
        );
        return first + follower;
      }
    }
    const rule = rulebook.matcher.match(bytes, start, end);
    this.bounds = rulebook.matcher.bounds;
    if (this.hasSequences) this.followers = rule === -1 ? undefined : rulebook.followers[rule];
    return rule;
  }
}

/** What lines of a known kind capture, whatever came before them. */
export class Captures {
  private readonly rulebook: Rulebook;
  /** One for each kind, made when it is asked for: most never are. */
  private readonly matchers: (Matcher | undefined)[] = [];

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
  }

  /** As `Recognizer.bounds`, until the next line; undefined if the line is not of that kind. */
  of(linePattern: number, line: Buffer): readonly number[] | undefined {
    const { pattern } = this.rulebook.linePatterns[linePattern]!;
    this.matchers[linePattern] ??= new Matcher([pattern]);
    const matcher = this.matchers[linePattern];
    if (matcher.match(line, 0, line.length) === -1) return undefined;
    return withLine(matcher.bounds, pattern.fields.length, 0, line.length);
  }
}

/** The same bounds, with those of the line after so many fields: the matcher owns them, but leaves these places alone. */
function withLine(bounds: readonly number[], fields: number, start: number, end: number): readonly number[] {
  const places = bounds as number[];
  places[2 * fields] = start;
  places[2 * fields + 1] = end;
  return places;
}
