// The sizes by which a run is shared out among threads. Tests build the command with small ones, so that small logs do.

/** Starting threads takes longer than matching less than this. */
export const MIN_PARALLEL_BYTES = 64 * 1024 * 1024;

/** Large enough that handing a part over costs nothing, small enough that the threads end at about the same time. */
export const PART_BYTES = 4 * 1024 * 1024;

/** A part is read in chunks of this size. */
export const CHUNK_BYTES = 256 * 1024;

/** So much output of a thread may wait to be written; then a part whose turn has not come waits, too. */
export const MAX_WAITING_BYTES = 8 * 1024 * 1024;
