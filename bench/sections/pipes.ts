import { OURS } from "../engines/all.ts";
import { measurePipes } from "../measure/pipes.ts";
import { pipesTable } from "../report/pipes-table.ts";
import { threeServices } from "../workloads/three-services.ts";
import { engineNamed, type Section } from "./section.ts";

/** The whole command between files and pipes, and with explain records. */
export const pipes: Section = {
  name: "pipes",
  run(bench) {
    const ways = measurePipes(threeServices, engineNamed(OURS, bench), bench.options, bench.folder);
    bench.print(pipesTable(ways));
    return ways;
  },
};
