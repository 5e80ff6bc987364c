import Parsimmon from "parsimmon";

/** A parsimmon parser, run on bytes. */
export type Parser<T> = Parsimmon.Parser<T>;

export type Reply<T> = Parsimmon.Reply<T>;

/** Runs a parser at one place of the bytes. */
export type Action<T> = (bytes: Uint8Array, at: number) => Reply<T>;

/** Makes a parser from an action by parsimmon's documented constructor, which is typed for strings only. */
export function parser<T>(action: Action<T>): Parser<T> {
  return Parsimmon(action as unknown as (input: string, i: number) => Reply<T>);
}

/** A parser that is built on first use. */
export function lazy<T>(make: () => Parser<T>): Parser<T> {
  return Parsimmon.lazy(make);
}

/** Runs a parser at a place. */
export function run<T>(parser: Parser<T>, bytes: Uint8Array, at: number): Reply<T> {
  return (parser as unknown as { readonly _: Action<T> })._(bytes, at);
}

/**
 * The action of a parser, which parsimmon's own combinators reach as `_`. The public `.parse()` takes a whole input and
 * wraps the parser at each call, so it cannot match a line inside a larger buffer. Only this function touches `_`. A
 * `lazy` parser replaces its action on first use: call `run` for those.
 */
export function actionOf<T>(parser: Parser<T>): Action<T> {
  return (parser as unknown as { readonly _: Action<T> })._;
}

export const success: <T>(at: number, value: T) => Reply<T> = Parsimmon.makeSuccess;

/**
 * The one failure of all parsers here. Most rules fail on most lines, so a failure is not built each time and carries
 * no reason; `why` finds that out when somebody asks.
 */
export const NO_MATCH: Reply<never> = Parsimmon.makeFailure(-1, "a line of the rule");
