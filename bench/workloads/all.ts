import { join } from "node:path";
import { levelComponent } from "./level-component.ts";
import { loghub } from "./loghub.ts";
import { rules368, rules5000, templates341 } from "./many-templates.ts";
import { crlf, halfUnmatched, realHeaders, typedHeaders } from "./real-headers.ts";
import { threeServices, threeServicesUtf8 } from "./three-services.ts";
import { twoFormats } from "./two-formats.ts";
import type { Workload } from "./workload.ts";
import { writtenWorkloads } from "./written.ts";

export const WORKLOADS: readonly Workload[] = [
  threeServices,
  threeServicesUtf8,
  twoFormats,
  levelComponent,
  realHeaders,
  typedHeaders,
  crlf,
  halfUnmatched,
  templates341,
  rules368,
  rules5000,
];

/** Workloads whose lines are in a folder of external data, if it exists. */
export function realWorkloads(data: string): Workload[] {
  const folder = join(data, "loghub");
  return [loghub(folder) ?? [], writtenWorkloads(folder).map(({ typed }) => typed)].flat();
}

/** All workloads that a name may stand for, including the written rules that require less. */
export function allWorkloads(data: string): Workload[] {
  const untyped = writtenWorkloads(join(data, "loghub")).flatMap((written) => written.untyped);
  return [...WORKLOADS, ...realWorkloads(data), ...untyped];
}

/** Throws an Error that lists all names if no workload has this one. */
export function workloadNamed(name: string, among = WORKLOADS): Workload {
  const found = among.find((workload) => workload.name === name);
  if (found !== undefined) return found;
  throw new Error(`no workload ${name}; there are ${among.map((workload) => workload.name).join(", ")}`);
}
