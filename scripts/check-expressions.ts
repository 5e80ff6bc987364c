// Part of `npm run lint`: no regular expression of src/ may take more than linear time, because logs, rules and other
// tools' files are untrusted. One whose text is always short may, if a comment above it begins with `Bounded:`.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "acorn";
import { transformSync } from "esbuild";
import { check } from "recheck";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));

/**
 * Where an expression is too complex to be analysed, texts are tried at random: the same ones each time, and for a
 * number of steps, because on a busy machine any text would seem slow by the clock. `timeout` only guards against
 * hanging.
 */
const SEARCH = {
  randomSeed: 1,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  timeout: 300_000,
};

interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** The expressions that are written in a file. */
function literalsOf(file: string, code: string): Expression[] {
  const found: Expression[] = [];
  const { code: script } = transformSync(code, { loader: "ts", target: "esnext" });
  JSON.stringify(parse(script, { ecmaVersion: "latest", sourceType: "module" }), (key, value) => {
    if (key === "regex") found.push({ file, source: value.pattern, flags: value.flags });
    return typeof value === "bigint" ? String(value) : value;
  });
  return found;
}

/** The expressions that a module, and those it imports first, put together while they are loaded. */
async function builtBy(file: string): Promise<Expression[]> {
  const found: Expression[] = [];
  const original = RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags = ""]) {
      const at = /\/src\/([^:?]+\.ts)/.exec(new Error().stack ?? "")?.[1] ?? file;
      found.push({ file: at, source: String(source), flags });
      return new target(source, flags);
    },
  });
  try {
    await import(join(SOURCES, file));
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

/** Whether a comment above the expression says that its text is always short. */
function isBounded({ file, source, flags }: Expression): boolean {
  const lines = readFileSync(join(SOURCES, file), "utf8").split("\n");
  return lines.some((line, i) => {
    if (!/^\s*\/[/*]+ Bounded: /.test(lines[i - 1] ?? "")) return false;
    const template = /new RegExp\(`(.*)`/.exec(line)?.[1];
    return template === undefined ? line.includes(`/${source}/${flags}`) : isMadeFrom(source, template);
  });
}

/** Whether the source has the literal texts of a template, as it is written, in their order. */
function isMadeFrom(source: string, template: string): boolean {
  let at = 0;
  return template.split(/\$\{[^}]*\}/).every((text) => {
    const literal = text.replaceAll("\\\\", "\\");
    const found = source.indexOf(literal, at);
    at = found + literal.length;
    return found !== -1;
  });
}

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
let count = 0;
let slow = 0;
for (const file of files.sort()) {
  const code = readFileSync(join(SOURCES, file), "utf8");
  const built = code.includes("new RegExp(") ? await builtBy(file) : [];
  for (const expression of [...literalsOf(file, code), ...built]) {
    count++;
    if (isBounded(expression)) continue;
    const { source, flags } = expression;
    const result = await check(source, flags, SEARCH);
    if (result.status === "safe") continue;
    slow++;
    console.error(`src/${expression.file}: /${source}/${flags}`);
    if (result.status === "vulnerable") console.error(`  ${result.complexity.summary}: ${result.attack.pattern}`);
    else console.error(`  not known: ${result.error.kind}`);
  }
}
if (slow > 0) {
  console.error("help: write each such that it never tries the same text twice, or bound the text and say");
  console.error("      so in a comment above it: // Bounded: by what");
  process.exitCode = 1;
} else {
  console.log(`${count} regular expressions take linear time`);
}
