/** Colours that people with colour blindness can distinguish too (Okabe and Ito). */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];

/** The colour of the series with this number. The colours repeat. */
export function colour(index: number): string {
  return COLOURS[index % COLOURS.length]!;
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string): string {
  const [a, b, c, d] = [x1, y1, x2, y2].map(coordinate);
  return `<line x1="${a}" y1="${b}" x2="${c}" y2="${d}" stroke="${stroke}"/>`;
}

export function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${coordinate(x)}" y="${coordinate(y)}" ${attributes}>${escaped(content)}</text>`;
}

/** Escapes a text for XML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** A coordinate, as short as suffices for a picture. */
export function coordinate(place: number): string {
  return place.toFixed(1);
}
