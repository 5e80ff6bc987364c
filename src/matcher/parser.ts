import Parsimmon from "parsimmon";

// These types do not name those of parsimmon, which users of the public types need not have.

/** A parsimmon parser, run on bytes. It results in a number: the index of the pattern that matches. */
export interface Parser {
  parse(input: string): unknown;
}

type Reply =
  | { status: true; index: number; value: number; furthest: -1; expected: string[] }
  | { status: false; index: -1; value: null; furthest: number; expected: string[] };

/** Runs a parser at an offset of the bytes. */
export type Action = (bytes: Uint8Array, at: number) => Reply;

/** Makes a parser from an action by parsimmon's documented constructor, which is typed for strings only. */
export function parser(action: Action): Parser {
  return Parsimmon(action as unknown as (input: string, i: number) => Reply);
}

/** A parser that is built on first use. */
export function lazy(make: () => Parser): Parser {
  return Parsimmon.lazy(make as () => Parsimmon.Parser<number>);
}

/**
 * The action of a parser, which parsimmon's own combinators reach as `_`. The public `.parse()` takes a whole input and
 * wraps the parser at each call, so it cannot match a line inside a larger buffer. Only this function touches `_`. A
 * `lazy` parser replaces its action on first use: call `run` for those.
 */
export function actionOf(parser: Parser): Action {
  return (parser as unknown as { readonly _: Action })._;
}

/** Runs a parser at an offset. */
export function run(parser: Parser, bytes: Uint8Array, at: number): Reply {
  return actionOf(parser)(bytes, at);
}

export const success: (at: number, value: number) => Reply = Parsimmon.makeSuccess;

/**
 * The one failure of all parsers here. Most patterns fail on most lines, so a failure is not built each time and
 * carries no reason; `why` finds that out when somebody asks.
 */
export const NO_MATCH: Reply = Parsimmon.makeFailure(-1, "a line of the pattern");
