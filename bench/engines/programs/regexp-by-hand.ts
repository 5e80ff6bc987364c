// What people write: for each line from readline, the first expression that matches, and a write.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { regexpRules } from "./regexp-rules.ts";

const [rulesModule = "", log = ""] = process.argv.slice(2);
const normalized = await regexpRules(rulesModule);

for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Number.POSITIVE_INFINITY })) {
  process.stdout.write(`${normalized(line)}\n`);
}
