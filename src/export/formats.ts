/** What rules can be exported to. */
export const EXPORT_FORMATS = ["patterndb"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What the name of a program may be. */
export const PROGRAM_NAME = /^[\x20-\x7e]+$/;
