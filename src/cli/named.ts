// The named commands. The build puts them into a file of their own, because loading them would take longer than the
// plain command needs for a small log.
import { CheckCommand } from "./check/check-command.ts";
import type { NamedWord } from "./commands.ts";
import { CompletionCommand } from "./completion/completion-command.ts";
import { DiffCommand } from "./diff/diff-command.ts";
import { ExportCommand } from "./export/export-command.ts";
import { FieldsCommand } from "./fields/fields-command.ts";
import { ImportCommand } from "./import/import-command.ts";
import { InitCommand } from "./init/init-command.ts";
import { HelpCommand } from "./manual/help-command.ts";
import type { CommandClass } from "./options/command-line.ts";
import { ReportCommand } from "./report/report-command.ts";
import { start } from "./start.ts";
import { StatsCommand } from "./stats/stats-command.ts";
import { SuggestCommand } from "./suggest/suggest-command.ts";
import { TraceCommand } from "./trace/trace-command.ts";
import { WhyCommand } from "./why/why-command.ts";

const CLASSES: Readonly<Record<NamedWord, CommandClass>> = {
  check: CheckCommand,
  completion: CompletionCommand,
  diff: DiffCommand,
  export: ExportCommand,
  fields: FieldsCommand,
  help: HelpCommand,
  import: ImportCommand,
  init: InitCommand,
  report: ReportCommand,
  stats: StatsCommand,
  suggest: SuggestCommand,
  trace: TraceCommand,
  why: WhyCommand,
};

/** Runs the command with this name. `args` are the arguments after the name. */
export function startNamed(word: NamedWord, args: readonly string[]): void {
  start(CLASSES[word], args);
}
