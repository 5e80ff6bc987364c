import { ModuleBuilder, type ModuleOptions } from "./assembler.ts";
import { defineChoosing, importHost } from "./choosing.ts";
import { defineCounting, defineNewline } from "./counting.ts";
import { defineListers } from "./listers.ts";
import { defineMasking } from "./masking.ts";
import { defineMatching } from "./matching.ts";
import { defineRewriting } from "./rewriting.ts";
import { defineScanning, defineState } from "./scanning.ts";

/**
 * The module as bytes. It is the same for all rules, which are data in its memory. The build writes the bytes into what
 * it builds, so that they need not be assembled there.
 */
export function moduleBytes(options?: ModuleOptions): Uint8Array {
  const module = new ModuleBuilder(options);
  const host = importHost(module);
  const state = defineState(module);
  const begin = module.procedure(5, (f, listTop, candidates, queue, tally, values) => {
    f.set(state.serial, 0);
    f.set(state.listTop, listTop);
    f.set(state.candidates, candidates);
    f.set(state.queue, queue);
    f.set(state.tally, tally);
    f.set(state.values, values);
  });
  const scanning = defineScanning(module, state);
  const listers = defineListers(module, state);
  const matchNode = defineMatching(module, state, scanning, listers, host);
  const { match, other } = defineChoosing(module, state, scanning, matchNode, host);
  const maskLine = defineMasking(module, state, scanning, listers, host);
  module.export("begin", begin);
  module.export("match", match);
  module.export("other", other);
  const newline = defineNewline(module);
  module.export("count", defineCounting(module, { match, other }, newline, state));
  module.export("rewrite", defineRewriting(module, match, newline, state, host, scanning, maskLine));
  return module.finish();
}
