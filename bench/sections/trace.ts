import { measureTraces } from "../measure/traces.ts";
import { waysTable } from "../report/ways-table.ts";
import type { Section } from "./section.ts";

/** `normalizer trace` beside the plain command on the same logs. */
export const trace: Section = {
  name: "trace",
  run({ options, folder, print }) {
    const ways = measureTraces(options, folder);
    print(waysTable("three logs", ways));
    return ways;
  },
};
