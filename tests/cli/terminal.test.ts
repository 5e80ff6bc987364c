// What a terminal receives, with the width that a test chooses.
import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../src/text/messages/columns.ts";
import { shell } from "../support/command.ts";
import { type Hosting, hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { someOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";
import { hasTerminals, Terminal } from "../support/terminal.ts";

if (!hasTerminals) console.log("skipped: terminals as the output, which need the program 'script'");

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

const terminals = new Map<number, Terminal>();

/** The output on a terminal with this many columns, with line ends as in files. */
function inTerminal(columns: number, args: string, place = cwd, env?: Hosting["env"]): Promise<string> {
  const terminal = terminals.get(columns) ?? new Terminal(columns);
  terminals.set(columns, terminal);
  return terminal.run(args.split(" "), place, env);
}

/** Both outputs where there is no terminal. */
async function inFile(args: string, place = cwd): Promise<Buffer> {
  return (await hosted(args.split(" "), place, { isOneOutput: true })).stdout;
}

const COMMANDS = {
  diff: "diff -r rules.yaml logs/old.log logs/new.log",
  "trace --by": "trace -r rules.yaml --by id logs/old.log logs/new.log",
  "trace --merge": "trace -r rules.yaml --merge logs/old.log logs/new.log",
  check: "check rules.yaml logs/old.log",
  why: "why -r rules.yaml logs/new.log",
  "a wrong rules file": "-r wrong.yaml logs/new.log",
} as const;

suite("text for people on a terminal", (test) => {
  const terminal = hasTerminals ? test : test.skip;

  for (const [name, command] of Object.entries(COMMANDS)) {
    terminal(`from ${name} fits any width`, async () => {
      const plain = (await inFile(command)).toString();
      assert.match(plain, name === "check" ? /very very very/ : /./);
      for (const columns of someOf([140, 80, 40], name)) {
        const rows = stripVTControlCharacters(await inTerminal(columns, command)).split("\n");
        for (const row of rows) assert.ok(displayWidth(row) <= columns, `${columns}: ${row}`);
        assert.ok(rows.length > 4);
      }
    });

    terminal(`from ${name} ends at extreme widths`, async () => {
      for (const columns of someOf([20, 1, 65_535], name)) assert.ok((await inTerminal(columns, command)).length > 20);
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

  terminal("continues samples of check, and shows once what they share with their templates", async () => {
    const time = (i: number) => `2025-05-04 10:00:0${i} web-server-${i} sshd[77${i}]:`;
    const tail = (word: string) => `${"very ".repeat(20)}${word}`;
    const lines = ["connection refused", "session 7 opened", tail("long")].map((text, i) => `${time(i)} ${text}\n`);
    const place = folder({ "rules.yaml": "rules: []\n", "app.log": lines.join("") });
    const rows = stripVTControlCharacters(await inTerminal(80, "check rules.yaml app.log", place)).split("\n");
    assert.ok(rows.includes("         lines begin with web-server-# sshd[#]: "), rows.join("\n"));
    assert.ok(rows.includes("         line 2: …session 7 opened"), rows.join("\n"));
    const at = rows.findIndex((row) => row.startsWith("         line 3: …very very"));
    const indent = " ".repeat("         line 3: ".length);
    assert.match(rows[at + 1]!, new RegExp(`^${indent}very (very )*`));
    const rest = rows.slice(at + 1).findIndex((row) => !row.startsWith(indent));
    const sample = rows.slice(at, at + 1 + rest).map((row) => row.slice(indent.length));
    assert.equal(sample.join(" ").replace("…", ""), tail("long"));
  });

  terminal("has a row for each field, however long one name is", async () => {
    const place = folder({
      "rules.yaml": JSON.stringify({
        rules: [
          {
            name: "login",
            pattern: "login {user} from {the_address_that_the_proxy_forwarded_to_us}",
            output: "{user}",
          },
          { name: "logout", pattern: "logout {user} after {duration}", output: "{user}" },
        ],
      }),
      "old.log": "login ann from 10.0.0.1\nlogin bob from 10.0.0.2\nlogout ann after 17 s\nlogout ann after 18 s\n",
      "new.log": "login ann from 10.0.0.1\nlogin bob from 10.0.0.2\nlogout ann after 15 s\nlogout ann after 13 s\n",
    });
    const LONG: Readonly<Record<number, string>> = {
      140: "the_address_that_the_proxy_forwarded_to_us",
      80: "the_a…o_us",
      40: "the_a…o_us",
    };
    for (const columns of [140, 80, 40]) {
      const shown = stripVTControlCharacters(
        await inTerminal(columns, "fields -r rules.yaml old.log new.log", place, { NO_COLOR: "1" }),
      );
      const [table] = shown.split("\n\n") as [string];
      const names = table.split("\n").map((row) => row.trim().split(" ")[0]);
      const long = LONG[columns];
      assert.deepEqual(names, ["field", "'login'", "user", long, "'logout'", "user", "duration"], shown);
      for (const row of table.split("\n")) assert.ok(displayWidth(row) <= columns, row);
      if (columns >= 80) assert.match(table, / 17 s/);
    }
    const whole = (await inFile("fields -r rules.yaml old.log new.log", place)).toString();
    assert.match(
      whole,
      /^ {2}the_address_that_the_proxy_forwarded_to_us .* ip .* 10\.0\.0\.1 \(2\), 10\.0\.0\.2 \(2\)$/m,
    );
  });

  terminal("has no more rows for long ids", async () => {
    const host = (i: number): string => `ip-10-0-${i}-7.node.eu-central-1.compute.internal`;
    const place = folder({
      "rules.yaml": "rules: [{ name: a, pattern: '{timestamp} {host} {text}', output: '{text}' }]\n",
      "a.log": [1, 2].map((i) => `2025-05-04T10:00:00.00${i}Z ${host(i)} started\n`).join(""),
    });
    const command = "trace -r rules.yaml --by host --summary a.log";
    const at80 = stripVTControlCharacters(await inTerminal(80, command, place)).split("\n");
    assert.equal(at80[3]!.split(" ")[0], "ip-10-0-1-….internal");
    assert.equal(at80[4], "    started");
    assert.equal(at80.length, 8, at80.join("\n"));
    const days = folder({
      "rules.yaml": "rules: [{ name: a, pattern: '{timestamp} {host} {text}', output: '{text}' }]\n",
      "a.log": [1, 2].map((i) => `2025-05-0${i}T10:00:00.00${i}Z ${host(1)} started\n`).join(""),
    });
    const ofDays = stripVTControlCharacters(await inTerminal(80, command, days)).split("\n");
    assert.match(ofDays[0]!, /^id +first +span +events +files$/);
    assert.equal(ofDays[3], "    started");
    const at140 = stripVTControlCharacters(await inTerminal(140, command, place)).split("\n");
    assert.match(at140[2]!, /^ip-10-0-1-7\.node\.eu-central-1\.compute\.internal .* started$/);
    assert.ok((await inFile(command, place)).toString().includes(`\n${host(1)}  `));
  });

  terminal("marks changed words in colour, or in the row below", async () => {
    const coloured = await inTerminal(80, COMMANDS.diff, cwd, { TERM: "xterm" });
    assert.ok(coloured.includes("answered \x1b[7m404\x1b["), JSON.stringify(coloured));
    const plain = await inTerminal(80, COMMANDS.diff, cwd, { NO_COLOR: "1" });
    assert.ok(!plain.includes("\x1b"));
    const rows = plain.split("\n");
    const at = rows.findIndex((row) => row.startsWith("+ 4  "));
    assert.equal(rows[at + 1]!.indexOf("^^^"), rows[at]!.indexOf("404"));
    const elsewhere = await inFile(COMMANDS.diff);
    assert.ok(!elsewhere.includes("^^^") && !elsewhere.includes("\x1b"));
  });

  terminal("marks changed words of long values, and of lines that no rule matches", async () => {
    const query = (column: string): string =>
      `SELECT ${column} FROM orders WHERE tenant = '漢字' ORDER BY ${column} LIMIT 50`;
    const place = folder({
      "rules.yaml": "rules: [{ name: query, pattern: 'query {sql}', output: 'query {sql}' }]\n",
      "old.log": `query ${query("created")}\nworker 漢 left with 200\nworker 2 left with 200\nalone\n`,
      "new.log": `query ${query("updated")}\nworker 漢 left with 404\nworker 2 left with 500\nall different\n`,
    });
    const command = "diff -r rules.yaml --originals none";
    const rows = (await inTerminal(100, `${command} old.log new.log`, place, { NO_COLOR: "1" }))
      .split("\n")
      .slice(6, 25);
    const old = `     sql: ${query("created")}`;
    const next = `        → ${query("updated")}`;
    const marks = (row: string, word: string): string => {
      const places = row.split(word).slice(0, -1);
      return places.map((text) => " ".repeat(displayWidth(text)) + "^".repeat(word.length)).join("");
    };
    assert.deepEqual(rows, [
      old,
      marks(old, "created"),
      next,
      marks(next, "updated"),
      "- 2  worker 漢 left with 200",
      marks("- 2  worker 漢 left with 200", "200"),
      "     (no rule matched)",
      "- 3  worker 2 left with 200",
      marks("- 3  worker 2 left with 200", "200"),
      "     (no rule matched)",
      "- 4  alone",
      "     (no rule matched)",
      "+ 2  worker 漢 left with 404",
      marks("+ 2  worker 漢 left with 404", "404"),
      "     (no rule matched)",
      "+ 3  worker 2 left with 500",
      marks("+ 3  worker 2 left with 500", "500"),
      "     (no rule matched)",
      "+ 4  all different",
    ]);
    const coloured = await inTerminal(100, `${command} old.log new.log`, place, { TERM: "xterm" });
    assert.ok(coloured.includes("left with \x1b[7m404\x1b["), JSON.stringify(coloured));
    assert.ok(coloured.includes("→ SELECT \x1b[7mupdated\x1b["), JSON.stringify(coloured));
    const elsewhere = (await inFile(`${command} old.log new.log`, place)).toString();
    const unmarked = rows.filter((row) => !row.includes("^")).join("\n");
    assert.ok(elsewhere.includes(unmarked), elsewhere);
    // Lines of which there are not equally many on both sides are not taken to replace each other.
    const other = await inTerminal(100, `${command} --context 0 old.log rules.yaml`, place, { NO_COLOR: "1" });
    assert.ok(!other.includes("^"), other);
  });

  terminal("shows a line of two megabytes in part", async () => {
    const long = `GET /${"long ".repeat(400_000)}`;
    const place = folder({
      "rules.yaml": JSON.stringify(RULES),
      "old.log": `2025-05-04 10:00:00 [r1] ${long} answered 200\n${long}\n`,
      "new.log": `2025-05-04 10:00:00 [r1] ${long} answered 404\n${long}\n`,
    });
    for (const command of ["diff -r rules.yaml", "trace -r rules.yaml --by id", "check rules.yaml"]) {
      const shown = await inTerminal(80, `${command} old.log new.log`, place, { NO_COLOR: "1" });
      assert.ok(shown.length < 50_000, `${command}: ${shown.length}`);
      if (command.startsWith("diff")) assert.match(shown, /more bytes\)…(.*\n)+.* answered 404\n +\^\^\^\n/);
    }
    const shown = await inTerminal(80, "why -r rules.yaml old.log", place);
    assert.ok(shown.length < 50_000, `${shown.length}`);
  });

  terminal("from a process of its own is the same as from a host", async () => {
    const script = `script -qec 'stty cols 40; "$NODE" "$COMMAND" ${COMMANDS.diff}' /dev/null </dev/null`;
    const { stdout } = await shell(script, cwd);
    assert.equal(stdout.toString().replaceAll("\r\n", "\n"), await inTerminal(40, COMMANDS.diff));
  });

  terminal("gets JSON as a file does, however long its lines are", async () => {
    for (const words of [COMMANDS.diff, COMMANDS["trace --by"]]) {
      const args = `${words} --format json`;
      const { stdout } = await hosted(args.split(" "), cwd);
      // What follows is a message, which is wrapped.
      assert.ok((await inTerminal(20, args)).startsWith(stdout.toString()));
    }
  });
});

suite("bytes of logs on a terminal", (test) => {
  const terminal = hasTerminals ? test : test.skip;
  const place = folder({
    "rules.yaml": JSON.stringify({ rules: [] }),
    "hostile.log": Buffer.from("a \x1b[2Jb\tc\r d \u202e \u00e9 漢 \xff\n", "latin1"),
  });
  const RAW = Buffer.from("a \x1b[2Jb\tc\r d \u202e \u00e9 漢 \xff\n", "latin1");

  for (const command of ["-qr rules.yaml hostile.log", "trace -r rules.yaml --merge --format lines hostile.log"]) {
    terminal(`are escaped on a terminal and raw elsewhere: normalizer ${command}`, async () => {
      assert.deepEqual(await inFile(command, place), RAW);
      const shown = await inTerminal(80, command, place);
      assert.match(shown, /^a \\x1b\[2Jb +\tc\\r d|^a \\x1b\[2Jb\tc\\r d/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      assert.doesNotMatch(shown, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    });
  }

  terminal("are shown as whole characters, whatever pieces they arrive in", async () => {
    const text = `${"漢字é😀".repeat(40_000)}\n`;
    const wide = folder({ "rules.yaml": JSON.stringify({ rules: [] }), "wide.log": text });
    assert.equal(await inTerminal(80, "-qr rules.yaml wide.log", wide), text);
  });
});
