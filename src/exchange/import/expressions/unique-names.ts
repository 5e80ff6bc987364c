import type { Element } from "../../../matcher/pattern.ts";
import { MAX_FIELDS } from "../../../rules/limits.ts";
import { DROPPED } from "../blanks.ts";
import { UnsupportedError } from "./expression.ts";
import type { TranslationState } from "./translation-state.ts";

/** The elements with unique names: a name that occurs again gets a number, except in another branch. */
export function withUniqueNames(elements: readonly Element[], state: TranslationState): Element[] {
  let count = 0;
  const rename = (all: readonly Element[], taken: Set<string>): Element[] =>
    all.map((element) => {
      if ("text" in element) return element;
      if ("field" in element) {
        if (++count > MAX_FIELDS) throw new UnsupportedError(`has more than ${MAX_FIELDS} fields`, 0);
        const { field } = element;
        if (field === DROPPED) return element;
        let name = field;
        for (let number = 2; taken.has(name); number++) name = `${field}_${number}`;
        taken.add(name);
        if (name === field) return element;
        state.remark(name, `the name ${field} occurs more than once, or is taken`);
        return { ...element, field: name };
      }
      const names = element.alternatives.map(() => new Set(taken));
      const alternatives = element.alternatives.map((branch, i) => rename(branch, names[i]!));
      for (const set of names) for (const name of set) taken.add(name);
      return { alternatives };
    });
  return rename(elements, new Set());
}
