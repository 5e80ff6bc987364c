// What files with grok patterns contain.

import type { Definition } from "../expressions/definitions.ts";
import type { ImportFile } from "../imported.ts";

/** A pattern that becomes a rule. */
export interface SourcePattern {
  readonly text: string;
  readonly file: ImportFile;
  /** Where the text begins in the file. */
  readonly offset: number;
  /** The list of the pattern. Patterns of one list are tried in order; a single pattern has a list of its own. */
  readonly list: object;
  /** The field whose text it matches; undefined if it matches lines. */
  readonly target: string | undefined;
}

/** What a file contains. */
export interface GrokSource {
  readonly definitions: readonly Definition[];
  readonly patterns: readonly SourcePattern[];
  /** Whether it says which patterns are matched. Its definitions then do not become rules. */
  readonly isProgram: boolean;
}
