// Edits of a text: parts of it that are replaced.

/** A change of a text: `text` in place of what is there from `start` up to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the edits made. They must not overlap. Edits at the same offset are made in their order. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let end = 0;
  const pieces: string[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  return pieces.join("") + text.slice(end);
}
