import { isJsonPlain, jsonBytes, jsonString } from "../../diagnostics/json.ts";
import { Elapsed } from "../../trace/elapsed.ts";
import { Span } from "../../trace/span.ts";
import type { Timeline } from "../../trace/timeline.ts";
import type { TracedGroup } from "../../trace/trace-logs.ts";
import type { TextOutput } from "../outputs/text-output.ts";
import { addSeconds, Instants } from "./trace-times.ts";
import type { TraceWriter } from "./trace-writer.ts";

const NO_RULE_MEMBER = ruleMember("null");

/** Traces for programs: a line of JSON for each group, or each event where there are no groups. */
export class TraceJson implements TraceWriter {
  readonly output: TextOutput;
  private readonly timeline: Timeline;
  private readonly instants: Instants;
  private readonly span: Span;
  private readonly elapsed: Elapsed;
  /** By the numbers of the files: their names as JSON, and how an event of each begins. */
  private readonly files: readonly string[];
  private readonly opening: readonly Buffer[];
  /** The middle of an event, by the number of its rule. */
  private readonly ruleMembers: readonly Buffer[];

  constructor(output: TextOutput, timeline: Timeline) {
    this.output = output;
    this.timeline = timeline;
    this.instants = new Instants(output, timeline.events);
    this.span = new Span(timeline.events, timeline.files.length);
    this.elapsed = new Elapsed(timeline.events);
    this.files = timeline.files.map(jsonString);
    this.opening = this.files.map((file) => Buffer.from(`{"file": ${file}, "line": `));
    this.ruleMembers = timeline.rules.map((rule) => ruleMember(jsonString(rule)));
  }

  *groups(groups: Iterable<TracedGroup>): Generator<void> {
    const { output } = this;
    for (const { id, events } of groups) {
      output.text("{");
      addJsonBytes(output, "id", id);
      this.addSpan(events);
      let separator = ', "events": [';
      for (const event of events) {
        output.text(separator);
        separator = ", ";
        this.addEvent(event);
        if (output.full) yield;
      }
      output.text("]}\n");
    }
  }

  *merged(events: Uint32Array): Generator<void> {
    for (const event of events) {
      this.addEvent(event);
      this.output.text("\n");
      if (this.output.full) yield;
    }
  }

  private addSpan(order: Uint32Array): void {
    const { output, span } = this;
    span.measure(order);
    const { first, last, files } = span;
    this.addTime(', "start": ', first);
    this.addTime(', "end": ', last);
    output.text(', "duration": ');
    if (first === -1) output.text("null");
    else addSeconds(output, this.elapsed.between(first, last));
    let separator = ', "files": [';
    for (const file of files) {
      output.text(separator);
      output.text(this.files[file]!);
      separator = ", ";
    }
    output.text("]");
  }

  private addEvent(event: number): void {
    const { output } = this;
    const { events } = this.timeline;
    output.ready(this.opening[events.fileOf(event)]!);
    output.number(events.lineOf(event));
    this.addTime(', "time": ', events.hasTime(event) ? event : -1);
    output.ready(this.ruleMembers[events.ruleOf(event)] ?? NO_RULE_MEMBER);
    addJsonBytes(output, "output", events.outputOf(event));
    output.text("}");
  }

  /** Adds a name and the time of an event, or null for -1. */
  private addTime(name: string, event: number): void {
    const { output } = this;
    output.text(name);
    if (event === -1) {
      output.text("null");
      return;
    }
    output.text('"');
    this.instants.add(event);
    output.text('"');
  }
}

function ruleMember(rule: string): Buffer {
  return Buffer.from(`, "rule": ${rule}, `);
}

/** Adds what `jsonBytes` gives. Most bytes stand in JSON as they are, and no string is made of those. */
function addJsonBytes(output: TextOutput, name: string, bytes: Buffer): void {
  if (!isJsonPlain(bytes)) {
    for (const piece of jsonBytes(name, bytes)) output.text(piece);
    return;
  }
  output.text('"');
  output.text(name);
  output.text('": "');
  output.ready(bytes);
  output.text('"');
}
