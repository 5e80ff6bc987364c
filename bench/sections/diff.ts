import { measureComparisons } from "../measure/comparisons.ts";
import { comparisonsTable } from "../report/comparisons-table.ts";
import { threeServices } from "../workloads/three-services.ts";
import type { Section } from "./section.ts";

/** `normalizer diff` beside the plain command on both logs and GNU diff. */
export const diff: Section = {
  name: "diff",
  run({ options, folder, print }) {
    const compared = measureComparisons(threeServices, options, folder);
    print(comparisonsTable(compared));
    return compared;
  },
};
