import { ModuleBuilder, type ModuleOptions } from "./assembler.ts";
import { defineChoosing, importHost } from "./choosing.ts";
import { defineCounting, defineNewline } from "./counting.ts";
import { defineAddresses, defineDateTimes } from "./listers.ts";
import { defineMasking } from "./masking.ts";
import { defineMatching } from "./matching.ts";
import { defineRewriting } from "./rewriting.ts";
import { defineScanning } from "./scanning.ts";

/**
 * The module as bytes. It is the same for all rules, which are data in its memory. The build writes the bytes into what
 * it builds, so that they need not be assembled there.
 */
export function moduleBytes(options?: ModuleOptions): Uint8Array {
  const module = new ModuleBuilder(options);
  const host = importHost(module);
  const state = {
    lineStart: module.global(),
    lineEnd: module.global(),
    fuel: module.global(),
    serial: module.global(),
    listTop: module.global(),
    candidates: module.global(),
    queue: module.global(),
    queueLength: module.global(),
  };
  const rewriting = { tally: module.global(), values: module.global() };
  const begin = module.procedure(5, (f, listTop, candidates, queue, tally, values) => {
    f.set(state.serial, 0);
    f.set(state.listTop, listTop);
    f.set(state.candidates, candidates);
    f.set(state.queue, queue);
    f.set(rewriting.tally, tally);
    f.set(rewriting.values, values);
  });
  const scanning = defineScanning(module, state);
  const listers = {
    dateTime: defineDateTimes(module, state.lineEnd),
    address: defineAddresses(module, state.lineEnd),
    list: host.list,
  };
  const matchNode = defineMatching(module, state, scanning, listers);
  const { match, other } = defineChoosing(module, state, scanning, matchNode, host);
  const mask: Parameters<typeof defineRewriting>[5] = (copy) =>
    defineMasking(module, state, scanning, listers, host, copy);
  module.export("begin", begin);
  module.export("match", match);
  module.export("other", other);
  const newline = defineNewline(module);
  module.export("count", defineCounting(module, { match, other }, newline, rewriting.tally));
  module.export("rewrite", defineRewriting(module, match, newline, rewriting, host, mask));
  return module.finish();
}
