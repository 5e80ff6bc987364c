// The one file that touches the process, but for its arguments.

import process from "node:process";
import { Cli, type Command, UsageError } from "clipanion";
import { optionNames, plainArguments } from "./arguments.ts";
import { builtInAsked } from "./built-in.ts";
import { manualOf } from "./command-manual.ts";
import { type CommandClass, type Context, EXIT, SIGNAL_EXIT } from "./context.ts";
import { messageOf } from "./failure.ts";
import { helpText } from "./help.ts";
import { endedByClosedPipe, standardOutputs } from "./outputs.ts";
import { refusal } from "./usage.ts";

/** Put in by the build, from package.json. */
declare const __VERSION__: string;

/** Signals that come so soon after one another are one. */
const SAME_SIGNAL_MS = 500;

function takeSignals(): AbortSignal {
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) return;
    stop.abort(signal);
    // Another one ends the program at once, should what is left to do not come to an end; but timeout(1), npm and others
    // send one to the program and to its group, so that it comes twice.
    const leave = (name: string): unknown => process.off(name, onSignal);
    for (const other of Object.keys(SIGNAL_EXIT)) if (other !== signal) leave(other);
    setTimeout(leave, SAME_SIGNAL_MS, signal).unref();
  };
  for (const signal of Object.keys(SIGNAL_EXIT)) process.on(signal, onSignal);
  return stop.signal;
}

/** Whether standard output is for colours: https://no-color.org, https://force-color.org, and else if it is a terminal. */
function hasColors(): boolean {
  const { NO_COLOR = "", FORCE_COLOR = "", TERM } = process.env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return process.stdout.isTTY === true && TERM !== "dumb";
}

/**
 * Runs a command, which a word before its arguments asks for or none, and sets the exit code of the process when it has
 * ended.
 */
export function start(command: CommandClass, args: readonly string[], word?: string): void {
  for (const stream of [process.stdout, process.stderr]) {
    // Who waits for a write is told of its error; told to nobody, it would end the program with a stack.
    stream.on("error", () => {});
  }
  // Should nothing be left to wait for before there is an answer, that is no success.
  process.exitCode = EXIT.trouble;
  void run(command, args, word === undefined ? "normalizer" : `normalizer ${word}`).then((exit) => {
    process.exitCode = exit;
  });
}

async function run(command: CommandClass, args: readonly string[], name: string): Promise<number> {
  try {
    return await runCommand(command, args);
  } catch (error) {
    const tip = error instanceof UsageError ? `Try '${name} --help'.\n` : "";
    process.stderr.write(messageOf(error) + tip);
    return EXIT.trouble;
  }
}

async function runCommand(command: CommandClass, words: readonly string[]): Promise<number> {
  const cli = new Cli<Context>({ binaryName: "normalizer", enableColors: false });
  cli.register(command);
  const definition = cli.definitions()[0]!;
  const manual = manualOf(command, definition);
  const args = plainArguments(words, manual.options);
  const context = { ...Cli.defaultContext, stdout: process.stdout, stderr: process.stderr, hasColors, takeSignals };
  const asked = builtInAsked(args);
  if (asked !== undefined) {
    const text = asked === "version" ? `${__VERSION__}\n` : helpText(manual);
    await endedByClosedPipe(() => standardOutputs(context).lines.write(Buffer.from(text)));
    return EXIT.done;
  }
  return (await parsed(cli, args, context, optionNames(manual.options)).execute()) ?? EXIT.done;
}

function parsed(cli: Cli<Context>, args: string[], context: Context, known: readonly string[]): Command<Context> {
  try {
    return cli.process(args, context);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(refusal(error, known));
  }
}
