// What files with patterns of grok hold.

import type { Definition } from "../expressions/definitions.ts";
import type { ImportFile } from "../imported.ts";

/** A pattern to make a rule of. */
export interface SourcePattern {
  readonly text: string;
  readonly file: ImportFile;
  /** Where the text begins in the file. */
  readonly offset: number;
  /** The patterns of one list are tried in their order. Others have a list of their own. */
  readonly list: object;
  /** The field whose text it is for; undefined if it is for lines. */
  readonly target: string | undefined;
}

/** What a file has. */
export interface GrokSource {
  readonly definitions: readonly Definition[];
  readonly patterns: readonly SourcePattern[];
  /** Whether it says which patterns are matched, so that definitions are only helpers. */
  readonly isProgram: boolean;
}
