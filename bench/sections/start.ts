import { OURS } from "../engines/all.ts";
import { measureColdStart } from "../measure/cold-start.ts";
import { coldStartTable } from "../report/cold-start-table.ts";
import { rules5000, templates341 } from "../workloads/many-templates.ts";
import { threeServices } from "../workloads/three-services.ts";
import { engineNamed, type Section } from "./section.ts";

/** The whole command on next to nothing. */
export const start: Section = {
  name: "start",
  run(bench) {
    const starts = measureColdStart([threeServices, templates341, rules5000], engineNamed(OURS, bench), bench.folder);
    bench.print(coldStartTable(starts));
    return starts;
  },
};
