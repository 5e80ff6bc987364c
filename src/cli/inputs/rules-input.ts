import { loadRulebook } from "../../normalization/load-rules.ts";
import { type Rulebook, rulebookOf } from "../../normalization/rulebook.ts";
import { RulesError } from "../../rules/rules-error.ts";
import { NamedError, shownPath } from "../failure.ts";

/**
 * Reads a rules file; without one there are no rules. Throws a RulesError if its rules are wrong, or a NamedError if it
 * cannot be read.
 */
export function readRules(path: string | undefined): Rulebook;
/** Reads a rules file with `load`. Throws the same errors. */
export function readRules<T>(path: string, load: (path: string) => T): T;
export function readRules(path: string | undefined, load: (path: string) => unknown = loadRulebook): unknown {
  if (path === undefined) return rulebookOf([]);
  try {
    return load(path);
  } catch (error) {
    throw error instanceof RulesError ? error : new NamedError(shownPath(path), error);
  }
}
