import { ModuleBuilder } from "./assembler.ts";
import { defineChoosing, importHost } from "./choosing.ts";
import { defineDateTimes } from "./date-times.ts";
import { defineMatching } from "./matching.ts";
import { defineRewriting } from "./rewriting.ts";
import { defineScanning } from "./scanning.ts";

/**
 * The module as bytes. It is the same for all rules, which are data in its memory. The build writes the bytes into what
 * it builds, so that they need not be assembled there.
 */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  const host = importHost(module);
  const state = {
    lineStart: module.global(),
    lineEnd: module.global(),
    fuel: module.global(),
    serial: module.global(),
    listTop: module.global(),
    candidates: module.global(),
    heap: module.global(),
    heapLength: module.global(),
  };
  const tally = module.global();
  const begin = module.procedure(4, (f, listTop, candidates, heap, tallyAt) => {
    f.set(state.serial, 0);
    f.set(state.listTop, listTop);
    f.set(state.candidates, candidates);
    f.set(state.heap, heap);
    f.set(tally, tallyAt);
  });
  const scanning = defineScanning(module, state);
  const match = defineMatching(module, state, scanning, defineDateTimes(module, state.lineEnd), host.list);
  const matchLine = defineChoosing(module, state, scanning, match, host);
  module.export("begin", begin);
  module.export("match", matchLine);
  module.export("rewrite", defineRewriting(module, matchLine, tally));
  return module.finish();
}
