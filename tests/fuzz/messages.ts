import type { Files } from "./target.ts";

/** A failing case, made as small as possible. */
export interface Fault {
  readonly index: number;
  readonly message: string;
  readonly files: Files;
}

/**
 * A worker's message: it begins a case or a smaller version of one, it found a fault, or it is done with a number of
 * cases.
 */
export type Message =
  | { readonly kind: "begins"; readonly index: number }
  | { readonly kind: "fault"; readonly fault: Fault }
  | { readonly kind: "done"; readonly cases: number };
