import { Option } from "clipanion";

/** Of all commands but `check`, which takes its rules as an operand, and those that need none. */
export function rulesOption(): string | undefined {
  return Option.String("--rules,-r", { description: "FILE The rules, in YAML. Required." });
}

/** Of all commands that read logs. */
export function stripAnsiOption(): boolean {
  return Option.Boolean("--strip-ansi", false, {
    description: "Remove terminal colours and the like from lines before they are matched.",
  });
}
