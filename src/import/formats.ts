/** What can be imported, in the order in which files are tried. */
export const IMPORT_FORMATS = ["patterndb", "liblognorm", "grok"] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];
