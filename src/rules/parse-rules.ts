import { compose } from "./compose.ts";
import { decode } from "./decode.ts";
import { issuesOf } from "./issues.ts";
import type { Problem } from "./problem.ts";
import { readRules } from "./read-rules.ts";
import { Reader } from "./reader.ts";
import type { PlacedRule } from "./rule.ts";
import { RulesError } from "./rules-error.ts";
import type { PathAt } from "./rules-text.ts";
import { survey } from "./survey.ts";

/** Who reads a report mends what it begins with; more would only scroll that away. */
const MOST_SHOWN = 20;

/**
 * Reads the bytes of a rules file; the path is for messages alone, or of an object's text the paths within it. Throws a RulesError with all that is wrong. Of a
 * file that is not YAML these are the YAML errors and what is wrong before the line of the first.
 */
export function parseRules(bytes: Uint8Array, path: string, pathAt?: PathAt): PlacedRule[] {
  const { text, problem } = decode(bytes);
  if (problem !== undefined) throw rulesError([problem], text, path, pathAt);

  const { root, broken, second } = compose(text);
  const { problems, targets, bounded } = survey(root);
  const rules = bounded ? readRules(new Reader(text, targets, problems), root) : [];
  const sound = [...second, ...problems].filter(isSound(broken, text));
  if (broken.length + sound.length > 0) throw rulesError([...broken, ...sound], text, path, pathAt);
  return rules;
}

/** Whether a problem is one of the text before the line of the first YAML error, whose structure is certain. */
function isSound([first]: readonly Problem[], text: string): (problem: Problem) => boolean {
  if (first === undefined) return () => true;
  const line = text.slice(0, first.span.start).lastIndexOf("\n") + 1;
  return ({ span, until }) => span.end <= line && until < line;
}

function rulesError(problems: readonly Problem[], text: string, path: string, pathAt: PathAt | undefined): RulesError {
  const sorted = [...problems].sort((a, b) => a.span.start - b.span.start);
  const shown = sorted.slice(0, MOST_SHOWN);
  return new RulesError(path, issuesOf(shown, text, path, pathAt), sorted.length - shown.length);
}
