import type { Imported, ImportFile } from "./imported.ts";

/** Reads the files of one tool. */
export interface ImportReader {
  /** Whether a file looks like this format. */
  recognises(file: ImportFile): boolean;
  /**
   * Reads the rules of the files, which may use each other's definitions. Throws an ImportError if a file cannot be
   * read at all. Takes time and memory linear in the files, up to a bound for each rule.
   */
  read(files: readonly ImportFile[]): Imported[];
}
