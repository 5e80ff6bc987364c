import { assemble } from "./assembler.ts";
import { match, other } from "./choosing.ts";
import { count } from "./counting.ts";
import { rewrite } from "./rewriting.ts";
import { state } from "./scanning.ts";

/**
 * The module as bytes. It is the same for all rules, which are data in its memory. The build writes the bytes into what
 * it builds, so that they need not be assembled there. For tests, the module can count its steps: turns of loops and
 * calls of functions.
 */
export function moduleBytes({ countsSteps = false } = {}): Uint8Array {
  return assemble({ match, other, count, rewrite }, countsSteps ? state.steps : undefined);
}
