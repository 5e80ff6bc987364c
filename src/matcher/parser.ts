import Parsimmon from "parsimmon";

/** A parser of bytes: parsimmon's own kind, which runs on Buffers as well as on strings. */
export type Parser<T> = Parsimmon.Parser<T>;

export type Reply<T> = Parsimmon.Reply<T>;

/** What a parser does at one place of the bytes. */
type Action<T> = (bytes: Uint8Array, at: number) => Reply<T>;

/** Makes a parser of an action, by parsimmon's documented constructor, whose types know strings only. */
export function parser<T>(action: Action<T>): Parser<T> {
  return Parsimmon(action as unknown as (input: string, i: number) => Reply<T>);
}

/**
 * Runs a parser at a place. The public `.parse()` starts at the beginning of a whole input only and wraps the parser
 * anew at every call; matching lines where they lie in a larger buffer needs the action itself, which parsimmon's own
 * combinators reach as `_`. This is the one place that does.
 */
export function run<T>(parser: Parser<T>, bytes: Uint8Array, at: number): Reply<T> {
  return (parser as unknown as { readonly _: Action<T> })._(bytes, at);
}

export const success: <T>(at: number, value: T) => Reply<T> = Parsimmon.makeSuccess;

/** A failure at a place, with what was expected there. */
export const failure: (at: number, expected: string) => Reply<never> = Parsimmon.makeFailure;

/** The first parser, and where it fails the second; a failure tells of the furthest place that either reached. */
export function either<T>(first: Parser<T>, second: Parser<T>): Parser<T> {
  return parser((bytes, at) => {
    const reply = run(first, bytes, at);
    if (reply.status) return reply;
    const other = run(second, bytes, at);
    return other.status || other.furthest >= reply.furthest ? other : reply;
  });
}

/** The failure of a choice among many rules: a list of what each of them expected would tell nothing. */
export const NOTHING: Reply<never> = failure(0, "a line of some rule");
