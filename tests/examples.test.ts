// Checks that the command prints what README.md, docs/ and examples/ show. A
// ```console block is a session: its lines that begin with `$
// ` are commands, and the lines after each are its output on both streams. A block whose fence names a file (```yaml
// visits.yaml) is written to that file when it is reached, so a page may show a file in successive states. A session
// whose fence names a program (```console jq) is skipped where there is none. Commands may write files, so each page
// runs in a copy of the examples. A block begins in the folder in which the one before it ended, as for a reader who
// types them in their order.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Matcher } from "../src/matcher/matcher.ts";
import { pattern } from "../src/matcher/pattern.ts";
import { bracedIdentifiers, parseNotation } from "../src/rules/notation.ts";
import { dateTimeEnds } from "../src/text/date-times/date-time-ends.ts";
import { hosted } from "./support/command-host.ts";
import { assertFile, HOW_TO_WRITE, tellToRead, WRITES } from "./support/expected-file.ts";
import { hostedShell } from "./support/hosted-shell.ts";
import { isInstalled } from "./support/installed.ts";
import { type Block, blocksOf, withTexts } from "./support/page-blocks.ts";
import { someOf } from "./support/property.ts";
import { SKIPPED, suite } from "./support/suite.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = readdirSync(join(root, "examples"));

/**
 * The runs that give an example's expected.log, each with one or more logs. If `sorted`, the lines of the output are
 * sorted first.
 */
const EXPECTED: Record<string, { readonly logs: readonly (readonly string[])[]; readonly sorted?: boolean }> = {
  "comparing-formats": { logs: [["old-service.log"], ["new-service.log"]] },
  "dropping-values": { logs: [["monday.log"], ["tuesday.log"]] },
  "rules-that-last": { logs: [["monday.log"], ["tuesday.log"]] },
  service: { logs: [["app.log"]] },
  "unknown-log": { logs: [["monday.log"]] },
  "tracing-requests": { logs: [["web.log", "orders.log", "press.log"]], sorted: true },
};

/** Those that need no rules: their pages show what a command finds in their logs as they are. */
const WITHOUT_RULES = ["failed-run"];

suite("commands shown in the documentation", (test) => {
  let workshop = "";
  test.before(() => {
    workshop = mkdtempSync(join(tmpdir(), "normalizer-docs-"));
    mkdirSync(join(workshop, "node_modules"));
    symlinkSync(root, join(workshop, "node_modules/log-line-normalizer"));
  });
  test.after(() => rmSync(workshop, { recursive: true, force: true }));

  const first = ["README.md", "docs/tutorial.md"];
  const others = [
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((page) => page.endsWith(".md"))
      .map((page) => `docs/${page}`)
      .filter((page) => !first.includes(page)),
    ...examples.map((example) => `examples/${example}/README.md`),
  ];
  for (const page of [...first, ...someOf(others, "pages")]) {
    const content = readFileSync(join(root, page), "utf8");
    const blocks = blocksOf(content);
    const hasSession = blocks.some(isSession);
    if (!hasSession && page.startsWith("docs/")) continue;

    test(`${page} shows what the command prints`, async () => {
      const copy = mkdtempSync(join(workshop, "page-"));
      cpSync(join(root, "examples"), join(copy, "examples"), { recursive: true });
      let folder = page.startsWith("examples/") ? join(copy, dirname(page)) : copy;
      assert.ok(hasSession, `${page} shows no command`);
      const sessions = new Map<Block, string>();
      for (const block of blocks) {
        const { name, text, line } = block;
        if (!isSession(block)) {
          if (name !== undefined) writeFileSync(join(folder, name), text);
          continue;
        }
        if (name !== undefined && !isInstalled(name)) {
          // On standard output, uvu's dots would stand before it.
          console.error(`${SKIPPED}${page}:${line} needs ${name}`);
          continue;
        }
        const commands = commandsOf(text);
        assert.equal(shownOf(commands), text, `${page}:${line}: a console block must begin with a command`);
        const { printed, endsIn } = await replay(commands, folder);
        folder = endsIn;
        if (WRITES) sessions.set(block, printed);
        else assert.equal(printed, text, `${page}:${line}: ${HOW_TO_WRITE}`);
        if (WRITES && hasNewMessage(printed, text)) tellToRead(`${page}:${line}`);
      }
      if (WRITES) writeFileSync(join(root, page), withTexts(content, sessions));
    });
  }
});

suite("expected logs of the examples", (test) => {
  test("every example with rules has an expected output", () =>
    assert.deepEqual([...Object.keys(EXPECTED), ...WITHOUT_RULES].sort(), [...examples].sort()));
  for (const [example, { logs, sorted = false }] of Object.entries(EXPECTED)) {
    for (const group of logs) {
      test(`${example}: ${group.join(", ")} gives expected.log`, async () => {
        const folder = join(root, "examples", example);
        const run = await hosted(["--rules", "rules.yaml", "--quiet", ...group], folder);
        assert.deepEqual([run.stderr.toString(), run.exit], ["", 0]);
        const lines = run.stdout.toString().split("\n").slice(0, -1);
        const output = (sorted ? lines.sort() : lines).map((line) => `${line}\n`).join("");
        assertFile(join(folder, "expected.log"), Buffer.from(output));
      });
    }
  }
});

suite("example lines in docs/explanation/matching.md, date-times in docs/reference/date-times.md", (test) => {
  const exampleRows = rowsOf("docs/explanation/matching.md").filter(
    ([shown]) => shown!.startsWith("`") && bracedIdentifiers(shown!).length > 0,
  );
  test("the page has example lines", () => assert.ok(exampleRows.length >= 16, `${exampleRows.length} rows`));
  for (const [shown, line, captures] of exampleRows) {
    test(`${shown} matched against ${line}`, () =>
      assert.equal(capturesOf(unquoted(shown!), unquoted(line!)), captures));
  }

  const rows = rowsOf("docs/reference/date-times.md");
  const [first, end] = ["Form", "What the log leaves open"].map((head) => rows.findIndex(([cell]) => cell === head));
  const dateTimes = rows
    .slice(first! + 1, end)
    .flatMap(([, shown]) => [...shown!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!));
  test("the page has date-times", () => assert.ok(dateTimes.length >= 40, `${dateTimes.length} date-times`));
  for (const dateTime of dateTimes) {
    test(`${dateTime} is a date-time`, () => {
      const bytes = Buffer.from(dateTime);
      const ends: number[] = [];
      const count = dateTimeEnds(bytes, 0, bytes.length, ends);
      assert.ok(count > 0 && ends[0] === bytes.length);
    });
  }
});

/** The cells of all tables of a page, row by row. */
function rowsOf(page: string): string[][] {
  return readFileSync(join(root, page), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(2, -2).split(" | "));
}

/** What the fields of a pattern capture from a line, formatted as on the page. */
function capturesOf(shown: string, line: string): string {
  const elements = parseNotation(shown).map((part) => {
    if ("text" in part) return part;
    const { field, type } = part;
    return { field, ...(type !== undefined && { type: { typeName: type } }) };
  });
  const matcher = new Matcher([pattern(elements)]);
  const bytes = Buffer.from(line);
  if (matcher.match(bytes, 0, bytes.length) === -1) return "*no match*";
  const values = elements
    .filter((element) => "field" in element)
    .map((_, i) => bytes.toString("utf8", matcher.bounds[2 * i], matcher.bounds[2 * i + 1]));
  return values.map((value) => (value === "" ? "*nothing*" : `\`${value}\``)).join(", ");
}

function unquoted(code: string): string {
  return code.slice(1, -1);
}

function isSession({ language }: Block): boolean {
  return language === "console";
}

/** Joins both streams, as a terminal does, and lets npx run the command that it is given, as it does in a clone. */
const PRELUDE = 'exec 2>&1\nexport LC_ALL=C\nnpx() { "$@"; }\ncode=0\n';
/** Stands between the output of a session and the folder in which it ends. */
const FOLDER_MARK = "folder of the next session: ";
const INSTALLATION = /^(?:npm ci && )?npm (?!ci && )/;

interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

/** Whether the command says something on standard error that it did not say before. */
function hasNewMessage(printed: string, before: string): boolean {
  const known = new Set(before.split("\n"));
  return printed.split("\n").some((line) => line.startsWith("normalizer: ") && !known.has(line));
}

function commandsOf(session: string): ShownCommand[] {
  return [...session.matchAll(/^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command, output]) => ({
    command: command!,
    output: output!,
  }));
}

function shownOf(commands: readonly ShownCommand[]): string {
  return commands.map(({ command, output }) => `$ ${command}\n${output}`).join("");
}

/**
 * Runs the commands in one shell and returns them with their output, and the folder in which they end. Each sees the
 * exit code of the one before. Commands that would install something are skipped.
 */
async function replay(commands: readonly ShownCommand[], folder: string): Promise<{ printed: string; endsIn: string }> {
  const script = commands.flatMap(({ command }) => [
    `printf '%s\\n' '$ ${command.replaceAll("'", "'\\''")}'`,
    ...(INSTALLATION.test(command) ? [] : ["(exit $code)", command.replace(/^npm ci && /, ""), "code=$?"]),
  ]);
  const output = (await hostedShell(`${PRELUDE}${script.join("\n")}\nprintf '${FOLDER_MARK}%s' "$PWD"`, folder)).stdout;
  const [printed = "", endsIn = folder] = output.toString().split(FOLDER_MARK);
  return { printed, endsIn };
}
