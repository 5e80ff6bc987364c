// How logs should be read, where their lines tell.

import { isatty } from "node:tty";
import { LineReader } from "../io/line-reader.ts";
import type { LineTextOptions } from "../io/line-text.ts";
import { isRegularFile, isSameFile } from "../io/same-file.ts";
import { NEVER } from "../io/source.ts";
import { LineClassifier, type Rulebook } from "../run/rulebook.ts";
import { ESCAPE } from "../text/bytes/escape-sequences.ts";
import { CriLine } from "../text/records/cri-line.ts";
import { JsonRecord } from "../text/records/json-record.ts";
import { type CommandRun, readOptions } from "./command-run.ts";
import { type LogInput, logOfInput } from "./inputs.ts";

/** More logs, and more lines of each, are not looked at. */
const MAX_LOGS = 16;
const MAX_LINES = 5000;

/** How many of the lines looked at no rule matches, although rules might if lines were read in another way. */
interface Lines {
  json: number;
  cri: number;
  escaped: number;
  all: number;
}

/**
 * Notes on lines that no rule matches and that seem to be records, or have escape sequences, although the run does not
 * read them so. Looks at the beginning of each log. There are none if they would come among the results.
 */
export async function readingNotes(
  run: CommandRun,
  inputs: readonly LogInput[],
  rulebook: Rulebook | undefined,
): Promise<string[]> {
  const { stdout, stderr } = run.context;
  if (!isatty(stderr.fd) && isSameFile(stdout.fd, stderr.fd)) return [];
  const options = readOptions(run);
  const notes = new Map<string, string>();
  for (const input of inputs.slice(0, MAX_LOGS)) {
    const advice = adviceOn(await linesOf(input, rulebook, options));
    if (advice !== undefined && !notes.has(advice)) notes.set(advice, `note: ${input.name} ${advice}`);
  }
  return [...notes.values()];
}

function adviceOn({ json, cri, escaped, all }: Lines): string | undefined {
  if (2 * json > all) return "has JSON objects with a message; --input json reads the messages";
  if (2 * cri > all) return "is in the CRI log format; --input cri reads its messages";
  return escaped === 0
    ? undefined
    : "has terminal escape sequences in lines that no rule matches; --strip-ansi removes them";
}

async function linesOf(input: LogInput, rulebook: Rulebook | undefined, options: LineTextOptions): Promise<Lines> {
  const found: Lines = { json: 0, cri: 0, escaped: 0, all: 0 };
  const arePlain = (options.input?.format ?? "lines") === "lines";
  const [record, criLine] = [new JsonRecord(undefined), new CriLine()];
  const kindOf = (bytes: Buffer, start: number, end: number): "json" | "cri" | "escaped" | undefined => {
    if (arePlain && record.read(bytes, start, end)) return "json";
    if (arePlain && criLine.read(bytes, start, end)) return "cri";
    return !options.stripAnsi && bytes.subarray(start, end).includes(ESCAPE) ? "escaped" : undefined;
  };
  const classifier = rulebook && new LineClassifier(rulebook);
  const hasFollowers = rulebook !== undefined && rulebook.followers.length > 0;
  const reader = new LineReader(options);
  classifier?.begin();
  for await (const _ of reader.read(beginningOf(input))) {
    while (found.all < MAX_LINES && reader.next()) {
      found.all++;
      const { bytes, start, end, isText } = reader;
      const kind = kindOf(bytes, start, end);
      // A line may be matched because of those before it.
      if (kind === undefined && !hasFollowers) continue;
      const isMatched = classifier?.countsAsMatched(classifier.classify(bytes, start, end, isText)) ?? false;
      if (kind !== undefined && !isMatched) found[kind]++;
    }
    if (found.all === MAX_LINES) break;
  }
  return found;
}

/** A file is read again. Of other logs only the first piece is known. */
async function* beginningOf(input: LogInput): AsyncGenerator<Buffer> {
  const { file, head } = input;
  if (head !== undefined) yield head;
  else if (typeof file === "string" && isRegularFile(file)) yield* logOfInput(input, NEVER).open();
}
