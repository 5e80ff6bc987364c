import type { EngineFiles } from "../engines/engine.ts";
import { type Workload, writeWorkload } from "../workloads/workload.ts";

/** A workload on disk for all engines, with logs of as many lines as requested. */
export class WorkloadFiles {
  private readonly workload: Workload;
  private readonly folder: string;
  private readonly written = new Map<number, EngineFiles>();

  constructor(workload: Workload, folder: string) {
    this.workload = workload;
    this.folder = folder;
  }

  /** The shorter logs are beginnings of the longer ones. */
  ofLines(lines: number): EngineFiles {
    const known = this.written.get(lines);
    if (known !== undefined) return known;
    const files = { ...writeWorkload(this.workload, lines, this.folder), templates: this.workload.rules };
    this.written.set(lines, files);
    return files;
  }
}
