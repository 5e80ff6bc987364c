// The layout of the module's memory. Numbers are words of four bytes; addresses are numbers, and 0 is none.

/** The addresses of words with these names, which are one after the other. */
function wordsAt<const Name extends string>(first: number, ...names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, i) => [name, first + 4 * i])) as Record<Name, number>;
}

/** The places of words in a record, and its size. */
function record<const Name extends string>(...names: readonly Name[]): Record<Name | "size", number> {
  return { ...wordsAt(0, ...names), size: 4 * names.length };
}

/** What is read or compared at once. */
export const VECTOR_BYTES = 16;

/** A chunk of a log that is longer is matched in parts. */
export const INPUT_BYTES = 512 * 1024;

/** A longer line is left to the parsers. Outputs of a shorter one are copied, so that its bytes may change then. */
export const MAX_LINE_BYTES = 16 * 1024;

export const OUTPUT_BYTES = 512 * 1024;

/** Ends that types list for the elements under way. What the module lists itself is little, and always finds room. */
export const LISTED_ENDS = 16 * 1024;
export const LISTED_BY_HOST = 14 * 1024;

/**
 * The module's variables, which the host reads, too, and of which it sets some at the beginning: where lists of ends go
 * (`listTop`), the first of all candidates, the queue of their lists, the counters of lines (of those that no rule
 * matches, then of those of each rule by its index) and the table of changed values.
 *
 * Of the line under way: where it is, its number, the steps that a rule may still take, the candidate that won last,
 * and how many rules were tried. Of a block: how many lines are done, the next line, where the output ends, and the
 * rule that won that line, or `NO_RULE`; 0 if it was not matched, or must be matched again. Of lines that were counted:
 * the last one's other rule, and the sums of what was tried to find their winners and their other rules.
 */
export const STATE = wordsAt(
  16,
  ...(["listTop", "candidates", "queue", "tally", "values", "steps"] as const),
  ...(["lineStart", "lineEnd", "serial", "fuel", "queueLength", "winner", "tried"] as const),
  ...(["lines", "cursor", "output", "rule", "other", "triedForWinners", "triedForOthers"] as const),
);

/** Where the module's constants are. */
export const CONSTANTS_AT = 128;
export const CONSTANTS_END = 2048;

/** In place of the address of a rule: none matches. */
export const NO_RULE = 1;

/** Where a field's text begins and ends. */
export const BOUNDS_BYTES = 8;

/**
 * What both sides know of the line that is masked: see `VaryingParts`. `isBegun` says whether the host has begun it,
 * and `numbers` is where the bounds of its next number are told; 0 if they are not.
 */
export const MASKING = wordsAt(
  CONSTANTS_END,
  ...(["at", "start", "from", "last", "runEnd", "slashRunEnd", "mailEnd", "rowEnd", "isBegun", "numbers"] as const),
);

/** How many parts have each mask. */
export const MASK_COUNTS = CONSTANTS_END + 48;
const MASKS = 16;

/** A bit for each byte of the line, which says whether a part may begin there or be around. */
export const SIGNS_AT = MASK_COUNTS + 4 * MASKS;

/** The bounds of numbers in masked lines. After them the host's part of the memory begins. */
export const NUMBERS_AT = SIGNS_AT + MAX_LINE_BYTES / 8 + 16;
export const NUMBERS_END = NUMBERS_AT + 256 * 1024;

/** A literal: its first bytes, up to 16, and two bytes that are rare in logs and where they are, for searches. */
export const LITERAL = { length: 0, mask: 4, rareAt: 8, otherAt: 12, rare: 16, other: 32, bytes: 48 } as const;

/**
 * An element and what it does: `next` comes after it, and `field` is where the bounds of its field are. What else it
 * has depends on the operation.
 */
export const NODE = record("operation", "next", "field", "literal", "first", "kind", "number");
/** A literal of up to 16 bytes, in its node. */
export const SHORT_LITERAL = { operation: 0, next: 4, length: 8, mask: 12, bytes: 16, size: 32 } as const;
/** Alternatives, in a row after `count`. */
export const ALTERNATIVES = { operation: 0, count: 8, branches: 16 } as const;
export const BRANCH = record("first", "node", "others");
/** The offsets where a continuation failed in the line with the serial number: some of them. */
export const SHARED = { operation: 0, next: 4, serial: 8, count: 12, offsets: 16, most: 12 } as const;

const OF_ONE_PLACE = [
  ...(["end", "short literal", "long literal", "digits", "non-blanks", "run"] as const),
  ...(["any to end", "any to leftmost"] as const),
] as const;
/** By number. */
export const OPERATIONS = [
  ...OF_ONE_PLACE,
  ...(["any to literal", "any to rest", "run to rest", "values", "listed", "alternatives", "shared"] as const),
] as const;
/** Those of elements that can end in one place only. */
export const IN_ONE_PLACE: ReadonlySet<Operation> = new Set(OF_ONE_PLACE);
export type Operation = (typeof OPERATIONS)[number];

/** Types whose texts have one end, or may be cut short within a run. In the order of `scanning.ts`. */
export const KINDS = ["digits", "non-blanks", "blanks", "hex", "float", "uuid", "quoted"] as const;
export type Kind = (typeof KINDS)[number];

/** What lists the ends of a type: the host, or the module with the host's help. */
export const LISTERS = ["host", "address", "date-time", "every date-time"] as const;

/** A pattern: what is tried first, or 0; what is tried then; the literal at the end of the line, or 0. */
export const WHOLE = { dated: 0, plain: 4, closing: 8 } as const;

/** A rule, by its rank. The lines of one that is apart are not counted here. Rows show the field of `id`. */
export const RULE = record("whole", "index", "template", "isApart", "id");

/** In place of the address of a rule's pattern: its parser matches it. 0 stands there until it is tried. */
export const BY_PARSER = 1;

/**
 * A line that was rewritten: where the next one begins, the index of its rule or -1, where its output ends, and where
 * the field is that `RULE.id` of its rule points to; of a masked line, where the bounds of its numbers are.
 */
export const ROW = record("next", "index", "end", "idFrom", "idTo");
export const MAX_ROWS = 8 * 1024;

/** A candidate of a list. Either `rule` or `search` is given. */
export const CANDIDATE = record("rank", "rule", "search", "next");

/**
 * A search for anchors, and the slots of its hash table, which is the one of `GramSet`. It looks up `window` bytes at a
 * time in the table of shifts.
 */
export const SEARCH = record(
  ...(["id", "length", "lastEntry", "shift", "slots", "lastSlot", "before", "after", "window"] as const),
);
/** One more than the number of a gram, or 0; the line in which it was found last; the candidates that have it. */
export const SLOT = record("hash", "gram", "foundIn", "candidates");

/**
 * An output: texts, each followed by a field but the last. First come the fields whose texts are changed, of which
 * `changes` is the number. If there are `boundsBytes`, so many bytes with the bounds of fields are written before it,
 * and before these a number with a bit for each field that is not as in the line before, whose captures are at `last`.
 */
export const TEMPLATE = {
  ...{ textBytes: 0, slots: 4, pieces: 8, changes: 12, changed: 16 },
  ...{ bounds: 20, boundsBytes: 24, last: 28, size: 32 },
} as const;
/** The bit of all fields that have none of their own. */
export const LAST_BIT = 31;
/** The capture of a field with a bit in the line before; if that is longer, `length` is -1. */
export const LAST = { length: 0, bytes: 16, most: 112, size: 128 } as const;
export const CHANGE = record("field", "id");

/** A value of a field and what a change makes of it. The value's bytes come last. */
export const VALUE = { hash: 0, change: 4, length: 8, text: 12, textLength: 16, bytes: 20 } as const;
/** The table of values has so many slots, and a value is in one of a few after that of its hash. */
export const VALUE_SLOTS = 1 << 16;
export const VALUE_PROBES = 8;
export const VALUE_BYTES = 4 * 1024 * 1024;
/** What values that are not kept become, on one line. */
export const SCRATCH_BYTES = 64 * 1024;

/**
 * What becomes of lines that no rule matches: others write them, or they are written as they are, or masked, with the
 * bounds of their numbers or without.
 */
export const UNMATCHED = { left: 0, copied: 1, masked: 2, counted: 3 } as const;

/** In place of a template: others write the outputs of the rule. 0 stands there while nothing is known. */
export const NO_TEMPLATE = 1;
export const PIECE = record("from", "length", "field");
