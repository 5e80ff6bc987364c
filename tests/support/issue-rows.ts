import type { RulesIssueCode } from "../../src/rules/rules-error.ts";

/** A rules file and all of its issues: position, code, part of the message, part of the help. */
export type IssueRow = readonly [
  file: string | Uint8Array,
  place: string,
  code: RulesIssueCode,
  message: RegExp,
  help: RegExp,
];

/** A file with one rule that has these lines. */
const rule = (...lines: string[]) => `rules:\n  - ${lines.join("\n    ")}\n`;
const NAME = "name: get";
const PATTERN = "pattern: [{ field: method }, { text: ' ' }, { field: path }]";
const OUTPUT = "output: '{path}'";

/** Every form of each issue code. */
export const ISSUE_ROWS: readonly IssueRow[] = [
  [Buffer.from("rules: []\n# caf\xe9\n", "latin1"), "2:6", "NOT_UTF8", /0xe9/, /Latin-1/],
  [Buffer.concat([Buffer.from("\ufeff# \ufffd "), Buffer.of(0xff)]), "1:5", "NOT_UTF8", /0xff/, /UTF-8/],
  [Buffer.from("\ufeffrules: []\n", "utf16le"), "1:1", "NOT_UTF8", /UTF-16/, /UTF-8/],
  [rule('name: "\\ud800"', PATTERN, OUTPUT), "2:11", "NOT_UTF8", /surrogate/, /\\U/],

  [rule(NAME, "pattern: {time} x", OUTPUT), "3:21", "NOT_YAML", /unexpected scalar/, /^quote the pattern/],
  [rule(NAME, "pattern: [a, {b:C|D} x]", OUTPUT), "3:26", "NOT_YAML", /unexpected scalar/, /^quote the pattern/],
  [
    rule(NAME, "pattern: [{ field: path, parser: [INFO] }]", OUTPUT),
    "3:38",
    "WRONG_TYPE",
    /^'parser' is a list/,
    /'values: \[/,
  ],
  ["rules: [\n", "2:1", "NOT_YAML", /end with a \]/, /bracket/],
  ["rules:\n\t- x\n", "2:1", "NOT_YAML", /tabs/, /spaces/],
  [rule("name: a: b", PATTERN, OUTPUT), "2:11", "NOT_YAML", /mappings/, /quotes/],
  [rule('name: "\\d"', PATTERN, OUTPUT), "2:12", "NOT_YAML", /escape/, /backslash/],
  [rule(NAME, PATTERN, "output: @x"), "4:13", "NOT_YAML", /reserved character @/, /quotes/],
  [rule(NAME, PATTERN, "output: *out"), "4:13", "NOT_YAML", /no anchor '&out'/, /'\*'/],
  [rule(NAME, PATTERN, "output: x\0"), "4:14", "NOT_YAML", /NUL/, /UTF-16/],
  [`x-deep: ${"[".repeat(200)}`, "1:107", "NOT_YAML", /100 levels/, /brackets/],

  ["rules: []\n---\nrules: []\n", "2:1", "MULTIPLE_DOCUMENTS", /second/, /'---'/],
  ["rules: []\n...\nrules: []\n", "3:1", "MULTIPLE_DOCUMENTS", /second/, /remove/],

  ["rules: []\nrules: []\n", "2:1", "DUPLICATE_KEY", /'rules'/, /remove/],
  [rule(NAME, PATTERN, OUTPUT, OUTPUT), "5:5", "DUPLICATE_KEY", /'output'/, /remove/],
  ["x-a: { b: [{ __proto__: 1, c: 2, __proto__: 3 }] }\nrules: []\n", "1:34", "DUPLICATE_KEY", /'__proto__'/, /remove/],
  ["x-a: &k name\nx-b: { *k : 1, name: 2 }\nrules: []\n", "2:16", "DUPLICATE_KEY", /'name'/, /remove/],

  ["x-a: &a [1, *a]\nrules: []\n", "1:13", "ALIAS_BOMB", /inside/, /write/],
  [bomb(), "19:17", "ALIAS_BOMB", /million/, /aliases multiply/],
  [`x-a: &a '${"x".repeat(1e6)}'\nx-b: [${"*a, ".repeat(100)}]\nrules: []\n`, "2:259", "ALIAS_BOMB", /million/, /./],

  ["", "1:1", "MISSING_KEY", /no 'rules'/, /'rules:'/],
  ["# only a comment\n", "1:1", "MISSING_KEY", /no 'rules'/, /'rules:'/],
  ["---\n", "1:1", "MISSING_KEY", /no 'rules'/, /'rules:'/],
  ["\nx-a: b\n", "2:1", "MISSING_KEY", /no 'rules'/, /'rules:'/],
  [rule(PATTERN, OUTPUT), "2:5", "MISSING_KEY", /^the rule has no 'name'/, /'name:'/],
  [rule(NAME, OUTPUT.replace("{path}", "x")), "2:5", "MISSING_KEY", /^rule 'get' has no 'pattern'/, /'pattern:'/],
  [rule(NAME, PATTERN), "2:5", "MISSING_KEY", /^rule 'get' has no 'output'/, /'output:'/],

  ["rules:\n", "1:1", "MISSING_VALUE", /'rules'; expected a list/, /'rules: \[\]'/],
  ["rules:\n  -\n", "2:4", "MISSING_VALUE", /a rule; expected a mapping/, /'name'/],
  [rule("name:", PATTERN, OUTPUT), "2:5", "MISSING_VALUE", /'name'; expected text/, /colon/],
  [rule(NAME, PATTERN, "output: # todo"), "4:5", "MISSING_VALUE", /'output'/, /"" is an empty one/],
  [rule(NAME, PATTERN, "? output"), "4:7", "MISSING_VALUE", /'output'/, /"" is an empty one/],
  [rule(NAME, "pattern: [{ text }]", "output: x"), "3:17", "MISSING_VALUE", /'text'/, /colon/],

  ["rules\n", "1:1", "WRONG_TYPE", /the file is text; expected a mapping/, /'rules:'/],
  ["- name: a\n", "1:1", "WRONG_TYPE", /the file is a list/, /above the list/],
  ["rules: { name: a }\n", "1:8", "WRONG_TYPE", /'rules' is a mapping; expected a list/, /list/],
  ["rules: [get]\n", "1:9", "WRONG_TYPE", /a rule is text; expected a mapping/, /'pattern'/],
  [rule(NAME, PATTERN, "output: [a]"), "4:13", "WRONG_TYPE", /'output' is a list; expected text/, /quotes/],
  [rule(NAME, PATTERN, "output: !x y"), "4:16", "WRONG_TYPE", /tag '!x'/, /quotes/],
  [rule(NAME, PATTERN, OUTPUT, "description: {}"), "5:18", "WRONG_TYPE", /'description' is a mapping/, /quotes/],
  [
    rule(NAME, "pattern: { a: b }", "output: x"),
    "3:14",
    "WRONG_TYPE",
    /'pattern' is a mapping; expected a text or/,
    /quotes/,
  ],
  [
    rule(NAME, "pattern: [!x GET]", "output: x"),
    "3:18",
    "WRONG_TYPE",
    /an element is a value with the tag '!x'/,
    /alias/,
  ],
  [rule(NAME, "pattern: [[]]", "output: x"), "3:15", "WRONG_TYPE", /an element is a list/, /alias/],

  [rule("name: ''", PATTERN, OUTPUT), "2:11", "EMPTY_VALUE", /'name'/, /write/],
  [rule(NAME, 'pattern: [{ text: "" }]', "output: x"), "3:23", "EMPTY_VALUE", /'text'/, /left out/],
  [rule(NAME, 'pattern: [{ field: "" }]', "output: x"), "3:24", "EMPTY_VALUE", /'field'/, /write/],
  [rule(NAME, "pattern: []", "output: x"), "3:14", "EMPTY_VALUE", /empty list/, /- text/],
  [rule(NAME, "pattern: ''", "output: x"), "3:14", "EMPTY_VALUE", /'pattern' is empty/, /write/],
  [rule(NAME, "pattern: [a, '']", "output: x"), "3:18", "EMPTY_VALUE", /an element is empty/, /left out/],
  [rule(NAME, "pattern: 'a {b:c|}'", "output: x"), "3:17", "EMPTY_VALUE", /field 'b'.*is empty/, /optional/],

  [rule('name: "a\\nb"', PATTERN, OUTPUT), "2:11", "LINE_BREAK", /'name'.* in it/, /each/],
  [rule(NAME, PATTERN, "output: |", "  x"), "4:13", "LINE_BREAK", /'output'.* at its end/, /'\|-'/],
  [rule(NAME, PATTERN, "output: >", "  x", "  y"), "4:13", "LINE_BREAK", /at its end/, /'>-'/],
  [rule(NAME, 'pattern: [{ text: "x\\r\\n" }]', "output: x"), "3:23", "LINE_BREAK", /at its end/, /leave/],
  [rule(NAME, 'pattern: [{ field: "\\n" }]', "output: x"), "3:24", "LINE_BREAK", /'field'/, /leave/],

  [rule(NAME, "pattern: [{ field: '{a}' }]", "output: x"), "3:24", "FIELD_BRACE", /brace/, /'output'/],

  [rule(NAME, "pattern: [{}]", "output: x"), "3:15", "ELEMENT_KIND", /neither/, /- text/],
  [rule(NAME, "pattern: {time}", "output: x"), "3:14", "ELEMENT_KIND", /no quotes/, /^quote the pattern/],
  [rule(NAME, "pattern: [{time:A|B}, x]", "output: x"), "3:15", "ELEMENT_KIND", /no quotes/, /^quote the pattern/],
  [rule(NAME, "output: x", "pattern:", "- x", "- {time}"), "6:7", "ELEMENT_KIND", /no quotes/, /^quote the pattern/],
  [rule(NAME, "pattern: [{ text: a, field: b }]", "output: x"), "3:26", "ELEMENT_KIND", /both/, /'- '/],

  [
    rule(NAME, "pattern: [{ text: a, parser: number }]", "output: x"),
    "3:26",
    "ELEMENT_KIND",
    /'parser' but no 'field'/,
    /- field/,
  ],
  [
    rule(NAME, "pattern: [{ field: a, parser: number, values: [b] }]", "output: x"),
    "3:43",
    "ELEMENT_KIND",
    /both a 'parser' and 'values'/,
    /'values' alone/,
  ],
  [rule(NAME, "pattern: [{ optional: [{ text: a }], field: b }]", "output: x"), "3:42", "ELEMENT_KIND", /both/, /'- '/],
  [
    rule(NAME, "pattern: [{ field: a, parser: nubmer }]", "output: x"),
    "3:35",
    "UNKNOWN_TYPE",
    /type 'nubmer'/,
    /mean 'number'.*uuid/,
  ],
  [
    rule(NAME, "pattern: [{ field: a, parser: date }]", "output: x"),
    "3:35",
    "UNKNOWN_TYPE",
    /type 'date'/,
    /number, float/,
  ],
  [
    rule(NAME, "pattern: 'in {ms:nubmer} ms'", "output: x"),
    "3:18",
    "UNKNOWN_TYPE",
    /type 'nubmer'/,
    /mean 'number'.*\{ text: '\{ms:nubmer\}' \}/,
  ],
  ["fields: { a: { parser: nubmer } }\nrules: []\n", "1:24", "UNKNOWN_TYPE", /type 'nubmer'/, /mean 'number'/],
  ["fields: { a: }\nrules: []\n", "1:11", "MISSING_VALUE", /the field 'a'; expected a mapping/, /parser: number/],
  ["fields: { a: number }\nrules: []\n", "1:14", "WRONG_TYPE", /the field 'a' is text/, /parser: number/],
  [
    rule(NAME, PATTERN, OUTPUT, "sequence: ['at {frame}']"),
    "5:15",
    "WRONG_TYPE",
    /'sequence' is a list; expected a mapping/,
    /^write 'sequence: stack_trace'; or 'sequence:', below it 'followers:', and below that the list/,
  ],
  [
    rule(NAME, PATTERN, OUTPUT, "sequence: stack_traces"),
    "5:15",
    "WRONG_TYPE",
    /'sequence' is 'stack_traces'; expected 'stack_trace' or a mapping/,
    /^write 'sequence: stack_trace'; or /,
  ],
  [
    rule(NAME, PATTERN, OUTPUT, "followers: ['at {frame}']"),
    "5:5",
    "UNKNOWN_KEY",
    /unknown key 'followers' in a rule/,
    /^write it below 'sequence:'$/,
  ],
  ["fields: [a]\nrules: []\n", "1:9", "WRONG_TYPE", /'fields' is a list; expected a mapping/, /names of fields/],
  ["fields: { [a]: { parser: hex } }\nrules: []\n", "1:11", "WRONG_TYPE", /not text/, /names of fields/],
  ["fields: { '{a}': { parser: hex } }\nrules: []\n", "1:11", "FIELD_BRACE", /brace/, /'output'/],
  ["fields: { a: { type: hex } }\nrules: []\n", "1:16", "UNKNOWN_KEY", /'type' in a field/, /'parser', 'values'/],
  [
    rule(NAME, "pattern: [{ field: a, transform: lower }]", "output: x"),
    "3:38",
    "UNKNOWN_TRANSFORM",
    /transform 'lower'/,
    /mean 'lowercase'/,
  ],
  [
    rule(NAME, "pattern: [{ field: a, transform: [trim, aliaz] }]", "output: x"),
    "3:45",
    "UNKNOWN_TRANSFORM",
    /transform 'aliaz'/,
    /mean 'alias'/,
  ],
  [
    rule(NAME, "pattern: [{ field: a, transform: { mask: [n, uid] } }]", "output: x"),
    "3:50",
    "UNKNOWN_TRANSFORM",
    /mask 'uid'/,
    /mean 'uuid'.*time, duration, uuid/,
  ],
  [
    rule(NAME, "pattern: [{ field: a, transform: { mask: [] } }]", "output: x"),
    "3:46",
    "EMPTY_VALUE",
    /no mask/,
    /'transform: mask'/,
  ],
  [rule(NAME, "pattern: [{ field: a, transform: {} }]", "output: x"), "3:38", "MISSING_KEY", /no mask/, /mask/],
  [
    rule(NAME, "pattern: [{ field: a, transform: [{ trim: n }] }]", "output: x"),
    "3:41",
    "UNKNOWN_KEY",
    /'trim' in a transform/,
    /'mask'/,
  ],
  [
    rule(NAME, "pattern: [{ field: a, transform: !x [trim] }]", "output: x"),
    "3:41",
    "WRONG_TYPE",
    /'transform' is a value with the tag '!x'/,
    /several as a list/,
  ],
  [rule(NAME, "pattern: [{ field: a, values: [] }]", "output: x"), "3:35", "EMPTY_VALUE", /'values'/, /any text/],
  [
    rule(NAME, "pattern: [{ field: a, values: [b, ''] }]", "output: x"),
    "3:39",
    "EMPTY_VALUE",
    /a value is empty/,
    /left out/,
  ],
  [
    rule(NAME, "pattern: [{ field: a, values: b }]", "output: x"),
    "3:35",
    "WRONG_TYPE",
    /'values' is text/,
    /as a list/,
  ],
  [
    rule(NAME, "pattern: [{ alternatives: [] }]", "output: x"),
    "3:31",
    "EMPTY_VALUE",
    /'alternatives'/,
    /alternatives: \[OK/,
  ],
  [
    rule(NAME, "pattern: [{ alternatives: [{ text: a }] }]", "output: x"),
    "3:32",
    "WRONG_TYPE",
    /an alternative is a mapping/,
    /a text or a list of elements.*- text/,
  ],
  [
    rule(NAME, `pattern: [{ alternatives: [${"[text: a],".repeat(1001)}] }]`, "output: x"),
    "3:15",
    "TOO_MANY_FIELDS",
    /1000 fields and alternatives/,
    /values/,
  ],
  [
    rule(
      NAME,
      "pattern: [{ alternatives: [[{ field: a }], [{ text: x }, { field: a, transform: trim }]] }]",
      "output: x",
    ),
    "3:62",
    "TRANSFORM_CONFLICT",
    /'a' has another 'transform' in another alternative/,
    /same 'transform'/,
  ],
  ...["alias, pseudonym", "pseudonym, alias", "alias, alias", "pseudonym, Pseudonym"].map(
    (names): IssueRow => [
      rule(NAME, `pattern: [{ field: a, transform: [${names}] }]`, "output: x"),
      `3:${names.indexOf(", ") + 41}`,
      "TRANSFORM_CONFLICT",
      new RegExp(`by '${names.toLowerCase().replace(", ", "' and by '")}'`),
      /keep 'alias'/,
    ],
  ),
  [rule(NAME, "pattern: [{ optional: [] }]", "output: x"), "3:27", "EMPTY_VALUE", /'optional'/, /- text/],
  [
    rule(NAME, "pattern: [{ alternatives: [[{ text: a }], [{ feild: b }]] }]", "output: x"),
    "3:50",
    "UNKNOWN_KEY",
    /'feild'/,
    /'field'/,
  ],

  [
    `x-f: &f { field: a }\nrules: [{ name: a, pattern: [${"*f,".repeat(1001)}], output: x }]\n`,
    "2:3030",
    "TOO_MANY_FIELDS",
    /1000/,
    /rest/,
  ],
  [
    "rules: [{ name: a, pattern: [{ alternatives: [&e [], [text: a]] }, { optional: *e }], output: '' }]\n",
    "1:80",
    "EMPTY_VALUE",
    /'optional' is an empty list/,
    /- text/,
  ],
  [rule(NAME, `pattern: [${"{field: a},".repeat(1001)}]`, "output: x"), "3:11015", "TOO_MANY_FIELDS", /1000/, /rest/],

  ["version: 1\nrules: []\n", "1:1", "UNKNOWN_KEY", /'version' in a rules file/, /'rules'.*'x-'/],
  ["Rules: []\n", "1:1", "UNKNOWN_KEY", /'Rules'/, /did you mean 'rules'\?/],
  [rule(NAME, PATTERN, "outptu: '{path}'"), "4:5", "UNKNOWN_KEY", /'outptu' in a rule/, /did you mean 'output'\?/],
  [rule(NAME, PATTERN, OUTPUT, "<<: {}"), "5:5", "UNKNOWN_KEY", /'<<'/, /merge keys/],
  [rule(NAME, PATTERN, OUTPUT, "? [a]", ": b"), "5:7", "UNKNOWN_KEY", /not text/, /'name'/],
  [rule(NAME, PATTERN, OUTPUT, "constructor: b"), "5:5", "UNKNOWN_KEY", /'constructor'/, /'name'/],
  [rule(NAME, "pattern: [{ txt: a }]", "output: x"), "3:17", "UNKNOWN_KEY", /'txt' in an element/, /mean 'text'/],
  [
    rule(NAME, "pattern: [{ text: a, x-note: b }]", "output: x"),
    "3:26",
    "UNKNOWN_KEY",
    /'x-note'/,
    /'text', 'field', 'alternatives'/,
  ],

  [
    rule(NAME, PATTERN, "output: '{paht}'"),
    "4:14",
    "UNKNOWN_PLACEHOLDER",
    /'{paht}'/,
    /mean '{path}'\?.*'method', 'path'/,
  ],
  [rule(NAME, PATTERN, "output: '{id}'"), "4:14", "UNKNOWN_PLACEHOLDER", /rule 'get'/, /'method', 'path'; .*'{{id}}'/],
  [rule(NAME, "pattern: [{ text: x }]", "output: '{id}'"), "4:14", "UNKNOWN_PLACEHOLDER", /'{id}'/, /no fields/],

  [
    rule(NAME, "pattern: [{field: _}, {text: a}, {field: _}]", "output: '{_}'"),
    "4:14",
    "AMBIGUOUS_PLACEHOLDER",
    /'{_}'/,
    /name/,
  ],

  ...(
    [
      ["{ all: { from: '{metod}' } }", "4:28", /'{metod}' is not one field/, /mean 'method'\?/],
      ["{ all: { to: '{all}' } }", "4:26", /'{all}'/, /its fields are 'method', 'path'/],
      ["{ all: { to: method } }", "4:26", /'method'/, /in braces/],
      ["{ all: { to: '{path:word}' } }", "4:26", /'{path:word}'/, /in braces/],
      ["{ all: { to: ['{path}', '{method}{path}'] } }", "4:37", /'{method}{path}'/, /in braces/],
      ["{ all: { from: '\"{method}' } }", "4:28", /text right before/, /in braces/],
      ["{ all: { from: '{method}: ' } }", "4:28", /text right before/, /in braces/],
      ["{ path: { from: '{method}' } }", "4:15", /'path' is a field of the pattern/, /rename/],
    ] as const
  ).map(
    ([fields, place, message, help]): IssueRow => [
      rule(NAME, PATTERN, `fields: ${fields}`, OUTPUT),
      place,
      "SPAN_END",
      message,
      help,
    ],
  ),
  [
    rule(NAME, "pattern: [{field: _}, {text: a}, {field: _}]", "fields: { all: { from: '{_}' } }", "output: x"),
    "4:28",
    "SPAN_END",
    /'{_}'/,
    /in braces/,
  ],
  [
    rule(NAME, PATTERN, "fields: { all: { from: [] } }", OUTPUT),
    "4:28",
    "EMPTY_VALUE",
    /'from' is an empty list/,
    /in braces/,
  ],
  [
    rule(NAME, PATTERN, "fields: { all: { from: '{path}', parser: word } }", OUTPUT),
    "4:38",
    "ELEMENT_KIND",
    /'from' or 'to', and 'parser'/,
    /no type/,
  ],
  ["fields: { all: { to: '{path}' } }\nrules: []\n", "1:18", "UNKNOWN_KEY", /'to' in a field/, /of a rule/],
];

/** Each of 22 lists holds the previous one twice. */
function bomb(): string {
  const lists = Array.from({ length: 22 }, (_, i) => `  - &l${i + 1} [*l${i}, *l${i}]`);
  return `x-a:\n  - &l0 [x, x]\n${lists.join("\n")}\nrules: []\n`;
}
