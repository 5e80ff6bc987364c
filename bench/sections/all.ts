import { diff } from "./diff.ts";
import { elements } from "./elements.ts";
import { engines } from "./engines.ts";
import { growth } from "./growth.ts";
import { hostile } from "./hostile.ts";
import { jobs } from "./jobs.ts";
import { masks } from "./masks.ts";
import { memory } from "./memory.ts";
import { pipes } from "./pipes.ts";
import type { Section } from "./section.ts";
import { start } from "./start.ts";
import { suggest } from "./suggest.ts";
import { trace } from "./trace.ts";
import { types } from "./types.ts";

export const SECTIONS: readonly Section[] = [
  start,
  engines,
  types,
  elements,
  pipes,
  jobs,
  growth,
  hostile,
  memory,
  diff,
  trace,
  suggest,
  masks,
];

/** Throws an Error that lists all names if no section has this one. */
export function sectionNamed(name: string): Section {
  const found = SECTIONS.find((section) => section.name === name);
  if (found !== undefined) return found;
  throw new Error(`no section ${name}; there are ${SECTIONS.map((section) => section.name).join(", ")}`);
}
