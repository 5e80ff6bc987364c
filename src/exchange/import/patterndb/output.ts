// Translates templates of syslog-ng to outputs.

import type { TemplatePart } from "../../../rules/template.ts";

/** `$$`, `${name}`, `$name`, `$(function …)`, or a `$` by itself. */
const MACRO = /\$(?:(\$)|\{([^{}]*)\}|([A-Za-z_][A-Za-z0-9_]*)|(\()|)/g;

/**
 * The parts of a template; names become what `partOf` returns. Returns undefined if the template has a function or an
 * unknown name.
 */
export function partsOfTemplate(
  template: string,
  partOf: (name: string) => TemplatePart | undefined,
): TemplatePart[] | undefined {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { 0: source, 1: dollar, 2: braced, 3: bare, 4: call, index } of template.matchAll(MACRO)) {
    const name = braced ?? bare;
    const value = name === undefined ? (dollar ?? source) : partOf(name);
    if (value === undefined || call !== undefined) return undefined;
    parts.push(template.slice(end, index), value);
    end = index + source.length;
  }
  return [...parts, template.slice(end)];
}
