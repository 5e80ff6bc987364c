import fc from "fast-check";
import { COMMANDS } from "../../src/cli/commands.ts";
import {
  type CommandDefinition,
  namesOf,
  type OptionDefinition,
  optionsOf,
} from "../../src/cli/options/definitions.ts";
import { DEVICES, LOGS, NUMBERS, ODD_OPTIONS, OUTPUTS, RULES, TEXTS, VALUES } from "./command-words.ts";
import { COMMAND_LINES } from "./sources.ts";

function valueFor({ metavariable, choices }: OptionDefinition): fc.Arbitrary<string> {
  const known = choices ?? VALUES[metavariable!] ?? OUTPUTS;
  return fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(...TEXTS, ...NUMBERS) },
  );
}

function optionOf(option: OptionDefinition): fc.Arbitrary<string[]> {
  const name = fc.constantFrom(...namesOf(option));
  if (option.metavariable === undefined) return name.map((name) => [name]);
  const valued = fc.tuple(name, valueFor(option), fc.boolean());
  return valued.map(([name, value, isJoined]) => (isJoined ? [`${name}=${value}`] : [name, value]));
}

/** A command line as the table of commands has it, with options that may be too many and operands that may not be there. */
function lineOf(command: CommandDefinition): fc.Arbitrary<string[]> {
  const { word, options } = command;
  const others = Object.values(options).filter(({ long }) => long !== "--rules");
  const needsRules = options.rulesPath?.required !== undefined;
  const parts: fc.Arbitrary<string[]>[] = [fc.constant(word === undefined ? [] : [word])];
  if (needsRules) parts.push(fc.constantFrom(...RULES).map((path) => ["-r", path]));
  if (others.length > 0)
    parts.push(fc.array(fc.oneof(...others.map(optionOf)), { maxLength: 5 }).map((some) => some.flat()));
  return fc.tuple(...parts, operandsOf(command)).map((parts) => parts.flat());
}

function operandsOf({ word, operandChoices }: CommandDefinition): fc.Arbitrary<string[]> {
  const logs = fc.array(fc.constantFrom(...LOGS), { maxLength: 3 });
  if (word === "init") return fc.array(fc.constantFrom(...OUTPUTS, "new.yaml"), { maxLength: 2 });
  if (word === "check") return fc.tuple(fc.constantFrom(...RULES), logs).map(([rules, logs]) => [rules, ...logs]);
  if (word === "why")
    return fc.oneof(
      fc.constantFrom(...LOGS).map((log) => [log]),
      logs,
    );
  if (word === "diff") return fc.oneof(fc.tuple(fc.constantFrom(...LOGS), fc.constantFrom(...LOGS)), logs);
  return operandChoices === undefined ? logs : fc.array(fc.constantFrom(...operandChoices), { maxLength: 2 });
}

/** Commands of which little can be asked. */
const SMALL: readonly (string | undefined)[] = ["init", "completion", "help"];
const text = fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll("\0", ""));
const token = fc.oneof(
  fc.constantFrom(...COMMANDS.flatMap((command) => optionsOf(command).flatMap(namesOf))),
  fc.constantFrom(...COMMANDS.flatMap(({ word = "" }) => word), ...LOGS, ...DEVICES),
  fc.constantFrom(...ODD_OPTIONS),
  text,
  text.map((text) => `--${text}`),
);

/** Something to do to a command line. */
const damage = fc.record({
  kind: fc.constantFrom("drop", "insert", "insert", "double", "swap", "letter"),
  at: fc.nat(30),
  token,
});
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damagedLine(args: readonly string[], { kind, at, token }: Damage): string[] {
  const i = at % (args.length + 1);
  if (kind === "insert" || args.length === 0) return args.toSpliced(i, 0, token);
  const one = args[i] ?? "";
  if (kind === "drop") return args.toSpliced(i, 1);
  if (kind === "double") return args.toSpliced(i, 0, one);
  if (kind === "letter")
    return args.toSpliced(i, 1, one.slice(0, at % (one.length + 1)) + one.slice((at % (one.length + 1)) + 1));
  return args.toSpliced(i, 1).toSpliced(0, 0, one);
}

/** Command lines: such as they should be, and damaged ones. No argument holds NUL, which the system would not take. */
export const commandLines: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.oneof(
      ...COMMANDS.map((command) => ({ weight: SMALL.includes(command.word) ? 1 : 4, arbitrary: lineOf(command) })),
      {
        weight: 4,
        arbitrary: fc.constantFrom(...COMMAND_LINES),
      },
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Damage[]>([]) },
      { weight: 1, arbitrary: fc.array(damage, { maxLength: 3 }) },
    ),
  )
  .map(([args, damages]) => damages.reduce<string[]>(damagedLine, [...args]));
