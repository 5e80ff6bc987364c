import type { Element, FieldElement } from "../matcher/pattern.ts";

/** Fields that hold nothing of interest have this name. Outputs leave them out. */
export const DROPPED = "_";

/** White space, as much as there is. */
export const BLANKS: FieldElement = { field: DROPPED, kind: { parser: "whitespace" } };

/** Blanks that may be missing. */
export const OPTIONAL_BLANKS: Element = { alternatives: [[BLANKS], []] };

/** A field of any text that outputs leave out. */
export const ANY_TEXT: FieldElement = { field: DROPPED };
