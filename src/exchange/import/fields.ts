// The fields of imported rules: how they are named, and those that all importers make.

import type { Element, FieldElement } from "../../matcher/pattern.ts";
import { LeftOut } from "../../rules/rules-error.ts";

/** The name of fields whose text does not matter. Outputs leave them out. */
export const DROPPED = "_";

/** The type of white space. */
export const BLANKS_TYPE = "whitespace";

/** A field for a run of white space. */
export const BLANKS: FieldElement = { field: DROPPED, type: { typeName: BLANKS_TYPE } };

/** Blanks that may be missing. */
export const OPTIONAL_BLANKS: Element = { alternatives: [[BLANKS], []] };

/** A field of any text that outputs leave out. */
export const ANY_TEXT: FieldElement = { field: DROPPED };

/** The name of a field as one that placeholders can have: `[url][path]` becomes `url_path`. */
export function fieldName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/(?<=[^_])_+$|^_+(?=.)/g, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

/** An element, or what becomes one. */
type Named =
  | { readonly text: string }
  | { readonly endsWord: true }
  | { readonly field: string | undefined }
  | { readonly alternatives: readonly (readonly Named[])[] };

/** How fields are renamed. */
interface Renaming {
  /** Names that no field may have. */
  readonly taken: readonly string[];
  /** What stands for a field without a name. */
  readonly unnamed: string | undefined;
  readonly maxFields: number;
  /** Called for each name that is given: with the name itself, as it is without a number, and as it was. */
  onName(name: string, plain: string, field: string): void;
}

/**
 * The same with unique names. A name that is taken gets a number, except in another branch. Throws a LeftOut if there
 * are more fields than a rule may have.
 */
export function withUniqueNames<Node extends Named>(all: readonly Node[], renaming: Renaming): Node[] {
  const { unnamed, maxFields, onName } = renaming;
  let count = 0;
  const rename = (nodes: readonly Node[], used: Set<string>): Node[] =>
    nodes.map((node) => {
      if ("alternatives" in node) {
        const sets = node.alternatives.map(() => new Set(used));
        const alternatives = node.alternatives.map((branch, i) => rename(branch as readonly Node[], sets[i]!));
        for (const set of sets) for (const name of set) used.add(name);
        return { ...node, alternatives };
      }
      if (!("field" in node)) return node;
      if (++count > maxFields) throw new LeftOut(`has more than ${maxFields} fields`);
      const { field } = node;
      if (field === unnamed || field === undefined) return node;
      const plain = fieldName(field);
      let name = plain;
      for (let number = 2; used.has(name); number++) name = `${plain}_${number}`;
      used.add(name);
      onName(name, plain, field);
      return { ...node, field: name };
    });
  return rename(all, new Set(renaming.taken));
}

/** All fields of the elements, including those in branches. */
export function fieldElementsIn(elements: readonly Element[]): FieldElement[] {
  return elements.flatMap((element) => {
    if ("alternatives" in element) return element.alternatives.flatMap(fieldElementsIn);
    return "field" in element ? [element] : [];
  });
}
