// Reads patterns of dissect from configurations of Logstash, ingest pipelines of Elastic, configurations of Beats, and
// files with one pattern in each line.

import { DISSECT_FILTERS, type Filter, filterReader, pairsOf, targetOf, textOf } from "../filters.ts";
import { type Imported, type ImportFile, type ImportReader, importRule } from "../imported.ts";
import { type Dissection, translateDissection } from "./dissection.ts";

export const DISSECT: ImportReader = {
  // Files with patterns of both are grok's.
  recognises(file) {
    if (filterReader(file, DISSECT_FILTERS) !== undefined) return !/\bgrok["']?\s*[:{]/.test(file.text);
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
  const filters = filterReader(file, DISSECT_FILTERS)?.(file, DISSECT_FILTERS);
  const found = filters?.flatMap(dissectionsOf) ?? linesOf(file);
  return found.map(({ offset, target, remarks: others = [], ...dissection }) =>
    importRule({ file, offset, name: undefined, source: dissection.text, target }, () => {
      const { remarks, ...rule } = translateDissection(dissection);
      return { ...rule, remarks: [...remarks, ...others] };
    }),
  );
}

function dissectionsOf(filter: Filter): SourceDissection[] {
  const types = new Map(
    pairsOf(filter, "convert_datatype").flatMap(([name, type]) => ("text" in type ? [[name, type.text]] : [])),
  );
  const mapped = pairsOf(filter, "mapping").flatMap(([field, one]) =>
    "text" in one ? [{ ...one, target: targetOf(field), types }] : [],
  );
  const [elastic, beats] = [textOf(filter, "pattern"), textOf(filter, "tokenizer")];
  const written = elastic ?? beats;
  if (written === undefined) return mapped;
  const prefix = textOf(filter, "target_prefix")?.text;
  const trims = /left|right|all/.test(textOf(filter, "trim_values")?.text ?? "");
  return [
    {
      ...written,
      target: targetOf(textOf(filter, "field")?.text),
      prefix: prefix && `${prefix}.`,
      separator: elastic && (textOf(filter, "append_separator")?.text ?? ""),
      remarks: trims ? ["values keep their blanks, unlike with trim_values"] : [],
    },
  ];
}

/** Each line is a pattern. Blanks before it do not count, those after it do. */
function linesOf({ text }: ImportFile): SourceDissection[] {
  return Array.from(text.matchAll(/^[ \t]*([^\s#][^\r\n]*)/gm), ({ 0: line, 1: own = "", index }) => ({
    text: own,
    offset: index + line.length - own.length,
  }));
}
