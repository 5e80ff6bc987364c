// Reads definitions and patterns from files of any form.

import type { ImportFile } from "../imported.ts";
import type { GrokSource } from "./grok-source.ts";
import { isIngestPipeline, readIngestPipeline } from "./ingest-pipeline.ts";
import { isLogstashConfig, readLogstashConfig } from "./logstash-config.ts";
import { readPatternLines } from "./pattern-lines.ts";

/** Detects the form of a file and reads it. Throws an ImportError if the file is malformed. */
export function readSource(file: ImportFile): GrokSource {
  if (isIngestPipeline(file)) return readIngestPipeline(file);
  if (isLogstashConfig(file)) return readLogstashConfig(file);
  return readPatternLines(file);
}

/** Whether a file looks like grok patterns. */
export function isGrok(file: ImportFile): boolean {
  return isIngestPipeline(file) || isLogstashConfig(file) || /^(?![ \t]*[#<]).*%\{\w+[:}]/m.test(file.text);
}
