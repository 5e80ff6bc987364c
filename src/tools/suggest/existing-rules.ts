// Rules that exist already, and the file with them and the suggested rules.

import { RulesLayout } from "../../rules/edit-rules.ts";
import { meaningOf, type Rule } from "../../rules/rule.ts";
import { editedRules } from "../../run/edited-rules.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import { type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { isDeepEqual } from "../../text/collections/polyfills.ts";
import { type RulesFileText, writeRules, writeRulesFile } from "./rules-writer.ts";

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

/** Rules as they are loaded. */
interface LoadedFile {
  /** What was written. */
  readonly text: string;
  /** The whole file; of several, the last one. Rules with a file of their own have that. */
  readonly bytes: Uint8Array;
  /** All rules, the given ones first. */
  readonly rules: readonly Rule[];
}

/**
 * Writes rules and loads what was written, after the given rules if there are any. Throws an Error if any of these
 * would change.
 */
export function loadedFile({ source, ownFile }: GivenRules, file: RulesFileText): LoadedFile {
  if (source === undefined || ownFile) {
    const text = writeRulesFile(file);
    const bytes = Buffer.from(text);
    return { text, bytes, rules: [...(source?.rules ?? []), ...loadRules({ bytes, name: NAME }).rules] };
  }
  if (file.rules.length === 0) return { text: "", bytes: source.files.at(-1)!.bytes, rules: source.rules };
  const layout = new RulesLayout(source.files.at(-1)!);
  const edits = layout.withRules(writeRules(file, layout.definedFields))!;
  const edited = editedRules(source, edits);
  const unchanged = edited?.rules.slice(0, source.rules.length).map(meaningOf);
  if (edited === undefined || !isDeepEqual(unchanged, source.rules.map(meaningOf)))
    throw new Error("adding rules would change others");
  // The last edit adds the rules. One before it removes an empty list.
  const added = edits.at(-1)!;
  const text = `${added.text.trimEnd().replace(/^(?:\r?\n)+/, "")}\n`;
  return { text, bytes: edited.files.at(-1)!.bytes, rules: edited.rules };
}
