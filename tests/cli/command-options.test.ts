// Each option of a command changes something that can be seen: what the run writes, its exit code, or files.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EXIT } from "../../src/cli/context.ts";
import { COMMANDS } from "../../src/cli/named.ts";
import { commandName, namesOf } from "../../src/cli/options/command-definition.ts";
import type { OptionDefinition } from "../../src/library/option-definitions.ts";
import type { Outcome } from "../support/command.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { shown } from "../support/shown.ts";
import { SIZES, SMALL_COMMAND } from "../support/small-build.ts";
import { suite } from "../support/suite.ts";
import { hasTerminals, Terminal } from "../support/terminal.ts";

const LOG = `2025-05-04 10:00:01 [r1] ann asks for /a in 5 ms
2025-05-04 10:00:02 [r2] bob asks for /b in 6 ms
2025-05-04 10:00:03 [r1] goes on as [j1]
2025-05-04 10:00:09 [j1] ann asks for /c in 7 ms
2025-05-04 10:00:10 [r2] bob asks for /b in 6 ms
nobody knows line 17
`;

const RULES = `rules:
  - name: asks
    pattern: "{timestamp} [{id}] {user} asks for {path} in {took:number} ms"
    output: "{user} {path} {took}"
  - name: goes-on
    pattern: "{timestamp} [{id}] goes on as [{job}]"
    output: "goes on"
`;

const FILES: Readonly<Record<string, string>> = {
  "rules.yaml": RULES,
  "other.yaml": RULES.replace("{user} {path} {took}", "{path}"),
  "warned.yaml": `fields: { nothing: { parser: number } }\n${RULES}`,
  "keyed.yaml": `rules:
  - name: asks
    pattern: "{timestamp} [{id}] {user} asks for {path}"
    output: "{user} {path}"
    fields: { user: { transform: pseudonym } }
    examples: [{ line: "2025-05-04 10:00:01 [r1] ann asks for /a", output: "ann /a" }]
`,
  "one.key": "one key that is long enough for everybody",
  "other.key": "another key that is long enough for everybody",
  "app.log": LOG,
  "next.log": `2025-05-04 11:00:01 [q2] bob asks for /b in 6 ms
2025-05-04 11:00:02 [q1] eve asks for /a in 5 ms
2025-05-04 11:00:03 [q1] goes on as [k1]
2025-05-04 11:00:09 [k1] ann asks for /c in 7 ms
2025-05-04 11:00:10 [q2] bob asks for /b in 6 ms
nobody knows line 18
`,
  "records.json": `{"msg": "2025-05-04 10:00:01 [r1] ann asks for /a in 5 ms", "text": "nobody knows"}\n`,
  "coloured.log": LOG.replaceAll("[", "\x1b[1m[\x1b[0m"),
  "large.log": LOG.repeat(Math.ceil(SIZES.MIN_PARALLEL_BYTES / LOG.length)),
  "levels.log": Array.from(
    { length: 60 },
    (_, i) =>
      `2025-05-04 10:00:${10 + (i % 50)} ${i % 3 ? "INFO" : "WARN"} [main] pump ${"abcdef"[i % 6]} is ${i % 7} up\n`,
  ).join(""),
  "less.log": "fetching the page\n".repeat(60) + "the page was cached\n".repeat(40),
  "more.log": "fetching the page\n".repeat(60) + "the page was cached\n".repeat(4) + "no page\n".repeat(40),
  "accepted.jsonl": '{"change": "new", "shape": "no page"}\n',
  "known.txt": "# normalizer baseline\n",
  "asks.rulebase": "version=2\nrule=:ann asks for %path:rest%\n",
  "run.json": `{"lines_processed": 2, "lines_matched": 1, "match_rate": 0.5, "rules": [{"name": "asks", "lines": 1}]}\n`,
};

if (!hasTerminals) console.log("skipped: --progress on a terminal, which needs the program 'script'");

/** Runs the command, and returns what can be seen of the run. */
type Run = (
  args: readonly string[],
  cwd: string,
) => Promise<{ readonly exit?: Outcome["exit"]; readonly seen: string }>;

/**
 * A command line that is run twice: with what stands in brackets and without; or with each of two values, as in
 * `--part [1/2|2/2]`. It may need a run of its own.
 */
type Row = string | { readonly line: string; readonly run: Run };

/** What the commands that read logs have in common. */
function reading(command: string): Record<string, Row> {
  return {
    "--input": `${command} --input [lines|json] records.json`,
    "--message": `${command} --input json --message [msg|text] records.json`,
    "--strip-ansi": `${command} [--strip-ansi] coloured.log`,
  };
}

/** By command and option. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  normalizer: {
    "--rules": "--rules [rules.yaml|other.yaml] app.log",
    "--quiet": "-r rules.yaml [--quiet] app.log",
    "--explain": "-r rules.yaml [--explain] app.log",
    "--unmatched": "-r rules.yaml --unmatched [pass|drop] app.log",
    "--format": "-r rules.yaml --format [lines|json] app.log",
    "--original": "-r rules.yaml --format json [--original] app.log",
    "--timezone": "-r rules.yaml --format json --timezone [UTC|+02:00] app.log",
    "--stats-file": "-r rules.yaml [--stats-file stats.txt] app.log",
    "--stats-format": "-r rules.yaml --stats-format [table|json] app.log",
    "--fail-under": "-r rules.yaml [--fail-under 99] app.log",
    "--jobs": { line: "-r rules.yaml --jobs [1|2] large.log", run: countingThreads },
    "--part": "-r rules.yaml --part [1/2|2/2] app.log",
    "--output": "-r rules.yaml [--output out.log] app.log",
    "--mask": "-r rules.yaml [--mask] app.log",
    "--key-file": "-r keyed.yaml --key-file [one.key|other.key] app.log",
    "--progress": { line: "-qr rules.yaml [--progress] -o out.log pipe", run: slowlyOnTerminal },
    ...reading("-r rules.yaml"),
  },
  "normalizer suggest": {
    "--rules": "suggest [--rules rules.yaml] app.log",
    "--in-place": "suggest -r rules.yaml [--in-place] app.log",
    "--output": "suggest [--output new.yaml] app.log",
    "--min-count": "suggest --min-count [1|2] app.log",
    "--max-rules": "suggest --max-rules [1|2] app.log",
    "--granularity": "suggest --granularity [coarse|fine] levels.log",
    "--keep": "suggest [--keep level] levels.log",
    "--runs": "suggest [--runs] app.log coloured.log",
    ...reading("suggest"),
  },
  "normalizer import": {
    "--from": "import --from [liblognorm|grok] asks.rulebase",
  },
  "normalizer export": {
    "--to": "export [--to patterndb] rules.yaml",
    "--program": "export --to patterndb [--program sshd] rules.yaml",
  },
  "normalizer check": {
    "--rules": "check --rules [rules.yaml|other.yaml] app.log",
    "--format": "check --format [text|json] rules.yaml",
    "--add-examples": "check [--add-examples] rules.yaml app.log",
    "--update-examples": "check [--update-examples] rules.yaml app.log",
    "--baseline": "check [--baseline known.txt] rules.yaml app.log",
    "--update-baseline": "check --baseline known.txt [--update-baseline] rules.yaml app.log",
    "--against": "check [--against other.yaml] rules.yaml app.log",
    "--fail-under": "check [--fail-under 99] rules.yaml app.log",
    "--strict": "check [--strict] warned.yaml",
    "--key-file": "check --key-file [one.key|other.key] keyed.yaml",
    ...reading("check rules.yaml"),
  },
  "normalizer why": {
    "--rules": "why --rules [rules.yaml|other.yaml] app.log",
    "--line": "why -r rules.yaml [--line 2] app.log",
    "--unmatched": "why -r rules.yaml [--unmatched] app.log",
    "--rule": "why -r rules.yaml [--rule goes-on] app.log",
    "--format": "why -r rules.yaml --format [text|json] app.log",
    ...reading("why -r rules.yaml"),
  },
  "normalizer fields": {
    "--rules": "fields --rules [rules.yaml|other.yaml] app.log",
    "--in-place": "fields -r rules.yaml [--in-place] app.log next.log",
    "--findings": "fields -r rules.yaml [--findings] app.log next.log",
    "--format": "fields -r rules.yaml --format [text|json] app.log",
    ...reading("fields -r rules.yaml"),
  },
  "normalizer report": {
    "--rules": "report --rules [rules.yaml|other.yaml] app.log",
    "--output": "report -r rules.yaml [--output page.html] app.log",
    "--playground": "report [--playground|-r rules.yaml]",
    "--good": "report -r rules.yaml [--good app.log] next.log",
    "--against": "report -r rules.yaml [--against app.log] next.log",
    "--by": "report -r rules.yaml [--by id] app.log",
    "--samples": "report -r rules.yaml --samples [0|1] app.log",
    "--key-file": "report -r keyed.yaml --key-file [one.key|other.key] --by id app.log",
    "--fail-under": "report -r rules.yaml [--fail-under 99] app.log",
    ...reading("report -r rules.yaml"),
  },
  "normalizer diff": {
    "--rules": "diff --rules [rules.yaml|other.yaml] app.log next.log",
    "--good": "diff --good [app.log|next.log] records.json",
    "--budget": "diff --good next.log --budget [1|200] records.json",
    "--show": "diff --good next.log [--show b1] records.json",
    "--follow": "diff --good next.log [--follow] records.json",
    "--save-good": "diff --good app.log [--save-good good.txt] next.log",
    "--old": "diff -r rules.yaml --old [app.log|next.log] --new next.log",
    "--new": "diff -r rules.yaml --old app.log --new [app.log|next.log]",
    "--by": "diff -r rules.yaml [--by id] app.log next.log",
    "--ignore": "diff -r rules.yaml [--ignore user] app.log next.log",
    "--unordered": "diff -r rules.yaml [--unordered] app.log next.log",
    "--context": "diff -r rules.yaml --context [0|1] app.log next.log",
    "--originals": "diff -r rules.yaml --originals [none|full] app.log next.log",
    "--summary": "diff -r rules.yaml [--summary] app.log next.log",
    "--fail-on": "diff --mask --summary --fail-on [new|slower] less.log more.log",
    "--accepted": "diff --mask --summary [--accepted accepted.jsonl] less.log more.log",
    "--update-accepted": "diff --mask --summary --accepted accepted.jsonl [--update-accepted] less.log more.log",
    "--unmatched": "diff -r rules.yaml --unmatched [pass|drop] app.log next.log",
    "--format": "diff -r rules.yaml --format [text|json] app.log next.log",
    "--quiet": "diff -r rules.yaml [--quiet] app.log next.log",
    "--mask": "diff -r rules.yaml [--mask] app.log next.log",
    "--key-file": "diff -r keyed.yaml --key-file [one.key|other.key] app.log next.log",
    ...reading("diff -r rules.yaml app.log"),
  },
  "normalizer trace": {
    "--rules": "trace --rules [rules.yaml|other.yaml] --merge app.log",
    "--by": "trace -r rules.yaml --by [id|user] app.log",
    "--link": "trace -r rules.yaml --by id,job [--link] app.log",
    "--id": "trace -r rules.yaml --by id [--id r1] app.log",
    "--containing": "trace -r rules.yaml --by id [--containing bob] app.log",
    "--format": "trace -r rules.yaml --by id --format [text|json] app.log",
    "--summary": "trace -r rules.yaml --by id [--summary] app.log",
    "--sort": "trace -r rules.yaml --by id --sort [span|time] app.log",
    "--merge": "trace -r rules.yaml [--merge|--by id] app.log",
    "--timezone": "trace -r rules.yaml --merge --timezone [UTC|app.log=+02:00] --format json app.log",
    "--clock": "trace -r rules.yaml --merge --clock [app.log=+1s|app.log=-2.5s] --format json app.log",
    "--mask": "trace -r rules.yaml --merge [--mask] app.log",
    "--key-file": "trace -r keyed.yaml --merge --key-file [one.key|other.key] app.log",
    ...reading("trace -r rules.yaml --merge"),
  },
  "normalizer stats": {
    "--format": "stats --format [text|json] run.json",
    "--fail-under": "stats [--fail-under 99] run.json",
  },
};

/** Shows the exit code, the outputs, and the files that the run has made or changed. */
async function inFolder(args: readonly string[], cwd: string): ReturnType<Run> {
  const { exit, stdout, stderr } = await hosted(args, cwd);
  const files = readdirSync(cwd).map((name) => [name, shown(readFileSync(`${cwd}/${name}`))] as const);
  const changed = files.filter(([name, content]) => content !== FILES[name]);
  return { exit, seen: JSON.stringify([exit, shown(stdout), shown(stderr), changed], null, 1) };
}

/** Shows how many threads are started, which changes nothing else. */
async function countingThreads(args: readonly string[], cwd: string): ReturnType<Run> {
  const hook = fileURLToPath(new URL("../support/count-threads.cjs", import.meta.url));
  const { exit, stderr } = await hosted(args, cwd, { command: SMALL_COMMAND, hook });
  return { exit, seen: stderr.toString() };
}

let terminal: Terminal | undefined;

/** Shows what a terminal gets while the run waits for a log. Progress is shown only in runs that take a while. */
async function slowlyOnTerminal(args: readonly string[], cwd: string): ReturnType<Run> {
  terminal ??= new Terminal(80);
  execFileSync("mkfifo", ["pipe"], { cwd });
  const writer = spawn("sh", ["-c", "exec sleep 0.5 >pipe"], { cwd, stdio: "ignore" });
  const seen = await terminal.run(args, cwd);
  writer.kill();
  return { seen };
}

/** The two command lines of a row, as arguments. */
function argumentsOf(line: string): [string[], string[]] {
  const [, before, first, second = "", after] = /^(.*)\[([^|\]]*)\|?(.*)\](.*)$/.exec(line)!;
  const words = (value: string): string[] => `${before}${value}${after}`.split(" ").filter((word) => word !== "");
  return [words(first!), words(second)];
}

/** Whether the brackets of a row are around the option or its value. */
function isAbout(option: OptionDefinition, line: string): boolean {
  return namesOf(option).some((name) => line.includes(`[${name}`) || line.includes(`${name} [`));
}

/** Whether a run without the option must be refused, because it is required and has no other value. */
function isOnlyChoice({ required, choices }: OptionDefinition): boolean {
  return required !== undefined && choices?.length === 1;
}

suite("each option of a command", (test) => {
  for (const command of COMMANDS.filter(({ options }) => Object.keys(options).length > 0)) {
    const name = commandName(command);
    const rows = ROWS[name] ?? {};
    const options = Object.values(command.options);

    test(`has a row for ${name}`, () =>
      assert.deepEqual(Object.keys(rows).sort(), options.map(({ long }) => long).sort()));

    test(`changes what can be seen of ${name}`, async () => {
      for (const option of options) {
        const row = rows[option.long];
        if (row === undefined) continue;
        const { line, run } = typeof row === "string" ? { line: row, run: inFolder } : row;
        if (run === slowlyOnTerminal && !hasTerminals) continue;
        assert.ok(isAbout(option, line), `the brackets are not around ${option.long}: ${line}`);
        const [first, second] = argumentsOf(line);
        const one = await run(first, folder(FILES));
        const other = await run(second, folder(FILES));
        assert.notEqual(one.exit, EXIT.trouble, `${first.join(" ")}: ${one.seen}`);
        if (!isOnlyChoice(option)) assert.notEqual(other.exit, EXIT.trouble, `${second.join(" ")}: ${other.seen}`);
        if (one.seen === other.seen) assert.fail(`nothing shows the option: ${line}\n${one.seen}`);
        if (option === options[0]) assert.equal((await run(first, folder(FILES))).seen, one.seen, "a run anew");
      }
    });
  }
});
