import { measureMasks } from "../measure/masks.ts";
import { waysTable } from "../report/ways-table.ts";
import { levelComponent } from "../workloads/level-component.ts";
import { realHeaders } from "../workloads/real-headers.ts";
import type { Section } from "./section.ts";

/** `normalizer --mask` without rules beside the plain command on lines that no rule matches. */
export const masks: Section = {
  name: "masks",
  run({ options, folder, print }) {
    return [levelComponent, realHeaders].map((workload) => {
      const ways = measureMasks(workload, options, folder);
      print(waysTable(workload.name, ways));
      return { workload: workload.name, ways };
    });
  },
};
