// Templates of syslog-ng as outputs of ours.

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** `$$`, `${name}`, `$name`, `$(function …)`, or a `$` by itself. */
const MACRO = /\$(?:(\$)|\{([^{}]*)\}|([A-Za-z_][A-Za-z0-9_]*)|(\()|)/g;

/**
 * The template with placeholders in place of what `placeholderOf` knows; undefined if it has a function, a value that is not
 * known, or a text that would be a placeholder for one of these fields.
 */
export function outputOfTemplate(
  template: string,
  placeholderOf: (name: string) => string | undefined,
  fields: ReadonlySet<string>,
): string | undefined {
  let output = "";
  let end = 0;
  for (const { 0: source, 1: dollar, 2: braced, 3: bare, 4: call, index } of template.matchAll(MACRO)) {
    const before = literalOf(template.slice(end, index), fields);
    const name = braced ?? bare;
    const value = name === undefined ? (dollar ?? source) : placeholderOf(name);
    if (before === undefined || value === undefined || call !== undefined) return undefined;
    output += before + value;
    end = index + source.length;
  }
  const rest = literalOf(template.slice(end), fields);
  return rest === undefined ? undefined : output + rest;
}

/** A text as a part of an output; undefined if it would be a placeholder for one of these fields. */
export function literalOf(text: string, fields: ReadonlySet<string>): string | undefined {
  let isSayable = true;
  const output = text.replace(PLACEHOLDER, (source, name: string) => {
    if (fields.has(name)) isSayable = false;
    return `{${source}}`;
  });
  return isSayable ? output : undefined;
}
