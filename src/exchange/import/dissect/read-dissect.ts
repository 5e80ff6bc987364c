// Reads patterns of dissect from configurations of Logstash, ingest pipelines of Elastic, configurations of Beats, and
// files with one pattern in each line.

import { isScalar, type YamlMap } from "../../../rules/yaml/node.ts";
import { targetRemarks } from "../fields.ts";
import { type Imported, type ImportFile, type ImportReader, importRule } from "../imported.ts";
import { filteredField, readSettings, settingPairs } from "../sources/logstash-settings.ts";
import { hasProcessor, processedField, readProcessors, settingOf, textStart } from "../sources/processors.ts";
import { type Dissection, translateDissection } from "./dissection.ts";

export const DISSECT: ImportReader = {
  // Files with patterns of both are grok's.
  recognises(file) {
    const reader = readerOf(file);
    if (reader !== undefined) return !/\bgrok["']?\s*[:{]/.test(file.text);
    const lines = linesOf(file);
    return lines.length > 0 && lines.every(({ text }) => text.includes("%{") && !/%\{(?:[A-Z]|\w+:)/.test(text));
  },
  read: (files) => files.flatMap(rulesOf),
};

interface SourceDissection extends Dissection {
  /** Where the text begins in the file. */
  readonly offset: number;
  /** The field that is dissected; undefined if it is that of the line. */
  readonly target?: string | undefined;
  /** What else differs. */
  readonly remarks?: readonly string[];
}

function rulesOf(file: ImportFile): Imported[] {
  return (readerOf(file) ?? linesOf)(file).map(({ offset, target, remarks: others = [], ...dissection }) =>
    importRule({ file, offset, name: undefined, source: dissection.text }, () => {
      const { remarks, ...rule } = translateDissection(dissection);
      return { ...rule, remarks: [...targetRemarks(target), ...remarks, ...others] };
    }),
  );
}

/** What reads the form of a file; undefined if it is lines. */
function readerOf(file: ImportFile): ((file: ImportFile) => SourceDissection[]) | undefined {
  if (hasProcessor(file, /"dissect"\s*:/, /^[ \t]*- *dissect[ \t]*:/m)) return processorsOf;
  const isConfig = /^[^#\n\r\u2028\u2029]*\b(?:mapping\s*=>|dissect\s*\{)/m.test(file.text);
  return isConfig ? filtersOf : undefined;
}

function processorsOf(file: ImportFile): SourceDissection[] {
  return readProcessors(file, "dissect").flatMap((map): SourceDissection[] => {
    const [elastic, beats] = [settingOf(map, "pattern"), settingOf(map, "tokenizer")];
    const written = isScalar(elastic) ? elastic : beats;
    if (!isScalar(written)) return [];
    const [prefix, trims] = [textOf(map, "target_prefix"), textOf(map, "trim_values")];
    return [
      {
        text: written.source,
        offset: textStart(written),
        target: processedField(map),
        prefix: prefix && `${prefix}.`,
        separator: written === elastic ? (textOf(map, "append_separator") ?? "") : undefined,
        remarks: /left|right|all/.test(trims ?? "") ? ["values keep their blanks, unlike with trim_values"] : [],
      },
    ];
  });
}

function textOf(map: YamlMap, name: string): string | undefined {
  const value = settingOf(map, name);
  return isScalar(value) ? value.source : undefined;
}

function filtersOf(file: ImportFile): SourceDissection[] {
  const settings = readSettings(file, "dissect", ["mapping", "convert_datatype"]);
  const pairs = settings.flatMap(({ name, value }) =>
    settingPairs(value).flatMap(([{ text: field }, one]) => ("text" in one ? [{ ...one, setting: name, field }] : [])),
  );
  const types = new Map(
    pairs.filter(({ setting }) => setting === "convert_datatype").map(({ field, text }) => [field, text]),
  );
  return pairs
    .filter(({ setting }) => setting === "mapping")
    .map(({ text, offset, field }) => ({ text, offset, target: filteredField(field), types }));
}

/** Each line is a pattern. Blanks before it do not count, those after it do. */
function linesOf({ text }: ImportFile): SourceDissection[] {
  return Array.from(text.matchAll(/^[ \t]*([^\s#][^\r\n]*)/gm), ({ 0: line, 1: own = "", index }) => ({
    text: own,
    offset: index + line.length - own.length,
  }));
}
