import { UsageError } from "clipanion";

type BuiltIn = "help" | "version";

/** The options that every command answers, and that no command of clipanion is made for. */
export const BUILT_IN: readonly {
  readonly names: readonly string[];
  readonly asks: BuiltIn;
  readonly description: string;
}[] = [
  { names: ["--help", "-h"], asks: "help", description: "Show this text." },
  { names: ["--version", "-v"], asks: "version", description: "Show the version." },
];

/** Asked for help or the version, a command answers that, whatever else is written beside it. */
export function builtInAsked(args: readonly string[]): BuiltIn | undefined {
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  for (const option of options) {
    const [name, value] = option.split("=", 2);
    const found = BUILT_IN.find(({ names }) => names.includes(name!));
    if (found === undefined) continue;
    if (value !== undefined) throw new UsageError(`${name} takes no value`);
    return found.asks;
  }
  return undefined;
}
