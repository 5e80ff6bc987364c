// Edits of the files of rules.

import type { FileChange } from "../io/output-file.ts";
import { offsetBefore, type TextEdit, withEdits } from "../rules/edit-rules.ts";
import { movedSpan } from "../rules/location.ts";
import { RulesError } from "../rules/rules-error.ts";
import { encodeLike, type RulesText } from "../rules/rules-text.ts";
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
    if (own.length === 0) return { bytes, name, pathAt };
    const pathBefore = pathAt && ((offset: number) => pathAt(offsetBefore(own, offset)));
    return { bytes: encodeLike(bytes, withEdits(text, own)), name, pathAt: pathBefore };
  });
  try {
    return loadRules(texts, source.rulebook.pseudonyms);
  } catch (error) {
    if (error instanceof RulesError) return undefined;
    throw error;
  }
}

/** The files in which edited rules differ from what they were. */
export function changedFiles(before: LoadedRules, after: LoadedRules): FileChange[] {
  return before.files.flatMap(({ path, bytes }, i) => {
    const { bytes: next } = after.files[i]!;
    return next === bytes ? [] : [{ path, before: bytes, after: next }];
  });
}

/** The contents of all files. */
export function textsOf({ files }: LoadedRules): string[] {
  return files.map(({ bytes }) => Buffer.from(bytes).toString());
}
