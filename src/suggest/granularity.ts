/** How easily words are taken for values: coarse gives fewer rules, fine gives more. */
export const GRANULARITIES = ["coarse", "medium", "fine"] as const;

export type Granularity = (typeof GRANULARITIES)[number];
