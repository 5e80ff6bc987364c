import { quoted } from "../diagnostics/quoted.ts";
import type { Part, Pattern } from "../matcher/pattern.ts";
import type { Rule } from "../rules/rule.ts";
import type { Draft, RuleReference } from "./finding.ts";
import { rulesInWords } from "./in-words.ts";

/** Fields of any text right before another such field: they capture nothing. */
export function adjacentFields(rules: readonly Rule[]): Draft[] {
  return rules.flatMap(({ name, at, pattern, followers }, rule) =>
    [pattern, ...followers.map(({ pattern }) => pattern)].flatMap((one, i) =>
      adjacentIn(one).map(([first, second]): Draft => {
        const [before, after] = [quoted(one.fields[first]!), quoted(one.fields[second]!)];
        const whose = i === 0 ? `rule ${quoted(name)}` : `a follower of rule ${quoted(name)}`;
        return {
          ...{ level: "warning", code: "ADJACENT_FIELDS", rule, at },
          message: `in ${whose} the field ${before} captures nothing, as ${after} follows at once`,
          help: "write the text between them, give the first a type, or leave one of them out",
        };
      }),
    ),
  );
}

type Pair = readonly [first: number, second: number];

function adjacentIn({ literals, fields, timestamp, parts }: Pattern): Pair[] {
  const pairs =
    parts === undefined
      ? fields.slice(1).flatMap((_, i): Pair[] => (literals[i + 1]!.length === 0 ? [[i, i + 1]] : []))
      : adjacentParts(parts);
  // A timestamp captures a date-time, and what is before it all up to there.
  return pairs.filter((pair) => !pair.includes(timestamp));
}

function adjacentParts(parts: readonly Part[]): Pair[] {
  return parts.flatMap((part, i): Pair[] => {
    if ("branches" in part) return part.branches.flatMap(adjacentParts);
    const next = parts[i + 1];
    return isAny(part) && next !== undefined && isAny(next) ? [[part.field, next.field]] : [];
  });
}

function isAny(part: Part): part is Part & { readonly field: number } {
  return "field" in part && part.kind === undefined;
}

/** Rules that have the name of one before them. */
export function sameNames(rules: readonly Rule[], references: readonly RuleReference[]): Draft[] {
  const first = new Map<string, number>();
  return rules.flatMap(({ name, at }, rule): Draft[] => {
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, rule);
      return [];
    }
    return [
      {
        ...{ level: "warning", code: "SAME_NAME", rule, at, others: [other] },
        message: `${rulesInWords([references[other]!])} has this name too`,
        help: "give each a name of its own; messages and explain records know rules by them",
      },
    ];
  });
}
