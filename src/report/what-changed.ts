// What has changed between two logs more than by chance, with pictures of it.

import { type Claim, type Claims, type Frequency, isFrequency, type StepSequence } from "../tools/claims/claim.ts";
import { claimInWords, confidenceInWords, numberFormat, percentOf } from "../tools/claims/claim-words.ts";
import { type LogFigures, remarksOn } from "../tools/claims/claims-text.ts";
import type { LogDiff } from "../tools/diff/log-diff.ts";
import { quantity } from "./counts.ts";
import { distributionPicture } from "./distribution-picture.ts";
import { markup, shownText } from "./markup.ts";

/** How many claims a report has at most, and how many of them are shown at once. */
const MAX_CLAIMS = 50;
const MAX_OPEN = 10;
/** So many usual steps are shown before a changed one, and after it. */
const MAX_STEPS = 3;

/** The markup of what is claimed. Reads the examples again. */
export function changedMarkup(found: Claims, diff: LogDiff): string {
  const { hasRules, summary, logs } = diff;
  const figuresOf = (side: "old" | "new"): LogFigures => {
    const name = logs[side].length === 1 ? logs[side][0]!.name : quantity(logs[side].length, "log");
    return { name, ...summary[side] };
  };
  const [old, next] = [figuresOf("old"), figuresOf("new")];
  const remarks = remarksOn({ ...found, old, new: next, hasRules });
  const items = found.claims.slice(0, MAX_CLAIMS).map((claim) => `<li class="claim">${claimMarkup(claim, diff)}</li>`);
  const list = (items: readonly string[]): string => `<ol>${items.join("")}</ol>`;
  const folded = items.slice(MAX_OPEN);
  const left = found.claims.length - items.length;
  return [
    '<section class="card" id="claimed"><h2>What changed</h2>',
    items.length === 0 ? "" : markup`<p class="sub">OLD, drawn as areas: ${old.name}. NEW, as lines: ${next.name}.</p>`,
    items.length === 0 ? "" : list(items.slice(0, MAX_OPEN)),
    folded.length === 0
      ? ""
      : `<details class="fold" data-key="claims">${markup`<summary>${quantity(folded.length, "more change")}</summary>`}${list(folded)}</details>`,
    left === 0
      ? ""
      : markup`<p class="sub">and ${quantity(left, "more change")}; normalizer diff --summary has all</p>`,
    ...[...remarks, ...found.notes].map(
      (remark) => markup`<p class="sub">${remark[0]!.toUpperCase() + remark.slice(1)}.</p>`,
    ),
    "</section>",
  ].join("");
}

function claimMarkup(claim: Claim, diff: LogDiff): string {
  const { what, byHowMuch, ...words } = claimInWords(claim);
  const { change, confidence, example } = claim;
  const line = example && diff.original(example.side, example.index);
  return [
    markup`<p><b>${change.replace("_", " ")}</b> ${what}${byHowMuch}</p>`,
    markup`<p>${words.old} → ${words.new} <span class="sub">sure ${confidenceInWords(confidence)}</span></p>`,
    numbersMarkup(claim, what),
    stepsMarkup(claim),
    line === undefined
      ? ""
      : markup`<p><code class="line">${shownText(line.original.toString())}</code> <span class="sub">${line.file}:${line.line}</span></p>`,
  ].join("");
}

function numbersMarkup({ numbers, old, new: next, unit }: Claim, what: string): string {
  if (numbers === undefined || isFrequency(old) || isFrequency(next)) return "";
  const show = numberFormat([old, next], unit);
  return distributionPicture(numbers, what, (value) => show.number(value) + show.unit);
}

/** What is on the way of a change, and beside it. A step that is inserted or left out needs no words. */
const WAYS: Readonly<Partial<Record<StepSequence["kind"], readonly [changed: string, other: string]>>> = {
  moved: ["here: ", "elsewhere"],
  repeated: ["several times: ", "once"],
  single: ["several times: ", "once"],
  direct: ["directly", "otherwise"],
};

/** The usual steps, with the one that has changed between its neighbours, and the way around it. */
function stepsMarkup({ sequence, rule, old, new: next }: Claim): string {
  if (sequence === undefined || !isFrequency(old) || !isFrequency(next)) return "";
  const { kind, before, after } = sequence;
  const [lead, other] = WAYS[kind] ?? ["", "without it"];
  const shares = (of: (own: Frequency) => number): string =>
    [old, next].map((own) => percentOf({ ...own, count: of(own) })).join(" → ");
  const names = (steps: readonly string[]): string[] => steps.map((step) => markup`<li class="step">${step}</li>`);
  const isLess = next.count * old.total < old.count * next.total;
  const changed = markup`<span class="way ${isLess ? "shrunk" : "grown"}">${lead}${kind === "direct" ? "" : (rule ?? "")} <b>${shares(({ count }) => count)}%</b></span>`;
  const around = markup`<span class="way sub">${other} ${shares(({ count, total }) => total - count)}%</span>`;
  const first = names(before.length > MAX_STEPS ? ["…", ...before.slice(-MAX_STEPS)] : before);
  const last = names(after.length > MAX_STEPS ? [...after.slice(0, MAX_STEPS), "…"] : after);
  const items = [...first, `<li class="step"><span>${changed}${around}</span></li>`, ...last];
  return `<ol class="steps">${items.join("")}</ol>`;
}
