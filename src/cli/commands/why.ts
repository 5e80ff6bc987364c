import { readOptions } from "../../library/command-run.ts";
import { DECOMPRESSION, openFiles } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { LINE_NUMBER, UsageError } from "../../library/option-values.ts";
import { proposedCommand, rulesWords } from "../../library/proposed-command.ts";
import { namedRules } from "../../library/rules-files.ts";
import { why } from "../../library/why.ts";
import { EXIT, inputPaths, print } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

const LINE = {
  long: "--line",
  short: "-n",
  metavariable: "N",
  value: LINE_NUMBER,
  once: true,
  sentence: "Explain only this line. Earlier lines are still read, because it may follow one of them.",
} as const satisfies OPTION.OptionDefinition;

const RULE = {
  long: "--rule",
  metavariable: "NAME",
  once: true,
  sentence: "Explain what keeps this rule from winning, even if another one won.",
} as const satisfies OPTION.OptionDefinition;

/** The `why` command. It explains for lines of a log why a rule won them, or why none matches. */
export class WhyCommand extends commandBase({
  word: "why",
  synopsis: "--rules FILE [options] [LOG]",
  examples: [
    ["Explain line 7 of a log:", "normalizer why -r rules.yaml --line 7 app.log"],
    ["Explain what no rule matches, one line of each template:", "normalizer why -r rules.yaml --unmatched app.log"],
    ["See what keeps a rule from a line:", "normalizer why -r rules.yaml --rule request --line 7 app.log"],
  ],
  options: {
    rulesPaths: OPTION.RULES,
    line: LINE,
    unmatched: {
      long: "--unmatched",
      excludes: [{ option: LINE }, { option: RULE }],
      sentence:
        "Explain one line of each template of the lines that no rule matches, the most frequent template first.",
    },
    rule: RULE,
    format: OPTION.resultFormat(["json"], "Write text for people, or a JSON object for each line."),
    input: OPTION.INPUT,
    message: OPTION.MESSAGE,
    stripAnsi: OPTION.STRIP_ANSI,
  },
  notes: [
    "For a line that no rule matches, it shows the nearest rules and how to make them match.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 every line was matched (with --rule, by that rule), 1 some lines were not, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { context, rulesPaths, line, rule, unmatched, format } = this;
    const { operands, stdout } = context;
    if (operands.length > 1) throw new UsageError(`why takes one log, not ${operands.length}`);
    const paths = inputPaths(operands);
    const suggesting = proposedCommand(["suggest", ...rulesWords(rulesPaths)], paths, this);
    const files = openFiles([paths], [stdout.fd], () => namedRules(rulesPaths));
    const options = { ...readOptions(this), line, rule, unmatched, suggesting };
    let isGood = false;
    const closed = await print(context, format, async (output) => {
      isGood = await why({ ...files, options }, format, output);
    });
    return closed || isGood ? EXIT.success : EXIT.negative;
  }
}
