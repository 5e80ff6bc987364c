// The definitions and patterns that are in files, whatever the form of the file.

import type { ImportFile } from "../imported.ts";
import type { GrokSource } from "./grok-source.ts";
import { isIngestPipeline, readIngestPipeline } from "./ingest-pipeline.ts";
import { isLogstashConfig, readLogstashConfig } from "./logstash-config.ts";
import { readPatternLines } from "./pattern-lines.ts";

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
