// All commands. The build puts this into a file of its own, because loading the named ones would take longer than the
// plain command needs for a small log.

import { CheckCommand } from "./commands/check.ts";
import { CompletionCommand } from "./commands/completion.ts";
import { DiffCommand } from "./commands/diff.ts";
import { ExportCommand } from "./commands/export.ts";
import { FieldsCommand } from "./commands/fields.ts";
import { HelpCommand } from "./commands/help.ts";
import { ImportCommand } from "./commands/import.ts";
import { InitCommand } from "./commands/init.ts";
import { NormalizeCommand } from "./commands/normalize.ts";
import { ReportCommand } from "./commands/report.ts";
import { StatsCommand } from "./commands/stats.ts";
import { SuggestCommand } from "./commands/suggest.ts";
import { TraceCommand } from "./commands/trace.ts";
import { WhyCommand } from "./commands/why.ts";
import { type CommandDefinition, NAMED_WORDS, type NamedWord } from "./options/command-definition.ts";
import type { CommandClass } from "./options/command-line.ts";
import { start } from "./start.ts";

const CLASSES = {
  ...{ check: CheckCommand, completion: CompletionCommand, diff: DiffCommand, export: ExportCommand },
  ...{ fields: FieldsCommand, help: HelpCommand, import: ImportCommand, init: InitCommand, report: ReportCommand },
  ...{ stats: StatsCommand, suggest: SuggestCommand, trace: TraceCommand, why: WhyCommand },
} satisfies Record<NamedWord, CommandClass>;

/** All commands, the plain one first, in the order of help. */
export const COMMANDS: readonly CommandDefinition[] = [
  NormalizeCommand.definition,
  ...NAMED_WORDS.map((word) => CLASSES[word].definition),
];

export function startNamed(word: NamedWord, args: readonly string[]): void {
  start(CLASSES[word], args, COMMANDS);
}
