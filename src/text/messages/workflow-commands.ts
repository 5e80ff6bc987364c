import { STANDARD_STREAM } from "./paths.ts";
import { printable } from "./printable.ts";

/** GitHub shows ten annotations of each level for a step. */
export const MAX_ANNOTATIONS = 10;

type Properties = Readonly<Record<string, string | number>>;

export function annotation(command: string, properties: Properties, text: string): string {
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(printable(String(value)))}`);
  return `::${command} ${listed.join(",")}::${data(text)}\n`;
}

/** Where a line of a log is: nowhere for standard input, because that is not a file of the repository. */
export function placeOf(file: string, line: number): Properties {
  return file === STANDARD_STREAM ? {} : { file, line };
}

/** Escapes a text in the same way as @actions/core, GitHub's library for workflow commands. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
