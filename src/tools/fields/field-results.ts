import { ANY_TYPE } from "../../matcher/types/type-registry.ts";
import { locationsOf } from "../../rules/location.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import type { LogIndex, ValueCounts } from "../../text/collections/value-counts.ts";
import { type KeptValue, keptValue } from "../../text/collections/value-key.ts";
import type { Advice, Doubt } from "./advice.ts";
import type { FieldFinding } from "./findings.ts";

const MAX_COMMON = 10;

interface RulesLocation {
  /** `rules.yaml:7:38`, or `rules[3].pattern` in rules given as an object. */
  readonly place: string;
  readonly line: number;
  readonly column: number;
}

/** The edit after which outputs do not vary with a field, or show one that is the same in each run. */
export interface FieldResultEdit extends RulesLocation {
  readonly edit: Advice;
  /** Whether it was made; undefined if that was not asked for. */
  readonly made: boolean | undefined;
  /** The path of the rules file; `rules` if rules were not given as a file. */
  readonly file: string;
}

/** A value, or the beginning of a long one, which occurs at least `count` and at most `atMost` times. */
interface CountedValue<Line extends string | Uint8Array> extends Omit<KeptValue, "bytes"> {
  readonly value: Line;
  readonly count: number;
  readonly atMost: number;
}

type LogValues<Line extends string | Uint8Array> = ReturnType<typeof valuesOf<Line>>;

/** What the fields of one name in one rule, or in one of its followers, captured. */
export interface FieldResult<Line extends string | Uint8Array = string> {
  readonly rule: string;
  /** The path of the rule's file, if there are several. */
  readonly file?: string;
  /** The line in which the rule begins, from 1. */
  readonly line: number;
  /** The number of the follower, from 1; undefined for the rule itself. */
  readonly follower: number | undefined;
  readonly field: string;
  /** In how many lines it captured something. */
  readonly lines: number;
  /** The same for each log; undefined for a single log. */
  readonly oldLines: number | undefined;
  readonly newLines: number | undefined;
  /** In how many lines of the rule it captured nothing. */
  readonly empty: number;
  /** The same for each log; undefined for a single log. */
  readonly oldEmpty: number | undefined;
  readonly newEmpty: number | undefined;
  /** The number of distinct values. */
  readonly distinct: number;
  /** Whether `distinct` is exact, and not an estimate. */
  readonly exact: boolean;
  /** The most frequent values. */
  readonly common: readonly CountedValue<Line>[];
  /** The narrowest type that all values have; `any` if they can be any text, or if there are none. */
  readonly type: string;
  /** Whether the rule's output shows it. */
  readonly shown: boolean;
  /** The names of the transforms through which the output shows it. */
  readonly transforms: readonly string[];
  /** Whether it varies from run to run; undefined for a single log, if a log has no value, or if that is unclear. */
  readonly varies: boolean | undefined;
  /** The share of new values, and the share that chance would make new; undefined where `varies` knows no values. */
  readonly newShare: number | undefined;
  readonly chanceShare: number | undefined;
  /** Why it is unclear whether it varies; undefined unless it is. */
  readonly unclear: Doubt | undefined;
  /** If that is unclear: the values of the old log and of the new one, and where an edit would be made. */
  readonly doubtful:
    | { readonly values: readonly [LogValues<Line>, LogValues<Line>]; readonly place?: string }
    | undefined;
  /** What to do if the output varies with the field. */
  readonly edit: FieldResultEdit | undefined;
}

/** A result as `--format json` writes it. */
export function fieldJson({ doubtful: _, ...result }: FieldResult<Buffer>): object {
  const { common, varies, edit } = result;
  return {
    ...result,
    common: common.map(({ cut, atMost, ...value }) => ({
      ...{ value: value.value, cut: cut || undefined, count: value.count },
      atMost: atMost > value.count ? atMost : undefined,
    })),
    varies: varies ?? null,
    edit: edit && { edit: edit.edit, made: edit.made, file: edit.file, line: edit.line, column: edit.column },
  };
}

/** The results of findings. `convert` makes the values, `made` has the findings whose edits were made. */
export function fieldResults<Line extends string | Uint8Array>(
  findings: readonly FieldFinding[],
  source: LoadedRules,
  logCount: number,
  convert: LineConverter<Line>,
  made?: ReadonlySet<FieldFinding>,
): FieldResult<Line>[] {
  const { rules, lines } = source;
  const followers = [...rules.map(() => undefined), ...rules.flatMap((rule) => rule.followers.map((_, i) => i + 1))];
  const placed = findings.filter(({ span }) => span !== undefined).sort((a, b) => a.span!.start - b.span!.start);
  const spans = placed.map(({ span }) => span!);
  const locations = new Map(
    locationsOf(spans, source.files).map(({ place, line, column }, i) => [placed[i]!, { place, line, column }]),
  );
  const bytesAs = (bytes: Buffer): Line => convert(bytes, 0, bytes.length);
  return findings.map((finding) => {
    const { column, shown, variation, verdict, advice } = finding;
    const { linePattern, name, values, type, empty } = column;
    const { name: rule, file } = source.rulebook.linePatterns[linePattern]!;
    const location = locations.get(finding);
    const doubt = typeof verdict === "string" ? verdict : undefined;
    const captured = [column.lines[0] - empty[0], column.lines[1] - empty[1]] as const;
    const [oldLines, newLines] = logCount > 1 ? captured : [];
    const [oldEmpty, newEmpty] = logCount > 1 ? empty : [];
    return {
      ...{ rule, ...(file !== undefined && { file }) },
      ...{ line: lines[linePattern]!, follower: followers[linePattern], field: name },
      ...{ lines: captured[0] + captured[1], oldLines, newLines },
      ...{ empty: empty[0] + empty[1], oldEmpty, newEmpty },
      ...{ distinct: values.distinct, exact: values.isExact },
      common: values.common(MAX_COMMON).map(({ key, count, atMost }) => {
        const { bytes, ...value } = keptValue(key);
        return { value: bytesAs(bytes), ...value, count, atMost };
      }),
      type: type.name ?? ANY_TYPE,
      ...{ shown: shown.isShown, transforms: shown.transforms.map(({ name }) => name) },
      varies: doubt === undefined ? (verdict as boolean | undefined) : undefined,
      ...{ newShare: variation?.newShare, chanceShare: variation?.chanceShare, unclear: doubt },
      doubtful: doubt && {
        values: [valuesOf(values, 0, bytesAs), valuesOf(values, 1, bytesAs)],
        ...(location && { place: location.place }),
      },
      edit:
        doubt === undefined && advice
          ? { edit: advice, made: made?.has(finding), file: file ?? source.path, ...location! }
          : undefined,
    };
  });
}

/** The most frequent values that one of two logs has in the sample, or the beginnings of long ones. */
function valuesOf<Line extends string | Uint8Array>(
  values: ValueCounts,
  side: LogIndex,
  bytesAs: (bytes: Buffer) => Line,
) {
  const own = [...values.sampled()].filter(({ counts }) => counts[side] > 0);
  own.sort((a, b) => b.counts[side] - a.counts[side]);
  return { values: own.slice(0, MAX_COMMON).map(({ key }) => bytesAs(keptValue(key).bytes)), distinct: own.length };
}
