// Writes the rules and the log of one workload into a folder:
// node --import tsx bench/generate.ts real-headers 1000000 FOLDER [DATA]
import { DATA } from "./options.ts";
import { allWorkloads, workloadNamed } from "./workloads/all.ts";
import { writeWorkload } from "./workloads/workload.ts";

const [name = "", lines = "1000000", folder = `bench/results/${name}`, data = DATA] = process.argv.slice(2);
const { rules, log } = writeWorkload(workloadNamed(name, allWorkloads(data)), Number(lines), folder);
console.log(`${rules}\n${log}`);
