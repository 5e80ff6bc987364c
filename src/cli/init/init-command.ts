import { closeSync, openSync, rmSync } from "node:fs";
import { UsageError } from "clipanion";
import { writeAll } from "../../streams/sink.ts";
import { INIT } from "../commands.ts";
import { EXIT } from "../context.ts";
import { codeOf, NamedError, shownPath } from "../failure.ts";
import { DASH } from "../inputs/log-inputs.ts";
import { commandBase } from "../options/command-line.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { STARTER } from "./starter.ts";

const DEFAULT_PATH = "rules.yaml";

/** The `init` command. It writes a rules file to start from. */
export class InitCommand extends commandBase(INIT) {
  override async execute(): Promise<number> {
    const { operands } = this.context;
    const [path = DEFAULT_PATH] = operands;
    if (operands.length > 1) throw new UsageError(`init writes one file, not ${operands.length}`);
    const shown = shownPath(path);
    if (path !== DASH) writeStarter(path, shown);
    const text = path === DASH ? STARTER : `wrote ${shown}. Try: normalizer check ${shown}\n`;
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
    return EXIT.success;
  }
}

function writeStarter(path: string, shown: string): void {
  try {
    writeNew(path, STARTER);
  } catch (error) {
    const exists = codeOf(error) === "EEXIST";
    throw new NamedError(shown, exists ? "already exists; name another file: normalizer init FILE" : error);
  }
}

/** Creates a file. If the disk is full, removes the incomplete file, so that the next attempt can create it. */
function writeNew(path: string, text: string): void {
  const fd = openSync(path, "wx");
  try {
    writeAll(fd, Buffer.from(text));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}
