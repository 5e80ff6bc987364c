import type { RunDifferences } from "../../run/run-differences.ts";
import { noLinesRead, percentage } from "../../run/statistics-text.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted, listed, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import { MAX_NAMED_MASKS } from "./rules-file.ts";
import type { Suggestion } from "./suggest.ts";

interface Request {
  /** The command line that checks the rules of a file with the logs. */
  readonly checking: (rulesPath: string) => string;
  readonly rulesPaths: readonly string[];
  /** The file that the rules were written to; undefined for standard output. */
  readonly destination: string | undefined;
  readonly inputs: readonly { readonly name: string }[];
  readonly minCount: number;
  readonly maxRules: number;
  readonly width: number | undefined;
}

/** Says what the suggested rules cover, what is left, and what to do next. */
export function suggestSummary(suggestion: Suggestion, request: Request): string {
  const layout = new StringLayout({ hasColors: false, width: request.width });
  const { headers, maskedFields, wonByOthers, lines, unknownFields } = suggestion;
  if (lines === 0) layout.labelled("normalizer: ", noLinesRead(request.inputs));
  else layout.labelled("", coverage(suggestion, request));
  for (const header of headers) layout.labelled("header: ", `'${printable(header)}'`);
  if (headers.length === 0 && suggestion.ruleCount > 0) layout.labelled("header: ", "none found");
  if (maskedFields.length > 0) layout.labelled("masked: ", maskedInWords(maskedFields));
  if (suggestion.runs !== undefined && lines > 0) {
    for (const row of differencesInWords(suggestion.runs)) layout.labelled("runs: ", row);
  }
  for (const phrase of unmatchedInWords(suggestion, request)) layout.labelled("left: ", phrase);
  if (unknownFields.length > 0)
    layout.labelled("note: ", `no header has a field ${unknownFields.map(quoted).join(" or ")} (--keep)`);
  if (wonByOthers > 0)
    layout.labelled("note: ", `${counted(wonByOthers, "line")} matched by a rule made for other lines`);
  if (lines > 0) layout.labelled("next", nextStep(suggestion, request));
  return layout.toString();
}

function coverage({ lines, matchedBefore, matched, ruleCount }: Suggestion, { rulesPaths }: Request): string {
  const isFirst = rulesPaths.length === 0;
  const given = isFirst ? "" : `${matchedBefore} matched by ${listed(rulesPaths.map(shownPath), "and")}, `;
  const rules = counted(ruleCount, isFirst ? "rule" : "new rule");
  const rate = percentage({ linesProcessed: lines, linesMatched: matchedBefore + matched });
  return `${counted(lines, "line")}, ${given}${matched} matched by ${rules}: ${rate}`;
}

function maskedInWords(fields: readonly string[]): string {
  const isCut = fields.length > MAX_NAMED_MASKS;
  const named = fields.slice(0, MAX_NAMED_MASKS - 1);
  const names = isCut ? [...named, `${fields.length - named.length} more`] : fields;
  const where = isCut ? ", all in a comment above the rules" : "";
  return `${listed(names, "and")}${where}; show those that diff must compare`;
}

function differencesInWords({ comingCount, coming, movedCount }: RunDifferences): string[] {
  if (comingCount + movedCount === 0) return ["the outputs of all are the same"];
  const whole = [
    ...(comingCount > 0 ? [comingCount === 1 ? "1 line comes and goes" : `${comingCount} lines come and go`] : []),
    ...(movedCount > 0 ? [`${counted(movedCount, "line")} in another order`] : []),
  ];
  const places = coming.map(({ file, line, output, counts }) => {
    const place = `${printable(shownPath(file))}:${line}`;
    return `${place}: ${quoted(output)} ${listed(counts.map(String), "and")} times`;
  });
  const more = comingCount - coming.length;
  return [
    whole.join(", "),
    ...places,
    ...(more > 0 ? [`and ${more} more; diff --unordered shows those of two runs`] : []),
  ];
}

function unmatchedInWords({ unmatched, flaws }: Suggestion, { minCount, maxRules }: Request): string[] {
  const reasons: readonly (readonly [count: number, noun: string, reason: string])[] = [
    ...flaws.map(
      ({ flaw, count }) => [count, "line", `that ${printable(count === 1 ? flaw : flawOfSeveral(flaw))}`] as const,
    ),
    [unmatched.withLineBreak, "message", "with a line break"],
    [unmatched.belowMinCount, "line", `of rules for fewer than ${counted(minCount, "line")} (--min-count)`],
    [unmatched.beyondMaxRules, "line", `of rules beyond the first ${maxRules} (--max-rules)`],
    [unmatched.beyondMemory, "line", "of shapes beyond those that fit in memory"],
    [unmatched.inNameOnly, "line", "matched in name only, by rules with 'catch_all: true': give these a word"],
    [unmatched.empty, "empty line", "(no pattern can match these alone)"],
    [unmatched.missed, "line", "for which no rule was found"],
  ];
  return reasons.flatMap(([count, noun, reason]) => (count === 0 ? [] : [`${counted(count, noun)} ${reason}`]));
}

function flawOfSeveral(flaw: string): string {
  return flaw.replace(/^is /, "are ").replace(/^has /, "have ");
}

function nextStep({ ruleCount }: Suggestion, { checking, rulesPaths, destination }: Request): string {
  const last = rulesPaths.at(-1);
  const file = destination ?? last ?? "rules.yaml";
  const check = checking(file);
  if (ruleCount === 0 || destination !== undefined) return `: ${check}`;
  if (last === undefined) return `, once the rules are in ${file}: ${check}`;
  return `, once the new rules are at the end of ${shownPath(last)} (see --in-place): ${check}`;
}
