import { acceptedLine, type Claim, type Claims, eventKey, isFrequency } from "./claim.ts";
import { eventPairs, eventQuestions, joinAlike } from "./event-questions.ts";
import { fieldPairs, fieldQuestions } from "./field-questions.ts";
import type { Profiles } from "./profiles.ts";
import { claimsOf } from "./statistics.ts";
import { StepQuestions } from "./step-questions.ts";

const MANY_SHAPES =
  "too many lines match no rule and have shapes of their own: which of them are new is not told; rules, or --mask, make them fewer";

export function findClaims(profiles: Profiles): Claims {
  const { runs, new: next } = profiles;
  for (const { blocks } of [...runs, next]) blocks.endBlock();
  if (runs.length > 1) joinAlike(profiles);
  const pairs = eventPairs(profiles);
  const fields = fieldPairs(profiles, pairs);
  const { questions, own, rare } = eventQuestions(profiles, pairs);
  const steps = profiles.steps && new StepQuestions(profiles.events, profiles.steps);
  // Two families of questions, each of which has half of the chance to err.
  const families = own.length === 0 ? 1 : 2;
  const ofAll = claimsOf([...questions, ...fieldQuestions(profiles, fields), ...(steps?.all() ?? [])], families);
  const ofOwn = claimsOf(own, families);
  return {
    claims: withoutConsequences(withoutRepeated([...ofAll.claims, ...ofOwn.claims]), steps?.places ?? new Map()),
    questions: ofAll.asked + ofOwn.asked,
    tooRare: rare,
    compared: { events: pairs.length, fields: fields.length },
    notes: [...(steps?.notes ?? []), ...(profiles.events.hasManyShapes ? [MANY_SHAPES] : [])],
  };
}

/** Of several claims on one field that say the same, the surest. */
function withoutRepeated(claims: readonly Claim[]): Claim[] {
  const kept = new Map<string, Claim>();
  for (const claim of claims) {
    const key = isFrequency(claim.new)
      ? acceptedLine(claim) + claim.unit
      : acceptedLine({ ...claim, change: "larger" });
    if (!kept.has(key)) kept.set(key, claim);
  }
  return [...kept.values()];
}

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

/**
 * Claims each change once, where it is named best, with the weight of what follows from it. Sorts by weight. `places`
 * has how many lines of a request come before an event in the mean.
 */
function withoutConsequences(claims: readonly Claim[], places: ReadonlyMap<string, number>): Claim[] {
  const sorted = claims.toSorted((a, b) => b.weight - a.weight);
  const kept: { -readonly [Member in keyof Claim]: Claim[Member] }[] = [];
  for (const kind of KINDS)
    for (const claim of sorted.filter((one) => kindOf(one) === kind)) {
      const cause = kept.find((other) => follows(claim, other));
      if (cause === undefined) kept.push({ ...claim });
      else cause.weight = Math.max(cause.weight, claim.weight);
    }
  // Of claims that may be on the same requests, the one on their first step is important: the others follow from it.
  const placed = kept.flatMap((claim) => {
    const [place, size] = [places.get(eventKey(claim)), sizeOf(claim)];
    return place === undefined || size === undefined ? [] : [{ claim, place, size }];
  });
  placed.sort((a, b) => a.place - b.place);
  for (const [i, { claim, size }] of placed.entries()) {
    const isSimilar = (other: number): boolean => Math.max(size, other) <= SIMILAR * Math.min(size, other);
    const cause = placed.slice(0, i).find((other) => isSimilar(other.size))?.claim;
    if (cause === undefined || cause.weight >= claim.weight || kindOf(claim) === "variant") continue;
    cause.weight = claim.weight;
    claim.weight *= PART;
  }
  const times = kept.filter((claim) => ["time", "arrival"].includes(kindOf(claim))).map(({ weight }) => weight);
  const most = times.length === 0 ? Number.POSITIVE_INFINITY : PART * Math.max(...times);
  for (const claim of kept)
    if (claim.field !== undefined && ["slower", "faster"].includes(claim.change))
      claim.weight = Math.min(claim.weight, most);
  return kept.sort((a, b) => b.weight - a.weight);
}

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
