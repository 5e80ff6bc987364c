/** The formats that can be imported, in the order in which they are tried. */
export const IMPORT_FORMATS = ["patterndb", "liblognorm", "grok"] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];
