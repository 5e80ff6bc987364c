import fc from "fast-check";
import { COMMANDS } from "../../src/cli/named.ts";
import { type CommandDefinition, namesOf, optionsOf } from "../../src/cli/options/command-definition.ts";
import type { OptionDefinition } from "../../src/library/option-definitions.ts";
import {
  DEVICES,
  LOG_NAMES,
  NUMBERS,
  ODD_OPTIONS,
  OPTION_VALUES,
  OUTPUTS,
  RULES_NAMES,
  TEXTS,
} from "./command-words.ts";
import { COMMAND_LINES } from "./sources.ts";

function valueFor({ metavariable, choices }: OptionDefinition): fc.Arbitrary<string> {
  const known = choices ?? OPTION_VALUES[metavariable!] ?? OUTPUTS;
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

/** A command line according to the table of commands. It may have too many options, and its operands may not exist. */
function commandLine(command: CommandDefinition): fc.Arbitrary<string[]> {
  const { word, options } = command;
  const others = Object.values(options).filter(({ long }) => long !== "--rules");
  const needsRules = options.rulesPath?.required !== undefined;
  const parts: fc.Arbitrary<string[]>[] = [fc.constant(word === undefined ? [] : [word])];
  if (needsRules) parts.push(fc.constantFrom(...RULES_NAMES).map((path) => ["-r", path]));
  if (others.length > 0)
    parts.push(fc.array(fc.oneof(...others.map(optionOf)), { maxLength: 5 }).map((some) => some.flat()));
  return fc.tuple(...parts, operandsOf(command)).map((parts) => parts.flat());
}

function operandsOf({ word, operandChoices }: CommandDefinition): fc.Arbitrary<string[]> {
  const logs = fc.array(fc.constantFrom(...LOG_NAMES), { maxLength: 3 });
  if (word === "init") return fc.array(fc.constantFrom(...OUTPUTS, "new.yaml"), { maxLength: 2 });
  if (word === "check") return fc.tuple(fc.constantFrom(...RULES_NAMES), logs).map(([rules, logs]) => [rules, ...logs]);
  if (word === "why")
    return fc.oneof(
      fc.constantFrom(...LOG_NAMES).map((log) => [log]),
      logs,
    );
  if (word === "diff") return fc.oneof(fc.tuple(fc.constantFrom(...LOG_NAMES), fc.constantFrom(...LOG_NAMES)), logs);
  return operandChoices === undefined ? logs : fc.array(fc.constantFrom(...operandChoices), { maxLength: 2 });
}

/** Commands with few arguments, which are tried less often. */
const MINOR_COMMANDS: readonly (string | undefined)[] = ["init", "completion", "help"];
const text = fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll("\0", ""));
const token = fc.oneof(
  fc.constantFrom(...COMMANDS.flatMap((command) => optionsOf(command).flatMap(namesOf))),
  fc.constantFrom(...COMMANDS.flatMap(({ word = "" }) => word), ...LOG_NAMES, ...DEVICES),
  fc.constantFrom(...ODD_OPTIONS),
  text,
  text.map((text) => `--${text}`),
);

/** A change to a command line. */
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

/** Command lines, valid and damaged. No argument holds NUL, which the system would not accept. */
export const commandLines: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.oneof(
      ...COMMANDS.map((command) => ({
        weight: MINOR_COMMANDS.includes(command.word) ? 1 : 4,
        arbitrary: commandLine(command),
      })),
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
