import type { Element, FieldElement } from "../../matcher/pattern.ts";

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
