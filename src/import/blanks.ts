import type { Element, FieldElement } from "../matcher/pattern.ts";

/** Fields that hold nothing of interest have this name. Outputs leave them out. */
export const DROPPED = "_";

/** The name of fields that hold only blanks. */
export const BLANKS_NAME = "blanks";

/** Longer runs of blanks are rare, even in columns. */
const MAX_BLANKS = 32;

/** One or more blanks, or a tab. It takes as many as it can. */
export const BLANKS: FieldElement = {
  field: BLANKS_NAME,
  kind: { values: [...Array.from({ length: MAX_BLANKS }, (_, i) => " ".repeat(i + 1)), "\t"] },
};

/** Blanks that may be missing. */
export const OPTIONAL_BLANKS: Element = { alternatives: [[BLANKS], []] };

/** A field of any text that outputs leave out. */
export const ANY_TEXT: FieldElement = { field: DROPPED };
