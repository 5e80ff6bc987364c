// The words of command lines: the files of a run's folder, other names, and values of options.

import { COMPRESSED_FORMATS } from "../../src/io/decompress.ts";

/** Repeats the first value so often that most command lines do some work. */
function often(usual: readonly string[], odd: readonly string[]): string[] {
  const times = Math.ceil((4 * odd.length) / usual.length);
  return [...Array<readonly string[]>(times).fill(usual).flat(), ...odd];
}

const LONG = "x".repeat(5_000);
/** Names that a terminal would obey. */
export const ODD_NAME = "odd\nname\x1b[31m.log";
export const ODD_RULES = "\x1b]0;odd\x07\nrules\u202e.yaml";

export const RULES_NAMES = often(
  ["rules.yaml", "fuzzed.yaml", ODD_RULES],
  ["broken.yaml", "missing.yaml", "dir", "app.log", "\x9bmissing.yaml", ""],
);

/** The names of a log in a compressed format, whole and cut short. */
export const packedName = (format: string): string => `packed.${format}`;
export const cutName = (format: string): string => `cut.${format}`;

export const LOG_NAMES = often(
  ["app.log", "old.log", "new.log", "fuzzed.log", ...COMPRESSED_FORMATS.map(packedName), "-"],
  [
    ...COMPRESSED_FORMATS.map(cutName),
    ...["empty.log", "missing.log", "dir", "dir/inner.log", ODD_NAME, "-x.log", "--", "", "./diff", LONG],
    ...["/dev/null", "/dev/stdin", "rules.yaml", "/proc/self/nothing", "a/b/c", "\x1b\u202e.log"],
  ],
);

export const OUTPUTS = often(["stats.txt"], ["dir", "app.log", "rules.yaml", "missing/stats.txt", ODD_NAME, ""]);

/** Devices for outputs only, as reading some of them would never end. */
export const DEVICES = ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/full"].map((path) => `--stats-file=${path}`);

export const ODD_OPTIONS = [
  ...["--", "-", "---", "--rules=", "-qr", "-rq", "-vh", "--no-quiet", "--quiet=1", "--x\x1b[31m", "-é", "-r=x"],
];

export const TEXTS = ["", "7", "GET", "é", "\x1b", "__proto__", "-", "--id", "\\", LONG, "a\nb", "%s", "{path}"];

export const NUMBERS = often(
  ["1", "2", "3"],
  ["0", "100", "-1", "+1", "1e3", "0x1", "999999999999999", "257", "auto", "٣", " 1", "NaN"],
);

/** The values of options, by the metavariable in their help. */
export const OPTION_VALUES: Readonly<Record<string, readonly string[]>> = {
  FIELDS: often(
    ["path", "id", "status,path", "user,request", "timestamp"],
    ["nothing", "path,nothing", ",", "a,,b", "__proto__", "constructor"],
  ),
  ID: TEXTS,
  N: NUMBERS,
  P: often(["0", "50", "66.6", "100"], ["99.99999999999999999999", "100.1", "-5", "1e2", "NaN", "050", ".5", "%"]),
  TEXT: TEXTS,
  ZONE: often(["UTC", "Z", "+02:00", "-0530", "-03:30"], ["+99:99", "CET", "0", "", "+1"]),
};
