// What commands see of the process that they run in, what they read and what they write.

import { isatty } from "node:tty";
import type { BaseContext } from "clipanion";
import type { CommandRun } from "../library/command-run.ts";
import { messageOf } from "../library/errors.ts";
import { STANDARD_INPUT } from "../library/inputs.ts";
import { parseText, RULES_PATH, UsageError } from "../library/option-values.ts";
import { type Found, printResult } from "../library/outputs.ts";
import { proposedCommand, rulesWords } from "../library/proposed-command.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import type { CommandDefinition } from "./options/command-definition.ts";

type OwnContext = CommandRun["context"];

export interface Context extends Omit<BaseContext, keyof OwnContext>, OwnContext {
  /** The definitions of all commands, the plain one first; none if the plain one runs. */
  readonly commands: readonly CommandDefinition[];
  /** The width of the terminal that standard output leads to, or undefined if it leads elsewhere. */
  readonly columns: number | undefined;
  hasColors(): boolean;
}

/** The exit codes, which are those of grep and diff. */
export const EXIT = { success: 0, negative: 1, trouble: 2 } as const;

/** The exit codes that a shell reports for a program that one of these signals ended. */
export const SIGNAL_EXIT: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The inputs that operands name; else standard input. Throws a UsageError for a terminal, or for `-` given twice. */
export function inputPaths(
  operands: readonly string[],
  what = "log",
  instead = "name a file, or pipe one in",
): readonly string[] {
  if (operands.length === 0 && isatty(STANDARD_INPUT)) throw new UsageError(`no ${what} given; ${instead}`);
  refuseRepeatedInput(operands);
  return operands.length === 0 ? [STANDARD_STREAM] : operands;
}

export function refuseRepeatedInput(paths: readonly string[]): void {
  if (paths.filter((path) => path === STANDARD_STREAM).length > 1)
    throw new UsageError("standard input (-) can be read only once");
}

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
  if (second !== undefined) {
    const isSwapped = isOperand && !looksLikeRules(first);
    const words = isSwapped ? [pathWord(second)] : rulesWords([...rulesPaths, second]);
    const logs = (isSwapped ? operands : paths).filter((path) => path !== second);
    const command = proposedCommand([word, ...words], logs, run);
    throw new UsageError(
      isSwapped
        ? `${word} takes the rules first, and ${shownPath(second)} looks like them: ${command}`
        : `${shownPath(second)} looks like another rules file; name all with --rules: ${command}; if it is a log, pipe it in as -`,
    );
  }
  return { rulesPaths: isOperand ? [parseText(RULES_PATH, first, "RULES")] : rulesPaths, paths };
}

function looksLikeRules(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

const DEFAULT_WIDTH = 80;

export function writeNote({ stderr }: Context, note: string): void {
  stderr.write(messageOf(note, terminalWidth(stderr)));
}

/** Tells what was found in a format, which is laid out for the terminal if it is text. Returns the exit code. */
export async function tell(context: Context, found: Found, format?: string, isQuiet = false): Promise<number> {
  const { stdout, stderr } = context;
  const { notes = [], output, advice = async () => [], endsWithReader, close } = found;
  try {
    if (!isQuiet) {
      for (const note of notes) writeNote(context, note);
      const layout = { hasColors: context.hasColors(), width: terminalWidth(stdout) };
      const isClosed = output !== undefined && (await printResult(context, format, layout, output));
      if (isClosed && endsWithReader) return EXIT.success;
      for (const one of await advice())
        if (typeof one === "string") writeNote(context, one);
        else stderr.write(one(terminalWidth(stderr)));
    }
    return found.isNegative ? EXIT.negative : EXIT.success;
  } finally {
    close?.();
  }
}

/** The number of columns of the terminal that a stream leads to, or undefined if it does not lead to one. */
export function terminalWidth(stream: OwnContext["stdout"]): number | undefined {
  if (!isatty(stream.fd)) return undefined;
  const { columns = 0 } = stream;
  return columns > 0 ? columns : DEFAULT_WIDTH;
}
