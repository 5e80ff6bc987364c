// What a word is in a text in Latin-1, whose bytes beyond ASCII are letters of some kind.

/** The characters of words, for the brackets of a regular expression. */
export const WORD_CHARACTERS = "A-Za-z0-9_\\x80-\\xff";

/** The source of an expression for a word. Dots, dashes and `@` may be inside of it, and `$` also at its end. */
export const WORD_EXPRESSION = `[${WORD_CHARACTERS}](?:[${WORD_CHARACTERS}.$@-]*[${WORD_CHARACTERS}$])?`;
