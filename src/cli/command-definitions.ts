// The definitions of all commands, for help, completions and the manual page. The plain command does not load them.

import { CHECK } from "./check/check-definition.ts";
import { NAMED_WORDS, type NamedWord } from "./commands.ts";
import { COMPLETION } from "./completion/completion-definition.ts";
import { DIFF } from "./diff/diff-definition.ts";
import { EXPORT } from "./export/export-definition.ts";
import { FIELDS } from "./fields/fields-definition.ts";
import { IMPORT } from "./import/import-definition.ts";
import { INIT } from "./init/init-definition.ts";
import { HELP } from "./manual/help-definition.ts";
import { NORMALIZE } from "./normalize-definition.ts";
import type { CommandDefinition } from "./options/option-definition.ts";
import { REPORT } from "./report/report-definition.ts";
import { STATS } from "./stats/stats-definition.ts";
import { SUGGEST } from "./suggest/suggest-definition.ts";
import { TRACE } from "./trace/trace-definition.ts";
import { WHY } from "./why/why-definition.ts";

/** The definition of each command with a name. */
export const DEFINITIONS: Readonly<Record<NamedWord, CommandDefinition & { readonly word: NamedWord }>> = {
  suggest: SUGGEST,
  import: IMPORT,
  export: EXPORT,
  init: INIT,
  check: CHECK,
  why: WHY,
  fields: FIELDS,
  report: REPORT,
  diff: DIFF,
  trace: TRACE,
  stats: STATS,
  completion: COMPLETION,
  help: HELP,
};

/** The commands with a name. */
export const NAMED_COMMANDS = NAMED_WORDS.map((word) => DEFINITIONS[word]);

/** All commands, the plain one first. */
export const COMMANDS: readonly CommandDefinition[] = [NORMALIZE, ...NAMED_COMMANDS];
