import { Matcher } from "../matcher/matcher.ts";
import { withLine } from "./recognizer.ts";
import type { Rulebook } from "./rulebook.ts";

/** What lines of a known kind capture, whatever came before them. */
export class Captures {
  private readonly rulebook: Rulebook;
  /** One for each kind, made when it is asked for: most never are. */
  private readonly matchers: (Matcher | undefined)[] = [];

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
  }

  /** As `Recognizer.bounds`, until the next line; undefined if the line is not of that kind. */
  of(kind: number, line: Buffer): readonly number[] | undefined {
    const { pattern } = this.rulebook.kinds[kind]!;
    this.matchers[kind] ??= new Matcher([pattern]);
    const matcher = this.matchers[kind];
    if (matcher.match(line, 0, line.length) === -1) return undefined;
    return withLine(matcher.bounds, pattern.fields.length, 0, line.length);
  }
}
