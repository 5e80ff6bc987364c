// What an option is, and the options that several commands have or that a command and the library share. A command
// line, its help, completions and manual page and the checks of the library all read these definitions.
import { EXPORT_FORMATS } from "../exchange/export/exported.ts";
import { IMPORT_FORMATS } from "../exchange/import/imported.ts";
import { DEFAULT_FORMAT, FORMAT_TRAITS, FORMATS, UNMATCHED } from "../run/line-writer.ts";
import { listed } from "../text/messages/phrases.ts";
import { DEFAULT_INPUT_FORMAT, INPUT_FORMATS } from "../text/records/input-format.ts";
import { DEFAULT_GRANULARITY, GRANULARITIES } from "../tools/suggest/granularity.ts";
import * as VALUE from "./option-values.ts";
import { type GivenOption, suggestingFor } from "./proposed-command.ts";

/** What is to be known of an option besides its names and its sentence. */
interface OptionDetails {
  /** What the run does with the file that the value names. No file that is read may be written over. */
  readonly file?: "read" | "written";
  readonly choices?: readonly string[];
  /** What the value may be, if it is not one of a few or any text. */
  readonly value?: VALUE.OptionValue;
  readonly default?: string;
  /** Makes the message for a missing option, if the command requires it, of the options that are given. */
  readonly required?: (given: readonly GivenOption[]) => string;
  /** With one of these, the option may be missing although it is required, and so may what it needs. */
  readonly unless?: readonly `--${string}`[];
  readonly needs?: "a log" | OtherOption;
  /** What must not be given beside the option, because the two ask for different things. */
  readonly excludes?: readonly OtherOption[];
  /** Beside these, the option has no effect. A note says so. */
  readonly idleWith?: readonly OtherOption[];
  /** Whether giving it twice is an error, because people would expect both to count. Else the last one counts. */
  readonly once?: true;
  /** Whether the option may be given several times. Its value is then the list of all values, which may be empty. */
  readonly repeatable?: true;
}

/** `T` is the type of its value in a run of a command. */
export interface OptionDefinition<T = unknown> extends OptionDetails {
  readonly long: `--${string}`;
  readonly short?: string | undefined;
  /** The placeholder for the value, such as `FILE`. An option without one is a flag. */
  readonly metavariable?: string | undefined;
  readonly sentence: string;
  /** Never set: only the compiler reads it. */
  readonly type?: T;
}

/** Defines an option. `names` are those of help, with the placeholder: `-j, --jobs N`. */
// So that bundles lack what they do not use: @__NO_SIDE_EFFECTS__
export function option<const Names extends string, const Details extends OptionDetails>(
  names: Names,
  sentence: string,
  details?: Details,
): OptionDefinition<ValueOf<Names, Details>> {
  const [, short, long, metavariable] = /^(?:(-\w), )?(--[a-z-]+)(?: (.+))?$/.exec(names)!;
  return { long: long as `--${string}`, short, metavariable, sentence, ...details };
}

export type Options = Readonly<Record<string, OptionDefinition>>;

/** The values of the options of a run, by their names. */
export type OptionValues<Options> = {
  -readonly [Name in keyof Options]: Options[Name] extends OptionDefinition<infer Value> ? Value : never;
};

/** The type of an option's value; undefined for an option that was not given and has no default. */
type ValueOf<Names, Details> = Names extends `${string}--${string} ${string}`
  ? Details extends { repeatable: true }
    ? readonly ParsedValue<Details>[]
    : ParsedValue<Details> | (Details extends { default: string } | { required: unknown } ? never : undefined)
  : boolean;

type ParsedValue<Details> = Details extends { value: VALUE.OptionValue<infer Value> }
  ? Value
  : Details extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;

/** An option that another one needs or excludes, as help names it: `--rules FILE`, or `--format json` for one value. */
type OtherOption = `--${string}`;

interface OptionOfRun extends Pick<OptionDefinition, "long" | "needs" | "unless" | "excludes" | "idleWith"> {
  /** Its name on a command line, or in a program. */
  readonly name: string;
  readonly isGiven: boolean;
  readonly value: unknown;
}

/** What is wrong with options given together; undefined if nothing is. One that the run does not have is not needed. */
export function clashOf(options: readonly OptionOfRun[], hasLog: boolean): string | undefined {
  for (const { name, needs, unless = [], excludes = [] } of options.filter(({ isGiven }) => isGiven)) {
    const others = options.filter(({ long }) => unless.includes(long));
    if (needs === "a log" && !hasLog && !others.some(({ isGiven }) => isGiven))
      return `${name} needs ${listed([needs, ...others.map(({ name }) => name)], "or")}`;
    const missing = needs === undefined || needs === "a log" ? undefined : otherAmong(options, needs);
    if (missing?.isGiven === false) return `${name} needs ${missing.inWords}`;
    const excluded = excludes.map((other) => otherAmong(options, other)).find((other) => other?.isGiven);
    if (excluded !== undefined) return `${name} and ${excluded.inWords} exclude each other`;
  }
  return undefined;
}

export function idleNotes(options: readonly OptionOfRun[]): string[] {
  return options.flatMap(({ name, isGiven, idleWith = [] }) => {
    const other = isGiven ? idleWith.find((one) => otherAmong(options, one)?.isGiven) : undefined;
    return other === undefined ? [] : [`note: ${name} has no effect with ${other}`];
  });
}

/** Another option, if the run has it: whether it is given, with the value if there is one, and what it is called. */
function otherAmong(options: readonly OptionOfRun[], other: OtherOption) {
  const [long, word] = other.split(" ");
  const wanted = word === word?.toUpperCase() ? undefined : word;
  const named = options.filter((option) => option.long === long);
  const [first] = named;
  return (
    first && {
      isGiven: named.some(({ isGiven, value }) => (wanted === undefined ? isGiven : value === wanted)),
      inWords: first.name === long ? other : [first.name, wanted ?? []].flat().join(" "),
    }
  );
}

/** What an option takes. A flag is true or false. */
export function optionValue({ choices, value, metavariable }: OptionDefinition): VALUE.OptionValue {
  if (choices !== undefined) return VALUE.choiceOf(choices);
  return value ?? (metavariable === undefined ? VALUE.FLAG : VALUE.TEXT);
}

export const RULES_OR_OPERAND = option("-r, --rules FILE", "The rules, a YAML file.", {
  file: "read",
  value: VALUE.RULES_PATH,
  repeatable: true,
});

export const RULES = { ...RULES_OR_OPERAND, required: noRules("or write one from a log") };

export const RULES_OR_MASK = {
  ...RULES_OR_OPERAND,
  required: noRules("mask lines without rules with --mask, or write rules from a log"),
  unless: ["--mask"],
} as const;

/** The message for missing rules, and what one may do instead. */
export function noRules(instead: string) {
  return (given: readonly GivenOption[]): string =>
    `no rules given; name the rules file with --rules FILE, ${instead}: ${suggestingFor(given)}`;
}

export const MASK = option("--mask", "Mask times, ids, addresses and numbers in lines that no rule matches.");
export const MASK_ALL = { ...MASK, excludes: ["--unmatched drop"] } as const;

export const KEY_FILE = option(
  "--key-file FILE",
  "The file with the key of the transform pseudonym. By default, the key is the value of NORMALIZER_KEY.",
  { file: "read", value: VALUE.KEY_PATH, once: true },
);

/** For commands whose rules may be left out. */
export const KEY_FILE_OF_RULES = { ...KEY_FILE, needs: "--rules FILE" } as const;

// How logs are read.

export const INPUT = option(
  "--input FORMAT",
  "What lines are: text, JSON objects with a message, or lines of Kubernetes' CRI log format.",
  { choices: INPUT_FORMATS, default: DEFAULT_INPUT_FORMAT },
);

export const MESSAGE = option(
  "--message FIELD",
  "The field with the message; usually the first of message, msg, log and MESSAGE.",
  { value: VALUE.FIELD_NAME, once: true, needs: "--input json" },
);

export const STRIP_ANSI = option(
  "--strip-ansi",
  "Remove terminal colours and other escape sequences from lines before they are matched.",
);

export const TIMEZONE = option("--timezone ZONE", "The zone of times that do not name one, such as +02:00 or -0530.", {
  value: VALUE.ZONE,
  default: "UTC",
});

export const LOG_TIMEZONES = option(
  "--timezone [FILE=]ZONE",
  "The zone of times that do not name one, such as +02:00, of FILE or of all other logs; usually UTC.",
  { value: VALUE.LOG_ZONE, repeatable: true },
);

export const CLOCK = option(
  "--clock FILE=OFFSET",
  "Add an offset such as +2.5s, -300ms or +1h2m to the times of a log.",
  { value: VALUE.LOG_SHIFT, repeatable: true },
);

/** How logs are read: without a key, with the key of the rules, and by commands that need no log. */
export const READING = { input: INPUT, message: MESSAGE, stripAnsi: STRIP_ANSI };
export const READING_WITH_KEY = {
  ...{ input: INPUT, message: MESSAGE, keyPath: KEY_FILE_OF_RULES, stripAnsi: STRIP_ANSI },
};
export const READING_OF_LOG = {
  ...READING_WITH_KEY,
  input: { ...INPUT, needs: "a log" },
  stripAnsi: { ...STRIP_ANSI, needs: "a log" },
} as const;

// How results are written, and the run.

/** The file of a result. */
export function outputOption(sentence: string) {
  return option("-o, --output FILE", sentence, { file: "written", once: true });
}

/** The format of what a command finds: a text for people, or one for programs. */
export function resultFormat<const F extends string>(others: readonly F[], sentence: string) {
  return option("--format FORMAT", sentence, { choices: ["text", ...others], default: "text" });
}

export const FORMAT = option(
  "--format FORMAT",
  `Write ${FORMATS.map((format) => FORMAT_TRAITS[format].inWords).join(", or ")}.`,
  { choices: FORMATS, default: DEFAULT_FORMAT },
);

export const ORIGINAL = option("--original", "Write the line itself, too.", { needs: "--format json" });
export const TIMEZONE_OF_JSON = { ...TIMEZONE, needs: "--format json" } as const;

export const UNMATCHED_LINES = option(
  "--unmatched MODE",
  "Lines that no rule matches: pass them unchanged, drop them, or write only them.",
  { choices: UNMATCHED, default: "pass" },
);

export const JOBS = option("-j, --jobs N", "Match large files in N threads; auto is one per core.", {
  value: VALUE.THREADS,
  default: "1",
});

export const PART = option(
  "--part K/N",
  "Read only part K of N nearly equal parts of all files, cut where lines begin.",
  { value: VALUE.LOG_PART, once: true },
);

export const FAIL_UNDER = option("--fail-under P", "Exit with 1 if fewer than P percent of the lines matched.", {
  value: VALUE.PERCENTAGE,
});
export const FAIL_UNDER_OF_LOG = { ...FAIL_UNDER, needs: "a log" } as const;

// Comparing and tracing.

const FIELDS = { value: VALUE.FIELD_NAMES, once: true } as const;

/** Fields with ids, and what the command does with their values. */
export function byOption(what: string) {
  return option("--by FIELDS", `${what}: the first of these fields, joined by commas, that is not empty.`, FIELDS);
}

export const IGNORE = option(
  "--ignore FIELDS",
  "Leave these fields, joined by commas, out of the comparison. Their values are still shown.",
  FIELDS,
);

export const UNORDERED = option("--unordered", "Compare how often each line occurs, not where.");

export const COMPARED_UNMATCHED = option(
  "--unmatched MODE",
  "Compare lines that no rule matches as they are, or drop them.",
  { choices: ["pass", "drop"], default: "pass" },
);

export const SUMMARY = option(
  "--summary",
  "Instead of lines, show what has changed: events, values, numbers and durations, the most important first.",
);

const LINE_TEXT = { value: VALUE.LINE_TEXT, once: true } as const;

/** Which groups of lines are traced, and how they are linked. */
export const GROUPS = {
  link: option("--link", "Group lines by all their ids: two ids on one line belong to one group."),
  id: option("--id ID", "Write only the group of this id, or of the only id that begins with it.", LINE_TEXT),
  containing: option(
    "--containing TEXT",
    "Write only groups in which a normalized line contains this text.",
    LINE_TEXT,
  ),
};

// Checking and writing rules.

/** The edits of `fields`. The command and the library ask for a second log. */
export const EDIT_IN_PLACE = option(
  "-i, --in-place",
  "Make the edits that two runs prove, in the file of --rules. Comments and layout stay.",
);

export const EXAMPLES = {
  addExamples: option(
    "--add-examples",
    "Write into the rules file, for each rule without examples, a line that it won and the output.",
    { needs: "a log" },
  ),
  updateExamples: option(
    "--update-examples",
    "Write into examples that fail, though their rules win them, what the rules give now; with --against only if the old rules gave what they say.",
  ),
};

export const BASELINE = option(
  "--baseline FILE",
  "Exit with 1 if unmatched lines have templates that are not in this file.",
  { file: "read", value: VALUE.BASELINE_PATH, once: true, needs: "a log" },
);

export const AGAINST = option(
  "--against FILE",
  "Exit with 1 if lines have another winner or another output than with these older rules.",
  { file: "read", value: VALUE.RULES_PATH, repeatable: true, needs: "a log", unless: ["--update-examples"] },
);

export const SUGGEST = {
  minCount: option("--min-count N", "Leave out rules for fewer than N lines.", { value: VALUE.COUNT, default: "1" }),
  maxRules: option("--max-rules N", "Write at most N rules, those for the most lines.", { value: VALUE.COUNT }),
  granularity: option(
    "--granularity LEVEL",
    "How much the lines of one rule may differ: coarse gives fewer rules, fine gives more.",
    { choices: GRANULARITIES, default: DEFAULT_GRANULARITY },
  ),
  /** The logs of `suggest`. The command and the library ask for a second one. */
  runs: option(
    "--runs",
    "The logs are runs of the same work: show what all have alike, and hide what differs between them.",
  ),
  keep: option("--keep FIELDS", "Write a rule for each value of these fields of the header, joined by commas.", FIELDS),
};

export const IMPORT = {
  from: option("--from FORMAT", "The format of the files. By default, it is detected.", { choices: IMPORT_FORMATS }),
};

export const EXPORT = {
  to: option("--to FORMAT", "What to write.", {
    choices: EXPORT_FORMATS,
    required: () => "no format given; name it with --to patterndb",
  }),
  program: option(
    "--program NAME",
    "Apply the rules only to messages of this program. By default, they apply to all.",
    { value: VALUE.ASCII_NAME, once: true },
  ),
};
