// Each folder of tests/cases is a run of the command that one can read: `rules.yaml`, `args` (one a line), logs, perhaps
// `stdin`, and what comes of it: `stdout`, `stderr` and `exit` (empty, empty and 0 where they are missing), and in
// `after/` the files that the run leaves. Where nothing but lines comes of it the library must give the same bytes.
import assert from "node:assert/strict";
import { cpSync, createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Processor } from "../src/index.ts";
import type { Unmatched } from "../src/normalization/line-writer.ts";
import { Collector } from "./support/collector.ts";
import { normalizer, type Outcome } from "./support/command.ts";
import { hosted } from "./support/command-host.ts";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";

const root = fileURLToPath(new URL("cases/", import.meta.url));
const names = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const content = (name: string, file: string): Buffer => {
  const path = join(root, name, file);
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
};
const expectedExit = (name: string): number => Number(content(name, "exit").toString());
const argsOf = (name: string): string[] => content(name, "args").toString().split("\n").slice(0, -1);

/** Bytes as a text that shows where they differ. */
const shown = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** What of a case the library can be asked for; undefined when its arguments ask for more than lines and records. */
function plainRun(name: string) {
  if (expectedExit(name) !== 0) return undefined;
  try {
    const { values, positionals } = parseArgs({
      args: argsOf(name),
      options: {
        rules: { type: "string", short: "r" },
        quiet: { type: "boolean", short: "q" },
        explain: { type: "boolean", short: "e" },
        unmatched: { type: "string" },
      },
      allowPositionals: true,
    });
    return values.quiet ? { ...values, logs: positionals.length === 0 ? ["-"] : positionals } : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a case in a copy of its folder, and holds what comes of it to what stands there. */
async function checkCase(
  name: string,
  run: (args: string[], cwd: string, stdin: Buffer) => Promise<Outcome>,
): Promise<void> {
  const cwd = folder();
  cpSync(join(root, name), cwd, { recursive: true });
  const { exit, stdout, stderr } = await run(argsOf(name), cwd, content(name, "stdin"));
  assert.equal(shown(stderr), shown(content(name, "stderr")));
  assert.equal(shown(stdout), shown(content(name, "stdout")));
  assert.equal(exit, expectedExit(name));
  const after = join(root, name, "after");
  for (const file of existsSync(after) ? readdirSync(after) : []) {
    assert.equal(shown(readFileSync(join(cwd, file))), shown(content(name, join("after", file))));
  }
}

suite("cases by the built command", (test) => {
  for (const name of names) test(name, () => checkCase(name, (args, cwd, stdin) => hosted(args, cwd, { stdin })));
});

suite("cases by the built command in a process of its own", (test) => {
  // One for each command is enough to show that a host hides nothing.
  const ofCommand = new Map(names.map((name) => [argsOf(name)[0] ?? "", name]));
  for (const name of ofCommand.values()) {
    if (!argsOf(name)[0]?.startsWith("-")) test(name, () => checkCase(name, normalizer));
  }
  test("explain-each-line", () => checkCase("explain-each-line", normalizer));
});

suite("cases by the library", (test) => {
  const plain = names.filter((name) => plainRun(name) !== undefined);
  for (const name of plain) {
    test(name, async () => {
      const { logs, explain, unmatched } = plainRun(name)!;
      const inputs = logs.map((log) =>
        log === "-" ? Readable.from([content(name, "stdin")]) : createReadStream(join(root, name, log)),
      );
      const [output, records] = [new Collector(), new Collector()];
      await new Processor({ rulesPath: join(root, name, "rules.yaml") }).process(inputs, output, {
        ...(unmatched === undefined ? {} : { unmatched: unmatched as Unmatched }),
        ...(explain ? { explain: records } : {}),
      });
      assert.equal(shown(output.bytes), shown(content(name, "stdout")));
      assert.equal(shown(records.bytes), shown(content(name, "stderr")));
    });
  }
});

suite("cases as a whole", (test) => {
  test("there are many, of both kinds", () => {
    assert.ok(names.length >= 60, `${names.length} cases`);
    const plain = names.filter((name) => plainRun(name) !== undefined);
    assert.ok(plain.length >= 30, `${plain.length} plain cases`);
  });

  test("each expects something", () => {
    const files = ["stdout", "stderr", "exit", "after"];
    for (const name of names)
      assert.ok(
        files.some((file) => existsSync(join(root, name, file))),
        name,
      );
  });
});
