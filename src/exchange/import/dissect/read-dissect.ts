// Reads patterns of dissect from configurations of Logstash, ingest pipelines of Elastic, configurations of Beats, and
// files with one pattern in each line. A pattern has keys, each with the text that ends its value: `%{date} %{+date}
// [%{level->}] %{message}`. No later end is ever tried. As nothing else is asked of values, fields of any text end
// there too.

import { type Element, pattern, TIMESTAMP_FIELD } from "../../../matcher/pattern.ts";
import { type TemplatePart, templateText } from "../../../rules/notation.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { groupBy } from "../../../text/collections/polyfills.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { ANY_TEXT, DROPPED, fieldName, nameRemarks, OPTIONAL_BLANKS, withUniqueNames } from "../fields.ts";
import { type Filter, filtersOf, pairsOf, targetOf, textOf } from "../filters.ts";
import type { Imported, ImportFile, ImportReader, MadeRule, RuleImporter } from "../imported.ts";
import { checkLineText } from "../scanned-parts.ts";

/** A pattern, and what is set beside it. */
interface Dissection {
  readonly text: string;
  /** Where the text begins in the file. */
  readonly offset: number;
  /** The field that is dissected; undefined if it is that of the line. */
  readonly target?: string | undefined;
  /** What the names of fields begin with. */
  readonly prefix?: string | undefined;
  /** The text between values that are joined. If undefined, it is the one before a value in the pattern. */
  readonly separator?: string | undefined;
  /** What values are converted to, by the names of their keys. */
  readonly types?: ReadonlyMap<string, string> | undefined;
  readonly keepsBlanks?: boolean;
}

export const DISSECT: ImportReader = {
  // Files with patterns of both are grok's.
  recognises(file) {
    if (filtersOf(file, "dissect") !== undefined) return !/\bgrok["']?\s*[:{]/.test(file.text);
    const lines = linesOf(file);
    return lines.length > 0 && lines.every(({ text }) => text.includes("%{") && !/%\{(?:[A-Z]|\w+:)/.test(text));
  },
  read: (files, importRule) => files.flatMap((file) => rulesOf(file, importRule)),
};

function rulesOf(file: ImportFile, importRule: RuleImporter): Imported[] {
  const found = filtersOf(file, "dissect")?.flatMap(dissectionsOf) ?? linesOf(file);
  return found.map((one) =>
    importRule({ file, offset: one.offset, name: undefined, source: one.text, target: one.target }, () => ruleOf(one)),
  );
}

function dissectionsOf(filter: Filter): Dissection[] {
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
  return [
    {
      ...written,
      target: targetOf(textOf(filter, "field")?.text),
      prefix: prefix && `${prefix}.`,
      separator: elastic && (textOf(filter, "append_separator")?.text ?? ""),
      keepsBlanks: /left|right|all/.test(textOf(filter, "trim_values")?.text ?? ""),
    },
  ];
}

/** Each line is a pattern. Blanks before it do not count, those after it do. */
function linesOf({ text }: ImportFile): Dissection[] {
  return Array.from(text.matchAll(/^[ \t]*([^\s#][^\r\n]*)/gm), ({ 0: line, 1: own = "", index }) => ({
    text: own,
    offset: index + line.length - own.length,
  }));
}

interface Key {
  /** As it is written. */
  readonly source: string;
  /** Undefined if the value is dropped. */
  readonly name: string | undefined;
  readonly isAppended: boolean;
  /** Values of one name are joined in the order of these numbers. */
  readonly order: number;
  /** Whether the text after the value may be repeated. */
  readonly isPadded: boolean;
  /** What the value is converted to. */
  readonly type: string | undefined;
  /** The texts before and after the value. */
  readonly before: string;
  readonly after: string;
}

const MODIFIERS = /^([?+*&]?)([^/#|]*?)(?:\/(\d+))?(#\d+)?(->)?(?:\|(.*))?$/s;

/** A text other than blanks may be repeated so often, if it is not longer. */
const MAX_REPEATS = 8;
const MAX_REPEATED = 100;

/** Throws a LeftOut for what rules cannot express. */
function ruleOf(dissection: Dissection): MadeRule {
  const keys = keysOf(dissection);
  const saved = keys.filter(({ name }) => name !== undefined);
  const groups = [...groupBy(saved, ({ name }) => name!).values()];
  const joined = groups.filter(({ length }) => length > 1);
  if (joined.length > 0 && /[\r\n]/.test(dissection.separator ?? ""))
    throw new LeftOut("its values are joined by a line break, which an output cannot have");
  // An untyped field of this name may take several of the values.
  const hasDateTime = joined.some(([key]) => fieldName(key!.name!) === TIMESTAMP_FIELD);
  const { named, renamed } = withUniqueNames(elementsOf(keys), hasDateTime ? [TIMESTAMP_FIELD] : []);
  const names = new Map(saved.map((key, i) => [key, renamed[i]!.name]));
  const values = groups.map((group) =>
    [...group]
      .sort((a, b) => a.order - b.order)
      .flatMap((key, k): TemplatePart[] => {
        const separator = dissection.separator ?? (key.before || " ");
        return [...(k === 0 ? [] : [separator]), { field: names.get(key)! }];
      }),
  );
  const parts = values.flatMap((value, i) => (i === 0 ? value : [" ", ...value]));
  const output = joined.length === 0 ? undefined : templateText(parts, pattern(named).fields);
  const how = output === undefined ? "" : ", which the output joins";
  return {
    elements: named,
    output,
    remarks: [
      ...joined.map((group) => `${group.map((key) => names.get(key)).join(", ")}: parts of one value${how}`),
      ...nameRemarks(renamed.filter((_, i) => !joined.flat().includes(saved[i]!))),
      ...keys.flatMap((key, i) => remarksOn(key, names.get(key) ?? key.source, keys[i - 1])),
      ...(dissection.keepsBlanks ? ["values keep their blanks, unlike with trim_values"] : []),
    ],
  };
}

/** The keys. Of several values of one name that are not joined, dissect keeps the last one. */
function keysOf({ text, prefix = "", separator, types }: Dissection): Key[] {
  const [head = "", ...pieces] = text.split("%{");
  let before = head;
  const keys = pieces.map((piece): Key => {
    const close = piece.indexOf("}");
    if (close === -1) throw new LeftOut("a '%{' that is not closed");
    const written = piece.slice(0, close);
    const source = `%{${written}}`;
    const [, sign = "", own, order, length, padding, type] = MODIFIERS.exec(written) ?? [];
    if (own === undefined || /[?+*&]/.test(own) || (sign === "+" && own === ""))
      throw new LeftOut(`${source} is not a key`);
    if (/[*&]/.test(sign)) throw new LeftOut(`${source} takes a name from the line, which rules cannot`);
    if (length !== undefined) throw new LeftOut(`${source} has a fixed length, which rules do not know`);
    const isAppended = sign === "+";
    const key = {
      ...{ source, name: sign === "?" || own === "" || own === DROPPED ? undefined : prefix + own, isAppended },
      // With a separator, which is Elastic's, a key without a sign is one of those without a number.
      order: Number(order ?? (isAppended || separator !== undefined ? -1 : -2)),
      ...{ isPadded: padding !== undefined, type: type ?? types?.get(own), before, after: piece.slice(close + 1) },
    };
    before = key.after;
    return key;
  });
  const appended = new Set(keys.filter(({ isAppended }) => isAppended).map(({ name }) => name));
  const last = new Map(keys.map((key) => [key.name, key]));
  return keys.map((key) => (appended.has(key.name) || last.get(key.name) === key ? key : { ...key, name: undefined }));
}

/** The elements, with the names of the keys. */
function elementsOf(keys: readonly Key[]): Element[] {
  if (keys.length === 0) throw new LeftOut("has no key");
  const elements = keys.flatMap(({ source, name = DROPPED, before, after, isPadded }, i): Element[] => {
    const isLast = i === keys.length - 1;
    if (after === "" && !isLast) throw new LeftOut(`nothing shows where ${source} ends`);
    checkLineText(before + after);
    const rest = after === "" ? [] : isLast ? [{ text: after }, ANY_TEXT] : [{ text: after }];
    const padding = isPadded && !isLast ? [repeated(after)] : [];
    return [...(i === 0 && before !== "" ? [{ text: before }] : []), { field: name }, ...rest, ...padding];
  });
  if (elements.length === 1) throw new LeftOut("would match any line, as nothing in it is a text");
  return elements;
}

/** What may repeat a text that is there. */
function repeated(text: string): Element {
  if (isBlank(text)) return OPTIONAL_BLANKS;
  if (text.length > MAX_REPEATED) throw new LeftOut(`${quoted(text)} may be repeated, but is too long`);
  const values = Array.from({ length: MAX_REPEATS }, (_, i) => text.repeat(i + 1));
  return { alternatives: [[{ field: DROPPED, type: { values } }], []] };
}

function remarksOn({ name, type }: Key, subject: string, previous: Key | undefined): string[] {
  const before = quoted(previous?.after ?? "");
  const begins = isBlank(previous?.after ?? "")
    ? `any white space, not only repeats of ${before}`
    : `at most ${MAX_REPEATS + 1} of ${before}`;
  return [
    ...(previous?.isPadded
      ? [`${subject}: begins after ${begins}, or among them if what follows fits only there`]
      : []),
    ...(name !== undefined && type !== undefined && type !== "string"
      ? [`${subject}: as it is written, not as ${type}`]
      : []),
  ];
}

function isBlank(text: string): boolean {
  return /^[\t\v\f\r ]+$/.test(text);
}
