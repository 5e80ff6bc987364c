// XML as a tree. Only what pattern databases have: elements, attributes and text. A document type is refused, because
// entities are declared in it.

import sax from "sax";
import { type ImportFile, importError } from "../imported.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** The text between the tags, without that of children. */
  text: string;
  /** Where it begins in the file, and ends. */
  readonly start: number;
  end: number;
}

/** Pattern databases need eight levels. */
const MAX_DEPTH = 32;
/** An element takes some hundred bytes of memory besides its text. */
const MAX_ELEMENTS = 1_000_000;

/** Reads a whole document. Throws an ImportError if it is not well-formed, or larger than any pattern database. */
export function readXml(file: ImportFile): XmlElement {
  const parser = sax.parser(true, { position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const fail = (message: string, offset: number): never => {
    throw importError(file, Math.min(offset, file.text.length), message);
  };
  parser.onerror = ({ message }) => {
    const [reason] = message.split("\n");
    fail(`not XML: ${reason!.replace(/\.$/, "")}`, Math.max(0, parser.position - 1));
  };
  parser.ondoctype = () => fail("a document type, which pattern databases do not have", file.text.search(/<!doctype/i));
  parser.onopentag = ({ name, attributes }) => {
    const start = parser.startTagPosition - 1;
    if (++count > MAX_ELEMENTS) fail(`more than ${MAX_ELEMENTS} elements`, start);
    if (open.length === MAX_DEPTH) fail(`elements are nested more than ${MAX_DEPTH} levels deep`, start);
    const given = Object.entries(attributes as Record<string, string>);
    const element: XmlElement = { name, attributes: new Map(given), children: [], text: "", start, end: start };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.onclosetag = () => {
    open.pop()!.end = parser.position;
  };
  parser.ontext = (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.oncdata = parser.ontext;
  parser.write(file.text).close();
  return root ?? fail("not XML: no element", 0);
}

/** The children with a name; with more names, their children, and so on. */
export function childrenOf(element: XmlElement, ...names: readonly string[]): readonly XmlElement[] {
  return names.reduce<readonly XmlElement[]>(
    (all, name) => all.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}
