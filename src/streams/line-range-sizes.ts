// The sizes in which ranges of lines are read. Tests build the command with smaller ones, so that short lines suffice.

/** The most that is read at once. */
export const CHUNK_BYTES = 256 * 1024;

/** How much is read at first beyond the end of a range, to find the end of its last line. */
export const EDGE_BYTES = 16 * 1024;
