// Suggested rules in a file: of their own, or after rules that exist already.

import { RulesLayout } from "../../rules/edit-rules.ts";
import { MAX_EXAMPLE_BYTES, meaningOf, type Rule } from "../../rules/rule.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import type { WrittenExample } from "../../rules/write-rule.ts";
import { editedRules } from "../../run/edited-rules.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import { type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { isDeepEqual } from "../../text/collections/polyfills.ts";
import { type RulesFileText, writeRules, writeRulesFile } from "./rules-writer.ts";
import type { SuggestedRule } from "./suggested-rules.ts";

const NO_PLACE =
  "rules cannot be added to a list in brackets, to an alias of a list, or below a key 'rules' that begins no line";
/** What errors call the suggested rules. Only a bug shows it. */
const NAME = "the suggested rules";

/** Rules that exist already, or none. */
export interface GivenRules {
  /** The names of the rules. */
  readonly names: readonly string[];
  readonly rulebook: Rulebook;
  readonly source: LoadedRules | undefined;
  /** Whether suggested rules go into a file of their own, and not after those of the last file. */
  readonly ownFile: boolean;
}

/**
 * The given rules. Throws an Error if the way their last file is written lets no rules follow the last one, unless
 * these get a file of their own.
 */
export function givenRules(source: LoadedRules | undefined, ownFile = source === undefined): GivenRules {
  if (source === undefined) return { names: [], rulebook: rulebookOf([]), source, ownFile };
  if (!ownFile && new RulesLayout(source.files.at(-1)!).withRules([]) === undefined) throw new Error(NO_PLACE);
  return { names: source.rules.map(({ name }) => name), rulebook: source.rulebook, source, ownFile };
}

/** Rules as they are written. */
interface WrittenFile {
  /** What was written. */
  readonly text: string;
  /** The whole file; of several, the last one. Rules with a file of their own have that. */
  readonly file: string;
  /** Loads all rules, the given ones first. */
  readonly rules: () => readonly Rule[];
}

/** Writes rules after the given rules, if there are any. Throws an Error if any of these would change. */
export function rulesWith({ source, ownFile }: GivenRules, file: RulesFileText): WrittenFile {
  if (source === undefined || ownFile) {
    const text = writeRulesFile(file);
    const load = () => loadRules({ bytes: Buffer.from(text), name: NAME }).rules;
    return { text, file: text, rules: () => [...(source?.rules ?? []), ...load()] };
  }
  const last = source.files.at(-1)!;
  if (file.rules.length === 0) return { text: "", file: Buffer.from(last.bytes).toString(), rules: () => source.rules };
  const layout = new RulesLayout(last);
  const edits = layout.withRules(writeRules(file, layout.definedFields))!;
  const edited = editedRules(source, edits);
  const unchanged = edited?.rules.slice(0, source.rules.length).map(meaningOf);
  if (edited === undefined || !isDeepEqual(unchanged, source.rules.map(meaningOf)))
    throw new Error("adding rules would change others");
  // The last edit adds the rules. One before it removes an empty list.
  const added = edits.at(-1)!;
  const text = `${added.text.trimEnd().replace(/^(?:\r?\n)+/, "")}\n`;
  return { text, file: Buffer.from(edited.files.at(-1)!.bytes).toString(), rules: () => edited.rules };
}

/** Writes the rules with an example for each. `rulebook` is that of all rules. */
export function rulesWithExamples(given: GivenRules, file: RulesFileText): WrittenFile & { rulebook: Rulebook } {
  const rulebook = rulebookOf(rulesWith(given, file).rules());
  const first = given.names.length;
  const examples = new Map(
    file.rules.flatMap((rule, i) => {
      const example = exampleOf(rule, rulebook, first + i);
      return example === undefined ? [] : [[rule, example] as const];
    }),
  );
  return { ...rulesWith(given, { ...file, examples }), rulebook };
}

/**
 * An example for a rule with this index: one of its lines that is UTF-8 and not too long to read, if there is one. If
 * the output depends on a key, the example has none.
 */
function exampleOf(
  { draft }: SuggestedRule,
  { matcher, linePatterns }: Rulebook,
  i: number,
): WrittenExample | undefined {
  const linePattern = linePatterns[i]!;
  for (const { line } of draft.samples) {
    const text = line.toString();
    if (line.length > MAX_EXAMPLE_BYTES || !Buffer.from(text).equals(line)) continue;
    if (matcher.match(line, 0, line.length) !== i) continue;
    const needsNames = linePattern.transforms?.flat().some(needsKey);
    return { line: text, output: needsNames ? undefined : exampleOutput(linePattern, line, matcher.bounds) };
  }
  return undefined;
}
