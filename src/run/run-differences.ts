// What runs of the same work still differ in once rules have written them: lines that come and go, and their order.

import { Interner } from "../text/collections/interner.ts";
import { countUpTo, NumberList } from "../text/collections/numbers.ts";
import { addToGroup } from "../text/collections/polyfills.ts";
import type { Log } from "./log.ts";
import type { LineConsumer } from "./log-lines.ts";
import { LineClassifier, type Rulebook } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** A line, as rules write it, that some runs have more often than others. */
export interface ComingLine {
  /** Where it first is in the run that has it most often. */
  readonly file: string;
  readonly line: number;
  readonly output: string;
  /** How often each run has it. */
  readonly counts: readonly number[];
}

/** What runs of the same work differ in. */
export interface RunDifferences {
  /** How many different lines come and go. */
  readonly comingCount: number;
  /** The first of them. */
  readonly coming: readonly ComingLine[];
  /** How many lines that all runs have are out of order: those that would have to move to be as in the first run. */
  readonly movedCount: number;
}

const MAX_NAMED = 3;

/** Compares what the rules write of the lines of runs. */
export class RunLines implements LineConsumer {
  private readonly logs: readonly Log[];
  private readonly classifier: LineClassifier;
  private readonly renderers: TemplateRenderers;
  private readonly outputs = new Interner();
  /** By log. */
  private readonly runs: readonly number[];
  /** By run: the numbers of its lines' outputs. */
  private readonly lines: readonly NumberList[];
  /** By log: how many lines of its run come before it. */
  private readonly starts: number[] = [];

  constructor(rulebook: Rulebook, logs: readonly Log[], runs: readonly number[]) {
    this.logs = logs;
    this.runs = runs;
    this.lines = Array.from(new Set(runs), () => new NumberList());
    this.classifier = new LineClassifier(rulebook);
    this.renderers = new TemplateRenderers(rulebook.linePatterns);
  }

  begin(): void {
    this.classifier.begin();
    this.starts.push(this.linesOf(this.starts.length).length);
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    const { classifier, outputs } = this;
    const lines = this.linesOf(this.starts.length - 1);
    const linePattern = classifier.classify(bytes, start, end, flaw === undefined);
    if (linePattern === -1) {
      lines.push(outputs.intern(bytes, start, end));
      return;
    }
    const output = this.renderers.of(linePattern).render(bytes, classifier.bounds);
    lines.push(outputs.intern(output, 0, output.length));
  }

  differences(): RunDifferences {
    const counts = this.lines.map((lines) => {
      const own = new Uint32Array(this.outputs.size);
      for (const id of lines.values()) own[id]!++;
      return own;
    });
    const common = counts[0]!.map((_, id) => Math.min(...counts.map((own) => own[id]!)));
    const coming = [...common.keys()].filter((id) => counts.some((own) => own[id]! > common[id]!));
    const [first, ...others] = this.lines.map((lines) => commonLines(lines.values(), common));
    return {
      comingCount: coming.length,
      coming: coming.slice(0, MAX_NAMED).map((id) => this.comingLine(id, counts)),
      movedCount: others.reduce((sum, lines) => sum + movedCount(first!, lines), 0),
    };
  }

  private comingLine(id: number, all: readonly Uint32Array[]): ComingLine {
    const counts = all.map((own) => own[id]!);
    const run = counts.indexOf(Math.max(...counts));
    const index = this.lines[run]!.values().indexOf(id);
    const log = this.runs.findLastIndex((own, i) => own === run && this.starts[i]! <= index);
    const output = this.outputs.bytes(id).toString();
    return { file: this.logs[log]!.name, line: index - this.starts[log]! + 1, output, counts };
  }

  private linesOf(log: number): NumberList {
    return this.lines[this.runs[log]!]!;
  }
}

/** The lines without those that come and go: of each output as many as all runs have. */
function commonLines(lines: Uint32Array, common: Uint32Array): Uint32Array {
  const left = common.slice();
  return lines.filter((id) => left[id]! > 0 && left[id]!-- > 0);
}

/** How many lines would have to move to be in the order of the first ones, which are the same. */
function movedCount(first: Uint32Array, lines: Uint32Array): number {
  const places = new Map<number, number[]>();
  for (let i = first.length - 1; i >= 0; i--) addToGroup(places, first[i]!, i);
  // The longest increasing sequence of places stays: the last places of the best sequences of each length.
  const ends: number[] = [];
  for (const id of lines) {
    const place = places.get(id)!.pop()!;
    ends[countUpTo(ends, place)] = place;
  }
  return lines.length - ends.length;
}
