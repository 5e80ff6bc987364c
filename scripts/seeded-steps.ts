// Changes to the steps of requests: one is left out, added, or changes places with the next one.
import type { Random } from "../bench/workloads/random.ts";
import { deviance } from "./chance.ts";
import { type Candidate, type Change, KINDS, replaceAt, reword, sample, WORDS, wordsOf } from "./change-candidates.ts";
import { groupBy, type Halves, idOf, type Line, MOST_LINES } from "./known-logs.ts";
import { type Claim, isNew, names } from "./summary-claims.ts";

/** How many of the requests with a step a change concerns. */
const SHARES = [0.05, 0.1, 0.2, 0.5, 1];
const VARIANTS = ["new_variant", "gone_variant"];

export function* seededSteps(halves: Halves, random: Random): Generator<Candidate> {
  const old = requestsOf(halves.old, halves.by);
  const requests = requestsOf(halves.new, halves.by);
  const counts = stepsOf(old);
  const pairCounts = pairsOf(old);
  const candidate = (
    kind: string,
    what: string,
    count: number,
    evidence: number,
    make: Candidate["make"],
  ): Candidate => ({
    ...{ kind, halves, what: `${what}, ${count} of ${requests.length} requests`, evidence, make },
  });
  for (const [rule, having] of stepsOf(requests)) {
    const before = counts.get(rule)?.length ?? 0;
    const count = Math.round(random.pick(SHARES) * having.length);
    const left = deviance(before, old.length, having.length - count, requests.length);
    const added = deviance(0, old.length, count, requests.length);
    const some = (): Request[] => sample(having, count, random);
    yield candidate(KINDS[5]!, rule, count, left, () => leaveOut(halves, rule, some()));
    yield candidate(KINDS[6]!, `after ${rule}`, count, added, () => add(halves, rule, some(), random));
  }
  for (const [pair, having] of pairsOf(requests)) {
    const steps = pair.split("\n") as [string, string];
    const reverse = steps.toReversed().join("\n");
    const [before, after] = [pairCounts, pairsOf(requests)].map((pairs) => pairs.get(reverse)?.length ?? 0);
    const count = Math.round(random.pick(SHARES) * having.length);
    // Of steps that often come in the other order, too, some of the changes cancel out.
    const isMixed = after! > 0.2 * having.length;
    const evidence = isMixed ? 0 : deviance(before!, old.length, count, requests.length);
    const make = (): Change => reorder(halves, steps, sample(having, count, random));
    yield candidate(KINDS[7]!, steps.join(", then "), count, evidence, make);
  }
}

/** Where the lines of a request are. */
type Request = readonly { readonly i: number; readonly line: Line }[];

function requestsOf(lines: readonly Line[], by: string | undefined): Request[] {
  const all = lines.map((line, i) => ({ i, line, id: idOf(line, by) })).filter(({ id }) => id !== undefined);
  const requests = [...groupBy(all, ({ id }) => id).values()];
  return requests.filter(({ length }) => length > 1 && length <= MOST_LINES);
}

/** The requests that have each step. */
function stepsOf(requests: readonly Request[]): Map<string, Request[]> {
  const steps = requests.flatMap((request) =>
    [...new Set(request.flatMap(({ line }) => line.rule ?? []))].map((rule) => ({ rule, request })),
  );
  return requestsBy(steps);
}

/** The requests that have a step directly after another one, by the names of both. */
function pairsOf(requests: readonly Request[]): Map<string, Request[]> {
  const pairs = requests.flatMap((request) =>
    [...new Set(request.slice(1).flatMap((_, k) => pairAt(request, k) ?? []))].map((rule) => ({ rule, request })),
  );
  return requestsBy(pairs);
}

function pairAt(request: Request, k: number): string | undefined {
  const [first, second] = [request[k]?.line.rule, request[k + 1]?.line.rule];
  return first === undefined || second === undefined || first === second ? undefined : `${first}\n${second}`;
}

function requestsBy(list: readonly { readonly rule: string; readonly request: Request }[]): Map<string, Request[]> {
  const groups = groupBy(list, ({ rule }) => rule);
  return new Map([...groups].map(([rule, items]) => [rule, items.map(({ request }) => request)]));
}

function leaveOut(halves: Halves, rule: string, requests: readonly Request[]): Change {
  const left = new Set(
    requests.flatMap((request) => request.filter(({ line }) => line.rule === rule).map(({ i }) => i)),
  );
  const neighbours = requests.flatMap((request) =>
    [...request.keys()]
      .filter((k) => request[k]!.line.rule === rule)
      .map((k) => ({ from: request[k - 1]?.line.rule, to: request[k + 1]?.line.rule })),
  );
  const isNamedBy = (claim: Claim): boolean =>
    (["gone", "fewer", ...VARIANTS].includes(claim.change) && names(claim, { rule })) ||
    (VARIANTS.includes(claim.change) && neighbours.some(({ from, to }) => claim.from === from && claim.to === to));
  return { lines: halves.new.flatMap(({ text }, i) => (left.has(i) ? [] : [text])), isNamedBy };
}

/** Adds a line that is like that of the step, but for one word. */
function add(halves: Halves, rule: string, requests: readonly Request[], random: Random): Change | undefined {
  const steps = requests.map((request) => request.find(({ line }) => line.rule === rule)!);
  const words = wordsOf(steps[0]!.line).filter((word) => steps.every(({ line }) => wordsOf(line).includes(word)));
  if (words.length === 0) return undefined;
  const [word, other] = [words.at(-1)!, random.pick(WORDS)];
  const texts = new Map(steps.map(({ i, line }) => [i, reword(line, word, other)]));
  const isNamedBy = (claim: Claim): boolean => isNew(claim, other);
  return { lines: halves.new.flatMap(({ text }, i) => [text, ...(texts.has(i) ? [texts.get(i)!] : [])]), isNamedBy };
}

/** Lets two steps change places, but not the times at which they were logged. */
function reorder(halves: Halves, steps: readonly [string, string], requests: readonly Request[]): Change {
  const lines = halves.new.map(({ text }) => text);
  for (const request of requests) {
    const k = [...request.keys()].find((at) => pairAt(request, at) === steps.join("\n"))!;
    const [first, second] = [request[k]!, request[k + 1]!];
    lines[first.i] = atTimeOf(second.line, first.line);
    lines[second.i] = atTimeOf(first.line, second.line);
  }
  // A variant may be told by either step, other changes by both.
  const isNamedBy = (claim: Claim): boolean => {
    const named = steps.filter((rule) => names(claim, { rule })).length;
    return VARIANTS.includes(claim.change)
      ? named > 0
      : ["new", "gone", "more", "fewer"].includes(claim.change) && named === 2;
  };
  return { lines, isNamedBy };
}

function atTimeOf(line: Line, other: Line): string {
  const [own, time] = [line.fields.get("timestamp"), other.fields.get("timestamp")];
  return own && time ? replaceAt(line.text, own, time.value) : line.text;
}
