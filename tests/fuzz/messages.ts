import type { Files } from "./target.ts";

/** A case that fails, made as small as it could be. */
export interface Fault {
  readonly index: number;
  readonly message: string;
  readonly files: Files;
}

/** What a worker tells: that it begins with a case or tries a smaller one, what is wrong, and how many cases are done. */
export type Message =
  | { readonly kind: "begins"; readonly index: number }
  | { readonly kind: "fault"; readonly fault: Fault }
  | { readonly kind: "done"; readonly cases: number };
