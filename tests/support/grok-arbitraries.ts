// Random grok patterns that are also regular expressions of JavaScript, with lines that they may match.
import fc from "fast-check";

/** A part of a pattern: as grok has it, as JavaScript has it, and texts that it matches. */
interface Part {
  readonly grok: string;
  readonly expression: string;
  readonly samples: readonly string[];
}

/** A pattern, its oracle, and lines that are likely to match. */
export interface GrokCase {
  readonly grok: string;
  readonly expression: RegExp;
  readonly lines: readonly string[];
}

/** Parts without a name. */
const PLAIN: readonly Part[] = [
  ...[
    ["a", "a"],
    [":", ":"],
    [" ", " "],
    ["ab ", "ab "],
    ["\\[", "["],
    ["\\.", "."],
    ['"', '"'],
    ["\\x41", "A"],
    ["x=", "x="],
    [", ", ", "],
  ].map(([grok, sample]) => ({ grok: grok!, expression: grok!, samples: [sample!] })),
  ...(
    [
      ["\\s+", [" ", "  ", "\t"]],
      ["\\s*", ["", " ", "   "]],
      ["\\d+", ["1", "12"]],
      ["\\w+", ["a", "b1"]],
      ["\\S+", ["a:1", "b"]],
      ["[ab]", ["a", "b"]],
      ['[^"]*', ["", "a b"]],
      [".*?", ["", "a 1"]],
      ["a{2}", ["aa"]],
      ["(?:a|ab|b )", ["a", "ab", "b "]],
      ["(?:\\.|$)", [".", ""]],
      ["(?:.|\\n)*?", ["", "a 1"]],
      ["\\n?", [""]],
      ["[^ ]+", ["a:1", "b"]],
      ["(?:\\s+)??", ["", " "]],
      ["\\b", [""]],
    ] as const
  ).map(([grok, samples]) => ({ grok, expression: grok, samples })),
];

/** Contents of named fields, and patterns by their names with the expressions that they stand for. */
const NAMED: readonly Part[] = (
  [
    ["%{WORD:NAME}", "(?<NAME>\\b\\w+\\b)", ["a", "b1"]],
    ["%{NOTSPACE:NAME}", "(?<NAME>\\S+)", ["a:1", "["]],
    ["%{DATA:NAME}", "(?<NAME>.*?)", ["", "a 1"]],
    ["%{GREEDYDATA:NAME}", "(?<NAME>.*)", ["", "a 1"]],
    ["%{NONNEGINT:NAME}", "(?<NAME>\\b[0-9]+\\b)", ["1", "21"]],
    ["%{USERNAME:NAME}", "(?<NAME>[a-zA-Z0-9._-]+)", ["a.b", "1"]],
    ["(?<NAME>\\d+)", "(?<NAME>\\d+)", ["1", "12"]],
    ["(?<NAME>a|ab|1)", "(?<NAME>a|ab|1)", ["a", "ab", "1"]],
    ["(?<NAME>[ab]+)", "(?<NAME>[ab]+)", ["ab", "b"]],
    ["(?<NAME>[^:]*)", "(?<NAME>[^:]*)", ["", "a b"]],
    ["(?<NAME>\\S*)", "(?<NAME>\\S*)", ["", "a"]],
    ["(?<NAME>a?b?)", "(?<NAME>a?b?)", ["", "ab", "b"]],
    ["(?<NAME>.+)", "(?<NAME>.+)", ["a"]],
    ["(?<NAME>[^: ]+)", "(?<NAME>[^: ]+)", ["a", "1.b"]],
    ["(?<NAME>\\d{1,2}|-)", "(?<NAME>\\d{1,2}|-)", ["1", "-"]],
  ] as const
).map(([grok, expression, samples]) => ({ grok, expression, samples }));

/** Anything that may stand in a pattern, also what rules cannot say. */
const FRAGMENTS = [
  ...[...PLAIN, ...NAMED].map(({ grok }) => grok),
  ...["(", ")", "|", "?", "*", "+", "{2,3}", "^", "$", "(?=a)", "(?<!b)", "(?i)", "(?>a+)", "\\1", "\\k<a>", "[", "]"],
  ...["[[:alpha:]]", "\\p{L}", "%{", "%{NOSUCH:a}", "%{SYSLOGBASE}", "%{COMBINEDAPACHELOG}", "%{HOSTPORT:a}", "{a}"],
  ...[
    "%{QS:q}",
    "%{URI:u}",
    "%{LOGLEVEL:l}",
    "é",
    "\\u00e9",
    "'",
    "#",
    "%{MONTH:[a][b]}",
    "%{INT:n:int}",
    "\\n",
    "{x:y}",
  ],
];

/** Any text, mostly of what patterns consist of. */
export const anyGrok = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ unit: "grapheme", maxLength: 3 })),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) =>
    parts
      .join("")
      .replaceAll("NAME", "f")
      .replace(/[\n\r]/g, " "),
  );

const single = fc.oneof(fc.constantFrom(...PLAIN), fc.constantFrom(...NAMED));

const group: fc.Arbitrary<Part> = fc
  .record({
    branches: fc.array(fc.array(single, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
    mark: fc.constantFrom("", "?", "??"),
    // A capture of captures.
    opening: fc.constantFrom("(?:", "(?:", "(?<NAME>"),
  })
  .map(({ branches, mark, opening }) => {
    const joined = branches.map((parts) => sequenceOf(parts));
    // JavaScript refuses an optional group that matched nothing, and tries the next way to match it. Oniguruma does
    // not.
    const mayBeEmpty = new RegExp(withNames(`^(?:${joined.map(({ expression }) => expression).join("|")})$`)).test("");
    const hasText = !mayBeEmpty && joined.every(({ samples }) => !samples.includes(""));
    const wrapped = (texts: readonly string[]): string =>
      `${hasText ? opening : "(?:"}${texts.join("|")})${mayBeEmpty ? "" : mark}`;
    return {
      grok: wrapped(joined.map(({ grok }) => grok)),
      expression: wrapped(joined.map(({ expression }) => expression)),
      samples: [...joined.flatMap(({ samples }) => samples), ...(mark === "" || mayBeEmpty ? [] : [""])],
    };
  });

function sequenceOf(parts: readonly Part[]): Part {
  return {
    grok: parts.map(({ grok }) => grok).join(""),
    expression: parts.map(({ expression }) => expression).join(""),
    samples: [0, 1].map((i) => parts.map(({ samples }) => samples[i % samples.length]).join("")),
  };
}

/** Patterns with groups, anchored or not, each field with a name of its own. */
export const grokCase: fc.Arbitrary<GrokCase> = fc
  .record({
    parts: fc.array(fc.oneof({ weight: 4, arbitrary: single }, group), { minLength: 1, maxLength: 6 }),
    isStart: fc.boolean(),
    isEnd: fc.boolean(),
    picks: fc.array(fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }), { minLength: 3, maxLength: 3 }),
    noise: fc.array(fc.string({ unit: fc.constantFrom(...'ab1 :"[.-'), maxLength: 6 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ parts, isStart, isEnd, picks, noise }) => {
    const whole = sequenceOf(parts);
    const anchored = (text: string): string => `${isStart ? "^" : ""}${text}${isEnd ? "$" : ""}`;
    const lines = picks.map((pick) => parts.map(({ samples }, i) => samples[pick[i]! % samples.length]).join(""));
    return {
      grok: anchored(withNames(whole.grok)),
      expression: new RegExp(anchored(withNames(whole.expression))),
      lines: [
        ...lines,
        ...lines.map((line, i) => noise[i]! + line),
        ...lines.map((line, i) => line + noise[i]!),
        ...noise,
      ],
    };
  });

function withNames(text: string): string {
  let number = 0;
  return text.replace(/NAME/g, () => `f${number++}`);
}
