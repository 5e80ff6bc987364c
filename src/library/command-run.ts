import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { LineTextOptions } from "../io/line-text.ts";
import { errorCode, NamedError, naming } from "../io/named-error.ts";
import { type FileChange, replaceFiles } from "../io/output-file.ts";
import type { FileReference } from "../io/same-file.ts";
import { RulesError } from "../rules/rules-error.ts";
import { MAX_SIZE, type RulesText, TOO_LARGE } from "../rules/rules-text.ts";
import { KeyedPseudonyms, type Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { type LoadedRules, loadRules } from "../run/loaded-rules.ts";
import { readBoundedFile, readRulesFiles } from "../run/read-rules.ts";
import { type Rulebook, requireKey, rulebookOf as rulebookIn } from "../run/rulebook.ts";
import type { MatchedLines } from "../run/statistics.ts";
import { noLinesRead, percentage } from "../run/statistics-text.ts";
import { CARRIAGE_RETURN, NEWLINE } from "../text/bytes/ascii.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";
import type { InputOptions } from "../text/records/input-format.ts";
import { rethrowing } from "./errors.ts";
import type { Percentage } from "./option-values.ts";
import type { StandardStreams } from "./outputs.ts";

/** A command with its options by their names, and the process that it runs in. */
export interface CommandRun {
  readonly input: InputOptions["format"];
  readonly message: string | undefined;
  readonly stripAnsi: boolean;
  readonly rulesPaths: readonly string[];
  readonly keyPath?: string | undefined;
  readonly context: StandardStreams & {
    /** The arguments that are neither options nor their values. */
    readonly operands: readonly string[];
    /** The key of pseudonyms if no file has it: the value of NORMALIZER_KEY. */
    readonly environmentKey: string | undefined;
    /**
     * Starts to handle SIGHUP, SIGINT and SIGTERM, which end the process until then. The first one aborts the returned
     * signal, with its name as the reason, and decides the exit code.
     */
    handleSignals(): AbortSignal;
  };
  /** The files that options name and the run reads, except for one option, and its logs. No output may replace them. */
  filesRead(inputs: readonly { readonly file: FileReference }[], except?: string): FileReference[];
}

export function readOptions(run: Pick<CommandRun, "input" | "message" | "stripAnsi">): LineTextOptions {
  return { input: { format: run.input, message: run.message }, stripAnsi: run.stripAnsi };
}

/** The message if fewer lines matched than `--fail-under` asks for, by exact numbers; undefined if enough did. */
export function shortfall(
  counts: Omit<MatchedLines, "matchRate"> | undefined,
  least: Percentage | undefined,
  inputs: Parameters<typeof noLinesRead>[0],
): string | undefined {
  if (counts === undefined || least === undefined) return undefined;
  const { lines: linesProcessed, matched: linesMatched } = counts;
  const scaled = BigInt(linesMatched) * 100n * 10n ** BigInt(least.decimals);
  if (linesProcessed > 0 && scaled >= least.digits * BigInt(linesProcessed)) return undefined;
  const rate = percentage({ linesProcessed, linesMatched });
  const found = linesProcessed === 0 ? noLinesRead(inputs) : `the match rate is ${rate}`;
  return `${found}, --fail-under asks for ${least.text}%`;
}

/** In bytes. Keys have a few dozen; a file like /dev/zero never ends. */
const MAX_KEY_SIZE = 64 * 1024;

/** Names by the key in the file, or else in the environment, if it is not empty. Throws a NamedError. */
export function pseudonymsOf({ keyPath, context }: Pick<CommandRun, "keyPath" | "context">): Pseudonyms | undefined {
  if (keyPath !== undefined) return new KeyedPseudonyms(keyIn(keyPath));
  return context.environmentKey ? new KeyedPseudonyms(Buffer.from(context.environmentKey)) : undefined;
}

function keyIn(path: string): Buffer {
  return naming(shownPath(path), () => {
    const bytes = readBoundedFile(path, MAX_KEY_SIZE, "larger than 64 KiB, the limit for keys");
    // Most programs that write a text end it with a line end.
    const end = bytes.at(-1) !== NEWLINE ? bytes.length : bytes.at(-2) === CARRIAGE_RETURN ? -2 : -1;
    const key = bytes.subarray(0, end);
    if (key.length === 0) throw new Error("the key is empty");
    return key;
  });
}

/** The rules whose outputs are needed; without files there are none. Throws the errors of `namedRules`. */
export function rulebookOf(run: Pick<CommandRun, "rulesPaths" | "keyPath" | "context">): Rulebook {
  const pseudonyms = pseudonymsOf(run);
  return run.rulesPaths.length === 0 ? rulebookIn([]) : namedRules(run.rulesPaths, pseudonyms, true).rulebook;
}

/** Reads rules files. Throws the errors of `rulesInput`, also if rules require a key and there is none. */
export function namedRules(paths: readonly string[], pseudonyms?: Pseudonyms, requiresKey = false): LoadedRules {
  const rules = loadRules(rulesTexts(paths), pseudonyms);
  if (requiresKey) rulesInput(rules.path, () => requireKey(rules.rulebook));
  return rules;
}

/** The texts of rules files. Throws a NamedError for one that cannot be read. */
export function rulesTexts(paths: readonly string[]): RulesText[] {
  return readRulesFiles(paths, rulesInput);
}

/** Does work on a rules file. Throws a RulesError for wrong rules, or a NamedError. */
function rulesInput<T>(path: string, work: () => T): T {
  return rethrowing(work, (error) => rulesFileError(path, error));
}

/** The error for a rules file, unless it has a name already. If only the file is missing, says how to write one. */
export function rulesFileError(path: string, error: unknown): unknown {
  if (error instanceof RulesError || error instanceof NamedError) return error;
  const isMissing = errorCode(error) === "ENOENT" && path !== "" && existsSync(dirname(path));
  const reason = isMissing ? `no such rules file; write one with: normalizer init ${pathWord(path)}` : error;
  return new NamedError(shownPath(path), reason);
}

/** Throws a NamedError if one of the rules files cannot be changed. Better now than when all logs are read. */
export function refuseUnwritable(paths: readonly string[]): void {
  for (const path of paths)
    rulesInput(path, () => {
      if (!statSync(path).isFile()) throw new Error("is not a regular file, so nothing can be written into it");
      accessSync(path, constants.W_OK);
    });
}

/** Replaces rules files, all or none, within `writeFiles`. Throws a NamedError if one has changed since it was read. */
export function saveRules(changes: readonly FileChange[]): void {
  for (const { path, before } of changes)
    rulesInput(path, () => {
      if (Buffer.compare(readBoundedFile(path, MAX_SIZE, TOO_LARGE), before) !== 0)
        throw new Error("changed while the logs were read");
    });
  replaceFiles(changes, rulesInput);
}
