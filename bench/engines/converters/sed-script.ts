import type { LineTemplate } from "../../workloads/line-template.ts";
import { type ConvertibleElement, isOpen, type PlainRule, plainRules } from "./convertible-rule.ts";
import { LAZY, regularExpression, type Spelling } from "./regular-expression.ts";

/**
 * Extended expressions have no shortest match. If a single character follows, and it need not end the line or precede a
 * date-time, then anything but that character is equivalent and faster. Elsewhere the longest match may capture more
 * than ours. Which rules match is the same either way.
 */
const SPELLING: Spelling = {
  ...LAZY,
  typed: ({ dateTime }) => dateTime?.replaceAll("[ \\d]", "[ 0-9]").replaceAll("\\d", "[0-9]"),
  anything: ([next, afterNext]) => {
    if (isOpen(next)) return "";
    return isSeparator(next) && isOpen(afterNext) ? `[^${next}]*` : ".*";
  },
};

/** A single-byte character without a special meaning between brackets. */
function isSeparator(next: ConvertibleElement | undefined): next is string {
  return typeof next === "string" && /^[ -[_-~]$/.test(next);
}

/**
 * The rules as a script for `sed -E`: a substitution for each rule, and after the first that succeeds the next line.
 */
export function sedScript(templates: readonly LineTemplate[]): string {
  // `t` tests whether anything was substituted since the line was read or since the last `t`.
  return `s/\\r$//\nt rules\n:rules\n${plainRules(templates).map(commandOf).join("")}`;
}

function commandOf(rule: PlainRule): string {
  const output = rule.output.map((piece) =>
    typeof piece === "string" ? piece.replaceAll(/[\\&/]/g, "\\$&") : `\\${piece.number}`,
  );
  return `s/^${regularExpression(rule, SPELLING)}$/${output.join("")}/\nt\n`;
}
