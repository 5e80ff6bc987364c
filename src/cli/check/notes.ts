import type { Finding } from "../../check/finding.ts";
import { quoted } from "../../diagnostics/quoted.ts";

/** From so many on, notes that say the same of different rules are one. */
const MIN_ALIKE = 3;

/** A note on one rule, or on all rules of which the same is to be told. */
export interface Note {
  readonly findings: readonly Finding[];
  /** What they have in common; undefined for a note on its own. */
  readonly summary: { readonly message: string; readonly line: number | undefined } | undefined;
}

/** Takes what is only for information out of the findings, and sums it up. Both keep the order of the file. */
export function notesOf(findings: readonly Finding[]): { findings: readonly Finding[]; notes: readonly Note[] } {
  const alike = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.level !== "info") continue;
    const key = keyOf(finding);
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [finding]);
    else group.push(finding);
  }
  const notes = [...alike.values()].flatMap((group): Note[] =>
    group.length < MIN_ALIKE
      ? group.map((finding) => ({ findings: [finding], summary: undefined }))
      : [{ findings: group, summary: summaryOf(group) }],
  );
  return { findings: findings.filter(({ level }) => level !== "info"), notes };
}

/** Inclusions are alike in the rule that includes; rules without a line are alike in that. */
function keyOf({ code, others }: Finding): string {
  return code === "INCLUDED" ? JSON.stringify([code, ...others]) : code;
}

function summaryOf(alike: readonly Finding[]): NonNullable<Note["summary"]> {
  const [{ code, others }] = alike as [Finding];
  const [other] = others;
  if (code === "INCLUDED" && other !== undefined) {
    const message = `${alike.length} rules are included in rule ${quoted(other.name)}: their lines are its lines too, and they win over it`;
    return { message, line: other.line };
  }
  return { message: `${alike.length} rules won none of the lines`, line: undefined };
}
