import { ENGINE_URL } from "./small-build.ts";

type Engine = Pick<typeof import("../../src/run/threads/parallel-run.ts"), "ParallelRun"> &
  Pick<typeof import("../../src/io/line-range.ts"), "countLines" | "rangeChunks"> &
  Pick<typeof import("../../src/index.ts"), "Processor">;

/** The parts of the library in the small build. */
export const { ParallelRun, Processor, countLines, rangeChunks }: Engine = await import(ENGINE_URL);
