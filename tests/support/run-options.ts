// Options for random runs. The compiler asks for the values of a new one, and every test that uses these tries it.
import fc from "fast-check";
import { FORMATS, UNMATCHED } from "../../src/run/line-writer.ts";
import type { NormalizationOptions } from "../../src/run/normalization.ts";

/**
 * What is written, and how. What lines are, and where the rest goes, each test says by itself. An option that the tests
 * with these options do not try is not tried in threads and parts.
 */
type WritingOptions = Omit<NormalizationOptions, "explain" | "input" | "mask" | "signal">;

type Values<Options> = { readonly [Name in keyof Required<Options>]: fc.Arbitrary<Options[Name]> };

const VALUES: Values<WritingOptions> = {
  format: fc.constantFrom(undefined, ...FORMATS),
  unmatched: fc.constantFrom(undefined, ...UNMATCHED),
  original: fc.constantFrom(undefined, false, true),
  timezone: fc.constantFrom(undefined, "UTC", "+02:00"),
  stripAnsi: fc.constantFrom(undefined, false, true),
};

/** Options that may be given together: lines without JSON have no originals and no times. */
export function together<Options extends WritingOptions>(options: Options): Options {
  return options.format === "json" ? options : { ...options, original: false, timezone: undefined };
}

/** Some of these cannot be given together. */
export const anyOptions: fc.Arbitrary<WritingOptions> = fc.record(VALUES);
export const writingOptions: fc.Arbitrary<WritingOptions> = anyOptions.map(together);
