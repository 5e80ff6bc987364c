import assert from "node:assert/strict";
import { normalize } from "node:path";
import { NAMED_WORDS } from "../../src/cli/options/command-definition.ts";
import type { Outcome } from "../support/command.ts";

const COLOUR = new RegExp(`${String.fromCharCode(0x1b)}\\[[\\d;]*m`, "g");
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** What Node prints for an uncaught error. */
const STACK = /^\s+at .+[:)]\d*|node:internal|^\w*Error\b.*:|[Uu]nhandled|[Uu]ncaught|Node\.js v\d|Warning:/m;

/** Commands that sum up what they did on standard error. */
const SUMMARISING = ["suggest", "import", "export"];

/** Checks that a run ended and reported errors as docs/reference/command.md says. */
export function checkOutcome(args: readonly string[], { exit, stdout, stderr }: Outcome): void {
  assert.ok(exit === 0 || exit === 1 || exit === 2, `it ended with ${exit}`);
  const messages = stderr.toString().replaceAll(/^EXPLAIN: .*\n/gm, "");
  assert.doesNotMatch(messages, STACK, "it failed without a message of its own");
  const found = /[^\P{Cc}\n]|\p{Bidi_Control}/u.exec(messages);
  assert.ok(found === null, `standard error holds ${JSON.stringify(found?.[0])}`);
  assert.ok(messages === "" || messages.endsWith("\n"));
  if (exit === 2) {
    assert.match(messages, /^(normalizer: |.*:\d+:\d+: )/, "an error is not reported");
  } else if (!SUMMARISING.includes(args[0] ?? "")) {
    for (const line of messages.split("\n")) if (line !== "") assert.match(line, /^normalizer: /);
  }
  if (messages.includes("\nTry '")) assert.equal(stdout.length, 0, "a wrong command line has an output");
  checkOutput(args, exit, stdout.toString());
}

/** The values of an option, in either spelling. */
function valuesOf(args: readonly string[], option: string): string[] {
  return args.flatMap((arg, i) => {
    if (arg.startsWith(`${option}=`)) return [arg.slice(option.length + 1)];
    return arg === option ? [args[i + 1] ?? ""] : [];
  });
}

/** Checks that output for people or programs holds nothing that a terminal would obey, and that JSON is valid. */
function checkOutput(args: readonly string[], exit: number, text: string): void {
  const [word = ""] = args;
  const formats = valuesOf(args, "--format");
  const isJson = formats.length === 1 && formats[0] === "json" && !args.includes("--");
  const isRaw = word === "trace" ? formats.includes("lines") : !NAMED_WORDS.some((name) => name === word) && !isJson;
  const isHelp = args.some((arg) => /^-[a-z]*[hv]|^--(help|version)$/.test(arg));
  // The script of the page has control characters of its own, those with which yaml marks documents.
  if (!isRaw && word !== "report") {
    const found = UNPRINTABLE.exec(text.replaceAll(COLOUR, ""));
    assert.ok(found === null, `standard output holds ${JSON.stringify(found?.[0])}`);
  }
  if (isJson && exit !== 2 && !isHelp && word !== "init") {
    if (valuesOf(args, "--stats-file").some((path) => path.startsWith("/dev/"))) return;
    for (const line of text.split("\n")) if (line !== "") JSON.parse(line);
  }
}

/** The files that a run may write. Of short options, which may share a dash, any argument may be the value. */
function namedOutputs(args: readonly string[]): string[] {
  const [word, ...others] = args;
  if (word === "init") return ["rules.yaml", ...others];
  if (word === "suggest" || (word === "check" && args.includes("--add-examples")))
    return others.flatMap((arg) => [arg, arg.replace(/^--\w+=|^-\w+=?/, "")]);
  // As in `-qo FILE` and `-oFILE`.
  const short = args.flatMap((arg, i) => {
    const value = /^-[a-z]*?o=?(.*)/s.exec(arg)?.[1];
    return value === undefined ? [] : [value === "" ? (args[i + 1] ?? "") : value];
  });
  return [...valuesOf(args, "--stats-file"), ...valuesOf(args, "--output"), ...short];
}

/** Checks that only the files changed that an option or `init` names. */
export function checkFiles(
  args: readonly string[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  const named = namedOutputs(args);
  const allowed = new Set(named.filter((path) => path !== "").map((path) => normalize(path)));
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (allowed.has(path) && !(args[0] === "init" && before.has(path))) continue;
    assert.equal(after.get(path), before.get(path), `${JSON.stringify(path)} was written or removed`);
  }
}
