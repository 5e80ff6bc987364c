import { PARTS, type Table } from "./blocks.ts";
import type { Both, Effect, Effects, EventName } from "./claim.ts";
import type { Counted } from "./counts.ts";
import type { EventProfile, Profile } from "./profile.ts";
import type { Profiles } from "./profiles.ts";

/** An event with what both logs have of it. */
export interface EventPair extends Both<EventProfile | undefined> {
  readonly event: number;
  readonly name: EventName;
}

/** The events that either log has. If there are too many shapes, only those that both have. */
export function eventPairs(profiles: Profiles): EventPair[] {
  const { old, new: next } = profiles;
  return Array.from({ length: profiles.eventCount }, (_, event) => {
    return { event, name: profiles.events.nameOf(event), old: old.events[event], new: next.events[event] };
  }).filter(({ event, name, old, new: next }) => {
    if (name.shape !== undefined && profiles.events.hasManyShapes)
      return old !== undefined && next !== undefined && !profiles.events.isRest(event);
    return old !== undefined || next !== undefined;
  });
}

/** What has a count by block. */
interface Countable {
  readonly count: number;
  readonly blocks: Table;
}

const NO_PARTS = new Float64Array(PARTS);

export function countedIn(profiles: Profiles, { old, new: next }: Both<Countable | undefined>): Counted {
  return {
    old: old?.count ?? 0,
    new: next?.count ?? 0,
    oldParts: old === undefined ? NO_PARTS : profiles.old.blocks.inParts(old.blocks),
    newParts: next === undefined ? NO_PARTS : profiles.new.blocks.inParts(next.blocks),
  };
}

export function effectsOf(
  { runs, new: next }: Profiles,
  effectOf: (run: Profile) => Effect | undefined,
): () => Effects {
  return () => ({ good: runs.map(effectOf).filter((effect) => effect !== undefined), next: effectOf(next) });
}
