// A file of its own, because the table of commands reads it, and must not load the comparison.

/** Below which lines their originals are shown: none, those that differ (`changed`), or also their context (`full`). */
export const ORIGINALS = ["none", "changed", "full"] as const;

export type Originals = (typeof ORIGINALS)[number];
