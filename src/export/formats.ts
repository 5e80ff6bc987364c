/** The formats to which rules can be exported. */
export const EXPORT_FORMATS = ["patterndb"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a program's name may be. */
export const PROGRAM_NAME = /^[\x20-\x7e]+$/;
