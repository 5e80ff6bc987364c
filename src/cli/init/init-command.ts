import { closeSync, openSync, rmSync } from "node:fs";
import { Command, UsageError } from "clipanion";
import { printable } from "../../diagnostics/printable.ts";
import { writeWhole } from "../../streams/sink.ts";
import { type Context, EXIT } from "../context.ts";
import { codeOf, NamedError } from "../failure.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { STARTER } from "./starter.ts";

const USUAL_NAME = "rules.yaml";

/** Writes a rules file to begin from. */
export class InitCommand extends Command<Context> {
  static override paths = [["init"]];
  static readonly synopsis = "normalizer init [file]";

  static override usage = Command.Usage({
    description: "Writes a commented rules file to begin from.",
    examples: [
      ["Write rules.yaml:", "$0 init"],
      ["See that its examples hold:", "$0 check rules.yaml"],
    ],
    details: [
      `The file is ${USUAL_NAME} if none is named. A file that exists is left as it is.`,
      "Exit status: 0 done, 2 trouble.",
    ].join("\n\n"),
  });

  override async execute(): Promise<number> {
    const { operands } = this.context;
    const [path = USUAL_NAME] = operands;
    if (operands.length > 1) throw new UsageError(`one file is written, not ${operands.length}`);
    try {
      writeNew(path, STARTER);
    } catch (error) {
      const isThere = codeOf(error) === "EEXIST";
      throw new NamedError(
        printable(path),
        isThere ? "already exists; name another file: normalizer init FILE" : error,
      );
    }
    const shown = printable(path);
    const said = `${shown} is written. Try: normalizer check ${shown}\n`;
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(said)));
    return EXIT.done;
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
