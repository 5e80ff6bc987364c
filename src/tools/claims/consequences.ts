import { type Claim, type EventName, isFrequency } from "./claim.ts";

/** How much a consequence counts beside its cause, such as a field with a time beside the step that takes that time. */
const PART = 0.9;
/** Two changes may be of the same requests if the numbers of these differ by less than this factor. */
const SIMILAR = 2;

/**
 * What claims are about, those first that name a change best: whether requests have a step, what is beside it, that
 * others than ever come next, the time from the one before it or from the beginning, and how many lines there are.
 */
const KINDS = ["step", "variant", "stray", "time", "arrival", "lines", "other"] as const;

function kindOf({ change, unit, field, from, to }: Claim): (typeof KINDS)[number] {
  if (field !== undefined) return "other";
  if (unit === "requests" && change.endsWith("variant"))
    return from === undefined && to === undefined ? "stray" : "variant";
  if (unit === "requests") return "step";
  if (change === "slower" || change === "faster") return from === undefined ? "arrival" : "time";
  return unit === "lines" ? "lines" : "other";
}

/** The place of an event in requests: how many lines come before it in the mean. Undefined if it is in none. */
export type PlaceOf = (event: EventName) => number | undefined;

/** Claims each change once, where it is named best, with the weight of what follows from it. Sorts by weight. */
export function withoutConsequences(claims: readonly Claim[], placeOf: PlaceOf): Claim[] {
  const sorted = claims.toSorted((a, b) => b.weight - a.weight);
  const kept: Weighed[] = [];
  for (const kind of KINDS) {
    for (const claim of sorted.filter((one) => kindOf(one) === kind)) {
      const cause = kept.find((other) => follows(claim, other.claim));
      if (cause === undefined) kept.push({ claim, weight: claim.weight });
      else cause.weight = Math.max(cause.weight, claim.weight);
    }
  }
  weighCauses(kept, placeOf);
  const slowest = Math.max(
    ...kept.map(({ claim, weight }) => (["time", "arrival"].includes(kindOf(claim)) ? weight : 0)),
  );
  return kept
    .map(({ claim, weight }) => {
      const isTime = claim.field !== undefined && (claim.change === "slower" || claim.change === "faster");
      return { ...claim, weight: isTime && slowest > 0 ? Math.min(weight, PART * slowest) : weight };
    })
    .sort((a, b) => b.weight - a.weight);
}

interface Weighed {
  readonly claim: Claim;
  weight: number;
}

/** Of claims that may be on the same requests, the one on their first step is important: the others follow from it. */
function weighCauses(kept: readonly Weighed[], placeOf: PlaceOf): void {
  const placed = kept
    .flatMap((own) => {
      const [place, size] = [placeOf(own.claim), sizeOf(own.claim)];
      return place === undefined || size === undefined ? [] : [{ own, place, size }];
    })
    .sort((a, b) => a.place - b.place);
  for (const [i, { own, size }] of placed.entries()) {
    const cause = placed
      .slice(0, i)
      .find((other) => Math.max(size, other.size) <= SIMILAR * Math.min(size, other.size))?.own;
    if (cause === undefined || cause.weight >= own.weight || kindOf(own.claim) === "variant") continue;
    cause.weight = own.weight;
    own.weight *= PART;
  }
}

/** How many lines or requests a change concerns. */
function sizeOf({ old, new: next }: Claim): number | undefined {
  if (!isFrequency(old) || !isFrequency(next)) return undefined;
  return Math.abs(next.count - (old.count * next.total) / old.total);
}

function follows(claim: Claim, cause: Claim): boolean {
  const [kind, causeKind] = [kindOf(claim), kindOf(cause)];
  const isSameWay = isMore(claim) === isMore(cause);
  switch (kind) {
    case "step":
      return isSameWay && isNeighbour(cause, claim) && areOfAsMany(claim, cause);
    case "variant":
      // What comes after a step that comes more often depends on where it is added, and its neighbours meet without it.
      if (claim.rule === cause.rule) return true;
      return causeKind === "step" && (isNeighbour(cause, claim) || meet(cause, claim));
    case "stray":
      return isSameEvent(claim, cause) || isNeighbour(claim, cause);
    case "time":
      if (causeKind !== "time") return claim.from === cause.from && claim.to === cause.to;
      // The later a line is written, the sooner the next one comes.
      return claim.to === cause.to || (claim.change !== cause.change && claim.from === cause.to);
    case "arrival":
      if (causeKind === "variant")
        return claim.weight < cause.weight && (isSameEvent(claim, cause) || isNeighbour(claim, cause));
      return claim.change === cause.change;
    case "lines":
      return (causeKind === "step" || causeKind === "variant") && isSameWay && isSameEvent(claim, cause);
    default:
      return false;
  }
}

function isMore({ change }: Claim): boolean {
  return change === "new" || change === "more" || change === "new_variant";
}

function isSameEvent(a: Claim, b: Claim): boolean {
  return a.rule !== undefined && a.rule === b.rule && a.ruleFile === b.ruleFile;
}

function isNeighbour({ rule }: Claim, { from, to }: Claim): boolean {
  return rule !== undefined && (rule === from || rule === to);
}

/** Whether the neighbours of a step are next to each other in what a variant tells. */
function meet({ from, to }: Claim, variant: Claim): boolean {
  const steps = [variant.from, variant.rule, variant.to];
  return steps.some((step, i) => i < 2 && step === from && steps[i + 1] === to);
}

/** Whether two claims may be about the same requests. */
function areOfAsMany(a: Claim, b: Claim): boolean {
  const isNear = (one: Claim["old"], other: Claim["old"]): boolean =>
    isFrequency(one) &&
    isFrequency(other) &&
    Math.abs(one.count - other.count) <= 0.02 * Math.max(one.count, other.count);
  return isNear(a.old, b.old) && isNear(a.new, b.new);
}
