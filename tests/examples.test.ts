// Whatever README.md, docs/ and examples/ show of a terminal is what the command prints. A ```console block is a session:
// its lines that begin with `$ ` are run by bash, and what follows each must be the output, of both streams. A block
// whose fence names a file (```yaml visits.yaml) is that file. Commands run in a copy, as they write files.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Matcher } from "../src/matcher/matcher.ts";
import { pattern } from "../src/matcher/pattern.ts";
import { dateTimeEnds } from "../src/matcher/timestamp/date-time-ends.ts";
import { shell } from "./support/command.ts";
import { hosted } from "./support/command-host.ts";
import { suite } from "./support/suite.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = readdirSync(join(root, "examples"));

/** The logs that become an example's expected.log, each by itself or several in turn as one, sorted or as they come. */
const EXPECTED: Record<string, { readonly logs: readonly (readonly string[])[]; readonly sorted?: boolean }> = {
  "comparing-formats": { logs: [["old-service.log"], ["new-service.log"]] },
  "dropping-values": { logs: [["monday.log"], ["tuesday.log"]] },
  "rules-that-last": { logs: [["monday.log"], ["tuesday.log"]] },
  "tracing-requests": { logs: [["web.log", "orders.log", "press.log"]], sorted: true },
};

suite("commands shown in the documentation", (test) => {
  let workshop = "";
  test.before(() => {
    workshop = mkdtempSync(join(tmpdir(), "normalizer-docs-"));
    mkdirSync(join(workshop, "node_modules"));
    symlinkSync(root, join(workshop, "node_modules/log-line-normalizer"));
  });
  test.after(() => rmSync(workshop, { recursive: true, force: true }));

  const pages = [
    "README.md",
    ...readdirSync(join(root, "docs")).map((page) => `docs/${page}`),
    ...examples.map((example) => `examples/${example}/README.md`),
  ];
  for (const page of pages) {
    const blocks = blocksOf(readFileSync(join(root, page), "utf8"));
    const sessions = blocks.filter(({ language }) => language === "console");
    const files = blocks.filter(({ file }) => file !== undefined);
    if (sessions.length === 0 && page.startsWith("docs/")) continue;

    test(`${page} shows what the command prints`, async () => {
      const copy = mkdtempSync(join(workshop, "page-"));
      cpSync(join(root, "examples"), join(copy, "examples"), { recursive: true });
      const folder = page.startsWith("examples/") ? join(copy, dirname(page)) : copy;
      for (const { file, text } of files) writeFileSync(join(folder, file!), text);
      assert.ok(sessions.length > 0, `${page} shows no command`);
      for (const { text, line } of sessions) {
        const commands = commandsOf(text);
        assert.equal(shownOf(commands), text, `${page}:${line}: a console block begins with a command`);
        assert.equal(await replay(commands, folder), text, `${page}:${line}`);
      }
    });
  }
});

suite("expected outputs of the examples", (test) => {
  test("every example has one", () => assert.deepEqual(Object.keys(EXPECTED), [...examples].sort()));
  for (const [example, { logs, sorted = false }] of Object.entries(EXPECTED)) {
    for (const group of logs) {
      test(`${example}: ${group.join(", ")}`, async () => {
        const folder = join(root, "examples", example);
        const run = await hosted(["--rules", "rules.yaml", "--quiet", ...group], folder);
        assert.deepEqual([run.stderr.toString(), run.exit], ["", 0]);
        const lines = run.stdout.toString().split("\n").slice(0, -1);
        const output = (sorted ? lines.sort() : lines).map((line) => `${line}\n`).join("");
        assert.equal(output, readFileSync(join(folder, "expected.log"), "utf8"));
      });
    }
  }
});

suite("worked lines of docs/matching.md", (test) => {
  const rows = readFileSync(join(root, "docs/matching.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(2, -2).split(" | "));

  const worked = rows.filter(([shown]) => shown!.startsWith("`<") || shown!.includes("=<") || shown!.includes("{<"));
  test("there are some", () => assert.ok(worked.length >= 16, `${worked.length} rows`));
  for (const [shown, line, captures] of worked) {
    test(`${shown} on ${line}`, () => assert.equal(capturesOf(unquoted(shown!), unquoted(line!)), captures));
  }

  const recognised = rows
    .slice(rows.findIndex(([kind]) => kind === "Kind") + 1)
    .filter(([kind]) => !kind!.startsWith("-"));
  const dateTimes = recognised.flatMap(([, shown]) => [...shown!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!));
  test("there are date-times", () => assert.ok(dateTimes.length >= 40, `${dateTimes.length} date-times`));
  for (const dateTime of dateTimes) {
    test(dateTime, () => {
      const bytes = Buffer.from(dateTime);
      const ends: number[] = [];
      const count = dateTimeEnds(bytes, 0, bytes.length, ends);
      assert.ok(count > 0 && ends[0] === bytes.length);
    });
  }
});

/** What the fields of a pattern, written `<name>`, capture of a line, in the words of the page. */
function capturesOf(shown: string, line: string): string {
  const elements = shown
    .split(/(<\w+>)/)
    .filter((part) => part !== "")
    .map((part) => (/^<\w+>$/.test(part) ? { field: part.slice(1, -1) } : { text: part }));
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

interface Block {
  readonly language: string;
  /** The second word of the fence. */
  readonly file: string | undefined;
  readonly text: string;
  /** Of the fence, from 1. */
  readonly line: number;
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(({ 1: language, 2: file, 3: text, index }) => ({
    language: language!,
    file,
    text: text!,
    line: page.slice(0, index).split("\n").length,
  }));
}

/** As in a terminal both streams are one; npx runs what it is given, as it does in a clone. */
const PRELUDE = 'exec 2>&1\nexport LC_ALL=C\nnpx() { "$@"; }\nnode() { "$NODE" "$@"; }';

interface ShownCommand {
  readonly command: string;
  readonly output: string;
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

/** What commands have written so far, where they run, and how the last one ended. */
interface Session {
  shown: string;
  folder: string;
  code: number;
}

/**
 * Runs the commands, each of which sees the exit code of the one before. What would install is left out. Most are the
 * command alone, which a host runs; others are for bash, in one shell if they follow one another.
 */
async function replay(commands: readonly ShownCommand[], folder: string): Promise<string> {
  const session: Session = { shown: "", folder, code: 0 };
  const left = commands.map(({ command }) => command);
  while (left.length > 0) {
    const count = left.findIndex((command) => !isForShell(command));
    if (count === 0) await replayOne(left.shift()!, session);
    else await replayInShell(left.splice(0, count === -1 ? left.length : count), session);
  }
  return session.shown;
}

/** The command with nothing around it that bash would see to. */
const ALONE = /^(?:npm ci && )?(?:npx )?normalizer((?: (?:[\w./:,=%@+-]|'[^']*'|"[^"$`\\]*")+)*)$/;
const FOLDER_CHANGE = /^cd ([\w./-]+)$/;
const INSTALLING = /^(?:npm ci && )?npm (?!ci && )/;

function isForShell(command: string): boolean {
  return ![ALONE, FOLDER_CHANGE, INSTALLING].some((form) => form.test(command));
}

async function replayOne(command: string, session: Session): Promise<void> {
  session.shown += `$ ${command}\n`;
  const target = FOLDER_CHANGE.exec(command)?.[1];
  if (target !== undefined) session.folder = join(session.folder, target);
  const words = ALONE.exec(command)?.[1];
  if (words === undefined) return;
  const args = [...words.matchAll(/(?:'[^']*'|"[^"]*"|\S)+/g)].map(([word]) => word.replaceAll(/'|"/g, ""));
  const { exit, stdout } = await hosted(args, session.folder, { isOneOutput: true, env: { LC_ALL: "C" } });
  session.code = Number(exit);
  session.shown += stdout;
}

async function replayInShell(commands: readonly string[], session: Session): Promise<void> {
  const script = commands.flatMap((command) => [
    `printf '%s\\n' '$ ${command.replaceAll("'", "'\\''")}'`,
    "(exit $code)",
    command.replace(/^npm ci && /, ""),
    "code=$?",
  ]);
  const { exit, stdout } = await shell(
    [PRELUDE, `code=${session.code}`, ...script, "exit $code"].join("\n"),
    session.folder,
  );
  session.code = Number(exit);
  session.shown += stdout;
}
