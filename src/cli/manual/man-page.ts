import type { OptionDefinition } from "../../library/option-definitions.ts";
import { COMMANDS } from "../named.ts";
import {
  type CommandDefinition,
  commandName,
  descriptionOf,
  namesOf,
  optionsOf,
} from "../options/command-definition.ts";

export function manPage(version: string): string {
  const [plain, ...named] = COMMANDS as [CommandDefinition, ...CommandDefinition[]];
  const parts = [
    `.TH NORMALIZER 1 "" "normalizer ${version}" "User Commands"`,
    ".SH NAME",
    `normalizer \\- ${text(plain.sentence.replace(/^R/, "r").replace(/\.$/, ""))}`,
    ".SH SYNOPSIS",
    ...COMMANDS.flatMap((command, i) => [
      ...(i > 0 ? [".br"] : []),
      text(`${commandName(command)} ${command.synopsis}`),
    ]),
    ".SH DESCRIPTION",
    ...body(plain),
    ...named.flatMap((command) => [
      `.SH ${commandName(command).toUpperCase()}`,
      text(command.sentence),
      ".PP",
      ...body(command),
    ]),
    ".SH SEE ALSO",
    ".BR diff (1)",
  ];
  return `${parts.join("\n")}\n`;
}

function body(command: CommandDefinition): string[] {
  return [
    ...command.notes.flatMap((note) => [text(note), ".PP"]),
    ...optionsOf(command).flatMap((option) => [".TP", formatted(option), text(descriptionOf(option))]),
    ...command.examples.flatMap(([what, line]) => [".PP", text(what), ".PP", ".RS", ".nf", text(line), ".fi", ".RE"]),
  ];
}

function formatted(option: OptionDefinition): string {
  const names = namesOf(option)
    .map((name) => `\\fB${text(name)}\\fR`)
    .join(", ");
  const { metavariable } = option;
  return metavariable === undefined ? names : `${names} \\fI${text(metavariable)}\\fR`;
}

/** Escapes what groff would interpret: a backslash, a hyphen, and a dot or a quote at the start of a line. */
function text(words: string): string {
  return words.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
