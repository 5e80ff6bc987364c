// Writes the rules and the log of one workload into a folder:
// node --import tsx bench/generate.ts real-headers 1000000 FOLDER
import { workloadNamed } from "./workloads/all.ts";
import { writeWorkload } from "./workloads/workload.ts";

const [name = "", lines = "1000000", folder = `bench/results/${name}`] = process.argv.slice(2);
const { rules, log } = writeWorkload(workloadNamed(name), Number(lines), folder);
console.log(`${rules}\n${log}`);
