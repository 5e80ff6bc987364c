import fc from "fast-check";
import { stringify } from "yaml";
import { rulesFiles } from "../support/schema-arbitraries.ts";
import { damagedBytes } from "./damage.ts";
import { hostileYaml, OBJECT_NAMES } from "./hostile-yaml.ts";
import { madeRules } from "./made-rules.ts";
import { BINARIES, LOG_FILES, RULES_FILES } from "./sources.ts";

/** Pieces of YAML and of rules, to insert anywhere. */
const PIECES = [
  ...[
    "rules:\n",
    "- ",
    "  ",
    "\n",
    "\r",
    "\t",
    "name: ",
    "pattern:",
    "output: ",
    "text: ",
    "field: ",
    "parser: number",
  ],
  ...["values: [a, b]", "transform: alias", "optional: [", "alternatives: [[", "sequence:", "followers:", "examples:"],
  ...[
    "[",
    "]",
    "{",
    "}",
    ", ",
    ": ",
    "'",
    '"',
    "|",
    ">",
    "*a ",
    "&a ",
    "!t ",
    "? ",
    "#",
    "---\n",
    "...\n",
    "%",
    "<<: *a",
  ],
  ...["{f}", "{{", "\\", "\0", "\x1b[31m", "\u202e", "\u2028", "\ufeff", "é", "😀", "timestamp", "x-a: ", "~", "null"],
  ...OBJECT_NAMES,
];

/** Words whose replacement mostly gives different rules that still load. */
const WORDS = ["a", "A", "0", "é", ".", "}", "{", "timestamp", " # a", "a: b", "x-b: [c]\n", "\n", "  "];

const text = fc.oneof(
  { weight: 4, arbitrary: damagedBytes(fc.constantFrom(...RULES_FILES), PIECES) },
  { weight: 2, arbitrary: damagedBytes(fc.constantFrom(...RULES_FILES), WORDS, 2) },
  { weight: 2, arbitrary: damagedBytes(structured(), PIECES, 2) },
  {
    weight: 2,
    arbitrary: damagedBytes(
      madeRules.map(({ file }) => Buffer.from(file)),
      WORDS,
      1,
    ),
  },
  {
    weight: 3,
    arbitrary: damagedBytes(
      hostileYaml.map((yaml) => Buffer.from(yaml)),
      PIECES,
      1,
    ),
  },
  {
    weight: 1,
    arbitrary: damagedBytes(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(""))),
      PIECES,
      0,
    ),
  },
);

function structured(): fc.Arbitrary<Buffer> {
  return fc
    .tuple(rulesFiles, fc.boolean())
    .map(([file, isYaml]) => Buffer.from(isYaml ? stringify(file) : JSON.stringify(file)));
}

/** Other encodings and line ends in which a file may be saved. */
const ENCODINGS: readonly ((bytes: Buffer) => Buffer)[] = [
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString(), "utf16le")]),
  (bytes) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(bytes.toString(), "utf16le").swap16()]),
  (bytes) => Buffer.from(bytes.toString(), "utf16le"),
  (bytes) => Buffer.from(bytes.toString(), "latin1"),
  (bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]),
  (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1"),
  (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r"), "latin1"),
];

/** Bytes that are a rules file, almost one, or anything else. */
export const rulesFileBytes: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 12, arbitrary: text },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...ENCODINGS), text).map(([encoded, bytes]) => encoded(bytes)) },
  { weight: 1, arbitrary: damagedBytes(fc.constantFrom(...BINARIES, ...LOG_FILES), PIECES) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)) },
);
