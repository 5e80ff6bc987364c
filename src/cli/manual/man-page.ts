import type { CommandManual, OptionManual } from "./command-manual.ts";

/** The manual page of all commands, the plain one's first, in the man macros of groff. */
export function manPage(commands: readonly CommandManual[], version: string): string {
  const [plain, ...named] = commands as [CommandManual, ...CommandManual[]];
  const parts = [
    `.TH NORMALIZER 1 "" "normalizer ${version}" "User Commands"`,
    ".SH NAME",
    `normalizer \\- ${text(plain.description.replace(/^R/, "r").replace(/\.$/, ""))}`,
    ".SH SYNOPSIS",
    ...commands.flatMap(({ synopsis }, i) => [...(i > 0 ? [".br"] : []), text(synopsis)]),
    ".SH DESCRIPTION",
    ...body(plain),
    ...named.flatMap((manual) => [
      `.SH NORMALIZER ${manual.word!.toUpperCase()}`,
      text(manual.description),
      ".PP",
      ...body(manual),
    ]),
    ".SH SEE ALSO",
    ".BR diff (1)",
  ];
  return `${parts.join("\n")}\n`;
}

function body({ paragraphs, options, examples }: CommandManual): string[] {
  return [
    ...paragraphs.flatMap((paragraph) => [text(paragraph), ".PP"]),
    ...options.flatMap((option) => [".TP", namesOf(option), text(option.description)]),
    ...examples.flatMap(([what, line]) => [".PP", text(what), ".PP", ".RS", ".nf", text(line), ".fi", ".RE"]),
  ];
}

function namesOf({ long, short, value }: OptionManual): string {
  const names = [...(short === undefined ? [] : [short]), long].map((name) => `\\fB${text(name)}\\fR`).join(", ");
  return value === undefined ? names : `${names} \\fI${text(value)}\\fR`;
}

/** Escapes what the formatter would obey: a backslash, and a dot or a quote that begins a line. */
function text(words: string): string {
  return words.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
