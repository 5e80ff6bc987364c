import type { YAMLMap } from "yaml";
import { allOrNone } from "./all-or-none.ts";
import { headOf, headSpan, readKeys, type Vocabulary } from "./keys.ts";
import type { Wording } from "./problem.ts";
import { readMatch } from "./read-match.ts";
import { itemsOf, type Reader, type Slot } from "./reader.ts";
import type { PlacedMatch } from "./rule.ts";

const SEQUENCE: Vocabulary = { what: "a sequence", keys: ["followers"], extensible: false };
const FOLLOWER: Vocabulary = { what: "a follower", keys: ["pattern", "output"], extensible: false };
const NO_FOLLOWERS = "write 'followers:' and below it the list of the patterns of lines that may follow";
const NO_FOLLOWER = "a follower is a mapping with the key 'pattern', and 'output' unless its lines stay as they are";

/** Reads what may follow a rule's line. */
export function readSequence(reader: Reader, slot: Slot): readonly PlacedMatch[] | undefined {
  const map = reader.mapping(slot, NO_FOLLOWERS);
  return map && reader.once(map, () => followersOf(reader, map, slot.until));
}

function followersOf(reader: Reader, map: YAMLMap.Parsed, until: number): readonly PlacedMatch[] | undefined {
  const slot = readKeys(reader, map, SEQUENCE, until).get("followers");
  if (slot === undefined) {
    const wording: Wording = { message: "a sequence has no 'followers'", help: NO_FOLLOWERS };
    reader.report("MISSING_KEY", headOf(map), () => wording, until);
    return undefined;
  }
  const list = reader.list(slot, NO_FOLLOWERS);
  if (list === undefined) return undefined;
  const items = itemsOf(list, "a follower", slot.until);
  if (items.length === 0) reader.report("EMPTY_VALUE", slot.node, () => EMPTY);
  return allOrNone(items.map((item) => readFollower(reader, item)));
}

function readFollower(reader: Reader, slot: Slot): PlacedMatch | undefined {
  const map = reader.mapping(slot, NO_FOLLOWER);
  if (map === undefined) return undefined;
  return reader.once(map, () => {
    const slots = readKeys(reader, map, FOLLOWER, slot.until);
    if (!slots.has("pattern")) {
      const wording: Wording = { message: "a follower has no 'pattern'", help: NO_FOLLOWER };
      reader.report("MISSING_KEY", headOf(map), () => wording, slot.until);
    }
    const match = readMatch(reader, slots.get("pattern"), slots.get("output"), () => "a follower", true);
    return match && { ...match, span: headSpan(map) };
  });
}

const EMPTY: Wording = {
  message: "'followers' is an empty list; expected at least one follower",
  help: "leave 'sequence' out of a rule whose lines stand alone",
};
