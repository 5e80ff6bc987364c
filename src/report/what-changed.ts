// What has changed between two logs more than by chance, with pictures of it.

import { type Claim, type Claims, type Frequency, isFrequency, type StepSequence } from "../tools/claims/claim.ts";
import {
  claimInWords,
  confidenceInWords,
  type LogFigures,
  numberFormat,
  percentOf,
  remarksOn,
} from "../tools/claims/claims-text.ts";
import { middleOf } from "../tools/claims/numbers.ts";
import type { LogDiff } from "../tools/diff/log-diff.ts";
import { markup, quantity, shownText } from "./markup.ts";

/** How many claims a report has at most, and how many of them are shown at once. */
const MAX_CLAIMS = 50;
const MAX_OPEN = 10;
/** So many usual steps are shown before a changed one, and after it. */
const MAX_STEPS = 3;

/** How many columns a picture has at most, with an empty one at both ends. */
const COLUMNS = 42;
const HEIGHT = 40;
/** So large a share of each log's numbers is in the first and the last column, however far away they are. */
const ENDS = 0.005;

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

/** How numbers are distributed in two logs, on a logarithmic scale. `inWords` shows one with its unit. */
function distributionPicture(
  { old, new: next }: NonNullable<Claim["numbers"]>,
  what: string,
  inWords: (value: number) => string,
): string {
  const sketches = [old, next];
  const sizes = sketches.flatMap((sketch) => Array.from(sketch.entries(), ([bin]) => Math.abs(bin)));
  // Between zero and the number nearest to it there would be a wide gap.
  const gap = Math.min(...sizes.filter((size) => size > 0)) - 1;
  const placeOf = (bin: number): number => (bin === 0 ? 0 : bin - Math.sign(bin) * gap);
  const first = Math.min(...sketches.map((sketch) => sketch.quantileBin(ENDS)));
  const final = Math.max(...sketches.map((sketch) => sketch.quantileBin(1 - ENDS)));
  const [from, to] = [placeOf(first), placeOf(final)];
  const width = Math.ceil((to - from + 1) / (COLUMNS - 2));
  const last = Math.floor((to - from) / width);
  const columns = sketches.map((sketch) => {
    const shares = new Float64Array(last + 3);
    for (const [bin, count] of sketch.entries()) {
      const column = Math.floor((placeOf(bin) - from) / width);
      shares[1 + Math.min(Math.max(column, 0), last)]! += count / sketch.count;
    }
    return shares;
  });
  const most = Math.max(...columns.flatMap((shares) => [...shares]));
  const paths = columns.map((shares, i) => {
    const heights = Array.from(shares, (share) => Math.ceil((HEIGHT * share) / most));
    const rises = heights.map((height, x) => (height === (heights[x - 1] ?? 0) ? "" : `H${x}V${HEIGHT - height}`));
    return markup`<path class="${["was", "is"][i]!}" d="M0 ${HEIGHT}${rises.join("")}H${heights.length}"/>`;
  });
  const [least, greatest] = [inWords(middleOf(first)), inWords(middleOf(final))];
  const [was, is] = sketches.map((sketch) => inWords(sketch.quantile(0.5)));
  const label = `Distribution, ${what}: ${least} to ${greatest}, median ${was} in OLD and ${is} in NEW`;
  const frame = markup`<svg width="100%" height="${HEIGHT}" viewBox="0 0 ${last + 3} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">`;
  const scale = markup`<figcaption><span>${least}</span><span>log scale</span><span>${greatest}</span></figcaption>`;
  return `<figure class="spread">${frame}${paths.join("")}</svg>${scale}</figure>`;
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
