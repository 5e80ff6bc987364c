import { OURS } from "../engines/all.ts";
import { measureJobs } from "../measure/jobs.ts";
import { jobsTable } from "../report/jobs-table.ts";
import { threeServices } from "../workloads/three-services.ts";
import { engineNamed, type Section } from "./section.ts";

/** The whole command on a large file, with one job and with more. */
export const jobs: Section = {
  name: "jobs",
  run(bench) {
    const runs = measureJobs(threeServices, engineNamed(OURS, bench), bench.options, bench.folder);
    bench.print(runs === undefined ? "The command has no --jobs: left out\n" : jobsTable(runs));
    return runs;
  },
};
