// What a terminal receives. The built command runs in a pseudo terminal, made by the `script` program of util-linux,
// with the width that a test chooses.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../src/diagnostics/display-width.ts";
import { shell } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";

const hasTerminal = spawnSync("script", ["--version"]).status === 0;
if (!hasTerminal) console.log("skipped: terminals as the output, which need the program 'script'");

const HEADER = "org.example.orders.internal.service.OrderDispatcher: ";
const RULES = {
  rules: [
    {
      name: "request",
      pattern: [
        ...[{ field: "timestamp" }, { text: " [" }, { field: "id" }, { text: "] " }, { field: "path" }],
        ...[{ text: " answered " }, { field: "status" }],
      ],
      output: `${HEADER}{path} answered {status}`,
    },
  ],
};

function logOf(status: (i: number) => number): string {
  const lines = Array.from(
    { length: 6 },
    (_, i) => `2025-05-04 10:00:0${i} [r1] GET /tenants/${i}/orders answered ${status(i)}\n`,
  );
  return `${lines.join("")}${HEADER}nobody knows how this ${"very ".repeat(30)}long line 漢字 came here\n`;
}

const cwd = folder({
  "rules.yaml": JSON.stringify(RULES, null, 1),
  "wrong.yaml": `rules: [{ name: a, pattern: [{ text: a }], output: x, ${"description: y, ".repeat(9)} }]\n`,
  "logs/old.log": logOf(() => 200),
  "logs/new.log": logOf((i) => (i === 3 ? 404 : 200)),
  "hostile.log": "a \x1b[2Jb\tc\r d \u202e e \u00e9 \xe9\n",
});

/** The output on a terminal with this many columns, with line ends as in files. */
async function inTerminal(columns: number, command: string, place = cwd): Promise<string> {
  const words = `stty cols ${columns} rows 24; ${command.replaceAll("normalizer", '"$NODE" "$COMMAND"')}`;
  const { stdout } = await shell(`script -qec '${words.replaceAll("'", "'\\''")}' /dev/null`, place);
  return stdout.toString().replaceAll("\r\n", "\n");
}

const COMMANDS = {
  diff: "normalizer diff -r rules.yaml logs/old.log logs/new.log",
  "trace --by": "normalizer trace -r rules.yaml --by id logs/old.log logs/new.log",
  "trace --merge": "normalizer trace -r rules.yaml --merge logs/old.log logs/new.log",
  check: "normalizer check rules.yaml logs/old.log",
  why: "normalizer why -r rules.yaml logs/new.log",
  "a wrong rules file": "normalizer -r wrong.yaml logs/new.log",
} as const;

suite("text for people on a terminal", (test) => {
  const terminal = hasTerminal ? test : test.skip;

  for (const [name, command] of Object.entries(COMMANDS)) {
    terminal(`from ${name} fits any width, and holds everything that a pipe gets`, async () => {
      const piped = (await shell(`${command} 2>&1`, cwd)).stdout.toString();
      assert.match(piped, name === "check" ? /very very very/ : /./);
      for (const columns of [140, 80, 40]) {
        const rows = stripVTControlCharacters(await inTerminal(columns, command)).split("\n");
        for (const row of rows) assert.ok(displayWidth(row) <= columns, `${columns}: ${row}`);
        assert.ok(rows.length > 4);
      }
    });

    terminal(`from ${name} ends at extreme widths`, async () => {
      for (const columns of [20, 1, 65_535]) assert.ok((await inTerminal(columns, command)).length > 20);
    });
  }

  terminal("continues long lines below their own text", async () => {
    const rows = stripVTControlCharacters(await inTerminal(80, COMMANDS["trace --merge"])).split("\n");
    const at = rows.findIndex((row) => row.includes("nobody knows"));
    const indent = rows[at]!.indexOf("…");
    assert.ok(indent > 0, rows[at]);
    assert.match(rows[at + 1]!, new RegExp(`^ {${indent}}very very`));
  });

  terminal("shows once what many rows share", async () => {
    const shown = stripVTControlCharacters(await inTerminal(80, COMMANDS["trace --by"]));
    assert.ok(shown.startsWith("in logs/\n\nr1  12 events  2 sources"), shown);
    assert.ok(shown.includes(`\n  lines begin with ${HEADER}GET \n`), shown);
    assert.ok(
      shown.includes("\n  +0  old.log:1  …/tenants/0/orders answered 200\n") ||
        /\+0 {2}new\.log:1 {2}…\/tenants/.test(shown),
      shown,
    );
  });

  terminal("marks changed words in colour, or in the row below", async () => {
    const coloured = await inTerminal(80, `env -u NO_COLOR TERM=xterm ${COMMANDS.diff}`);
    assert.ok(coloured.includes("answered \x1b[7m404\x1b["), JSON.stringify(coloured));
    const plain = await inTerminal(80, `env NO_COLOR=1 ${COMMANDS.diff}`);
    assert.ok(!plain.includes("\x1b"));
    const rows = plain.split("\n");
    const at = rows.findIndex((row) => row.startsWith("+ 4  "));
    assert.equal(rows[at + 1]!.indexOf("^^^"), rows[at]!.indexOf("404"));
    const { stdout } = await shell(COMMANDS.diff, cwd);
    assert.ok(!stdout.includes("^^^") && !stdout.includes("\x1b"));
  });

  terminal("shows a line of two megabytes in part", async () => {
    const long = `GET /${"long ".repeat(400_000)}`;
    const place = folder({
      "rules.yaml": JSON.stringify(RULES),
      "old.log": `2025-05-04 10:00:00 [r1] ${long} answered 200\n${long}\n`,
      "new.log": `2025-05-04 10:00:00 [r1] ${long} answered 404\n${long}\n`,
    });
    for (const command of ["diff -r rules.yaml", "trace -r rules.yaml --by id", "check rules.yaml"]) {
      const shown = await inTerminal(80, `env NO_COLOR=1 normalizer ${command} old.log new.log`, place);
      assert.ok(shown.length < 50_000, `${command}: ${shown.length}`);
      if (command.startsWith("diff")) assert.match(shown, /more bytes\)…(.*\n)+.* answered 404\n +\^\^\^\n/);
    }
    const shown = await inTerminal(80, "normalizer why -r rules.yaml old.log", place);
    assert.ok(shown.length < 50_000, `${shown.length}`);
  });

  terminal("leaves JSON as it is in a pipe, however long its lines are", async () => {
    for (const words of [COMMANDS.diff, COMMANDS["trace --by"]]) {
      const command = `${words} --format json 2> /dev/null`;
      assert.equal(await inTerminal(20, command), (await shell(command, cwd)).stdout.toString());
    }
  });
});

suite("bytes of logs on a terminal", (test) => {
  const terminal = hasTerminal ? test : test.skip;
  const place = folder({
    "rules.yaml": JSON.stringify({ rules: [] }),
    "hostile.log": Buffer.from("a \x1b[2Jb\tc\r d \u202e \u00e9 漢 \xff\n", "latin1"),
  });
  const RAW = Buffer.from("a \x1b[2Jb\tc\r d \u202e \u00e9 漢 \xff\n", "latin1");

  for (const command of [
    "normalizer -qr rules.yaml hostile.log",
    "normalizer trace -r rules.yaml --merge --format lines hostile.log",
  ]) {
    terminal(`are escaped on a terminal and raw in a pipe: ${command}`, async () => {
      assert.deepEqual((await shell(command, place)).stdout, RAW);
      const shown = await inTerminal(80, command, place);
      assert.match(shown, /^a \\x1b\[2Jb +\tc\\r d|^a \\x1b\[2Jb\tc\\r d/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      assert.doesNotMatch(shown, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    });
  }

  terminal("are shown as whole characters, whatever pieces they arrive in", async () => {
    const text = `${"漢字é😀".repeat(40_000)}\n`;
    const wide = folder({ "rules.yaml": JSON.stringify({ rules: [] }), "wide.log": text });
    assert.equal(await inTerminal(80, "normalizer -qr rules.yaml wide.log", wide), text);
  });
});
