/** What rules can be exported to. */
export const EXPORT_FORMATS = ["patterndb"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
