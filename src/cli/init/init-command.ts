import { closeSync, openSync, rmSync } from "node:fs";
import { UsageError } from "clipanion";
import { writeWhole } from "../../streams/sink.ts";
import { INIT } from "../commands.ts";
import { EXIT } from "../context.ts";
import { codeOf, NamedError, shownPath } from "../failure.ts";
import { DASH } from "../inputs/log-inputs.ts";
import { defined } from "../options/command-line.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { STARTER } from "./starter.ts";

const USUAL_NAME = "rules.yaml";

/** Writes a rules file to begin from. */
export class InitCommand extends defined(INIT) {
  override async execute(): Promise<number> {
    const { operands } = this.context;
    const [path = USUAL_NAME] = operands;
    if (operands.length > 1) throw new UsageError(`one file is written, not ${operands.length}`);
    const shown = shownPath(path);
    if (path !== DASH) writeStarter(path, shown);
    const said = path === DASH ? STARTER : `${shown} is written. Try: normalizer check ${shown}\n`;
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(said)));
    return EXIT.done;
  }
}

function writeStarter(path: string, shown: string): void {
  try {
    writeNew(path, STARTER);
  } catch (error) {
    const isThere = codeOf(error) === "EEXIST";
    throw new NamedError(shown, isThere ? "already exists; name another file: normalizer init FILE" : error);
  }
}

/** Writes a file that is not there yet. Half of it, where a disk is full, would keep the next attempt from writing it. */
function writeNew(path: string, text: string): void {
  const fd = openSync(path, "wx");
  try {
    writeWhole(fd, Buffer.from(text));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}
