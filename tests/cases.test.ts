// Each folder of tests/cases is one run of the command, for people to read: `rules.yaml`, `args` (one argument a line),
// logs, and perhaps `stdin`. It also holds the expected `stdout`, `stderr` and `exit` (empty, empty and 0 if missing),
// and in `after/` the files that the run leaves behind. Where the case asks only for lines and records, the library
// must give the same bytes.
import assert from "node:assert/strict";
import { cpSync, createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Processor } from "../src/index.ts";
import type { Unmatched } from "../src/run/line-writer.ts";
import { Collector } from "./support/collector.ts";
import { normalizer, type Outcome } from "./support/command.ts";
import { Host, hosted } from "./support/command-host.ts";
import { assertFile, assertOutcome } from "./support/expected-file.ts";
import { folder } from "./support/folder.ts";
import { someOf } from "./support/property.ts";
import { shown } from "./support/shown.ts";
import { suite } from "./support/suite.ts";

const root = fileURLToPath(new URL("cases/", import.meta.url));
const names = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const content = (name: string, file: string): Buffer => {
  const path = join(root, name, file);
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
};
const expectedExit = (name: string): number => Number(content(name, "exit").toString());
const argsOf = (name: string): string[] => content(name, "args").toString().split("\n").slice(0, -1);

/**
 * The options of a case that the library can run too, or undefined if its arguments ask for more than lines and
 * records.
 */
function libraryRun(name: string) {
  if (expectedExit(name) !== 0) return undefined;
  try {
    const { values, positionals } = parseArgs({
      args: argsOf(name),
      options: {
        rules: { type: "string", short: "r", multiple: true },
        quiet: { type: "boolean", short: "q" },
        explain: { type: "boolean", short: "e" },
        unmatched: { type: "string" },
      },
      allowPositionals: true,
    });
    const { quiet, explain, rules = ["rules.yaml"] } = values;
    // Records name the files of rules, which the library gets by other paths, only if there are several.
    if (!quiet || (explain && rules.length > 1)) return undefined;
    return { ...values, rules, logs: positionals.length === 0 ? ["-"] : positionals };
  } catch {
    return undefined;
  }
}

/** Runs a case in a copy of its folder and compares the results with the files in it. */
async function checkCase(
  name: string,
  run: (args: string[], cwd: string, stdin: Buffer) => Promise<Outcome>,
): Promise<void> {
  const cwd = folder();
  cpSync(join(root, name), cwd, { recursive: true });
  assertOutcome(join(root, name), await run(argsOf(name), cwd, content(name, "stdin")));
  const after = join(root, name, "after");
  for (const file of existsSync(after) ? readdirSync(after) : []) {
    assertFile(join(after, file), readFileSync(join(cwd, file)));
  }
}

suite("cases run by the built command", (test) => {
  for (const name of names) test(name, () => checkCase(name, (args, cwd, stdin) => hosted(args, cwd, { stdin })));
});

suite("cases run by the built command in a process of its own", (test) => {
  // One case for each command is enough to show that the host process hides nothing.
  const byCommand = new Map(names.map((name) => [argsOf(name)[0] ?? "", name]));
  const commands = [...byCommand.values()].filter((name) => !argsOf(name)[0]?.startsWith("-"));
  for (const name of someOf(commands, "own processes")) test(name, () => checkCase(name, normalizer));
  test("explain-each-line", () => checkCase("explain-each-line", normalizer));
});

suite("cases run by the built command where there is no WebAssembly", (test) => {
  // V8 has none without its compiler.
  const options = ["--jitless"];
  let host: Host | undefined;
  const withoutModule = (args: string[], cwd: string, stdin: Buffer): Promise<Outcome> => {
    host = host?.isAlive ? host : new Host(options);
    return host.run(args, cwd, { stdin });
  };
  const matching = names.filter((name) => existsSync(join(root, name, "rules.yaml")));
  for (const name of someOf(matching, "no WebAssembly")) test(name, () => checkCase(name, withoutModule));

  test("types-alternatives-and-transforms in a process of its own", () =>
    checkCase("types-alternatives-and-transforms", async (args, cwd, stdin) => {
      const { stderr, ...outcome } = await normalizer(args, cwd, stdin, options);
      // V8 says that it leaves WebAssembly out.
      return { ...outcome, stderr: Buffer.from(stderr.toString().replace(/^Warning: disabling flag .*\n/, "")) };
    }));
});

suite("cases run by the library", (test) => {
  const shared = names.filter((name) => libraryRun(name) !== undefined);
  for (const name of shared) {
    test(name, async () => {
      const { rules, logs, explain, unmatched } = libraryRun(name)!;
      const inputs = logs.map((log) =>
        log === "-" ? Readable.from([content(name, "stdin")]) : createReadStream(join(root, name, log)),
      );
      const [output, records] = [new Collector(), new Collector()];
      await new Processor({ rulesPath: rules.map((file) => join(root, name, file)) }).process(inputs, output, {
        ...(unmatched === undefined ? {} : { unmatched: unmatched as Unmatched }),
        ...(explain ? { explain: records } : {}),
      });
      assert.equal(shown(output.bytes), shown(content(name, "stdout")));
      assert.equal(shown(records.bytes), shown(content(name, "stderr")));
    });
  }
});

suite("the collection of cases", (test) => {
  test("has many cases, and many that the library can run", () => {
    assert.ok(names.length >= 60, `${names.length} cases`);
    const shared = names.filter((name) => libraryRun(name) !== undefined);
    assert.ok(shared.length >= 30, `${shared.length} plain cases`);
  });

  test("has no case that expects nothing", () => {
    const files = ["stdout", "stderr", "exit", "after"];
    for (const name of names)
      assert.ok(
        files.some((file) => existsSync(join(root, name, file))),
        name,
      );
  });
});
