// XML as a tree. Only what pattern databases have: elements, attributes and text. A document type is refused, because
// entities are declared in it.

import sax from "sax";
import { type ImportFile, importError } from "../imported.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text between the tags, without that of children. */
  readonly text: string;
  /** Where it begins in the file, and ends. */
  readonly start: number;
  readonly end: number;
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
  end: number;
}

/** Pattern databases need eight levels. */
const MAX_DEPTH = 32;
/** An element takes some hundred bytes of memory besides its text. */
const MAX_ELEMENTS = 1_000_000;
/** How many characters the parser gets at once. */
const CHUNK = 1 << 16;

/** Reads a whole document. Throws an ImportError if it is not well-formed, or larger than any pattern database. */
export function readXml(file: ImportFile): XmlElement {
  const parser = sax.parser(true, { position: true });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let count = 0;
  const fail = (message: string, offset: number): never => {
    throw importError(file, Math.min(offset, file.text.length), message);
  };
  parser.onerror = ({ message }) => fail(`not XML: ${firstLine(message)}`, Math.max(0, parser.position - 1));
  parser.ondoctype = () => fail("a document type, which pattern databases do not have", file.text.search(/<!doctype/i));
  parser.onopentag = ({ name, attributes }) => {
    const start = parser.startTagPosition - 1;
    if (++count > MAX_ELEMENTS) fail(`more than ${MAX_ELEMENTS} elements`, start);
    if (open.length === MAX_DEPTH) fail(`elements are nested more than ${MAX_DEPTH} levels deep`, start);
    const given = Object.entries(attributes as Record<string, string>);
    const element: OpenElement = { name, attributes: new Map(given), children: [], text: "", start, end: start };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.onclosetag = () => {
    open.pop()!.end = parser.position;
  };
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  for (let at = 0; at < file.text.length; at += CHUNK) parser.write(file.text.slice(at, at + CHUNK));
  parser.close();
  return root ?? fail("not XML: no element", 0);
}

function firstLine(message: string): string {
  return message.split("\n")[0]!.replace(/\.$/, "");
}

/** The children with a name; with more names, their children, and so on. */
export function childrenOf(element: XmlElement, ...names: readonly string[]): readonly XmlElement[] {
  return names.reduce<readonly XmlElement[]>(
    (all, name) => all.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}
