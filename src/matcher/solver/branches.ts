import type { Line } from "../line.ts";
import { type Parser, parser, type Reply, run } from "../parser.ts";
import { FAILED_BEFORE, further } from "./failures.ts";
import { PlaceSet } from "./place-set.ts";

/** One of several sequences, with what follows them all, and the fields that it captures. */
export interface Branch<T> {
  readonly parser: Parser<T>;
  readonly fields: readonly number[];
}

/**
 * The first of the branches with which the rest fits. The fields of the others, and of those that are left out, capture
 * nothing. Each place is tried once on a line, as what follows is the same whichever way led there.
 */
export function branches<T>(line: Line, all: readonly Branch<T>[], leftOut: readonly number[]): Parser<T> {
  const fields = [...new Set([...all.flatMap((branch) => branch.fields), ...leftOut])];
  const others = all.map((branch) => {
    const own = new Set(branch.fields);
    return fields.filter((field) => !own.has(field));
  });
  const tried = new PlaceSet(line);
  return parser((bytes, at) => {
    if (tried.has(at)) return FAILED_BEFORE;
    let failed: Reply<never> | undefined;
    for (let i = 0; i < all.length; i++) {
      const reply = run(all[i]!.parser, bytes, at);
      if (reply.status) {
        for (const field of others[i]!) line.capture(field, at, at);
        return reply;
      }
      failed = further(failed, reply);
    }
    tried.add(at);
    return failed!;
  });
}
