import { loadRulebook, type Rulebook } from "../../normalization/rulebook.ts";
import { RulesError } from "../../rules/rules-error.ts";
import { NamedError, shownPath } from "../failure.ts";

/** The rules of a file. Throws a RulesError for what is wrong in it, and a NamedError if it cannot be read. */
export function readRules(path: string): Rulebook;
/** What `load` makes of a rules file. Throws as above. */
export function readRules<T>(path: string, load: (path: string) => T): T;
export function readRules(path: string, load: (path: string) => unknown = loadRulebook): unknown {
  try {
    return load(path);
  } catch (error) {
    throw error instanceof RulesError ? error : new NamedError(shownPath(path), error);
  }
}
