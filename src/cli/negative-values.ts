import type { Definition } from "clipanion";

/**
 * `--timezone -05:00` as `--timezone=-05:00`, for options that take a value: clipanion takes all that begins with a dash for
 * an option, and no option begins with a digit.
 */
export function negativeValuesJoined(args: readonly string[], { options }: Definition): string[] {
  const valued = new Set(
    options.flatMap(({ definition }) => {
      const [names = "", value] = definition.split(" ");
      return value === undefined ? [] : names.split(",");
    }),
  );
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const joined: string[] = [];
  for (const [i, arg] of args.entries()) {
    const option = joined.at(-1);
    if (i < end && /^-\d/.test(arg) && option?.startsWith("--") && valued.has(option))
      joined[joined.length - 1] = `${option}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}
