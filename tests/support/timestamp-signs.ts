// What date-times of a form look like. Widened forms are seen by it: a mark, a blank or a width that was not there.

const FRACTION = /(?<=(?<!\d)\d\d?[:.]\d\d?[:.]\d\d?|\d{6})[.,:]\d+/;

/** The marks and blanks of a date-time without its fraction. Numbers become `0`, `00` or `000`, and words `a`. */
function signsOf(text: string): string[] {
  const signs = text.replace(FRACTION, "").match(/\d+|[A-Za-z]+|./g) ?? [];
  return ["^", ...signs.map((sign) => sign.replace(/^[A-Za-z]+$/, "a").replace(/^\d+$/, zerosFor)), "$"];
}

function zerosFor(number: string): string {
  return "0".repeat(Math.min(3, number.length));
}

/** All that stands in a row in some of the texts: so many signs, with the widths of numbers. */
export function rowsOfSigns(texts: readonly string[], length: number): Set<string> {
  return new Set(
    texts.flatMap((text) => {
      const signs = signsOf(text);
      return signs.slice(length - 1).map((_, i) => signs.slice(i, i + length).join(""));
    }),
  );
}

/** The pairs of signs in the texts, whatever the widths of their numbers and blanks, and wherever they end. */
export function pairsOfSigns(texts: readonly string[]): Set<string> {
  const rows = rowsOfSigns(
    texts.map((text) => text.replace(/ +/g, " ")),
    2,
  );
  return new Set([...rows].flatMap((row) => (row.endsWith("$") ? [] : [row.replace(/0+/, "0")])));
}
