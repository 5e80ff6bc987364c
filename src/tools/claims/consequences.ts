import type { Claim } from "./claim.ts";

type Direction = "more" | "fewer" | undefined;

function directionOf({ change, unit, field }: Claim): Direction {
  if (field !== undefined || (unit !== "requests" && unit !== "lines")) return undefined;
  return ["new", "more", "new_variant"].includes(change) ? "more" : "fewer";
}

/**
 * Leaves out what follows from another claim: each change is claimed once, where it is named best. The claims must be in
 * the order of their importance.
 */
export function withoutConsequences(claims: readonly Claim[]): Claim[] {
  const isPresence = ({ change, unit }: Claim): boolean => unit === "requests" && !change.endsWith("variant");
  const isVariant = ({ change }: Claim): boolean => change.endsWith("variant");
  const isTime = ({ from, unit, field }: Claim): boolean =>
    from !== undefined && unit !== "requests" && field === undefined;
  const isWhole = (claim: Claim): boolean => isTime(claim) && claim.rule === undefined;
  const isSameEvent = (a: Claim, b: Claim): boolean =>
    a.rule !== undefined && a.rule === b.rule && a.ruleFile === b.ruleFile;
  const kept: Claim[] = [];
  const has = (test: (other: Claim) => boolean): boolean => kept.some(test);
  const presences = claims.filter(isPresence);
  const times = claims.filter((claim) => isTime(claim) && !isWhole(claim));
  for (const claim of presences) {
    const follows = has(
      (other) =>
        directionOf(other) === directionOf(claim) &&
        (claim.from === other.rule || claim.to === other.rule) &&
        areAlike(claim, other),
    );
    if (!follows) kept.push(claim);
  }
  for (const claim of claims.filter(isVariant)) {
    const follows =
      presences.some((other) => isSameEvent(other, claim) && directionOf(other) === directionOf(claim)) ||
      has((other) => isVariant(other) && isSameEvent(other, claim));
    if (!follows) kept.push(claim);
  }
  for (const claim of times) {
    const follows = has(
      (other) =>
        (isTime(other) && isSameEvent(other, claim)) ||
        (isTime(other) && other.change !== claim.change && other.to === claim.from) ||
        (isVariant(other) && other.from === claim.from && other.to === claim.to),
    );
    if (!follows) kept.push(claim);
  }
  const told = kept.length;
  for (const claim of claims) {
    if (isPresence(claim) || isVariant(claim) || times.includes(claim)) continue;
    const follows = kept
      .slice(0, told)
      .some((other) =>
        isWhole(claim)
          ? isTime(other) && other.change === claim.change
          : claim.unit === "lines" &&
            isSameEvent(other, claim) &&
            directionOf(other) === directionOf(claim) &&
            directionOf(claim) !== undefined,
      );
    if (!follows) kept.push(claim);
  }
  return kept.sort((a, b) => b.weight - a.weight);
}

/** Whether two claims may be about the same requests. */
function areAlike(a: Claim, b: Claim): boolean {
  const isNear = (one: Claim["old"], other: Claim["old"]): boolean =>
    "count" in one && "count" in other && Math.abs(one.count - other.count) <= 0.02 * Math.max(one.count, other.count);
  return isNear(a.old, b.old) && isNear(a.new, b.new);
}
