// The definitions and patterns that are in files, whatever the form of the file.

import type { Definition } from "../expressions/definitions.ts";
import type { ImportFile } from "../imported.ts";
import { isIngestPipeline, readIngestPipeline } from "./ingest-pipeline.ts";
import { isLogstashConfig, readLogstashConfig } from "./logstash-config.ts";
import { readPatternLines } from "./pattern-lines.ts";

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

/** Reads a file in the form that its text tells. Throws an ImportError for one that is broken. */
export function readSource(file: ImportFile): GrokSource {
  if (isIngestPipeline(file)) return readIngestPipeline(file);
  if (isLogstashConfig(file)) return readLogstashConfig(file);
  return readPatternLines(file);
}

/** Whether a file has patterns of grok, as far as its text tells. */
export function isGrok(file: ImportFile): boolean {
  return isIngestPipeline(file) || isLogstashConfig(file) || /^(?!\s*[#<]).*%\{\w+[:}]/m.test(file.text);
}
