// Sizes that decide how a run is divided among threads. Tests build the command with smaller ones, so that small logs
// suffice.

/** For smaller logs, starting threads takes longer than it saves. */
export const MIN_PARALLEL_BYTES = 64 * 1024 * 1024;

/**
 * Large enough to make the cost of passing a block negligible; small enough to let all threads end at about the same
 * time.
 */
export const BLOCK_BYTES = 4 * 1024 * 1024;

/** The most output of a thread that may wait to be written. Beyond it, the thread waits too. */
export const MAX_WAITING_BYTES = 8 * 1024 * 1024;
