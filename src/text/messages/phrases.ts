import { printable } from "./printable.ts";

/** Enough characters to recognise a text. */
const MAX_LENGTH = 60;

/** Quotes a user's text for a message: in single quotes, printable, cut after 60 characters. */
export function quoted(text: string): string {
  return `'${shortened(text, MAX_LENGTH)}'`;
}

/** A text, printable, of which at most `max` characters are left and a mark for others. */
export function shortened(text: string, max: number): string {
  // A character has at most two code units, so this much of a long text is enough.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return printable(characters.length > max ? `${characters.slice(0, max).join("")}…` : text);
}

/** A count with its noun: `1 line`, `2 lines`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Texts as one phrase, with a word before the last: `a, b and c`. */
export function listed(texts: readonly string[], conjunction: "and" | "or"): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${conjunction} ${texts.at(-1)}`;
}

/** A value of any type in a few words: `undefined`, `a Buffer`. */
export function described(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
    case "bigint":
    case "boolean":
    case "undefined":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (value instanceof URL)
        return value.protocol === "file:" ? quoted(value.href) : `a URL that begins with ${value.protocol}`;
      if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
      const name: unknown = value.constructor?.name;
      return typeof name !== "string" || name === "" || name === "Object"
        ? "an object"
        : `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
    }
    default:
      return `a ${typeof value}`;
  }
}

const MAX_LISTED = 10;

/** Lists names in quotes, at most ten of them, and counts the others: `'a', 'b' and 5 more`. */
export function namesInWords(names: readonly string[]): string {
  return firstOf(names.map(quoted), MAX_LISTED);
}

/** Lists the first texts and counts the others: `a, b and 5 more`. */
export function firstOf(texts: readonly string[], max: number): string {
  const more = texts.length > max ? ` and ${texts.length - max} more` : "";
  return `${texts.slice(0, max).join(", ")}${more}`;
}
