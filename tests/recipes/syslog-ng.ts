import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";
import type { Program, ProgramDefinition } from "./programs.ts";
import type { Recipe } from "./trial.ts";

export const SYSLOG_NG: ProgramDefinition = {
  name: "syslog-ng",
  folders: ["/usr/sbin"],
  packages: ["syslog-ng-core", "libivykis0", "libnet1", "libwrap0"],
  versionOption: "--version",
};

export function syslogNgRecipes(program: Program): Recipe[] {
  const common = {
    version: program.version,
    start: (place: Place) =>
      place.start(program, [
        "--foreground",
        "--no-caps",
        "--stderr",
        `--cfgfile=${place.path("/etc/syslog-ng.conf")}`,
        `--persist-file=${place.path("/run/syslog-ng.persist")}`,
        `--pidfile=${place.path("/run/syslog-ng.pid")}`,
        `--control=${place.path("/run/syslog-ng.ctl")}`,
        ...(program.unpacked === undefined ? [] : [`--module-path=${modulesIn(program.unpacked)}`]),
      ]),
    feed: (place: Place, lines: string) => place.append("/var/log/app.log", lines),
    output: (place: Place) => place.read("/var/log/normalized.log"),
  };
  return [
    {
      ...common,
      name: "syslog-ng, destination",
      promises: {
        none: "exactly once",
        "child killed": "lines lost",
        "child stopped": "lines lost",
        restarted: "unsure",
        killed: "unsure",
      },
      prepare: (place) => place.install("syslog-ng.conf", "/etc/syslog-ng.conf"),
    },
    {
      ...common,
      name: "syslog-ng, source",
      promises: {
        none: "exactly once",
        "child killed": "at least once",
        "child stopped": "at least once",
        restarted: "at least once",
        killed: "at least once",
      },
      prepare: (place) => place.install("syslog-ng-source.conf", "/etc/syslog-ng.conf"),
    },
  ];
}

/** The folder of modules, which is named after the version. */
function modulesIn(unpacked: string): string {
  const folder = join(unpacked, "usr/lib/syslog-ng");
  return join(folder, readdirSync(folder).find((name) => /^\d/.test(name))!);
}
