import { quoted } from "../../text/messages/phrases.ts";
import type { CheckFinding, RuleReference } from "./finding.ts";

/** How many rules are named by a note on several rules. */
const MAX_NAMED = 10;

/** This many notes that differ only in the rule are summed up in one. */
const MIN_SUMMARY = 3;

/** A note on one rule, or on several rules that share it. */
export interface Note {
  readonly findings: readonly CheckFinding[];
  /** The message for all findings, or undefined for a single one. */
  readonly summary: { readonly message: string; readonly line: number | undefined } | undefined;
}

/** Separates the findings of level info from the others, and sums them up as notes. Both keep the order of the file. */
export function notesOf(findings: readonly CheckFinding[]): {
  findings: readonly CheckFinding[];
  notes: readonly Note[];
} {
  const alike = new Map<string, CheckFinding[]>();
  for (const finding of findings) {
    if (finding.level !== "info") continue;
    const key = keyOf(finding);
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [finding]);
    else group.push(finding);
  }
  const notes = [...alike.values()].flatMap((group): Note[] =>
    group.length < MIN_SUMMARY
      ? group.map((finding) => ({ findings: [finding], summary: undefined }))
      : [{ findings: group, summary: summaryOf(group) }],
  );
  return { findings: findings.filter(({ level }) => level !== "info"), notes };
}

/** The rules that findings are about, as far as there is room. */
export function namesIn(findings: readonly CheckFinding[]): string {
  const names = findings.slice(0, MAX_NAMED).flatMap(({ rule }) => (rule === undefined ? [] : [numberedRule(rule)]));
  const remaining = findings.length - MAX_NAMED;
  return names.join(", ") + (remaining > 0 ? ` and ${remaining} more; --format json names all` : "");
}

/** A rule, with its line in the file. */
export function numberedRule({ name, line }: RuleReference): string {
  return `${quoted(name)} (line ${line})`;
}

/** What findings share that become one note. Inclusions must share the including rule. */
function keyOf({ code, others }: CheckFinding): string {
  return code === "INCLUDED" ? JSON.stringify([code, ...others]) : code;
}

function summaryOf(alike: readonly CheckFinding[]): NonNullable<Note["summary"]> {
  const [{ code, others }] = alike as [CheckFinding];
  const [other] = others;
  if (code === "INCLUDED" && other !== undefined) {
    const message = `${alike.length} rules are included in rule ${quoted(other.name)}: their lines match it too, and they win`;
    return { message, line: other.line };
  }
  return { message: `${alike.length} rules won none of the lines`, line: undefined };
}
