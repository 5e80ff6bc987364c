/** The path in an object of what stands at an offset of its text: `rules[3].pattern`. */
export type PathAt = (offset: number) => string;

/** The text of rules that no file holds. */
export interface RulesText {
  readonly bytes: Uint8Array;
  /** What messages call it. */
  readonly name: string;
  /** Of rules that are an object; it says where they are wrong in place of line and column. */
  readonly pathAt: PathAt | undefined;
}

/** What messages call rules that were given as a text, or as an object. */
const NAME = "rules";

/** Rules files are not nested so deeply, nor so large. */
const MAX_DEPTH = 100;
const MAX_TEXT_SIZE = 64 * 1024 * 1024;

const INDENT = "  ";
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Rules given as the text of a rules file, or as what that holds. Throws a TypeError for an object that none can hold. */
export function rulesTextOf(rules: string | object): RulesText {
  if (typeof rules === "string") return { bytes: Buffer.from(rules), name: NAME, pathAt: undefined };
  const writer = new ObjectWriter();
  writer.add(rules, "", "");
  const { text, stretches } = writer;
  return { bytes: Buffer.from(text), name: NAME, pathAt: (offset) => pathAt(stretches, offset) };
}

/** A value within the text. */
interface Stretch {
  readonly path: string;
  readonly start: number;
  end: number;
}

/**
 * Writes an object as `JSON.stringify(object, null, 2)` does, which is YAML, and notes where each of its values stands. Only
 * null becomes what it is in a rules file: no value. JSON's own function was refused: it takes a Map for an empty object.
 */
class ObjectWriter {
  text = "";
  /** In the order in which they begin. */
  readonly stretches: Stretch[] = [];
  private readonly around = new Set<unknown>();

  add(value: unknown, path: string, indent: string): void {
    const stretch = { path, start: this.text.length, end: 0 };
    this.stretches.push(stretch);
    this.addValue(value, path, indent);
    stretch.end = this.text.length;
    if (this.text.length > MAX_TEXT_SIZE) throw new TypeError("rules: larger than 64 MiB, which no rules file is");
  }

  private addValue(value: unknown, path: string, indent: string): void {
    if (value === null) return;
    if (typeof value === "string") this.text += JSON.stringify(value);
    else if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) this.text += value;
    else if (Array.isArray(value)) this.addItems(value, path, indent);
    else if (isPlainObject(value)) this.addMembers(value, path, indent);
    else throw wrong(path, `is ${kindOf(value)}, which no rules file can hold`);
  }

  private addItems(items: readonly unknown[], path: string, indent: string): void {
    this.enclosed(items, path, () => {
      let opening = "[\n";
      // With its holes, which are no values.
      for (const [i, item] of items.entries()) {
        if (item === null) throw wrong(`${path}[${i}]`, "is null; expected a value");
        this.text += opening + indent + INDENT;
        opening = ",\n";
        this.add(item, `${path}[${i}]`, indent + INDENT);
      }
      this.text += items.length === 0 ? "[]" : `\n${indent}]`;
    });
  }

  private addMembers(object: Readonly<Record<string, unknown>>, path: string, indent: string): void {
    this.enclosed(object, path, () => {
      let opening = "{\n";
      for (const [key, value] of Object.entries(object)) {
        if (value === undefined) continue;
        const inner = memberPath(path, key);
        this.text += opening + indent + INDENT;
        opening = ",\n";
        const start = this.text.length;
        this.text += `${JSON.stringify(key)}: `;
        this.stretches.push({ path: inner, start, end: this.text.length });
        this.add(value, inner, indent + INDENT);
      }
      this.text += opening === "{\n" ? "{}" : `\n${indent}}`;
    });
  }

  private enclosed(value: object, path: string, add: () => void): void {
    if (this.around.has(value)) throw wrong(path, "stands inside itself");
    if (this.around.size === MAX_DEPTH) throw wrong(path, `is nested more than ${MAX_DEPTH} levels deep`);
    this.around.add(value);
    add();
    this.around.delete(value);
  }
}

/** The path of the innermost of the stretches that hold an offset. */
function pathAt(stretches: readonly Stretch[], offset: number): string {
  let innermost = "";
  for (const { path, start, end } of stretches) {
    if (start > offset) break;
    if (offset < end) innermost = path;
  }
  return innermost || NAME;
}

function memberPath(path: string, key: string): string {
  if (!IDENTIFIER.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** Whether a value is an object of keys and values, and nothing else. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  return typeof value === "object" ? `a ${value!.constructor?.name ?? "object"}` : `a ${typeof value}`;
}

function wrong(path: string, message: string): TypeError {
  return new TypeError(`rules: ${path || "the object"} ${message}`);
}
