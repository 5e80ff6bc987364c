// The fields of imported rules: how they are named, and those that all importers make.

import { type Element, type FieldElement, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { MAX_FIELDS } from "../../rules/rule.ts";
import { LeftOut } from "../../rules/rules-error.ts";

/** The name of fields whose text does not matter. Outputs leave them out. */
export const DROPPED = "_";

/** The type of white space. */
export const BLANKS_TYPE = "whitespace";

/** A field for a run of white space. */
export const BLANKS: FieldElement = { field: DROPPED, type: { typeName: BLANKS_TYPE } };

/** Blanks that may be missing. */
export const OPTIONAL_BLANKS: Element = { alternatives: [[BLANKS], []] };

/** A word that may be missing, without a name. */
export const OPTIONAL_WORD: Element = { alternatives: [[{ field: DROPPED, type: { typeName: "word" } }], []] };

/** A field of any text that outputs leave out. */
export const ANY_TEXT: FieldElement = { field: DROPPED };

/** The remark on an untyped field called `timestamp`. */
export const PREFERS_DATE_TIME = "a field of this name prefers to end with a date and time";

/** The name of a field as one that placeholders can have: `[url][path]` becomes `url_path`. */
export function fieldName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/(?<=[^_])_+$|^_+(?=.)/g, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

/** The name given to a field, the same without a number, and its name in the other tool. */
interface Renamed {
  readonly name: string;
  readonly plain: string;
  readonly field: string;
}

/**
 * Gives fields that are not dropped unique names. A name that is taken gets a number, except in another branch. Throws
 * a LeftOut if there are more fields than a rule may have.
 */
export function withUniqueNames(
  elements: readonly Element[],
  taken: readonly string[] = [],
): { named: readonly Element[]; renamed: readonly Renamed[] } {
  const renamed: Renamed[] = [];
  let count = 0;
  // Each name that is used, with a number up to which it is used, too.
  const rename = (all: readonly Element[], used: Map<string, number>): Element[] =>
    all.map((element) => {
      if ("alternatives" in element) {
        const maps = element.alternatives.map(() => new Map(used));
        const alternatives = element.alternatives.map((branch, i) => rename(branch, maps[i]!));
        for (const map of maps) for (const [name, last] of map) used.set(name, Math.max(last, used.get(name) ?? 1));
        return { alternatives };
      }
      if (!("field" in element)) return element;
      if (++count > MAX_FIELDS) throw new LeftOut(`has more than ${MAX_FIELDS} fields`);
      const { field } = element;
      if (field === DROPPED) return element;
      const plain = fieldName(field);
      let name = plain;
      for (let number = used.get(plain) ?? 1; used.has(name); used.set(plain, number)) name = `${plain}_${++number}`;
      used.set(name, 1);
      renamed.push({ name, plain, field });
      return { ...element, field: name };
    });
  return { named: rename(elements, new Map([DROPPED, ...taken].map((name) => [name, 1]))), renamed };
}

/** What differs in the names of fields, and by them. */
export function nameRemarks(renamed: readonly Renamed[]): string[] {
  return renamed.flatMap((one) => [
    ...(one.name === one.plain ? [] : [`${one.name}: ${takenText(one)}`]),
    ...(one.name === TIMESTAMP_FIELD ? [`${one.name}: ${PREFERS_DATE_TIME}`] : []),
  ]);
}

/** The remark on a field whose name got a number. */
export function takenText({ plain }: Renamed): string {
  return `the name ${plain} occurs more than once, or is taken`;
}
