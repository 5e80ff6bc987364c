// The limits of rules, whether they come from a file or from an object. They keep memory and recursion bounded.

/** In bytes. */
export const MAX_SIZE = 64 * 1024 * 1024;

export const TOO_LARGE = "larger than 64 MiB, the limit for rules files";

/** A rules file needs six levels, and two more for each nesting of alternatives. The bound lets later passes recurse. */
export const MAX_DEPTH = 100;
