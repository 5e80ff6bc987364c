import type {
  ComparedLine,
  ComparisonSummary,
  Count,
  Difference,
  FieldChange,
  Gap,
  GroupIds,
  Occurrences,
  Same,
  SideSummary,
  WholeGroup,
} from "../../comparison/difference.ts";
import { jsonBytes, jsonString } from "../../diagnostics/json.ts";
import type { TextOutput } from "../outputs/text-output.ts";

/** Differences for programs: a line of JSON for each, and the summary last. */
export class DiffJson {
  private readonly output: TextOutput;

  constructor(output: TextOutput) {
    this.output = output;
  }

  write(item: Exclude<Difference, WholeGroup> | Same | Gap): void {
    if (item.kind === "gap" || item.kind === "same") return;
    this.add(differencePieces(item));
    this.output.text("}\n");
  }

  *writeGroup({ kind, group, lines }: WholeGroup): Generator<void> {
    this.add(openingPieces(kind, group));
    this.output.text(', "lines": [');
    let separator = "";
    for (const line of lines) {
      this.output.text(separator);
      this.add(linePieces(line));
      separator = ", ";
      yield;
    }
    this.output.text("]}\n");
  }

  end({ same, old, new: now }: ComparisonSummary): void {
    this.output.text(`{"kind": "summary", "same": ${same}, "old": ${sideText(old)}, "new": ${sideText(now)}}\n`);
  }

  /** Piece by piece, as all together may be longer than a string can be. */
  private add(pieces: Iterable<string>): void {
    for (const piece of pieces) this.output.text(piece);
  }
}

/** The object of a difference, all but its last brace. */
function* differencePieces(item: Exclude<Difference, WholeGroup>): Generator<string> {
  switch (item.kind) {
    case "removed":
      yield* openingPieces(item.kind, item.group);
      yield* member("old", linePieces(item.old));
      break;
    case "added":
      yield* openingPieces(item.kind, item.group);
      yield* member("new", linePieces(item.new));
      break;
    case "changed":
      yield* openingPieces(item.kind, item.group);
      yield* member("fields", fieldsPieces(item.fields));
      yield* member("old", linePieces(item.old));
      yield* member("new", linePieces(item.new));
      break;
    case "count":
      yield* openingPieces(item.kind);
      yield ", ";
      yield* countPieces(item);
      break;
    case "changed count":
      yield* openingPieces(item.kind);
      yield* member("fields", fieldsPieces(item.fields));
      yield ', "was": {';
      yield* countPieces(item.was);
      yield '}, "became": {';
      yield* countPieces(item.became);
      yield "}";
  }
}

function* openingPieces(kind: Difference["kind"], group?: GroupIds): Generator<string> {
  yield `{"kind": "${kind.replace(" ", "_")}"`;
  for (const [name, id] of [
    ["old_id", group?.old],
    ["new_id", group?.new],
  ] as const) {
    if (id === undefined) continue;
    yield ", ";
    yield* jsonBytes(name, id);
  }
}

function* member(name: string, value: Iterable<string>): Generator<string> {
  yield `, "${name}": `;
  yield* value;
}

function* linePieces({ log, line, rule, output, original }: ComparedLine): Generator<string> {
  yield `{"file": ${jsonString(log)}, "line": ${line}, "rule": ${rule === undefined ? "null" : jsonString(rule)}, `;
  yield* jsonBytes("output", output);
  yield ", ";
  yield* jsonBytes("original", original);
  yield "}";
}

function* fieldsPieces(fields: readonly FieldChange[]): Generator<string> {
  let separator = "[";
  for (const { name, old, new: now } of fields) {
    yield `${separator}{"name": ${jsonString(name)}, `;
    separator = ", ";
    yield* jsonBytes("old", old);
    yield ", ";
    yield* jsonBytes("new", now);
    yield "}";
  }
  yield "]";
}

function* countPieces({ old, new: now }: Count): Generator<string> {
  yield '"old": ';
  yield* occurrencesPieces(old);
  yield* member("new", occurrencesPieces(now));
}

function* occurrencesPieces({ count, first }: Occurrences): Generator<string> {
  yield `{"count": ${count}, "first": `;
  if (first === undefined) yield "null";
  else yield* linePieces(first);
  yield "}";
}

function sideText({ lines, unmatched, only }: SideSummary): string {
  return `{"lines": ${lines}, "unmatched": ${unmatched}, "only": ${only}}`;
}
