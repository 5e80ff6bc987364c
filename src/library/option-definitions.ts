// What an option is, and the options that several commands have or that a command and the library share. A command
// line, its help, completions and manual page and the checks of the library all read these definitions.
import { EXPORT_FORMATS } from "../exchange/export/exported.ts";
import { IMPORT_FORMATS } from "../exchange/import/imported.ts";
import { DEFAULT_FORMAT, FORMAT_TRAITS, FORMATS, UNMATCHED } from "../run/line-writer.ts";
import { listed } from "../text/messages/phrases.ts";
import { DEFAULT_INPUT_FORMAT, INPUT_FORMATS } from "../text/records/input-format.ts";
import { DEFAULT_GRANULARITY, GRANULARITIES } from "../tools/suggest/granularity.ts";
import * as VALUE from "./option-values.ts";
import { type GivenOption, proposedForAnyLog } from "./proposed-command.ts";

export interface OptionDefinition {
  readonly long: `--${string}`;
  readonly short?: `-${string}`;
  /** The placeholder for the value, such as `FILE`. An option without one is a flag. */
  readonly metavariable?: string;
  /** What the run does with the file, if the value is the path of one. No file that is read may be written over. */
  readonly file?: "read" | "written";
  readonly choices?: readonly string[];
  /** What the value may be, if it is not one of a few or any text. */
  readonly value?: VALUE.OptionValue;
  readonly default?: string;
  /** The message for a missing option, if the command requires it. It may depend on the options that are given. */
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
  readonly sentence: string;
}

/** An option that another one needs or excludes, as help names it: `--rules FILE`, or `--format json` for one value. */
type OtherOption = `--${string}`;

interface OptionOfRun extends Pick<OptionDefinition, "long" | "needs" | "unless" | "excludes" | "idleWith"> {
  /** Its name on a command line, or in a program. */
  readonly name: string;
  readonly isGiven: boolean;
  readonly value: unknown;
}

/**
 * What is wrong with options that are given together: one lacks what it needs, or has what it excludes beside it.
 * Undefined if nothing is. An option that the run does not have is not needed.
 */
export function clashOf(options: readonly OptionOfRun[], hasLog: boolean): string | undefined {
  for (const { name, needs, unless = [], excludes = [] } of options.filter(({ isGiven }) => isGiven)) {
    const others = options.filter(({ long }) => unless.includes(long));
    if (needs === "a log" && !hasLog && !others.some(({ isGiven }) => isGiven))
      return `${name} needs ${listed([needs, ...others.map(({ name }) => name)], "or")}`;
    if (needs !== undefined && needs !== "a log" && hasOther(options, needs) === false)
      return `${name} needs ${otherInWords(options, needs)}`;
    const excluded = excludes.find((other) => hasOther(options, other));
    if (excluded !== undefined) return `${name} and ${otherInWords(options, excluded)} exclude each other`;
  }
  return undefined;
}

export function idleNotes(options: readonly OptionOfRun[]): string[] {
  return options.flatMap(({ name, isGiven, idleWith = [] }) => {
    const other = isGiven ? idleWith.find((one) => hasOther(options, one)) : undefined;
    return other === undefined ? [] : [`note: ${name} has no effect with ${other}`];
  });
}

/** Whether another option is given, with the value if it has one; undefined if the run does not have it. */
function hasOther(options: readonly OptionOfRun[], other: OtherOption): boolean | undefined {
  const [named, wanted] = optionsNamed(options, other);
  if (named.length === 0) return undefined;
  return named.some(({ isGiven, value }) => (wanted === undefined ? isGiven : value === wanted));
}

/** The option as a command line has it, or as a program does, where its values have no placeholder. */
function otherInWords(options: readonly OptionOfRun[], other: OtherOption): string {
  const [[option], value] = optionsNamed(options, other);
  return option!.name === option!.long ? other : [option!.name, value ?? []].flat().join(" ");
}

/** The options of a name, and the value, unless that is a placeholder. */
function optionsNamed(options: readonly OptionOfRun[], other: OtherOption): [OptionOfRun[], string | undefined] {
  const [name, value] = other.split(" ");
  return [options.filter(({ long }) => long === name), value === value?.toUpperCase() ? undefined : value];
}

export type Options = Readonly<Record<string, OptionDefinition>>;

/** The values of the options of a run, by their names. */
export type OptionValues<Options> = { -readonly [Name in keyof Options]: ValueOf<Options[Name]> };

/** The type of an option's value; undefined for an option that was not given and has no default. */
type ValueOf<D> = D extends { repeatable: true }
  ? readonly ParsedValue<D>[]
  : D extends { metavariable: string }
    ? ParsedValue<D> | (D extends { unless: readonly string[] } ? undefined : D extends Given ? never : undefined)
    : boolean;

type Given = { default: string } | { required: (given: readonly GivenOption[]) => string };

type ParsedValue<D> = D extends { value: VALUE.OptionValue<infer Value> }
  ? Value
  : D extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;

/** What an option takes. A flag is true or false. */
export function optionValue({ choices, value, metavariable }: Omit<OptionDefinition, "sentence">): VALUE.OptionValue {
  if (choices !== undefined) return VALUE.choiceOf(choices);
  return value ?? (metavariable === undefined ? VALUE.FLAG : VALUE.TEXT);
}

export const RULES_OR_OPERAND = {
  long: "--rules",
  short: "-r",
  metavariable: "FILE",
  file: "read",
  value: VALUE.RULES_PATH,
  repeatable: true,
  sentence: "The rules, a YAML file.",
} as const satisfies OptionDefinition;

export const RULES = {
  ...RULES_OR_OPERAND,
  required: (given: readonly GivenOption[]) =>
    `no rules given; name the rules file with --rules FILE, or write one from a log: ${proposedForAnyLog(["suggest"], given)}`,
} as const;

export const RULES_OR_MASK = {
  ...RULES_OR_OPERAND,
  required: (given: readonly GivenOption[]) =>
    `no rules given; name the rules file with --rules FILE, mask lines without rules with --mask, or write rules from a log: ${proposedForAnyLog(["suggest"], given)}`,
  unless: ["--mask"],
} as const;

export const MASK = {
  long: "--mask",
  sentence: "Mask times, ids, addresses and numbers in lines that no rule matches.",
} as const satisfies OptionDefinition;

export const KEY_FILE = {
  long: "--key-file",
  metavariable: "FILE",
  file: "read",
  value: VALUE.KEY_PATH,
  once: true,
  sentence: "The file with the key of the transform pseudonym. By default, the key is the value of NORMALIZER_KEY.",
} as const satisfies OptionDefinition;

/** For commands whose rules may be left out. */
export const KEY_FILE_OF_RULES = {
  ...KEY_FILE,
  needs: "--rules FILE",
} as const satisfies OptionDefinition;

// How logs are read.

export const INPUT = {
  long: "--input",
  metavariable: "FORMAT",
  choices: INPUT_FORMATS,
  default: DEFAULT_INPUT_FORMAT,
  sentence: "What lines are: text, JSON objects with a message, or lines of Kubernetes' CRI log format.",
} as const satisfies OptionDefinition;

export const MESSAGE = {
  long: "--message",
  metavariable: "FIELD",
  value: VALUE.FIELD_NAME,
  once: true,
  needs: "--input json",
  sentence: "The field with the message; usually the first of message, msg, log and MESSAGE.",
} as const satisfies OptionDefinition;

export const STRIP_ANSI = {
  long: "--strip-ansi",
  sentence: "Remove terminal colours and other escape sequences from lines before they are matched.",
} as const satisfies OptionDefinition;

export const TIMEZONE = {
  long: "--timezone",
  metavariable: "ZONE",
  value: VALUE.ZONE,
  default: "UTC",
  sentence: "The zone of times that do not name one, such as +02:00 or -0530.",
} as const satisfies OptionDefinition;

export const LOG_TIMEZONES = {
  long: "--timezone",
  metavariable: "[FILE=]ZONE",
  value: VALUE.LOG_ZONE,
  repeatable: true,
  sentence: "The zone of times that do not name one, such as +02:00, of FILE or of all other logs; usually UTC.",
} as const satisfies OptionDefinition;

export const CLOCK = {
  long: "--clock",
  metavariable: "FILE=OFFSET",
  value: VALUE.LOG_SHIFT,
  repeatable: true,
  sentence: "Add an offset such as +2.5s, -300ms or +1h2m to the times of a log.",
} as const satisfies OptionDefinition;

/** How logs are read: for commands without rules or without outputs, and for those with both. */
export const READING = { input: INPUT, message: MESSAGE, stripAnsi: STRIP_ANSI } as const;
export const READING_WITH_KEY = {
  ...{ input: INPUT, message: MESSAGE, keyPath: KEY_FILE_OF_RULES, stripAnsi: STRIP_ANSI },
} as const;

// How results are written, and the run.

/** The file of a result. Each command says what it does with it. */
export const OUTPUT = {
  long: "--output",
  short: "-o",
  metavariable: "FILE",
  file: "written",
  once: true,
} as const;

/** The format of what a command finds: a text for people, or one for programs. */
export function resultFormat<const F extends string>(others: readonly F[], sentence: string) {
  const choices = ["text", ...others] as const;
  return { long: "--format", metavariable: "FORMAT", choices, default: "text", sentence } as const;
}

export const FORMAT = {
  long: "--format",
  metavariable: "FORMAT",
  choices: FORMATS,
  default: DEFAULT_FORMAT,
  sentence: /* @__PURE__ */ `Write ${FORMATS.map((format) => FORMAT_TRAITS[format].inWords).join(", or ")}.`,
} as const satisfies OptionDefinition;

export const ORIGINAL = {
  long: "--original",
  needs: "--format json",
  sentence: "Write the line itself, too.",
} as const satisfies OptionDefinition;

export const TIMEZONE_OF_JSON = { ...TIMEZONE, needs: ORIGINAL.needs } as const satisfies OptionDefinition;

export const UNMATCHED_LINES = {
  long: "--unmatched",
  metavariable: "MODE",
  choices: UNMATCHED,
  default: "pass",
  sentence: "Lines that no rule matches: pass them unchanged, drop them, or write only them.",
} as const satisfies OptionDefinition;

export const JOBS = {
  long: "--jobs",
  short: "-j",
  metavariable: "N",
  value: VALUE.THREADS,
  default: "1",
  sentence: "Match large files in N threads; auto is one per core.",
} as const satisfies OptionDefinition;

export const PART = {
  long: "--part",
  metavariable: "K/N",
  value: VALUE.LOG_PART,
  once: true,
  sentence: "Read only part K of N nearly equal parts of all files, cut where lines begin.",
} as const satisfies OptionDefinition;

export const FAIL_UNDER = {
  long: "--fail-under",
  metavariable: "P",
  value: VALUE.PERCENTAGE,
  sentence: "Exit with 1 if fewer than P percent of the lines matched.",
} as const satisfies OptionDefinition;

// Comparing and tracing.

/** Fields with ids. Each command says what it does with them. */
export const BY = {
  long: "--by",
  metavariable: "FIELDS",
  value: VALUE.FIELD_NAMES,
  once: true,
} as const;

export const IGNORE = {
  long: "--ignore",
  metavariable: "FIELDS",
  value: VALUE.FIELD_NAMES,
  once: true,
  sentence: "Leave these fields, joined by commas, out of the comparison. Their values are still shown.",
} as const satisfies OptionDefinition;

export const UNORDERED = {
  long: "--unordered",
  sentence: "Compare how often each line occurs, not where.",
} as const satisfies OptionDefinition;

export const COMPARED_UNMATCHED = {
  long: "--unmatched",
  metavariable: "MODE",
  choices: ["pass", "drop"],
  default: "pass",
  sentence: "Compare lines that no rule matches as they are, or drop them.",
} as const satisfies OptionDefinition;

export const SUMMARY = {
  long: "--summary",
  sentence: "Instead of lines, show what has changed: events, values, numbers and durations, the most important first.",
} as const satisfies OptionDefinition;

/** Which groups of lines are traced, and how they are linked. */
export const GROUPS = {
  link: {
    long: "--link",
    sentence: "Group lines by all their ids: two ids on one line belong to one group.",
  },
  id: {
    long: "--id",
    metavariable: "ID",
    value: VALUE.LINE_TEXT,
    once: true,
    sentence: "Write only the group of this id, or of the only id that begins with it.",
  },
  containing: {
    long: "--containing",
    metavariable: "TEXT",
    value: VALUE.LINE_TEXT,
    once: true,
    sentence: "Write only groups in which a normalized line contains this text.",
  },
} as const satisfies Options;

// Checking and writing rules.

/** Writes into the file of the rules. Each command says what. */
export const IN_PLACE = { long: "--in-place", short: "-i" } as const;

/** The edits of `fields`. The command and the library ask for a second log. */
export const EDIT_IN_PLACE = {
  ...IN_PLACE,
  sentence: "Make the edits that two runs prove, in the file of --rules. Comments and layout stay.",
} as const satisfies OptionDefinition;

export const EXAMPLES = {
  addExamples: {
    long: "--add-examples",
    needs: "a log",
    sentence: "Write into the rules file, for each rule without examples, a line that it won and the output.",
  },
  updateExamples: {
    long: "--update-examples",
    sentence:
      "Write into examples that fail, though their rules win them, what the rules give now; with --against only if the old rules gave what they say.",
  },
} as const satisfies Options;

export const BASELINE = {
  long: "--baseline",
  metavariable: "FILE",
  file: "read",
  value: VALUE.BASELINE_PATH,
  once: true,
  needs: "a log",
  sentence: "Exit with 1 if unmatched lines have templates that are not in this file.",
} as const satisfies OptionDefinition;

export const AGAINST = {
  long: "--against",
  metavariable: "FILE",
  file: "read",
  value: VALUE.RULES_PATH,
  repeatable: true,
  needs: "a log",
  unless: ["--update-examples"],
  sentence: "Exit with 1 if lines have another winner or another output than with these older rules.",
} as const satisfies OptionDefinition;

export const SUGGEST = {
  minCount: {
    long: "--min-count",
    metavariable: "N",
    value: VALUE.COUNT,
    default: "1",
    sentence: "Leave out rules for fewer than N lines.",
  },
  maxRules: {
    long: "--max-rules",
    metavariable: "N",
    value: VALUE.COUNT,
    sentence: "Write at most N rules, those for the most lines.",
  },
  granularity: {
    long: "--granularity",
    metavariable: "LEVEL",
    choices: GRANULARITIES,
    default: DEFAULT_GRANULARITY,
    sentence: "How much the lines of one rule may differ: coarse gives fewer rules, fine gives more.",
  },
  /** The logs of `suggest`. The command and the library ask for a second one. */
  runs: {
    long: "--runs",
    sentence: "The logs are runs of the same work: show what all have alike, and hide what differs between them.",
  },
  keep: {
    long: "--keep",
    metavariable: "FIELDS",
    value: VALUE.FIELD_NAMES,
    once: true,
    sentence: "Write a rule for each value of these fields of the header, joined by commas.",
  },
} as const satisfies Options;

export const IMPORT = {
  from: {
    long: "--from",
    metavariable: "FORMAT",
    choices: IMPORT_FORMATS,
    sentence: "The format of the files. By default, it is detected.",
  },
} as const satisfies Options;

export const EXPORT = {
  to: {
    long: "--to",
    metavariable: "FORMAT",
    choices: EXPORT_FORMATS,
    required: () => "no format given; name it with --to patterndb",
    sentence: "What to write.",
  },
  program: {
    long: "--program",
    metavariable: "NAME",
    value: VALUE.ASCII_NAME,
    once: true,
    sentence: "Apply the rules only to messages of this program. By default, they apply to all.",
  },
} as const satisfies Options;
