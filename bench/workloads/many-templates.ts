import { type FillableTemplate, lineTemplate, outputOf } from "./line-template.ts";
import { Random } from "./random.ts";
import { headedRules } from "./real-headers.ts";
import { SYSTEMS, type System } from "./systems.ts";
import { drawnFrom, type Workload } from "./workload.ts";

const ACTS = [
  "Received",
  "Deleting",
  "Opening",
  "Starting",
  "Stopped",
  "Lost",
  "Failed to read",
  "Verification succeeded for",
]
  .concat(["Registered", "Allocating", "Releasing", "Could not find", "Updating", "Scheduled", "Skipping", "Finished"])
  .concat(["Rejected", "Attempting to claim", "Timed out on", "Adding", "Merging", "Recovered", "Served", "Flushing"]);
const THINGS = [
  "block",
  "container",
  "connection",
  "task attempt",
  "session",
  "image",
  "partition",
  "snapshot",
  "request",
]
  .concat([
    "lease",
    "broadcast",
    "instance",
    "package",
    "buffer",
    "replica",
    "channel",
    "wake lock",
    "page table",
    "vote",
  ])
  .concat(["checkpoint", "daemon", "interrupt", "certificate", "mount point", "token", "display", "log segment"]);
const WHICH = ["<block>", "<id>", "<uuid>", "<name>", "<hex>", "<file>", "#<count>", "(<pid>)", "", "", ""];
const CLAUSES = [
  " from <ip>",
  " from <ip>:<port>",
  " to <ip>",
  " of size <bytes>",
  " in <duration>",
  " for user <user>",
]
  .concat([
    " on <host>",
    ", code=<code>",
    ", state <state>",
    " by <thread>",
    ", <count> left",
    " (<word>)",
    ": <error>",
  ])
  .concat([" after <count> retries", " at <hex>", " because it is <word>", " under <file>", ", see the manual", ""]);

/**
 * This many message templates, all different, spread evenly over the systems. A larger number begins with the same
 * ones.
 */
export function manyTemplates(count: number, seed: number): FillableTemplate[] {
  const random = new Random(seed);
  const taken = new Set<string>();
  const templates: FillableTemplate[] = [];
  while (templates.length < count) {
    const system = SYSTEMS[templates.length % SYSTEMS.length]!;
    const template = templateOf(system, random);
    const key = template.elements.map((element) => (typeof element === "string" ? element : "\n")).join("");
    if (taken.has(key)) continue;
    taken.add(key);
    templates.push(template);
  }
  return templates;
}

function templateOf({ name, header, components }: System, random: Random): FillableTemplate {
  const component = random.pick(components);
  const which = random.pick(WHICH);
  const parts = [`${random.pick(ACTS)} ${random.pick(THINGS)}`, which === "" ? "" : ` ${which}`];
  for (let clauses = random.between(0, 3); clauses > 0; clauses--) parts.push(random.pick(CLAUSES));
  const message = parts.join("");
  const rule = `${name}_${component.replaceAll(/\W/g, "_")}_${random.below(100_000)}`;
  return lineTemplate(rule, header.replace("COMPONENT", component) + message, `${component}: ${outputOf(message)}`);
}

const many = manyTemplates(341, 341);

export const templates341: Workload = { name: "341-templates", rules: many, line: drawnFrom(many), lineEnd: "\n" };

/** The rules of ten systems, and the lines of an eleventh. */
export const rules368: Workload = {
  name: "368-rules",
  rules: [...many, ...headedRules],
  line: drawnFrom(headedRules),
  lineEnd: "\n",
};

/** The same lines with as many rules as a large site gathers. */
export const rules5000: Workload = {
  name: "5000-rules",
  rules: [...manyTemplates(5000 - headedRules.length, 5000), ...headedRules],
  line: drawnFrom(headedRules),
  lineEnd: "\n",
};
