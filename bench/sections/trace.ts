import { measureTraces } from "../measure/traces.ts";
import { tracesTable } from "../report/traces-table.ts";
import type { Section } from "./section.ts";

/** `normalizer trace` beside the plain command on the same logs. */
export const trace: Section = {
  name: "trace",
  run({ options, folder, print }) {
    const ways = measureTraces(options, folder);
    print(tracesTable(ways));
    return ways;
  },
};
