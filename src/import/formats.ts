/** What can be imported, in the order in which files are tried. */
export const IMPORT_FORMATS = ["patterndb", "grok"] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];
