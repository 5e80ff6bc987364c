// Rules for logs: for the command.

import { setImmediate } from "node:timers/promises";
import { NamedError } from "../io/named-error.ts";
import { totalSize } from "../io/same-file.ts";
import { NEVER } from "../io/source.ts";
import { readRules } from "../run/rules-file.ts";
import { shownPath } from "../text/messages/paths.ts";
import { type Suggestion, type SuggestionSettings, suggestRules } from "../tools/suggest/suggest.ts";
import { suggestSummary } from "../tools/suggest/suggest-summary.ts";
import { type LogInput, logOfInput, refuseOutput } from "./inputs.ts";
import { refuseExisting, writeNew } from "./new-file.ts";
import { refuseUnwritable, rulesInput, saveRules } from "./rules-files.ts";

/** Where suggested rules go: to standard output, into a new file, or into that of the given rules. */
type Destination =
  | { readonly kind: "output"; readonly fd: number }
  | { readonly kind: "new_file"; readonly path: string; readonly helpIfExists: string }
  | { readonly kind: "given_rules" };

interface SuggestRequest {
  readonly inputs: readonly LogInput[];
  /** The file with the given rules. */
  readonly rulesPath: string | undefined;
  readonly destination: Destination;
  readonly settings: SuggestionSettings;
  /** Called each time the logs are read, with their size, if it is known. What it returns gets the sizes of chunks. */
  onPass(size: number | undefined): (bytes: number) => void;
}

interface Suggested {
  readonly suggestion: Suggestion;
  /** The summary for people. */
  summary(request: Parameters<typeof suggestSummary>[1]): string;
  /** Writes the rules into their file. Resolves to an aborted signal if one came meanwhile. */
  write(handleSignals: () => AbortSignal): Promise<AbortSignal>;
}

/** Suggests rules. Rejects with a RulesError or a NamedError. */
export async function suggestFor(request: SuggestRequest): Promise<Suggested> {
  const { inputs, rulesPath, destination, settings, onPass } = request;
  const given = rulesPath === undefined ? undefined : rulesInput(rulesPath, readRules);
  if (destination.kind === "given_rules") refuseUnwritable(rulesPath!);
  if (destination.kind === "new_file") refuseExisting(destination.path, destination.helpIfExists);
  if (destination.kind === "output") refuseOutput(inputs, [destination.fd]);
  const onRead = onPass(totalSize(inputs.map(({ file }) => file)));
  const logs = inputs.map((input) => logOfInput(input, NEVER, onRead));
  const suggestion = await suggestRules(logs, { ...settings, signal: NEVER, given, onReadAgain: onPass }).catch(
    (error: unknown) => {
      throw error instanceof NamedError || given === undefined ? error : new NamedError(shownPath(given.path), error);
    },
  );
  return {
    suggestion,
    summary: (request) => suggestSummary(suggestion, request),
    write: async (handleSignals) => {
      // A signal must not end the process while a file is half written.
      const signal = handleSignals();
      if (destination.kind === "given_rules") saveRules(given!.path, given!.bytes, Buffer.from(suggestion.file));
      else if (destination.kind === "new_file")
        writeNew(destination.path, Buffer.from(suggestion.text), destination.helpIfExists);
      // Signals that came meanwhile take effect only now.
      await setImmediate();
      return signal;
    },
  };
}
