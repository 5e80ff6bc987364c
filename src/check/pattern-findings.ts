import { quoted } from "../diagnostics/quoted.ts";
import { isAny, type Part, type Pattern } from "../matcher/pattern.ts";
import type { PlacedRule } from "../rules/rule.ts";
import type { Draft, RuleReference } from "./finding.ts";
import { rulesInWords } from "./in-words.ts";

/** Fields of any text right before another one: they capture nothing. */
export function adjacentFields(rules: readonly PlacedRule[]): Draft[] {
  return rules.flatMap((leader, rule) =>
    [leader, ...leader.followers].flatMap((one, i) =>
      adjacentIn(one.pattern).map(({ first, second, place }): Draft => {
        const [before, after] = [first, second].map((field) => quoted(one.pattern.fields[field]!));
        const whose = `${i === 0 ? "" : `follower ${i} of `}rule ${quoted(leader.name)}`;
        return {
          ...{ level: "warning", code: "ADJACENT_FIELDS", rule, span: one.fieldSpans[place]! },
          ...(i > 0 && { follower: i }),
          message: `in ${whose} the field ${before} captures nothing, as ${after} follows at once`,
          help: "write the text between them, give the first a type, or leave one of them out",
        };
      }),
    ),
  );
}

/** Two fields that stand next to each other. */
interface Pair {
  readonly first: number;
  readonly second: number;
  /** The place of the second among all fields as written: in alternatives, one field may be written several times. */
  readonly place: number;
}

function adjacentIn({ timestamp, parts }: Pattern): Pair[] {
  const pairs = adjacentParts(parts, { count: 0 });
  // A timestamp captures a date-time, and what is before it all up to there.
  return pairs.filter(({ first, second }) => first !== timestamp && second !== timestamp);
}

/** `passed` counts the fields that are written before the parts. */
function adjacentParts(parts: readonly Part[], passed: { count: number }): Pair[] {
  return parts.flatMap((part, i): Pair[] => {
    if ("branches" in part) return part.branches.flatMap((branch) => adjacentParts(branch, passed));
    if (!("field" in part)) return [];
    const place = passed.count++;
    const before = parts[i - 1];
    return isAny(part) && isAny(before) ? [{ first: before.field, second: part.field, place }] : [];
  });
}

/** Rules that have the name of one before them. */
export function sameNames(rules: readonly PlacedRule[], references: readonly RuleReference[]): Draft[] {
  const first = new Map<string, number>();
  return rules.flatMap(({ name, span }, rule): Draft[] => {
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, rule);
      return [];
    }
    return [
      {
        ...{ level: "warning", code: "SAME_NAME", rule, span, others: [other] },
        message: `${rulesInWords([references[other]!])} has this name too`,
        help: "give each a name of its own; messages and explain records know rules by them",
      },
    ];
  });
}
