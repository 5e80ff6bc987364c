// The only file that touches the process; its arguments come from main.ts.

import { existsSync } from "node:fs";
import process from "node:process";
import { Cli, UsageError } from "clipanion";
import { commandNamed, nearestCommand, unknownCommand } from "./commands.ts";
import { type Context, EXIT, SIGNAL_EXIT } from "./context.ts";
import { messageOf } from "./failure.ts";
import { helpText } from "./manual/help.ts";
import { argumentsApart, builtInAsked, type CommandClass, parsedCommand } from "./options/command-line.ts";
import { nameOf, optionsOf } from "./options/definitions.ts";
import { endedByClosedPipe, standardOutputs } from "./outputs/standard-outputs.ts";
import { terminalWidth } from "./outputs/text-output.ts";

/** The version in package.json, put in by the build. */
declare const __VERSION__: string;

/** Signals that come so soon after one another count as one. */
const SAME_SIGNAL_MS = 500;

function takeSignals(): AbortSignal {
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) return;
    stop.abort(signal);
    // The next one ends the program at once, in case the work that is left never ends. But timeout(1), npm and others send
    // a signal both to the program and to its group, so that it comes twice.
    const leave = (name: string): unknown => process.off(name, onSignal);
    for (const other of Object.keys(SIGNAL_EXIT)) if (other !== signal) leave(other);
    setTimeout(leave, SAME_SIGNAL_MS, signal).unref();
  };
  for (const signal of Object.keys(SIGNAL_EXIT)) process.on(signal, onSignal);
  return stop.signal;
}

/** Whether standard output is coloured: as https://no-color.org and https://force-color.org say, or else on a terminal. */
function hasColors(): boolean {
  const { NO_COLOR = "", FORCE_COLOR = "", TERM } = process.env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return process.stdout.isTTY === true && TERM !== "dumb";
}

/** Runs a command with what follows its name, and sets the exit code of the process when it has ended. */
export function start(command: CommandClass, args: readonly string[]): void {
  for (const stream of [process.stdout, process.stderr]) {
    // Whoever waits for a write gets its error. As an unhandled event it would also end the program, with a stack trace.
    stream.on("error", () => {});
  }
  // A program that ends because nothing is left to wait for, without an answer, did not succeed.
  process.exitCode = EXIT.trouble;
  void run(command, args).then((exit) => {
    process.exitCode = exit;
  });
}

/** Reports an error and sets the exit code of the process. */
export function endInTrouble(error: unknown): void {
  process.stderr.write(messageOf(error, terminalWidth(process.stderr)));
  process.exitCode = EXIT.trouble;
}

async function run(command: CommandClass, args: readonly string[]): Promise<number> {
  try {
    return await runCommand(command, args);
  } catch (error) {
    const tip = error instanceof UsageError ? `Try '${nameOf(command.definition)} --help'.\n` : "";
    process.stderr.write(messageOf(error, terminalWidth(process.stderr)) + tip);
    return EXIT.trouble;
  }
}

async function runCommand(command: CommandClass, args: readonly string[]): Promise<number> {
  const { definition } = command;
  const { options, operands } = argumentsApart(args, optionsOf(definition));
  const context = {
    ...Cli.defaultContext,
    stdout: process.stdout,
    stderr: process.stderr,
    columns: process.stdout.columns,
    operands,
    hasColors,
    takeSignals,
  };
  const asked = builtInAsked(options);
  if (asked !== undefined) {
    const text = asked === "version" ? `${__VERSION__}\n` : helpText(definition, context.columns);
    await endedByClosedPipe(() => standardOutputs(context).lines.write(Buffer.from(text)));
    return EXIT.done;
  }
  if (definition.word === undefined) refuseCommandAsLog(operands[0], args[0]);
  const cli = new Cli<Context>({ binaryName: "normalizer", enableColors: false });
  cli.register(command);
  return (await parsedCommand(cli, command, options, context).execute()) ?? EXIT.done;
}

/** Throws a UsageError if the first log was probably meant as a command: its word misspelt, or not the first one. */
function refuseCommandAsLog(log: string | undefined, first: string | undefined): void {
  if (log === undefined || nearestCommand(log) === undefined || existsSync(log)) return;
  if (log === first) throw new UsageError(unknownCommand(log));
  const named = commandNamed(log);
  if (named !== undefined)
    throw new UsageError(`no log '${log}'; the command of that name stands first: ${nameOf(named)} ...`);
}
