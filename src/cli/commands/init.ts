import { isRegularFile } from "../../io/same-file.ts";
import { writeNew } from "../../library/new-file.ts";
import { UsageError } from "../../library/option-values.ts";
import { endedByClosedPipe, standardOutputs } from "../../library/standard-outputs.ts";
import { STARTER } from "../../rules/starter.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";

const INIT = {
  word: "init",
  synopsis: "[FILE]",
  sentence: COMMAND_SENTENCES.init,
  examples: [
    ["Write rules.yaml:", "normalizer init"],
    ["Check its examples:", "normalizer check rules.yaml"],
  ],
  options: {},
  notes: [
    "Without a file, it writes rules.yaml. For -, it writes to standard output. It never changes an existing file.",
    "To have rules written for your own log, run: normalizer suggest LOG",
    "Exit code: 0 success, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

const DEFAULT_PATH = "rules.yaml";

/** The `init` command. It writes a rules file to start from. */
export class InitCommand extends commandBase(INIT) {
  override async execute(): Promise<number> {
    const { operands } = this.context;
    const [path = DEFAULT_PATH] = operands;
    if (operands.length > 1) throw new UsageError(`init writes one file, not ${operands.length}`);
    const shown = shownPath(path);
    if (path !== STANDARD_STREAM) writeStarter(path);
    const text = path === STANDARD_STREAM ? STARTER : `wrote ${shown}. Try: normalizer check ${pathWord(path)}\n`;
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
    return EXIT.success;
  }
}

/** Throws a NamedError that also says what a person wants who names a log. */
function writeStarter(path: string): void {
  const isLog = isRegularFile(path) && !/\.ya?ml$/i.test(path);
  const advice = "name another file: normalizer init FILE";
  writeNew(
    path,
    Buffer.from(STARTER),
    isLog ? `${advice}; or write rules for a log: normalizer suggest ${pathWord(path)}` : advice,
  );
}
