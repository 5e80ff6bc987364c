// The only file that touches the process; its arguments come from main.ts.

import process from "node:process";
import { Cli, type Command, UsageError } from "clipanion";
import { type CommandClass, type Context, EXIT, SIGNAL_EXIT } from "./context.ts";
import { messageOf } from "./failure.ts";
import { manualOf } from "./manual/command-manual.ts";
import { helpText } from "./manual/help.ts";
import { argumentsApart, optionNames } from "./options/arguments.ts";
import { builtInAsked } from "./options/built-in.ts";
import { refusal } from "./options/refusal.ts";
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

/** Runs a command, named by `word` if it is not the plain one, and sets the exit code of the process when it has ended. */
export function start(command: CommandClass, args: readonly string[], word?: string): void {
  for (const stream of [process.stdout, process.stderr]) {
    // Whoever waits for a write is told of its error. As an event that nobody hears, it would end the program with a stack.
    stream.on("error", () => {});
  }
  // If there is nothing left to wait for and still no answer, that is no success.
  process.exitCode = EXIT.trouble;
  void run(command, args, word).then((exit) => {
    process.exitCode = exit;
  });
}

/** Tells of an error, and sets the exit code of the process. */
export function endInTrouble(error: unknown): void {
  process.stderr.write(messageOf(error, terminalWidth(process.stderr)));
  process.exitCode = EXIT.trouble;
}

async function run(command: CommandClass, args: readonly string[], word: string | undefined): Promise<number> {
  try {
    return await runCommand(command, args, word);
  } catch (error) {
    const name = word === undefined ? "normalizer" : `normalizer ${word}`;
    const tip = error instanceof UsageError ? `Try '${name} --help'.\n` : "";
    process.stderr.write(messageOf(error, terminalWidth(process.stderr)) + tip);
    return EXIT.trouble;
  }
}

async function runCommand(command: CommandClass, args: readonly string[], word: string | undefined): Promise<number> {
  const cli = new Cli<Context>({ binaryName: "normalizer", enableColors: false });
  cli.register(command);
  const definition = cli.definitions()[0]!;
  const manual = manualOf(command, definition);
  const { options, operands } = argumentsApart(args, manual.options);
  const context = {
    ...Cli.defaultContext,
    stdout: process.stdout,
    stderr: process.stderr,
    operands,
    hasColors,
    takeSignals,
  };
  const asked = builtInAsked(options);
  if (asked !== undefined) {
    const text = asked === "version" ? `${__VERSION__}\n` : helpText(manual);
    await endedByClosedPipe(() => standardOutputs(context).lines.write(Buffer.from(text)));
    return EXIT.done;
  }
  const words = word === undefined ? options : [word, ...options];
  return (await parsed(cli, words, context, optionNames(manual.options)).execute()) ?? EXIT.done;
}

function parsed(cli: Cli<Context>, args: string[], context: Context, known: readonly string[]): Command<Context> {
  try {
    return cli.process(args, context);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(refusal(error, known));
  }
}
