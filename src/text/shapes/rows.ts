// Rows of a table without separators of its own, such as those of a proxy: nearly all lines have the same number of
// columns between blanks, and differ in several of them. A word that varies in a column of these is a value.

import { groupBy } from "../collections/polyfills.ts";
import { normalForm } from "./normal-form.ts";
import { VARYING, WORD_CHARACTERS } from "./skeleton.ts";

/** A skeleton and the lines that have it, each from where its content begins. */
interface Row {
  readonly skeleton: string;
  readonly lines: readonly { readonly line: Buffer; readonly content: number }[];
}

const MIN_SHARE = 0.9;
/** Fewer skeletons are told apart by chance, and fewer columns are a sentence. */
const MIN_SKELETONS = 5;
const MIN_COLUMNS = 7;
/** In so many columns words vary. Where fewer do, they say what happened. */
const MIN_VARYING = 3;
/** In at most one of so many columns, words of the language vary. */
const COLUMNS_PER_LANGUAGE = 7;
const LANGUAGE = /^["'([]?[A-Za-z]?[a-z]+["')\].,:;!]*$/;
const WORD = new RegExp(`[${WORD_CHARACTERS}${VARYING}]+(?:[.@$-][${WORD_CHARACTERS}${VARYING}]+)*`, "g");
const LIST = new RegExp(`${VARYING}(?:,${VARYING})+`, "g");

/** The form that rows have in common, by skeleton. Empty if these lines are no rows. */
export function rowForms(rows: readonly Row[]): Map<string, string> {
  const byWidth = groupBy(rows, ({ skeleton }) => String(columnsOf(skeleton).length));
  const countOf = (some: readonly Row[]): number => some.reduce((sum, { lines }) => sum + lines.length, 0);
  const alike = [...byWidth.values()].reduce((a, b) => (countOf(b) > countOf(a) ? b : a), []);
  const cells = alike.map(({ skeleton }) => columnsOf(skeleton));
  const width = cells[0]?.length ?? 0;
  if (alike.length < MIN_SKELETONS || width < MIN_COLUMNS || countOf(alike) < MIN_SHARE * countOf(rows))
    return new Map();
  // A value of several words would be several columns.
  const isRow = ({ lines: [first] }: Row): boolean =>
    columnsOf(first!.line.toString("latin1", first!.content)).length === width;
  if (!alike.every(isRow)) return new Map();
  const columns = Array.from({ length: width }, (_, i) => [...new Set(cells.map((row) => row[i]!))]);
  const varying = columns.filter(({ length }) => length > 1);
  const inLanguage = varying.filter((column) => column.filter((cell) => LANGUAGE.test(cell)).length > 1);
  if (varying.length < MIN_VARYING || COLUMNS_PER_LANGUAGE * inLanguage.length > width) return new Map();
  const form = columns.map(formOfColumn).join(" ");
  return new Map(alike.map(({ skeleton }) => [skeleton, form]));
}

function columnsOf(text: string): string[] {
  return text.trimEnd().split(/ +/);
}

/** Values with the punctuation between them, if all cells have the same; or else one value. */
function formOfColumn(cells: readonly string[]): string {
  const forms = [...new Set(cells.map(normalForm))];
  if (forms.length === 1) return forms[0]!;
  const [first, ...others] = forms.map((form) => form.replace(WORD, VARYING).replace(LIST, VARYING));
  return others.every((other) => other === first) ? first! : VARYING;
}
