// Programs of others. Each gets our rules through a converter, and the same lines as ours unless noted.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beside } from "./beside.ts";
import { awkScript } from "./converters/awk-script.ts";
import { arePlain } from "./converters/convertible-rule.ts";
import { lognormRulebase, normalizedByLognorm } from "./converters/lognorm-rulebase.ts";
import { PRINTED, patterndb } from "./converters/patterndb.ts";
import { perlScript } from "./converters/perl-script.ts";
import { hasTransforms, rustRules } from "./converters/rust-rules.ts";
import { sedScript } from "./converters/sed-script.ts";
import { underSyslogHeaders } from "./converters/syslog-headers.ts";
import { syslogNgConfiguration } from "./converters/syslog-ng-configuration.ts";
import type { Engine, EngineFiles } from "./engine.ts";
import { all, few, fewerUnderManyRules } from "./line-counts.ts";
import { rustProgram } from "./rust-program.ts";

/** An engine, and the program that must be installed for it. */
export interface Peer extends Engine {
  readonly program: string;
}

const whole = { lines: all, measuresItself: false, normalizes: true };
/** For engines whose converters know only literals and fields. */
const plain = { ...whole, takes: arePlain };
const patterns = (files: EngineFiles): string => beside(files, "rules.xml", () => patterndb(files.templates));
/** A command that needs a shell, in which `$1` and so on are paths. */
const shell = (script: string, ...paths: string[]): string[] => ["sh", "-c", script, "sh", ...paths];

export const PEERS: readonly Peer[] = [
  {
    ...plain,
    name: "lognormalizer (liblognorm), to JSON",
    program: "lognormalizer",
    command: (files) => {
      const rulebase = beside(files, "rules.rulebase", () => lognormRulebase(files.templates));
      return shell('exec lognormalizer -T -r "$1" <"$2"', rulebase, files.log);
    },
    asOurs: normalizedByLognorm,
  },
  {
    ...plain,
    name: "pdbtool match (syslog-ng)",
    program: "pdbtool",
    command: (files) => {
      const log = beside(files, `${basename(files.log)}.headed`, () => underSyslogHeaders(readFileSync(files.log)));
      return ["pdbtool", "match", "-p", patterns(files), "-T", PRINTED, "-f", log];
    },
  },
  {
    ...plain,
    name: "db-parser in syslog-ng",
    program: "syslog-ng",
    command: (files) => {
      const configuration = beside(files, "syslog-ng.conf", () => syslogNgConfiguration(patterns(files)));
      const state = join(dirname(configuration), "syslog-ng");
      // It would follow a file for ever, but sees the end of a pipe.
      const script = 'cat "$1" | syslog-ng -F -f "$2" --persist-file "$3.persist" -c "$3.control" -p "$3.pid"';
      return shell(script, files.log, configuration, state);
    },
  },
  {
    ...whole,
    name: "Rust's regex, one a rule or a set",
    program: "cargo",
    takes: (templates) => hasTransforms(templates) && rustProgram() !== undefined,
    command: (files) => [rustProgram()!, beside(files, "rules.rust", () => rustRules(files.templates)), files.log],
  },
  {
    ...whole,
    name: "perl, a regex a rule",
    program: "perl",
    lines: fewerUnderManyRules,
    command: (files) => ["perl", beside(files, "rules.pl", () => perlScript(files.templates)), files.log],
  },
  {
    ...plain,
    name: "mawk, index and substr",
    program: "mawk",
    lines: fewerUnderManyRules,
    command: (files) => ["mawk", "-f", beside(files, "rules.awk", () => awkScript(files.templates)), files.log],
  },
  {
    ...plain,
    name: "GNU sed -E",
    program: "sed",
    lines: few,
    command: (files) => {
      const script = beside(files, "rules.sed", () => sedScript(files.templates));
      // Bytes, without the rules of a language, are what sed is fastest with.
      return ["env", "LC_ALL=C", "sed", "-E", "-f", script, files.log];
    },
  },
];
