/** What may be done with a captured text before a template shows it. */
export const TRANSFORMS = ["lowercase", "uppercase", "trim", "strip_ansi", "digits_to_n", "alias"] as const;

export type Transform = (typeof TRANSFORMS)[number];
