import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asLatin1, asText, regexpModule } from "../engines/converters/regexp-module.ts";
import type { EngineFiles } from "../engines/engine.ts";
import { type Workload, writeWorkload } from "../workloads/workload.ts";

/** A workload on disk, for all engines, in logs of as many lines as are asked for. */
export class WorkloadFiles {
  private readonly workload: Workload;
  private readonly folder: string;
  private readonly written = new Map<number, EngineFiles>();

  constructor(workload: Workload, folder: string) {
    this.workload = workload;
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    writeFileSync(this.expressions("text"), regexpModule(workload.rules, asText));
    writeFileSync(this.expressions("latin1"), regexpModule(workload.rules, asLatin1));
  }

  /** The shorter logs are beginnings of the longer ones. */
  ofLines(lines: number): EngineFiles {
    const known = this.written.get(lines);
    if (known !== undefined) return known;
    const files = {
      ...writeWorkload(this.workload, lines, this.folder),
      textExpressions: this.expressions("text"),
      latin1Expressions: this.expressions("latin1"),
    };
    this.written.set(lines, files);
    return files;
  }

  private expressions(kind: string): string {
    return join(this.folder, `rules-${kind}.mjs`);
  }
}
