import { namedRules, readOptions } from "../../library/command-run.ts";
import { DECOMPRESSION, openFiles } from "../../library/inputs.ts";
import { readingNotes } from "../../library/log-hints.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { LINE_NUMBER, UsageError } from "../../library/option-values.ts";
import { proposedCommand, rulesWords } from "../../library/proposed-command.ts";
import { why } from "../../library/why.ts";
import { EXIT, inputPaths, print, writeNote } from "../context.ts";
import { commandBase } from "../options/command-line.ts";
import { rulesAndLogs } from "../rules-operand.ts";

export class WhyCommand extends commandBase({
  word: "why",
  synopsis: "[options] RULES [LOG]",
  examples: [
    ["Explain line 7 of a log:", "normalizer why --line 7 rules.yaml app.log"],
    ["Explain what no rule matches, one line of each template:", "normalizer why --unmatched rules.yaml app.log"],
    ["See what keeps a rule from a line:", "normalizer why --rule request --line 7 rules.yaml app.log"],
  ],
  options: {
    rulesPaths: {
      ...OPTION.RULES_OR_OPERAND,
      sentence: "The rules, a YAML file. The only other argument is then the log.",
    },
    line: {
      long: "--line",
      short: "-n",
      metavariable: "N",
      value: LINE_NUMBER,
      once: true,
      sentence: "Explain only this line. Earlier lines are still read, because it may follow one of them.",
    },
    unmatched: {
      long: "--unmatched",
      excludes: ["--line", "--rule"],
      sentence:
        "Explain one line of each template of the lines that no rule matches, the most frequent template first.",
    },
    rule: {
      long: "--rule",
      metavariable: "NAME",
      once: true,
      sentence: "Explain what keeps this rule from winning, even if another one won.",
    },
    format: OPTION.resultFormat(["json"], "Write text for people, or a JSON object for each line."),
    ...OPTION.READING,
  },
  operandFor: "rulesPaths",
  notes: [
    "For a line that no rule matches, it shows the nearest rules and how to make them match.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 every line was matched (with --rule, by that rule), 1 some lines were not, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { context, line, rule, unmatched, format } = this;
    const { stdout } = context;
    const { rulesPaths, paths: logs } = rulesAndLogs("why", this.rulesPaths, context.operands, this);
    if (logs.length > 1) throw new UsageError(`why takes one log, not ${logs.length}`);
    const paths = inputPaths(logs);
    const suggesting = proposedCommand(["suggest", ...rulesWords(rulesPaths)], paths, this);
    const files = openFiles([paths], [stdout.fd], () => namedRules(rulesPaths));
    const options = { ...readOptions(this), line, rule, unmatched, suggesting };
    let isGood = false;
    const closed = await print(context, format, async (output) => {
      isGood = await why({ ...files, options }, format, output);
    });
    if (!closed && !isGood)
      for (const note of await readingNotes(this, files.inputs, files.rules.rulebook)) writeNote(context, note);
    return closed || isGood ? EXIT.success : EXIT.negative;
  }
}
