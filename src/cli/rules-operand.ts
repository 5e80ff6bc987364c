// The rules of the commands that take them first, without an option.

import { parseText, RULES_PATH, UsageError } from "../library/option-values.ts";
import { proposedCommand, rulesWords } from "../library/proposed-command.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";

/** The rules, of the option or else the first operand, and the logs. Throws a UsageError if they seem to come later. */
export function rulesAndLogs(
  word: string,
  given: readonly string[],
  operands: readonly string[],
  run: Parameters<typeof proposedCommand>[2],
): { readonly rulesPaths: readonly string[]; readonly paths: readonly string[] } {
  const isOperand = given.length === 0;
  const rulesPaths = isOperand ? operands.slice(0, 1) : given;
  const paths = operands.slice(isOperand ? 1 : 0);
  const [first] = rulesPaths;
  if (first === undefined) {
    const suggesting = proposedCommand(["suggest"], ["LOG"], run);
    throw new UsageError(`no rules given; name the rules file, or write one from a log: ${suggesting}`);
  }
  const second = paths.find(looksLikeRules);
  if (second !== undefined && isOperand && !looksLikeRules(first)) {
    const logs = operands.filter((path) => path !== second);
    const command = proposedCommand([word, pathWord(second)], logs, run);
    throw new UsageError(`${word} takes the rules first, and ${shownPath(second)} looks like them: ${command}`);
  }
  if (second !== undefined) {
    const logs = paths.filter((path) => path !== second);
    const command = proposedCommand([word, ...rulesWords([...rulesPaths, second])], logs, run);
    throw new UsageError(
      `${shownPath(second)} looks like another rules file; name all with --rules: ${command}; if it is a log, pipe it in as -`,
    );
  }
  return { rulesPaths: isOperand ? [parseText(RULES_PATH, first, "RULES")] : rulesPaths, paths };
}

function looksLikeRules(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}
