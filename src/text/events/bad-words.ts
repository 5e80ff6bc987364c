// The English of this house: words for bad news and for levels. They rank and select what is new, and decide nothing
// about what is new.

const words = (text: string): Set<string> => new Set(text.split(" "));

/** Without these tables nothing is bad news; everything else works as before. */
export const BAD_NEWS = {
  /** They count where they stand alone, in any case. */
  words: words(
    "error errors err fail fails failed failing failure failures fatal panic panics panicked panicking exception exceptions " +
      "traceback abort aborts aborted aborting crash crashed crashes killed denied refused rejected timeout timeouts " +
      "cannot unable invalid illegal missing undefined unresolved unexpected unknown unrecognized unreachable " +
      "unavailable unsupported uncaught unhandled unhealthy segfault sigsegv sigabrt corrupt corrupted overflow violation violations " +
      "conflict conflicts broken expired exceeded dead deadlock leak leaks mismatch incompatible unauthorized forbidden",
  ),
  /** The same of two words. */
  pairs: words(
    "not_found no_such could_not can_t timed_out out_of gave_up does_not did_not is_not not_ok core_dumped exit_code " +
      "not_match data_race bus_error",
  ),
  /** Before an equals sign they are names of settings. */
  settings: words("timeout timeouts"),
  /** Names that end so, behind another part that is written together with it. */
  endings: words("Error Exception Failure Timeout"),
  /** Levels that say that something failed. */
  levels: words("error fatal severe crit critical panic emerg emergency alert err"),
};

/** The members of records and the fields that hold a level, in lower case. */
const LEVEL_NAMES = words("level severity lvl loglevel levelname log.level severity_text priority @l");

/** Levels that libraries and syslog write as numbers. */
const NUMBERED_LEVELS: ReadonlyMap<string, string> = new Map([
  ...["trace", "debug", "info", "warn", "error", "fatal"].map((level, i) => [`${10 * (i + 1)}`, level] as const),
  ...["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"].map(
    (level, i) => [`${i}`, level] as const,
  ),
]);

const LOW_LEVELS = words("info debug trace notice verbose finest finer fine log");
const MIDDLE_LEVELS = words("warn warning");

/** How grave a level is: 3 for errors, 2 for warnings, 1 for others, and 0 for none that is known. */
export function gravityOf(level: string): number {
  const name = (NUMBERED_LEVELS.get(level) ?? level).toLowerCase();
  return BAD_NEWS.levels.has(name) ? 3 : MIDDLE_LEVELS.has(name) ? 2 : LOW_LEVELS.has(name) ? 1 : 0;
}

/** Whether a member or a field of this name holds a level. */
export function isLevelName(name: string): boolean {
  return LEVEL_NAMES.has(name.toLowerCase());
}

/** A level in words, as Latin-1. */
export function levelText(level: Buffer): string {
  const text = level.toString("latin1");
  return NUMBERED_LEVELS.get(text) ?? text;
}

/** Whether a text has a word, or two, for bad news, or the name of an error: `TypeError`. */
export function isBadNews(text: string): boolean {
  const { words: single, pairs, endings } = BAD_NEWS;
  const found = text.match(/[A-Za-z]+/g) ?? [];
  return found.some((word, i) => {
    const lower = word.toLowerCase();
    if (single.has(lower) || pairs.has(`${lower}_${found[i + 1]?.toLowerCase()}`)) return true;
    return [...endings].some((ending) => word.endsWith(ending) && word !== ending);
  });
}
