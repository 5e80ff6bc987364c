import { gzipSync } from "node:zlib";
import type { CompressedFormatName } from "../../src/io/decompress.ts";

/** What packs a log, by format. The compiler asks for that of a new one, and tests and fuzzing use all of them. */
const BY_FORMAT: Readonly<Record<CompressedFormatName, (log: Buffer) => Buffer>> = { Gzip: (log) => gzipSync(log) };

export const COMPRESSORS = Object.entries(BY_FORMAT).map(([format, compress]) => ({ format, compress }));
