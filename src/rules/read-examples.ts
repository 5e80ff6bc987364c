import { nearestOr } from "../text/messages/nearest.ts";
import { quoted } from "../text/messages/phrases.ts";
import { spanOf } from "./location.ts";
import { headOf, headSpan, readKeys, type Vocabulary } from "./mapping-keys.ts";
import { type Entry, itemsOf, type NodeReader } from "./node-reader.ts";
import type { Wording } from "./pending-issue.ts";
import type { Counterexample, Example } from "./rule.ts";
import { readLineText } from "./scalar-text.ts";

const EXAMPLE: Vocabulary = { what: "an example", keys: ["line", "output", "fields"], extensible: false };
const NO_EXAMPLE = "write an example as '- line: ...', with 'output' and 'fields' if you want to check them";
const NO_FIELDS = "write the names of fields and what they capture: 'fields: { method: GET }'";
const NO_LINES = "write the lines as a list";

/** Reads the example lines of a rule with these fields, which it must win. */
export function readExamples(reader: NodeReader, entry: Entry, fields: readonly string[] | undefined): Example[] {
  const list = reader.list(entry, NO_EXAMPLE);
  if (list === undefined) return [];
  return itemsOf(list, "an example", entry.until).flatMap((item) => readExample(reader, item, fields) ?? []);
}

function readExample(reader: NodeReader, entry: Entry, fields: readonly string[] | undefined): Example | undefined {
  const map = reader.mapping(entry, NO_EXAMPLE);
  if (map === undefined) return undefined;
  const entries = readKeys(reader, map, EXAMPLE, entry.until);
  const [line, output, captured] = EXAMPLE.keys.map((key) => entries.get(key));
  if (line === undefined) {
    const wording: Wording = { message: "an example has no 'line'", help: NO_EXAMPLE };
    reader.report("MISSING_KEY", headOf(map), () => wording, entry.until);
  }
  const text = line && readLineText(reader, line, true)?.source;
  const made = {
    output: output && readLineText(reader, output, true)?.source,
    fields: captured === undefined ? new Map<string, string>() : readFields(reader, captured, fields),
    span: headSpan(map),
  };
  return text === undefined ? undefined : { line: text, ...made };
}

function readFields(
  reader: NodeReader,
  entry: Entry,
  known: readonly string[] | undefined,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of reader.mapping(entry, NO_FIELDS)?.items ?? []) {
    const name = reader.key(key) ?? "";
    if (known !== undefined && !known.includes(name)) reader.report("UNKNOWN_KEY", key, () => unknown(name, known));
    const text = readLineText(reader, { what: quoted(name), node: value, owner: key, until: entry.until }, true);
    if (text !== undefined) values.set(name, text.source);
  }
  return values;
}

/** Reads the lines that a rule must not win. */
export function readCounterexamples(reader: NodeReader, entry: Entry): Counterexample[] {
  const list = reader.list(entry, NO_LINES);
  if (list === undefined) return [];
  return itemsOf(list, "a line", entry.until).flatMap((item) => {
    const text = readLineText(reader, item, true);
    return text === undefined ? [] : [{ line: text.source, span: spanOf(item.owner) }];
  });
}

function unknown(name: string, known: readonly string[]): Wording {
  return {
    message: `the rule has no field ${quoted(name)}`,
    help: nearestOr([name], known, `its fields are ${known.map(quoted).join(", ")}`),
  };
}
