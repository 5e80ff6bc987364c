export type { TextOptions } from "../../run/text-lines.ts";
export {
  type MatcherResult,
  normalizedSerializer,
  type SnapshotSerializer,
  type TextProcessor,
  toMatchNormalizedSnapshot,
} from "./snapshots.ts";
