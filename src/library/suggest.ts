// Rules for logs.

import { NamedError } from "../io/named-error.ts";
import { totalSize } from "../io/same-file.ts";
import { NEVER } from "../io/source.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import { shownPath } from "../text/messages/paths.ts";
import { type Suggestion, type SuggestionSettings, suggestRules } from "../tools/suggest/suggest.ts";
import { suggestSummary } from "../tools/suggest/suggest-summary.ts";
import { openFiles } from "./inputs.ts";
import { refuseExisting, writeNew } from "./new-file.ts";
import { writeFiles } from "./output-files.ts";
import type { Request } from "./request.ts";
import { namedRules, refuseUnwritable, saveRules } from "./rules-files.ts";

/** Where suggested rules go: to standard output, into a new file, or into that of the given rules. */
type Destination =
  | { readonly kind: "output"; readonly fd: number }
  | { readonly kind: "new_file"; readonly path: string; readonly helpIfExists: string }
  | { readonly kind: "given_rules" };

/** What the command suggests rules for. */
interface SuggestRequest {
  readonly paths: readonly string[];
  /** The file with the given rules. */
  readonly rulesPath: string | undefined;
  readonly destination: Destination;
  readonly settings: SuggestionSettings;
  readonly progress: {
    /** Called each time the logs are read, with their size, if it is known. */
    readonly begin: (size: number | undefined) => void;
    readonly add: (bytes: number) => void;
  };
}

interface Suggested {
  readonly suggestion: Suggestion;
  /** The summary for people. */
  summary(request: Omit<Parameters<typeof suggestSummary>[1], "inputs">): string;
  /** Writes the rules into their file. Resolves to an aborted signal if one came meanwhile. */
  write(handleSignals: () => AbortSignal): Promise<AbortSignal>;
}

/** Suggests rules for lines that the rules leave, if there are any. Rejects as `suggestRules` does. */
export function suggest({
  rules: given,
  logs: [logs],
  options,
}: Request<Parameters<typeof suggestRules>[1], LoadedRules | undefined>): Promise<Suggestion> {
  return suggestRules(logs, { ...options, given });
}

/** Suggests rules for the command. Rejects with a RulesError or a NamedError. */
export async function suggestFor({
  paths,
  rulesPath,
  destination,
  settings,
  progress: { begin, add },
}: SuggestRequest): Promise<Suggested> {
  const outputs = destination.kind === "output" ? [destination.fd] : [];
  const read = (): LoadedRules | undefined => (rulesPath === undefined ? undefined : namedRules(rulesPath));
  const { inputs, ...files } = openFiles([paths], outputs, read, add);
  const given = files.rules;
  if (destination.kind === "given_rules") refuseUnwritable(rulesPath!);
  if (destination.kind === "new_file") refuseExisting(destination.path, destination.helpIfExists);
  begin(totalSize(inputs.map(({ file }) => file)));
  const onReadAgain = (size: number): typeof add => {
    begin(size);
    return add;
  };
  const options = { ...settings, signal: NEVER, onReadAgain };
  const suggestion = await suggest({ ...files, options }).catch((error: unknown) => {
    throw error instanceof NamedError || given === undefined ? error : new NamedError(shownPath(given.path), error);
  });
  return {
    suggestion,
    summary: (request) => suggestSummary(suggestion, { ...request, inputs }),
    write: (handleSignals) =>
      writeFiles(handleSignals, () => {
        const { file, text } = suggestion;
        if (destination.kind === "given_rules") saveRules(given!.path, given!.bytes, Buffer.from(file));
        if (destination.kind === "new_file") writeNew(destination.path, Buffer.from(text), destination.helpIfExists);
      }),
  };
}
