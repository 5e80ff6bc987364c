// The limits of rules files, and of rules that are given as an object.

/** In bytes. It keeps memory bounded. */
export const MAX_SIZE = 64 * 1024 * 1024;

export const TOO_LARGE = "larger than 64 MiB, the limit for rules files";

/**
 * A rules file needs six levels, and two more for each nesting of alternatives. The bound lets later passes recurse.
 */
export const MAX_DEPTH = 100;

/**
 * How many fields and alternatives a pattern may have: matching recurses for each field and may try each alternative.
 */
export const MAX_FIELDS = 1000;

/** How long the line of an example may be that is added to a file. A longer one makes the file hard to read. */
export const MAX_EXAMPLE_BYTES = 1000;
