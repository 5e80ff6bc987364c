import type { Engine } from "../engines/engine.ts";
import type { BenchOptions } from "../options.ts";

/** The engine that reports its own CPU time, without a start. */
export const LIBRARY = "our library, in process";

/** What the sections share. */
export interface Bench {
  readonly options: BenchOptions;
  readonly engines: readonly Engine[];
  /** For logs and outputs. */
  readonly folder: string;
  readonly print: (text: string) => void;
  /** Saves an SVG beside the tables, and shows it among them. */
  readonly plot: (name: string, title: string, svg: string) => void;
}

/** Measures one subject, prints its tables, and returns the figures of every round. */
export interface Section {
  readonly name: string;
  readonly run: (bench: Bench) => unknown;
}

/** Throws an Error if no engine has this name. */
export function engineNamed(name: string, { engines }: Bench): Engine {
  const found = engines.find((engine) => engine.name === name);
  if (found !== undefined) return found;
  throw new Error(`no engine is called ${JSON.stringify(name)}`);
}
