// The one file that touches the process.
import { Cli, Command, type Definition, UsageError } from "clipanion";
import { type Context, EXIT, SIGNAL_EXIT } from "./context.ts";
import { messageOf } from "./failure.ts";
import { helpText } from "./help.ts";
import { NormalizeCommand } from "./normalize-command.ts";
import { endedByClosedPipe, standardOutputs } from "./outputs.ts";
import { lettersApart, optionNames, refusal } from "./usage.ts";

/** Put in by the build, from package.json. */
declare const __VERSION__: string;

class VersionCommand extends Command<Context> {
  static override paths = [["--version"], ["-v"]];

  override async execute(): Promise<number> {
    return say(this.context, `${__VERSION__}\n`);
  }
}

class HelpCommand extends Command<Context> {
  static override paths = [["--help"], ["-h"]];

  override async execute(): Promise<number> {
    return say(this.context, helpText(definition(), "normalizer --rules FILE [options] [log ...]"));
  }
}

/** Signals that come so soon after one another are one. */
const SAME_SIGNAL_MS = 500;

const cli = new Cli<Context>({ binaryName: "normalizer", enableColors: false });
cli.register(NormalizeCommand);
cli.register(VersionCommand);
cli.register(HelpCommand);

for (const stream of [process.stdout, process.stderr]) {
  // Who waits for a write is told of its error; told to nobody, it would end the program with a stack.
  stream.on("error", () => {});
}

// Should nothing be left to wait for before there is an answer, that is no success.
process.exitCode = EXIT.trouble;
void run(process.argv.slice(2)).then((exit) => {
  process.exitCode = exit;
});

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

async function say(context: Context, text: string): Promise<number> {
  await endedByClosedPipe(() => standardOutputs(context).lines.write(Buffer.from(text)));
  return EXIT.done;
}

async function run(args: string[]): Promise<number> {
  try {
    return (await commandFor(args).execute()) ?? EXIT.done;
  } catch (error) {
    const tip = error instanceof UsageError ? "Try 'normalizer --help'.\n" : "";
    process.stderr.write(messageOf(error) + tip);
    return EXIT.trouble;
  }
}

/** Of the one command that is more than a built-in. */
function definition(): Definition {
  return cli.definitions()[0]!;
}

function commandFor(words: readonly string[]): Command<Context> {
  const known = optionNames(definition());
  const args = lettersApart(words, known);
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  // Asked for help or the version, it answers that, whatever else is written beside it.
  const builtIn = [...HelpCommand.paths, ...VersionCommand.paths].flat();
  const asked = options.find((option) => builtIn.includes(option));
  const valued = options.find((option) => option.includes("=") && builtIn.includes(option.split("=")[0]!));
  if (valued !== undefined) throw new UsageError(`${valued.split("=")[0]} takes no value`);
  const context = { ...Cli.defaultContext, stdout: process.stdout, stderr: process.stderr, takeSignals };
  try {
    return cli.process(asked === undefined ? args : [asked], context);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(refusal(error, known));
  }
}
