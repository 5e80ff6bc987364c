import { ENGINE_URL } from "./small-build.ts";

type Engine = Pick<typeof import("../../src/threads/parallel-run.ts"), "ParallelRun"> &
  Pick<typeof import("../../src/threads/part-chunks.ts"), "countLines" | "partChunks"> &
  Pick<typeof import("../../src/index.ts"), "Processor">;

/** The parts of the library in the small build. */
export const { ParallelRun, Processor, countLines, partChunks }: Engine = await import(ENGINE_URL);
