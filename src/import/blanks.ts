import type { Element, FieldElement } from "../matcher/pattern.ts";

/** Fields that hold nothing of interest have this name. Outputs leave them out. */
export const DROPPED = "_";

/** The type of white space. */
export const BLANKS_TYPE = "whitespace";

/** White space, as much as there is. */
export const BLANKS: FieldElement = { field: DROPPED, kind: { parser: BLANKS_TYPE } };

/** Blanks that may be missing. */
export const OPTIONAL_BLANKS: Element = { alternatives: [[BLANKS], []] };

/** A field of any text that outputs leave out. */
export const ANY_TEXT: FieldElement = { field: DROPPED };
