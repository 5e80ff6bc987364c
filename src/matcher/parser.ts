import Parsimmon from "parsimmon";

/** A parser of bytes: parsimmon's own, which runs on Buffers as well as on strings. */
export type Parser<T> = Parsimmon.Parser<T>;

export type Reply<T> = Parsimmon.Reply<T>;

/** What a parser does at one place of the bytes. */
export type Action<T> = (bytes: Uint8Array, at: number) => Reply<T>;

/** Makes a parser of an action, by parsimmon's documented constructor, whose types know strings only. */
export function parser<T>(action: Action<T>): Parser<T> {
  return Parsimmon(action as unknown as (input: string, i: number) => Reply<T>);
}

/** A parser that is made when it is first run. */
export function lazy<T>(make: () => Parser<T>): Parser<T> {
  return Parsimmon.lazy(make);
}

/** Runs a parser at a place. */
export function run<T>(parser: Parser<T>, bytes: Uint8Array, at: number): Reply<T> {
  return actionOf(parser)(bytes, at);
}

/**
 * The action of a parser. The public `.parse()` starts at the beginning of a whole input only and wraps the parser anew
 * at every call; matching lines where they lie in a larger buffer needs the action itself, which parsimmon's own
 * combinators reach as `_`. This is the one place that does. A `lazy` parser replaces its action when it is first run: use
 * `run` for those.
 */
export function actionOf<T>(parser: Parser<T>): Action<T> {
  return (parser as unknown as { readonly _: Action<T> })._;
}

export const success: <T>(at: number, value: T) => Reply<T> = Parsimmon.makeSuccess;

/**
 * The failure of every parser here. Most rules fail on most lines, so a failure is made once and tells nothing; what a
 * line lacks is found out when somebody asks why.
 */
export const NO_MATCH: Reply<never> = Parsimmon.makeFailure(-1, "a line of the rule");
