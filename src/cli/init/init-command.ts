import { writeFileSync } from "node:fs";
import { Command, Option, UsageError } from "clipanion";
import { printable } from "../../diagnostics/printable.ts";
import { type Context, EXIT } from "../context.ts";
import { codeOf, NamedError } from "../failure.ts";
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
      `The file is ${USUAL_NAME} if none is named. One that is there is left as it is.`,
      "Exit status: 0 done, 2 trouble.",
    ].join("\n\n"),
  });

  files = Option.Rest({ name: "file" });

  override async execute(): Promise<number> {
    const [path = USUAL_NAME] = this.files;
    if (this.files.length > 1) throw new UsageError(`one file is written; ${this.files.length} are named`);
    try {
      writeFileSync(path, STARTER, { flag: "wx" });
    } catch (error) {
      const isThere = codeOf(error) === "EEXIST";
      throw new NamedError(
        printable(path),
        isThere ? "is there already; name another file: normalizer init FILE" : error,
      );
    }
    const shown = printable(path);
    this.context.stdout.write(`${shown} is written. Try: normalizer check ${shown}\n`);
    return EXIT.done;
  }
}
