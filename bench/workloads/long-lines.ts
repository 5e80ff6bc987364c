import { type Attack, DATED, PLAIN } from "../../tests/support/attacks.ts";
import type { LineTemplate } from "./line-template.ts";
import { headedRules } from "./real-headers.ts";
import type { Workload } from "./workload.ts";

/** Rules, and a line for them of any length. */
export interface LongLines {
  readonly name: string;
  readonly rules: readonly LineTemplate[];
  /** A line of about this many bytes. */
  readonly line: (length: number) => string;
}

/** Lines that are only long. */
export const FRIENDLY: readonly LongLines[] = [
  {
    name: "a long field at the end",
    rules: headedRules,
    line: longField("Nov 15 10:00:02 web-3 sshd[8120]: pam(login:session): session closed for ", ""),
  },
  {
    name: "a long field before a literal",
    rules: headedRules,
    line: longField("Nov 15 10:00:02 web-3 sshd[8120]: Failed password for ", " from 10.0.0.7 port 4711 ssh2"),
  },
];

/** Lines that cost as much as possible. The tests count reads of the same lines. */
export const HOSTILE: readonly LongLines[] = [...PLAIN, ...DATED].map(longLinesOf);

/** Throws an Error if no hostile lines have this name. */
export function hostileLinesNamed(name: string): LongLines {
  const found = HOSTILE.find((lines) => lines.name === name);
  if (found !== undefined) return found;
  throw new Error(`no hostile lines are called ${JSON.stringify(name)}`);
}

/** A log that repeats one line. */
export function linesOfLength({ name, rules, line }: LongLines, length: number): Workload {
  const text = line(length);
  return { name: `${name}, ${length} bytes`, rules, line: () => text, lineEnd: "\n" };
}

function longField(before: string, after: string): LongLines["line"] {
  const prose = "the queue of the small hours was empty and nobody had asked for it, ";
  return (length) => {
    const field = Math.max(1, length - before.length - after.length);
    return before + prose.repeat(Math.ceil(field / prose.length)).slice(0, field) + after;
  };
}

function longLinesOf({ name, rules, line }: Attack): LongLines {
  const templates = rules.map((elements, i) => ({
    name: `rule ${i}`,
    elements: elements.map((element) => ("text" in element ? element.text : element)),
    output: `${i}`,
  }));
  return { name, rules: templates, line };
}
