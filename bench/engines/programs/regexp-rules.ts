/** A rule as people write it by hand: an expression for the line, and a function for its output. */
type RegExpRule = readonly [expression: RegExp, output: (match: RegExpExecArray) => string];

/**
 * Loads rules from a module that the converter wrote. Returns a function that rewrites a line by the first rule that
 * matches.
 */
export async function regexpRules(path: string): Promise<(line: string) => string> {
  const { rules } = (await import(path)) as { readonly rules: readonly RegExpRule[] };
  return (line) => {
    for (const [expression, output] of rules) {
      const match = expression.exec(line);
      if (match !== null) return output(match);
    }
    return line;
  };
}
