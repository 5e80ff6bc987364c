import { OURS } from "../engines/all.ts";
import { measureStreams } from "../measure/streamed-memory.ts";
import { streamsTable } from "../report/streams-table.ts";
import { threeServices } from "../workloads/three-services.ts";
import { engineNamed, type Section } from "./section.ts";

/** Whether the memory of the whole command stays constant while it gets more and more input. */
export const memory: Section = {
  name: "memory",
  run(bench) {
    const streams = measureStreams(threeServices, engineNamed(OURS, bench), bench.options, bench.folder);
    bench.print(streamsTable(streams));
    return streams;
  },
};
