/** How easily words are taken for values: coarse gives fewer rules, fine gives more. */
export const GRANULARITIES = ["coarse", "medium", "fine"] as const;

export type SuggestionGranularity = (typeof GRANULARITIES)[number];

export const DEFAULT_GRANULARITY: SuggestionGranularity = "medium";

/** The factor for the numbers of words that make a position vary. */
export const WORD_COUNT_FACTORS: Readonly<Record<SuggestionGranularity, number>> = { coarse: 0.5, medium: 1, fine: 3 };
