// When numbers, or texts with numbers, may be codes, which outputs show, and not ids, which they mask.

/** Codes rarely have more digits, and the numbers of processes rarely fewer. */
export const MAX_SHORT_DIGITS = 3;
/** Ports have up to five digits, and most ids more. */
export const MAX_CODE_DIGITS = 5;

/** How often each value must occur on average. Of ids such as those of users, some occur again. */
export const MIN_TIMES_OF_SHORT = 3;
export const MIN_TIMES = 20;
