/** A rule as people write it by hand: what the line looks like, and what becomes of it. */
type RegExpRule = readonly [expression: RegExp, output: (match: RegExpExecArray) => string];

/** Loads rules from a module that the converter wrote. Gives what becomes of a line: the first that matches wins. */
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
