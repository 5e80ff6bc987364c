// The table of commands. Help, completions, the manual page and the parsing of arguments read it.
import { ORIGINALS } from "../comparison/comparison-text.ts";
import { nearest } from "../diagnostics/nearest.ts";
import { printable } from "../diagnostics/printable.ts";
import { EXPORT_FORMATS } from "../export/formats.ts";
import { IMPORT_FORMATS } from "../import/formats.ts";
import { FORMATS, UNMATCHED } from "../normalization/line-writer.ts";
import { INPUT_FORMATS } from "../records/input-format.ts";
import { COMPRESSED_FORMATS } from "../streams/compression.ts";
import { GRANULARITIES } from "../suggest/granularity.ts";
import { GROUP_ORDERS } from "../trace/group-order.ts";
import type { CommandDefinition, GivenOption, OptionDefinition } from "./options/option-definition.ts";
import {
  didYouMean,
  parseBaselinePath,
  parseCount,
  parseFields,
  parseJobs,
  parseKeyPath,
  parseLineNumber,
  parseNumberUpTo,
  parsePart,
  parsePercentage,
  parseRulesPath,
  parseTimezone,
} from "./options/option-values.ts";
import { proposedForAnyLog } from "./options/proposed-command.ts";

const RULES_OR_OPERAND = {
  long: "--rules",
  short: "-r",
  metavariable: "FILE",
  parse: parseRulesPath,
  once: true,
  sentence: "The rules, a YAML file.",
} as const satisfies OptionDefinition;

const RULES = {
  ...RULES_OR_OPERAND,
  required: (given: readonly GivenOption[]) =>
    `no rules given; name the rules file with --rules FILE, or write one from a log: ${proposedForAnyLog(["suggest"], given)}`,
} as const;

const RULES_OR_MASK = {
  ...RULES_OR_OPERAND,
  required: (given: readonly GivenOption[]) =>
    `no rules given; name the rules file with --rules FILE, mask lines without rules with --mask, or write rules from a log: ${proposedForAnyLog(["suggest"], given)}`,
  unless: "--mask",
} as const;

const MASK = {
  long: "--mask",
  sentence: "Mask times, ids, addresses and numbers in lines that no rule matches.",
} as const satisfies OptionDefinition;

const INPUT = {
  long: "--input",
  metavariable: "FORMAT",
  choices: INPUT_FORMATS,
  default: "lines",
  sentence: "What lines are: text, JSON objects with a message, or lines of Kubernetes' CRI log format.",
} as const satisfies OptionDefinition;

const MESSAGE = {
  long: "--message",
  metavariable: "FIELD",
  once: true,
  needs: "--input json",
  sentence: "The field with the message; usually the first of message, msg, log and MESSAGE.",
} as const satisfies OptionDefinition;

const STRIP_ANSI = {
  long: "--strip-ansi",
  sentence: "Remove terminal colours and other escape sequences from lines before they are matched.",
} as const satisfies OptionDefinition;

const KEY_FILE = {
  long: "--key-file",
  metavariable: "FILE",
  parse: parseKeyPath,
  once: true,
  sentence: "The file with the key of the transform pseudonym. By default, the key is the value of NORMALIZER_KEY.",
} as const satisfies OptionDefinition;

const TIMEZONE = {
  long: "--timezone",
  metavariable: "ZONE",
  parse: parseTimezone,
  default: "UTC",
  sentence: "The zone of times that do not name one, such as +02:00 or -0530.",
} as const satisfies OptionDefinition;

const FAIL_UNDER = {
  long: "--fail-under",
  metavariable: "P",
  parse: parsePercentage,
  sentence: "Exit with 1 if fewer than P percent of the lines matched.",
} as const satisfies OptionDefinition;

/** More samples would make a page too large to be opened. */
const MAX_SAMPLES = 10_000;

const DECOMPRESSION = `${COMPRESSED_FORMATS.join(" and ")} files are decompressed.`;

/** The plain command: logs in, normalized lines out. */
export const NORMALIZE = {
  synopsis: "{--rules FILE | --mask} [options] [log ...]",
  sentence: "Rewrites log lines by rules, so that lines with the same meaning become the same line.",
  examples: [
    ["Compare two environments:", "diff <(normalizer -qr rules.yaml a.log) <(normalizer -qr rules.yaml b.log)"],
    ["Follow a log as it is written:", "tail -f app.log | normalizer -qr rules.yaml"],
    ["See which rule wrote each line:", "normalizer -r rules.yaml --explain app.log"],
    ["Count similar lines, without rules:", "normalizer -q --mask app.log | sort | uniq -c"],
  ],
  options: {
    rulesPath: RULES_OR_MASK,
    quiet: { long: "--quiet", short: "-q", sentence: "Write no statistics after the lines." },
    explain: {
      long: "--explain",
      short: "-e",
      sentence: "Before each line, write to standard error which rule won.",
    },
    unmatched: {
      long: "--unmatched",
      metavariable: "MODE",
      choices: UNMATCHED,
      default: "pass",
      sentence: "Lines that no rule matches: pass them unchanged, drop them, or write only them.",
    },
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: FORMATS,
      default: "lines",
      sentence:
        "Write lines, or a JSON object for each line with its place, time, rule, fields and output. JSON has no statistics.",
    },
    original: { long: "--original", needs: "--format json", sentence: "Write the line itself, too." },
    timezone: {
      ...TIMEZONE,
      sentence: "With --format json: the zone of times that do not name one, such as +02:00 or -0530.",
    },
    statisticsPath: {
      long: "--stats-file",
      metavariable: "FILE",
      once: true,
      sentence: "Write the statistics to this file, even with --quiet.",
    },
    statisticsFormat: {
      long: "--stats-format",
      metavariable: "FORMAT",
      choices: ["table", "json"],
      default: "table",
      sentence: "The format of the statistics.",
    },
    failUnder: FAIL_UNDER,
    jobs: {
      long: "--jobs",
      short: "-j",
      metavariable: "N",
      parse: parseJobs,
      default: "1",
      sentence: "Match large files in N threads; auto is one per core.",
    },
    part: {
      long: "--part",
      metavariable: "K/N",
      parse: parsePart,
      once: true,
      sentence: "Read only part K of N nearly equal parts of all files, cut where lines begin.",
    },
    outputPath: {
      long: "--output",
      short: "-o",
      metavariable: "FILE",
      once: true,
      sentence: "Write the lines to this file, which is replaced at the end if all went well.",
    },
    mask: MASK,
    input: INPUT,
    message: MESSAGE,
    keyPath: KEY_FILE,
    stripAnsi: STRIP_ANSI,
    progress: {
      long: "--progress",
      sentence: "Show progress on standard error, if that is a terminal.",
    },
  },
  notes: [
    `Logs are read in the order given. Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit status: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const CHECK = {
  word: "check",
  synopsis: "[options] RULES [log ...]",
  sentence: "Checks a rules file and its examples, also against logs.",
  examples: [
    ["Check a rules file:", "normalizer check rules.yaml"],
    ["See how its rules match a log:", "normalizer check rules.yaml app.log"],
    ["Add examples from a log to its rules:", "normalizer check --add-examples rules.yaml app.log"],
    ["See what an edit of the rules changes:", "normalizer check --against old.yaml rules.yaml app.log"],
    ["Fail for new unmatched lines:", "normalizer check --baseline known.txt rules.yaml app.log"],
    ["Check it in a GitHub workflow:", "normalizer check --format github --strict rules.yaml"],
  ],
  options: {
    rulesPath: { ...RULES_OR_OPERAND, sentence: "The rules, a YAML file. All operands are then logs." },
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json", "github"],
      default: "text",
      sentence: "Write text for people, JSON, or annotations for a GitHub workflow.",
    },
    addExamples: {
      long: "--add-examples",
      needs: "a log",
      sentence: "Write into the rules file, for each rule without examples, a line that it won and the output.",
    },
    baselinePath: {
      long: "--baseline",
      metavariable: "FILE",
      parse: parseBaselinePath,
      once: true,
      needs: "a log",
      sentence: "Exit with 1 if unmatched lines have templates that are not in this file.",
    },
    updateBaseline: {
      long: "--update-baseline",
      needs: "--baseline FILE",
      sentence: "Write the templates of the unmatched lines into the file of --baseline.",
    },
    againstPath: {
      long: "--against",
      metavariable: "FILE",
      parse: parseRulesPath,
      once: true,
      needs: "a log",
      sentence: "Exit with 1 if lines have another winner or another output than with these older rules.",
    },
    failUnder: { ...FAIL_UNDER, needs: "a log" },
    strict: { long: "--strict", sentence: "Exit with 1 for warnings, too." },
    input: INPUT,
    message: MESSAGE,
    keyPath: KEY_FILE,
    stripAnsi: STRIP_ANSI,
  },
  operandFor: "rulesPath",
  notes: [
    "It reports mistakes in the file, examples that fail, and rules that hide others.",
    `With logs, it shows what each rule won and lost, and which lines no rule matches. The log - is standard input. ${DECOMPRESSION}`,
    "Exit status: 0 success, 1 errors (also of rules that do not load, and with --strict warnings), new lines with --baseline, changed lines with --against, or fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const COMPLETION = {
  word: "completion",
  synopsis: "bash|zsh|fish",
  sentence: "Writes a shell script that completes commands and options.",
  examples: [
    ["In ~/.bashrc:", "source <(normalizer completion bash)"],
    ["In ~/.zshrc, below compinit:", "source <(normalizer completion zsh)"],
    ["Once, for fish:", "normalizer completion fish > ~/.config/fish/completions/normalizer.fish"],
  ],
  options: {},
  operandChoices: ["bash", "zsh", "fish"],
  notes: ["Exit status: 0 success, 2 trouble."],
} as const satisfies CommandDefinition;

export const DIFF = {
  word: "diff",
  synopsis: "{--rules FILE | --mask} [options] {OLD NEW | --old FILE ... --new FILE ...}",
  sentence: "Compares two logs by their normalized lines.",
  examples: [
    ["What does the new version log differently?", "normalizer diff -r rules.yaml old.log new.log"],
    ["The same, before there are rules:", "normalizer diff --mask old.log new.log"],
    ["If threads write in any order:", "normalizer diff -r rules.yaml --unordered old.log new.log"],
    [
      "Request by request, even if the ids differ:",
      "normalizer diff -r rules.yaml --by request_id,trace_id old.log new.log",
    ],
    ["Two runs with many logs each:", "normalizer diff -r rules.yaml run1/ run2/"],
  ],
  options: {
    rulesPath: RULES_OR_MASK,
    oldPaths: {
      long: "--old",
      metavariable: "FILE",
      repeatable: true,
      sentence: "A log of the old side, or a folder of logs.",
    },
    newPaths: {
      long: "--new",
      metavariable: "FILE",
      repeatable: true,
      sentence: "A log of the new side, or a folder of logs.",
    },
    by: {
      long: "--by",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Compare in groups by id: the first of these fields, joined by commas, that is not empty.",
    },
    ignore: {
      long: "--ignore",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Leave these fields, joined by commas, out of the comparison. Their values are still shown.",
    },
    unordered: { long: "--unordered", sentence: "Compare how often each line occurs, not where." },
    contextLines: {
      long: "--context",
      metavariable: "N",
      parse: parseNumberUpTo(1_000_000),
      default: "3",
      sentence: "Show up to N equal lines before and after each difference.",
    },
    originals: {
      long: "--originals",
      metavariable: "LINES",
      choices: ORIGINALS,
      default: "changed",
      sentence: "Below which lines to show the original one: none, those that differ, or equal ones, too.",
    },
    summary: {
      long: "--summary",
      sentence: "Instead of lines, show how many each rule has in both logs, the most changed first.",
    },
    unmatched: {
      long: "--unmatched",
      metavariable: "MODE",
      choices: ["pass", "drop"],
      default: "pass",
      sentence: "Compare lines that no rule matches as they are, or drop them.",
    },
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write text for people, or a JSON object for each difference.",
    },
    quiet: { long: "--quiet", short: "-q", sentence: "Write nothing, and answer by the exit status alone." },
    mask: MASK,
    input: INPUT,
    message: MESSAGE,
    keyPath: KEY_FILE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "Lines that differ are also shown as they are in the logs. OLD and NEW may be folders: their files are read in the order of their names.",
    `For one log, - means standard input. ${DECOMPRESSION}`,
    "Exit status: 0 no differences, 1 differences, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const FIELDS = {
  word: "fields",
  synopsis: "--rules FILE [options] [log [next log]]",
  sentence: "Shows what fields capture, and which of them vary from run to run.",
  examples: [
    ["What do the fields of my rules capture?", "normalizer fields -r rules.yaml app.log"],
    ["Which fields differ although the runs do the same?", "normalizer fields -r rules.yaml old.log new.log"],
  ],
  options: {
    rulesPath: RULES,
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write text for people, or a JSON object for each field.",
    },
    input: INPUT,
    message: MESSAGE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "With the logs of two runs that do the same, it finds the fields that vary between them, and how to edit the rules.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit status: 0 success, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const IMPORT = {
  word: "import",
  synopsis: "[--from FORMAT] [file ...]",
  sentence: "Writes rules that do what the patterns of another tool do.",
  examples: [
    ["Convert patterns of Logstash:", "normalizer import --from grok patterns.grok > rules.yaml"],
    ["Convert its configuration, or a pipeline of Elastic:", "normalizer import logstash.conf > rules.yaml"],
    ["See how the rules match a log:", "normalizer check rules.yaml app.log"],
  ],
  options: {
    from: {
      long: "--from",
      metavariable: "FORMAT",
      choices: IMPORT_FORMATS,
      sentence: "The format of the files. By default, it is detected.",
    },
  },
  notes: [
    "A comment above each rule gives its place and what differs. Comments also list what could not be converted, and why.",
    "Files may use each other's definitions. Without a file, or for -, standard input is read.",
    "Exit status: 0 success, even if something is left out; 1 no rule was imported; 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const EXPORT = {
  word: "export",
  synopsis: "--to FORMAT [--program NAME] rules",
  sentence: "Writes rules as patterns of another tool.",
  examples: [
    ["Write a pattern database for syslog-ng:", "normalizer export --to patterndb rules.yaml > patterndb.xml"],
    ["Run its examples there:", "pdbtool test patterndb.xml"],
  ],
  options: {
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
      once: true,
      sentence: "Apply the rules only to messages of this program. By default, they apply to all.",
    },
  },
  notes: [
    "A comment above each rule says what the other tool does differently. Comments also list the rules that were left out, and why.",
    "Exit status: 0 success, even if something is left out; 1 no rule was exported; 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const INIT = {
  word: "init",
  synopsis: "[file]",
  sentence: "Writes a commented rules file to start from.",
  examples: [
    ["Write rules.yaml:", "normalizer init"],
    ["Check its examples:", "normalizer check rules.yaml"],
  ],
  options: {},
  notes: [
    "Without a file, it writes rules.yaml. For -, it writes to standard output. It never changes an existing file.",
    "To have rules written for your own log, run: normalizer suggest LOG",
    "Exit status: 0 success, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const REPORT = {
  word: "report",
  synopsis: "{--rules FILE | --playground} [options] [log ...]",
  sentence: "Writes an HTML page that shows a run and lets you try the rules.",
  examples: [
    ["See what the rules make of a log:", "normalizer report --rules rules.yaml -o report.html app.log"],
    [
      "Compare it with an older one, and follow ids:",
      "normalizer report -r rules.yaml --against old.log --by id -o r.html new.log",
    ],
    ["Try these rules on lines that are pasted:", "normalizer report --rules rules.yaml -o try.html"],
    ["Try rules without a rules file:", "normalizer report --playground -o try.html"],
  ],
  options: {
    rulesPath: RULES_OR_OPERAND,
    outputPath: {
      long: "--output",
      short: "-o",
      metavariable: "FILE",
      once: true,
      sentence: "Write the page to this file, and replace it if it exists.",
    },
    playground: { long: "--playground", sentence: "Without --rules: begin with the rules that init writes." },
    againstPath: {
      long: "--against",
      metavariable: "LOG",
      once: true,
      needs: "a log",
      sentence: "Also show how the logs differ from this older one, and which fields vary between them.",
    },
    by: {
      long: "--by",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      needs: "a log",
      sentence: "Also show a timeline of each id, which is in the first of these fields that captured something.",
    },
    samples: {
      long: "--samples",
      metavariable: "N",
      parse: parseNumberUpTo(MAX_SAMPLES),
      default: "20",
      sentence: "Put at most N lines of each rule into the page. With 0, the page holds no lines of the logs.",
    },
    input: INPUT,
    message: MESSAGE,
    keyPath: KEY_FILE,
    stripAnsi: STRIP_ANSI,
    failUnder: { ...FAIL_UNDER, needs: "a log" },
  },
  notes: [
    "The page is one file that needs nothing else: it opens from disk, makes no request, and can be sent to others.",
    "It holds lines of the logs, and short logs as a whole. Even with --samples 0, it shows what unmatched lines have in common.",
    `${DECOMPRESSION} The file - is standard input.`,
    "Exit status: 0 success, 1 --fail-under not reached, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const SUGGEST = {
  word: "suggest",
  synopsis: "[options] [log ...]",
  sentence: "Writes rules for logs that have none yet.",
  examples: [
    ["Write rules for a log:", "normalizer suggest app.log > rules.yaml"],
    ["Check them:", "normalizer check rules.yaml app.log"],
    ["Add rules for lines that no rule matches:", "normalizer suggest --rules rules.yaml --in-place app.log"],
  ],
  options: {
    rulesPath: { ...RULES_OR_OPERAND, sentence: "Existing rules. Write rules only for lines that these do not match." },
    inPlace: {
      long: "--in-place",
      short: "-i",
      needs: "--rules FILE",
      sentence: "Write the new rules into the file of --rules.",
    },
    outputPath: {
      long: "--output",
      short: "-o",
      metavariable: "FILE",
      once: true,
      sentence: "Write the rules to this file, which must not exist yet.",
    },
    minCount: {
      long: "--min-count",
      metavariable: "N",
      parse: parseCount,
      default: "1",
      sentence: "Leave out rules for fewer than N lines.",
    },
    maxRules: {
      long: "--max-rules",
      metavariable: "N",
      parse: parseCount,
      sentence: "Write at most N rules, those for most lines.",
    },
    granularity: {
      long: "--granularity",
      metavariable: "LEVEL",
      choices: GRANULARITIES,
      default: "medium",
      sentence: "How much the lines of one rule may differ: coarse gives fewer rules, fine gives more.",
    },
    keep: {
      long: "--keep",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Write a rule for each value of these fields of the header, joined by commas.",
    },
    input: INPUT,
    message: MESSAGE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "Each rule comes with a line of the log as its example. A summary on standard error says which lines are left.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit status: 0 success, even if lines are left; 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const TRACE = {
  word: "trace",
  synopsis: "{--rules FILE | --mask} {--by FIELDS | --merge} [options] log ...",
  sentence: "Groups the lines of several logs by id and sorts them by time.",
  examples: [
    ["Follow requests through services:", "normalizer trace -r rules.yaml --by request_id,trace *.log"],
    ["Follow one of them:", "normalizer trace -r rules.yaml --by request_id --id 7f3a9c *.log"],
    ["Find the slowest:", "normalizer trace -r rules.yaml --by request_id --summary *.log"],
    [
      "Follow requests that continue under another id:",
      "normalizer trace -r rules.yaml --by request_id,instance --link *.log",
    ],
    ["Merge all lines of all logs by time:", "normalizer trace -r rules.yaml --merge *.log"],
    ["The same, before there are rules:", "normalizer trace --mask --merge *.log"],
  ],
  options: {
    rulesPath: RULES_OR_MASK,
    by: {
      long: "--by",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Group lines by id: the first of these fields, joined by commas, that is not empty.",
    },
    link: { long: "--link", sentence: "Group lines by all their ids: two ids on one line belong to one group." },
    id: {
      long: "--id",
      metavariable: "ID",
      once: true,
      sentence: "Write only the group of this id, or of the only id that begins with it.",
    },
    containing: {
      long: "--containing",
      metavariable: "TEXT",
      once: true,
      sentence: "Write only groups in which a normalized line contains this text.",
    },
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "lines", "json"],
      default: "text",
      sentence: "Write text for people, the normalized lines alone, or JSON.",
    },
    summary: { long: "--summary", sentence: "Write a row for each group, the slowest first." },
    sort: {
      long: "--sort",
      metavariable: "KEY",
      choices: GROUP_ORDERS,
      sentence:
        "Sort groups by their span or events, greatest first, or by time. The default is time, and span with --summary.",
    },
    merge: { long: "--merge", sentence: "Write all lines, sorted by time, without grouping them by id." },
    timezone: TIMEZONE,
    mask: MASK,
    input: INPUT,
    message: MESSAGE,
    keyPath: KEY_FILE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    `A line's time is the first 'timestamp' field of its rule, or else that of its record; with --mask, a line without a rule has the time it begins with. The log - is standard input. ${DECOMPRESSION}`,
    "Exit status: 0 success, 1 --id or --containing found nothing, or --id several ids, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const STATS = {
  word: "stats",
  synopsis: "[options] [file ...]",
  sentence: "Adds up the statistics of several runs.",
  examples: [
    ["Write the statistics of each run:", "normalizer -r rules.yaml -q --stats-file 1.json --stats-format json 1.log"],
    ["Add them up:", "normalizer stats *.json"],
    ["Fail if too few lines matched in all:", "normalizer stats --fail-under 99.5 *.json"],
  ],
  options: {
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write a table, or JSON as the runs write it.",
    },
    failUnder: FAIL_UNDER,
  },
  notes: [
    "Each line of a file is an object of statistics. Without a file, or for -, standard input is read.",
    "Exit status: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const WHY = {
  word: "why",
  synopsis: "--rules FILE [options] [log]",
  sentence: "Explains why a rule won a line, or why no rule matches it.",
  examples: [
    ["Explain line 7 of a log:", "normalizer why -r rules.yaml --line 7 app.log"],
    ["Explain what no rule matches, one line of each template:", "normalizer why -r rules.yaml --unmatched app.log"],
    ["See what keeps a rule from a line:", "normalizer why -r rules.yaml --rule request --line 7 app.log"],
  ],
  options: {
    rulesPath: RULES,
    line: {
      long: "--line",
      short: "-n",
      metavariable: "N",
      parse: parseLineNumber,
      once: true,
      sentence: "Explain only this line. Earlier lines are still read, because it may follow one of them.",
    },
    unmatched: {
      long: "--unmatched",
      sentence: "Explain one line of each template that no rule matches, the most frequent template first.",
    },
    rule: {
      long: "--rule",
      metavariable: "NAME",
      once: true,
      sentence: "Explain what keeps this rule from winning, even if another one won.",
    },
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write text for people, or a JSON object for each line.",
    },
    input: INPUT,
    message: MESSAGE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "For a line that no rule matches, it shows the nearest rules and how to make them match.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit status: 0 every line was matched (with --rule, by that rule), 1 some lines were not, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

const COMMANDS_BUT_HELP = [
  SUGGEST,
  IMPORT,
  EXPORT,
  INIT,
  CHECK,
  WHY,
  FIELDS,
  REPORT,
  DIFF,
  TRACE,
  STATS,
  COMPLETION,
] as const;

export const HELP = {
  word: "help",
  synopsis: "[command]",
  sentence: "Shows the help of the program or of one command.",
  examples: [["Show the options of diff:", "normalizer help diff"]],
  options: {},
  operandChoices: COMMANDS_BUT_HELP.map(({ word }) => word),
  notes: ["Exit status: 0 success, 2 trouble."],
} as const satisfies CommandDefinition;

/** The commands with a name, which is the first word on the command line. */
export const NAMED_COMMANDS = [...COMMANDS_BUT_HELP, HELP] as const satisfies readonly CommandDefinition[];

export type NamedWord = (typeof NAMED_COMMANDS)[number]["word"];

/** All commands, the plain one first. */
export const COMMANDS: readonly CommandDefinition[] = [NORMALIZE, ...NAMED_COMMANDS];

/** Returns the command with this name, if there is one. */
export function commandNamed(word: string | undefined): (typeof NAMED_COMMANDS)[number] | undefined {
  return NAMED_COMMANDS.find((command) => command.word === word);
}

/** The message for a word that should name a command but does not. Suggests the nearest command. */
export function unknownCommand(word: string): string {
  return `unknown command '${printable(word)}'${didYouMean(nearestCommand(word))}`;
}

/** Returns the name of the command that the word most likely misspells, or undefined. */
export function nearestCommand(word: string): string | undefined {
  return nearest(
    word,
    NAMED_COMMANDS.map((command) => command.word),
  );
}
