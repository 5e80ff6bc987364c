import { isatty } from "node:tty";
import { UsageError } from "clipanion";
import { importFiles, importSummary } from "../../exchange/import/import.ts";
import { IMPORT_FORMATS, type ImportFile, importFile } from "../../exchange/import/imported.ts";
import { NamedError } from "../../io/named-error.ts";
import { type LogInput, logInputs } from "../../library/inputs.ts";
import { endedByClosedPipe, standardOutputs } from "../../library/standard-outputs.ts";
import { MAX_SIZE, TOO_LARGE } from "../../rules/rules-text.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import { refuseRepeatedInput } from "../operands.ts";
import { commandBase } from "../options/command-line.ts";
import type { CommandDefinition } from "../options/option-definition.ts";
import { terminalWidth, writeNote } from "../print.ts";

const IMPORT = {
  word: "import",
  synopsis: "[--from FORMAT] [FILE ...]",
  sentence: COMMAND_SENTENCES.import,
  examples: [
    ["Convert patterns of Logstash:", "normalizer import --from grok patterns.grok > rules.yaml"],
    ["Convert its configuration, or a pipeline of Elastic:", "normalizer import logstash.conf > rules.yaml"],
    ["See how the rules match a log:", "normalizer check rules.yaml app.log"],
  ],
  options: {
    from: {
      long: "--from",
      metavariable: "FORMAT",
      choices: IMPORT_FORMATS,
      sentence: "The format of the files. By default, it is detected.",
    },
  },
  notes: [
    "A comment above each rule has its location and says what differs. Comments also list what could not be converted, and why.",
    "Files may use each other's definitions. Without a file, or for -, standard input is read.",
    "Exit code: 0 success, even if something is left out; 1 no rule was imported; 2 trouble.",
  ],
} as const satisfies CommandDefinition;

const STANDARD_INPUT = 0;

/** The `import` command: writes rules that do what the patterns of another tool do. */
export class ImportCommand extends commandBase(IMPORT) {
  override async execute(): Promise<number> {
    const { operands, stderr } = this.context;
    if (operands.length === 0 && isatty(STANDARD_INPUT))
      throw new UsageError("no file given; name one with patterns, or pipe it in");
    refuseRepeatedInput(operands);
    const files: ImportFile[] = [];
    for (const input of logInputs(operands)) files.push(await fileOf(input));
    const result = importFiles(files, this.from);
    const closed = await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(result.rules)));
    if (closed) return EXIT.success;
    stderr.write(importSummary(result, terminalWidth(stderr)));
    if (result.ruleCount > 0) return EXIT.success;
    writeNote(
      this.context,
      `no rule was imported: ${result.leftOut.length > 0 ? "no pattern could be carried over" : "no pattern was found"}`,
    );
    return EXIT.negative;
  }
}

/** Reads a file. Throws a NamedError if it cannot be read or is too large, and an ImportError if it is not UTF-8. */
async function fileOf(input: LogInput): Promise<ImportFile> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input.open(new AbortController().signal)) {
      size += chunk.length;
      if (size > MAX_SIZE) throw new Error(TOO_LARGE);
      // The source may reuse the memory of a chunk.
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    throw new NamedError(input.name, error);
  }
  return importFile(input.name, Buffer.concat(chunks));
}
