import type { Place } from "./place.ts";
import type { Program, ProgramDefinition } from "./programs.ts";
import type { Recipe } from "./trial.ts";

export const RSYSLOG: ProgramDefinition = {
  name: "rsyslogd",
  folders: ["/usr/sbin"],
  packages: [],
  versionOption: "-v",
};

/** The recipes with rsyslog. Those that use jq are left out if there is none. */
export function rsyslogRecipes(program: Program, jq: Program | undefined): Recipe[] {
  const common = {
    version: program.version,
    start: (place: Place) =>
      place.start(program, ["-n", "-i", place.path("/run/rsyslogd.pid"), "-f", place.path("/etc/rsyslog.conf")]),
    feed: (place: Place, lines: string) => place.append("/var/log/app.log", lines),
    output: (place: Place) => place.read("/var/log/normalized.log"),
  };
  const recipes: Recipe[] = [
    {
      ...common,
      name: "rsyslog, omprog",
      promises: {
        none: "exactly once",
        "child killed": "lines lost",
        "child stopped": "lines lost",
        restarted: "unsure",
        killed: "unsure",
      },
      prepare: (place) => place.install("rsyslog.conf", "/etc/rsyslog.conf"),
    },
    {
      ...common,
      name: "rsyslog, confirmed",
      promises: {
        none: "exactly once",
        "child killed": "at least once",
        "child stopped": "at least once",
        restarted: "at least once",
        killed: "unsure",
      },
      prepare: (place) => {
        place.install("rsyslog-confirmed.conf", "/etc/rsyslog.conf");
        place.install("normalize-and-confirm", "/opt/normalize-and-confirm");
      },
    },
    {
      ...common,
      name: "rsyslog, mmexternal",
      promises: {
        none: "exactly once",
        "child killed": "none lost",
        "child stopped": "none lost",
        // In some trials a line stayed as it was, or had the output of another, and the lines were mixed.
        restarted: "unsure",
        killed: "unsure",
      },
      prepare: (place) => {
        place.install("rsyslog-fields.conf", "/etc/rsyslog.conf");
        place.install("normalize-for-rsyslog", "/opt/normalize-for-rsyslog");
      },
    },
  ];
  return jq === undefined ? recipes.slice(0, -1) : recipes;
}
