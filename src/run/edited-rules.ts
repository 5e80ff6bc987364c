// Edits of the files of rules.

import type { FileChange } from "../io/output-file.ts";
import { type ExampleValue, RulesLayout, type TextEdit, withEdits } from "../rules/edit-rules.ts";
import { movedSpan } from "../rules/location.ts";
import { meaningOf } from "../rules/rule.ts";
import { RulesError } from "../rules/rules-error.ts";
import { encodeLike, type RulesText } from "../rules/rules-text.ts";
import { isDeepEqual } from "../text/collections/polyfills.ts";
import { type LoadedRules, loadRules } from "./loaded-rules.ts";

/**
 * The rules with these edits of their files; undefined if they do not load then. Offsets count as spans of rules do, so
 * an edit is one of the file that it is in.
 */
export function editedRules(source: LoadedRules, edits: readonly TextEdit[]): LoadedRules | undefined {
  const texts = source.files.map(({ path: name, bytes, text, start, pathAt }): RulesText => {
    const own = edits
      .filter((edit) => edit.start >= start && edit.end <= start + text.length)
      .map((edit) => ({ ...edit, ...movedSpan(edit, -start) }));
    const isObject = pathAt !== undefined;
    return { bytes: own.length === 0 ? bytes : encodeLike(bytes, withEdits(text, own)), name, isObject };
  });
  try {
    return loadRules(texts, source.rulebook.pseudonyms);
  } catch (error) {
    if (error instanceof RulesError) return undefined;
    throw error;
  }
}

/** As `editedRules`; undefined also if the rules do not have these meanings then. */
export function editedAs(
  source: LoadedRules,
  edits: readonly TextEdit[],
  meanings: readonly ReturnType<typeof meaningOf>[],
): LoadedRules | undefined {
  const changed = editedRules(source, edits);
  return changed !== undefined && isDeepEqual(changed.rules.map(meaningOf), meanings) ? changed : undefined;
}

/** The edits that give examples these values, which are in the order of the rules: see `withExampleValues`. */
export function exampleEdits(
  source: LoadedRules,
  values: readonly ExampleValue[],
): ReturnType<RulesLayout["withExampleValues"]> {
  return source.files.flatMap((file, i) => {
    const own = values.filter(({ rule }) => source.fileOf(rule) === i);
    return own.length === 0 ? [] : new RulesLayout(file).withExampleValues(own);
  });
}

/** How often changes are tried to find out which does damage. Only contrived files need more than once. */
const MAX_ATTEMPTS = 50;

/**
 * Tries changes together, and where they do damage, halves of them. `make` makes some, and those that went well before,
 * and tells whether that went well. Returns the changes that were made.
 */
export function makeHarmless<Change>(
  changes: readonly Change[],
  make: (changes: readonly Change[]) => boolean,
): readonly Change[] {
  let made: readonly Change[] = [];
  let attempts = 0;
  const add = (more: readonly Change[]): void => {
    if (more.length === 0 || attempts++ >= MAX_ATTEMPTS) return;
    const all = [...made, ...more];
    if (make(all)) made = all;
    else if (more.length > 1) {
      const half = more.length >>> 1;
      add(more.slice(0, half));
      add(more.slice(half));
    }
  };
  add(changes);
  return made;
}

export function changedFiles(before: LoadedRules, after: LoadedRules): FileChange[] {
  return before.files.flatMap(({ path, bytes }, i) => {
    const { bytes: next } = after.files[i]!;
    return next === bytes ? [] : [{ path, before: bytes, after: next }];
  });
}

export interface EditedTexts {
  /** The text of the rules with the edits; of several files, that of the first. */
  readonly text: string;
  /** The text of each file, in their order. */
  readonly texts: readonly string[];
}

export function textsOf({ files }: LoadedRules): EditedTexts {
  const texts = files.map(({ bytes }) => Buffer.from(bytes).toString());
  return { text: texts[0]!, texts };
}
