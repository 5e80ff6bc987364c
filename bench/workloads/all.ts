import { levelComponent } from "./level-component.ts";
import { rules368, rules5000, templates341 } from "./many-templates.ts";
import { crlf, halfUnmatched, realHeaders, typedHeaders } from "./real-headers.ts";
import { threeServices, threeServicesUtf8 } from "./three-services.ts";
import { twoFormats } from "./two-formats.ts";
import type { Workload } from "./workload.ts";

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

/** Throws an Error that lists all names when there is no workload of that name. */
export function workloadNamed(name: string, among = WORKLOADS): Workload {
  const found = among.find((workload) => workload.name === name);
  if (found !== undefined) return found;
  throw new Error(`no workload ${name}; there are ${among.map((workload) => workload.name).join(", ")}`);
}
