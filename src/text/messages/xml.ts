/** What XML cannot contain: control characters and code points that are not characters. */
const UNSAYABLE = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

export function isSayableInXml(text: string): boolean {
  return !UNSAYABLE.test(text);
}

/** Any text for the content of an element or a value in double quotes, where line breaks become blanks. */
export function textInXml(text: string): string {
  return escapedMarkup(text.replace(new RegExp(UNSAYABLE, "gu"), (found) => `\\u${found.charCodeAt(0).toString(16)}`));
}

/** As `textInXml`, but line breaks stay. The text must have nothing that XML cannot contain. */
export function escapedXml(text: string): string {
  return escapedMarkup(text).replaceAll("\n", "&#10;");
}

/** A text that XML and HTML take as text, in elements and in attributes. */
export function escapedMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
