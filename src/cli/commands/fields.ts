import { FIELDS_OPTIONS, fieldsOfFiles } from "../../library/fields.ts";
import { DECOMPRESSION } from "../../library/inputs.ts";
import { inputPaths } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class FieldsCommand extends commandBase({
  word: "fields",
  synopsis: "--rules FILE [options] [LOG | OLD NEW]",
  examples: [
    ["What do the fields of my rules capture?", "normalizer fields -r rules.yaml app.log"],
    ["Which fields differ although the runs do the same?", "normalizer fields -r rules.yaml old.log new.log"],
    ["Edit the rules so that they do not:", "normalizer fields -r rules.yaml --in-place old.log new.log"],
  ],
  options: FIELDS_OPTIONS,
  notes: [
    "With the logs of two runs that did the same, it finds the fields that vary between them, those that are the same and hidden, and how to edit the rules.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const paths = inputPaths(this.context.operands);
    return this.tell((bar) => fieldsOfFiles(this, paths, bar));
  }
}
