// The only file that touches the object `process`, but for the arguments, which main.ts reads and passes to it.

import { existsSync } from "node:fs";
import process from "node:process";
import { Cli } from "clipanion";
import { messageOf } from "../library/errors.ts";
import { UsageError } from "../library/option-values.ts";
import { type Context, EXIT, SIGNAL_EXIT, tell, terminalWidth } from "./context.ts";
import { helpText } from "./manual/help.ts";
import {
  type CommandDefinition,
  commandName,
  commandNamed,
  isLikeCommand,
  optionsOf,
  unknownWord,
} from "./options/command-definition.ts";
import { type CommandClass, parseCommand, requestedBuiltIn, splitArguments } from "./options/command-line.ts";

/** The version in package.json. The build inserts it. */
declare const __VERSION__: string;

/** A signal that comes twice within this time counts once. */
const SAME_SIGNAL_MS = 500;

function handleSignals(stop: AbortController): AbortSignal {
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) return;
    stop.abort(signal);
    // The next signal ends the program at once, in case the remaining work never ends. But timeout(1), npm and others
    // send a signal both to the program and to its process group, so that it arrives twice.
    const stopHandling = (name: string): unknown => process.off(name, onSignal);
    for (const other of Object.keys(SIGNAL_EXIT)) if (other !== signal) stopHandling(other);
    setTimeout(stopHandling, SAME_SIGNAL_MS, signal).unref();
  };
  for (const signal of Object.keys(SIGNAL_EXIT)) process.on(signal, onSignal);
  return stop.signal;
}

/** Whether to colour standard output: see https://no-color.org and https://force-color.org; else on a terminal. */
function hasColors(): boolean {
  const { NO_COLOR = "", FORCE_COLOR = "", TERM } = process.env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return process.stdout.isTTY === true && TERM !== "dumb";
}

/** Runs a command with the arguments after its name. Sets the exit code of the process when the command has ended. */
export async function start(
  command: CommandClass,
  args: readonly string[],
  commands: readonly CommandDefinition[] = [],
): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    // The caller of a failed write gets its error. Without a listener the error would also end the program with a stack
    // trace.
    stream.on("error", () => {});
  }
  // If the event loop runs dry before the command has an answer, the program has failed.
  process.exitCode = EXIT.trouble;
  const stop = new AbortController();
  const { signal } = stop;
  const exitOf = (exit: number): number => (signal.aborted ? SIGNAL_EXIT[signal.reason]! : exit);
  try {
    process.exitCode = exitOf(await run(command, args, commands, stop));
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) {
      const name = commandName(command.definition);
      const help = command.definition.word === "help" ? name : `${name} --help`;
      failWith(error, error instanceof UsageError ? `Try '${help}'.\n` : "");
    } else process.exitCode = exitOf(EXIT.trouble);
  }
}

export function failWith(error: unknown, hint = ""): void {
  process.stderr.write(messageOf(error, terminalWidth(process.stderr)) + hint);
  process.exitCode = EXIT.trouble;
}

async function run(
  command: CommandClass,
  args: readonly string[],
  commands: readonly CommandDefinition[],
  stop: AbortController,
): Promise<number> {
  const { definition } = command;
  const { options, operands } = splitArguments(args, optionsOf(definition));
  const context = {
    ...Cli.defaultContext,
    stdout: process.stdout,
    stderr: process.stderr,
    columns: process.stdout.columns,
    operands,
    commands,
    environmentKey: process.env.NORMALIZER_KEY,
    hasColors,
    handleSignals: () => handleSignals(stop),
  };
  const builtIn = requestedBuiltIn(options);
  if (builtIn === "version") return tell(context, { output: `${__VERSION__}\n` });
  if (builtIn === "help") return tell(context, { output: helpText(definition, context.columns) });
  if (definition.word === undefined) refuseCommandAsLog(operands[0], args[0]);
  const cli = new Cli<Context>({ binaryName: "normalizer", enableColors: false });
  cli.register(command);
  return (await parseCommand(cli, command, options, context).execute()) ?? EXIT.success;
}

/** Throws a UsageError if the first log was probably meant as a command: misspelt, unknown, or after an option. */
function refuseCommandAsLog(log: string | undefined, first: string | undefined): void {
  if (log === undefined || !isLikeCommand(log) || existsSync(log)) return;
  if (log === first) throw new UsageError(unknownWord(log));
  const word = commandNamed(log);
  if (word !== undefined)
    throw new UsageError(`no log '${log}'; to run a command, write its name first: ${commandName({ word })} ...`);
}
