// Rules from files of other tools. A reader for each format makes rules of them, and one writer writes these.

import { counted, listed } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import { checkedRules } from "./checked-rules.ts";
import { DISSECT } from "./dissect/read-dissect.ts";
import { GROK } from "./grok/read-grok.ts";
import {
  IMPORT_FORMATS,
  type Imported,
  type ImportFile,
  type ImportFormat,
  type ImportLocation,
  type ImportReader,
  importError,
  importLocationText,
  isLeftOut,
  locationsIn,
} from "./imported.ts";
import { LIBLOGNORM } from "./liblognorm/read-liblognorm.ts";
import { PATTERNDB } from "./patterndb/read-patterndb.ts";
import { writeImported } from "./write-imported.ts";

/** In the order in which files are tried. */
const READERS: Readonly<Record<ImportFormat, ImportReader>> = {
  patterndb: PATTERNDB,
  liblognorm: LIBLOGNORM,
  dissect: DISSECT,
  grok: GROK,
};

/** What was made of the files. */
export interface ImportResult {
  readonly format: ImportFormat;
  /** The text of the rules file. Each rule has a comment with its location and with what differs. */
  readonly rules: string;
  /** How many rules were carried over. */
  readonly ruleCount: number;
  /** The rules that were not carried over. They are comments in the text. */
  readonly leftOut: readonly { readonly location: ImportLocation; readonly reason: string }[];
}

/**
 * Makes rules of files of one format. If `from` is undefined, it is that of the first file whose format is recognised,
 * and files of no or another format are left out. Throws an ImportError if a file cannot be read or none is recognised.
 */
export function importFiles(files: readonly ImportFile[], from?: ImportFormat): ImportResult {
  const recognised = files.map((file) => from ?? IMPORT_FORMATS.find((format) => READERS[format].recognises(file)));
  const format = recognised.find((one) => one !== undefined);
  const toName = `the format is not recognised; name it with --from: ${listed(IMPORT_FORMATS, "or")}`;
  if (format === undefined) throw importError(files[0]!, 0, toName);
  const found = [
    ...READERS[format].read(files.filter((_, i) => recognised[i] === format)),
    ...files.flatMap((file, i): Imported[] => {
      const other = recognised[i];
      if (other === format) return [];
      const reason = other === undefined ? toName : `is ${other}, but the first file is ${format}`;
      return [{ file, offset: 0, name: undefined, source: "", reason }];
    }),
  ];
  const locations = locationsIn(found);
  const imported = checkedRules(found.map((rule, i) => ({ ...rule, location: locations[i]! })));
  const leftOut = imported.filter(isLeftOut).map(({ location, reason }) => ({ location, reason }));
  return { format, rules: writeImported(imported, format), ruleCount: imported.length - leftOut.length, leftOut };
}

/** Says how many rules were carried over, which were not, and, if there are any, what to do next. */
export function importSummary({ format, ruleCount, leftOut }: ImportResult, width: number | undefined): string {
  const layout = new StringLayout({ hasColors: false, width });
  layout.labelled("", `${format}: ${counted(ruleCount, "rule")} imported, ${leftOut.length} left out`);
  const reasons = leftOut.map(({ location, reason }) => `${importLocationText(location)}: ${printable(reason)}`);
  layout.labelledList("left out: ", reasons);
  if (ruleCount > 0) layout.labelled("next, once the rules are in rules.yaml: ", "normalizer check rules.yaml LOG");
  return layout.toString();
}
