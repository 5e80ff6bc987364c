import { printableText } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import type { Change } from "./claim.ts";
import { claimInWords, confidenceInWords } from "./claim-words.ts";
import { type ClaimsReport, remarksOn } from "./claims-text.ts";

const LEVELS = ["error", "warning", "notice"] as const;

/** Writes claims as annotations, of each level the most important first, since GitHub shows only the first. */
export function writeClaimsGithub(layout: TextLayout, report: ClaimsReport): void {
  for (const level of LEVELS) {
    const claims = report.claims.filter(({ change }) => levelOf(change) === level).slice(0, MAX_ANNOTATIONS);
    for (const claim of claims) {
      const { old, new: next, what, byHowMuch } = claimInWords(claim);
      const line = claim.example && report.lineOf(claim.example);
      const place = line === undefined ? {} : placeOf(line.file, line.line);
      const facts = `OLD ${old}, NEW ${next}, ${confidenceInWords(claim.confidence)} sure`;
      const texts = [`${what}${byHowMuch}`, facts, ...(line === undefined ? [] : [printableText(line.original)])];
      layout.text(annotation(level, { ...place, title: claim.change.toUpperCase() }, texts.join("\n")));
    }
  }
  for (const remark of remarksOn(report)) layout.text(`${remark}\n`);
}

function levelOf(change: Change): (typeof LEVELS)[number] {
  if (change.startsWith("new")) return "error";
  return change.startsWith("gone") ? "notice" : "warning";
}
