// No run writes over a file that it reads, by whatever name: each output is tried with the name of each input.
import assert from "node:assert/strict";
import { linkSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { COMMANDS } from "../../src/cli/named.ts";
import { commandName } from "../../src/cli/options/command-definition.ts";
import { Processor } from "../../src/index.ts";
import { shell } from "../support/command.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { someOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const RULES = 'rules: [{ name: hello, pattern: "hello {who}", output: "greets {who}" }]\n';
const FILES = {
  "rules.yaml": RULES,
  "old.yaml": RULES.replace("greets", "meets"),
  key: "a key that is long enough for everybody",
  "a.log": "hello Ann\nraw\n",
  "b.log": "hello Bob\nraw\n",
  "old.log": "hello Eve\nraw\n",
};

/** Other names of a file, each of which `make` gives to it. */
const NAMES: readonly (readonly [name: string, make: (cwd: string, file: string) => string])[] = [
  ["its name", (_, file) => file],
  ["another path", (cwd, file) => `./../${cwd.split("/").at(-1)}/${file}`],
  ["the whole path", (cwd, file) => `${cwd}/${file}`],
  ["a symbolic link", (cwd, file) => linked(() => symlinkSync(file, `${cwd}/link`))],
  [
    "a link to a link",
    (cwd, file) => {
      symlinkSync(file, `${cwd}/first`);
      return linked(() => symlinkSync(`${cwd}/first`, `${cwd}/link`));
    },
  ],
  ["a hard link", (cwd, file) => linked(() => linkSync(`${cwd}/${file}`, `${cwd}/link`))],
];

function linked(make: () => void): string {
  make();
  return "link";
}

function assertUnchanged(cwd: string, what: string): void {
  for (const [file, content] of Object.entries(FILES))
    assert.equal(readFileSync(`${cwd}/${file}`, "utf8"), content, what);
  assert.deepEqual(
    readdirSync(cwd).filter((file) => file !== "link" && file !== "first"),
    Object.keys(FILES).sort(),
    what,
  );
}

interface Writer {
  readonly args: readonly string[];
  readonly output: string;
  readonly inputs: readonly (keyof typeof FILES)[];
  readonly refusal: string;
}

const PLAIN = ["-q", "--rules", "rules.yaml", "--key-file", "key"];
const WRITERS: Readonly<Record<string, Writer>> = {
  "the lines of a part": {
    args: [...PLAIN, "--part", "1/2", "a.log", "b.log"],
    output: "--output",
    inputs: ["rules.yaml", "key", "a.log", "b.log"],
    refusal: "is read or written by this run; name another file for the lines",
  },
  "the lines": {
    args: [...PLAIN, "a.log", "b.log"],
    output: "--output",
    inputs: ["rules.yaml", "key"],
    refusal: "is read or written by this run; name another file for the lines",
  },
  statistics: {
    args: [...PLAIN, "a.log", "b.log"],
    output: "--stats-file",
    inputs: ["rules.yaml", "key", "a.log", "b.log"],
    refusal: "is an input of this run; write the statistics to another file",
  },
  "a report": {
    args: ["report", "--rules", "rules.yaml", "--key-file", "key", "--against", "old.log", "a.log", "b.log"],
    output: "--output",
    inputs: ["rules.yaml", "key", "old.log", "a.log", "b.log"],
    refusal: "is read by this run; name another file for the report",
  },
  "a report of a failed run": {
    args: ["report", "--good", "old.log", "a.log"],
    output: "--output",
    inputs: ["old.log", "a.log"],
    refusal: "is read by this run; name another file for the report",
  },
  "a baseline": {
    args: ["check", "--against", "old.yaml", "--key-file", "key", "--update-baseline", "rules.yaml", "a.log", "b.log"],
    output: "--baseline",
    inputs: ["rules.yaml", "old.yaml", "key", "a.log", "b.log"],
    refusal: "is read or written by this run; name another file for the baseline",
  },
  "stored good runs": {
    args: ["diff", "--rules", "rules.yaml", "--key-file", "key", "--good", "a.log", "b.log"],
    output: "--save-good",
    inputs: ["rules.yaml", "key", "a.log", "b.log"],
    refusal: "is read or written by this run; name another file for the good runs",
  },
};

suite("a file that a run reads", (test) => {
  for (const [what, { args, output, inputs, refusal }] of Object.entries(WRITERS)) {
    test(`is not written over by ${what}`, async () => {
      const cases = inputs.flatMap((input) => NAMES.map((name) => [input, ...name] as const));
      for (const [input, name, make] of someOf(cases, what)) {
        const cwd = folder(FILES);
        const path = make(cwd, input);
        const { exit, stdout, stderr } = await hosted([...args, output, path], cwd);
        const label = `${input} by ${name}`;
        assert.deepEqual(
          [exit, stdout.toString(), stderr.toString()],
          [2, "", `normalizer: ${path}: ${refusal}\n`],
          label,
        );
        assertUnchanged(cwd, label);
      }
    });
  }

  test("is known by its descriptor, too", async () => {
    for (const command of [
      "normalizer -q -r /dev/stdin -o rules.yaml a.log < rules.yaml",
      "normalizer -q -r /dev/fd/7 -o rules.yaml a.log 7< rules.yaml",
      "normalizer -q -r rules.yaml -o /dev/fd/7 a.log 7< rules.yaml",
      "normalizer -q -r rules.yaml --stats-file a.log < a.log",
      "normalizer report -r rules.yaml -o a.log - < a.log",
      "normalizer report -r rules.yaml -o old.log --against /dev/fd/7 a.log 7< old.log",
      "normalizer report -r rules.yaml --against old.log a.log >> old.log",
      "normalizer check --baseline a.log --update-baseline rules.yaml - < a.log",
    ]) {
      const cwd = folder(FILES);
      const { stdout, stderr } = await shell(`${command}; echo $?`, cwd);
      assert.equal(stdout.toString(), "2\n", command);
      assert.match(
        stderr.toString(),
        /: is ((read (or written )?by|an input of) this run;|both a log and where the output goes)/,
        command,
      );
      assertUnchanged(cwd, command);
    }
  });

  test("is said of each option that takes a file", () => {
    const unsaid = COMMANDS.flatMap((definition) =>
      Object.values(definition.options)
        .filter(({ metavariable, file }) => /^(FILE|LOG|RUN)$/.test(metavariable ?? "") !== (file !== undefined))
        .map(({ long }) => `${commandName(definition)} ${long}`),
    );
    assert.deepEqual(unsaid, []);
  });

  test("is not written over by process()", async () => {
    const rules = /^Error: the output is the file of the rules, which would be lost$/;
    const log = /^Error: the output is one of the logs, whose other parts would be lost$/;
    const part = { number: 1, count: 2 };
    for (const [name, make] of NAMES) {
      for (const [file, options, error] of [
        ["rules.yaml", {}, rules],
        ["rules.yaml", { part }, rules],
        ["a.log", { part }, log],
      ] as const) {
        const cwd = folder(FILES);
        const output = resolve(cwd, make(cwd, file));
        const rulesPath = `${cwd}/rules.yaml`;
        for (const given of [rulesPath, pathToFileURL(rulesPath), relative("", rulesPath)]) {
          const processor = new Processor({ rulesPath: given });
          for (const to of [output, pathToFileURL(output), relative("", output)])
            await assert.rejects(processor.process(`${cwd}/a.log`, to, options), error, `${file} by ${name}`);
        }
        assertUnchanged(cwd, name);
      }
    }
  });

  test("is known to process() from another folder, too", async () => {
    const [cwd, old] = [folder(FILES), process.cwd()];
    const processor = new Processor({ rulesPath: relative("", `${cwd}/rules.yaml`) });
    process.chdir(cwd);
    try {
      await assert.rejects(processor.process("a.log", "rules.yaml"), /the output is the file of the rules/);
    } finally {
      process.chdir(old);
    }
    assertUnchanged(cwd, "rules.yaml");
  });
});
