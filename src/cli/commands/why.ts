import { namedRules, readOptions } from "../../library/command-run.ts";
import { DECOMPRESSION, openFiles } from "../../library/inputs.ts";
import { readingNotes } from "../../library/log-hints.ts";
import { UsageError } from "../../library/option-values.ts";
import { proposedCommand, rulesWords } from "../../library/proposed-command.ts";
import { WHY_OPTIONS, why } from "../../library/why.ts";
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
  options: WHY_OPTIONS,
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
    const {
      rules,
      inputs,
      logs: [log],
    } = openFiles([paths], [stdout.fd], () => namedRules(rulesPaths));
    const options = { ...readOptions(this), line, rule, unmatched };
    let isGood = false;
    const closed = await print(context, format, async (output) => {
      isGood = await why({ rules, logs: log, inputs, options, suggesting }, format, output);
    });
    if (!closed && !isGood)
      for (const note of await readingNotes(this, inputs, rules.rulebook)) writeNote(context, note);
    return closed || isGood ? EXIT.success : EXIT.negative;
  }
}
