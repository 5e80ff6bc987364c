// Patterns with typed fields and alternatives. Where plain patterns have one right place for each literal, these have to be
// solved: each part tries its places or texts in order and goes on with the parser of what follows, and what failed at a
// place of the line once is not tried there again. So for each part the work is linear in the line, whatever the line.
import type { Line } from "../line.ts";
import { either, type Parser } from "../parser.ts";
import type { FieldKind, Part } from "../pattern.ts";
import type { Literals } from "../search/literals.ts";
import type { Types } from "../types/types.ts";
import { anyBefore, anyToEnd, anyUpTo } from "./any-field.ts";
import { branches } from "./branches.ts";
import { fixed } from "./fixed.ts";
import { typedField } from "./typed-field.ts";

/** What the parsers of a matcher are made of. */
export interface Means {
  readonly line: Line;
  readonly literals: Literals;
  readonly types: Types;
}

/** A field of any text. */
interface AnyField {
  readonly field: number;
  readonly kind: undefined;
}

/** What a field named `timestamp` prefers to be. */
const DATE_TIME: FieldKind = { parser: "timestamp" };

/**
 * The parser of a pattern's parts and, after them, of the end of the line. The field `timestamp`, unless it is -1 or typed
 * itself, is first tried as a date-time, and only if that leads nowhere as any text.
 */
export function solved<T>(means: Means, parts: readonly Part[], timestamp: number, lineEnd: Parser<T>): Parser<T> {
  const plain = sequence(means, parts, lineEnd, true);
  const dated = withDateTime(parts, timestamp);
  return dated === undefined ? plain : either(sequence(means, dated, lineEnd, true), plain);
}

/** If the sequence ends the line, a field of any text that ends the sequence captures the rest of the line. */
function sequence<T>(means: Means, parts: readonly Part[], next: Parser<T>, endsLine: boolean): Parser<T> {
  const { line, literals } = means;
  let rest = next;
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i]!;
    if ("branches" in part) {
      const all = part.branches.map((branch) => ({
        parser: sequence(means, branch, rest, false),
        fields: fieldsOf(branch),
      }));
      rest = branches(line, all, part.leftOut ?? []);
    } else if ("literal" in part) {
      const literal = literals.of(part.literal);
      const before = parts[i - 1];
      if (before === undefined || !isAny(before)) {
        rest = fixed(line, literal, rest);
      } else {
        rest = anyBefore(line, before.field, literal, rest);
        i--;
      }
    } else if (!isAny(part)) {
      rest = typedField(line, part.field, means.types.of(part.kind!), rest);
    } else {
      rest = endsLine && i === parts.length - 1 ? anyToEnd(line, part.field, rest) : anyUpTo(line, part.field, rest);
    }
  }
  return rest;
}

function isAny(part: Part): part is AnyField {
  return "field" in part && part.kind === undefined;
}

function fieldsOf(parts: readonly Part[]): number[] {
  return parts.flatMap((part) => {
    if ("branches" in part) return [...part.branches.flatMap(fieldsOf), ...(part.leftOut ?? [])];
    return "field" in part ? [part.field] : [];
  });
}

/**
 * The parts with the field as a typed one, and of alternatives that have it only the branches that do: it is a date-time
 * only where it is on the way. Undefined if the field is of any text nowhere.
 */
function withDateTime(parts: readonly Part[], field: number): readonly Part[] | undefined {
  let isFound = false;
  const changed = parts.map((part): Part => {
    if ("branches" in part) {
      const branches = part.branches.map((branch) => ({ branch, dated: withDateTime(branch, field) }));
      const dated = branches.flatMap((one) => (one.dated === undefined ? [] : [one.dated]));
      if (dated.length === 0) return part;
      isFound = true;
      const leftOut = branches.flatMap((one) => (one.dated === undefined ? fieldsOf(one.branch) : []));
      return { branches: dated, leftOut };
    }
    if (!isAny(part) || part.field !== field) return part;
    isFound = true;
    return { field, kind: DATE_TIME };
  });
  return isFound ? changed : undefined;
}
