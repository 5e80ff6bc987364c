import type { Pattern, PatternElement } from "../../matcher/pattern.ts";
import { secondsOf } from "./written-number.ts";

/** Words in the names of fields that are durations. Some are units. */
const NAMED: ReadonlySet<string> = new Set([
  ...["ms", "millis", "msec", "us", "ns", "s", "sec", "secs", "seconds"],
  ...["duration", "elapsed", "latency", "took", "time", "delay", "wait"],
]);

/**
 * The unit of a field, by what stands behind it or by its name: the word, which may be no unit, such as `elapsed`.
 * Undefined if the field is no duration.
 */
export function durationUnit({ elements, fields }: Pattern, name: string): string | undefined {
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  return unitBehind(elements, fields, name) ?? words.split(/[^a-z]+/).findLast((word) => NAMED.has(word));
}

function unitBehind(elements: readonly PatternElement[], fields: readonly string[], name: string): string | undefined {
  for (const [i, element] of elements.entries()) {
    if ("branches" in element) {
      for (const branch of element.branches) {
        const unit = unitBehind(branch, fields, name);
        if (unit !== undefined) return unit;
      }
    } else if ("field" in element && fields[element.field] === name) {
      const next = elements[i + 1];
      const word =
        next !== undefined && "literal" in next ? /^ ?([a-zµ]+)/.exec(Buffer.from(next.literal).toString()) : null;
      if (word !== null && secondsOf(word[1]!) !== undefined) return word[1]!;
    }
  }
  return undefined;
}
