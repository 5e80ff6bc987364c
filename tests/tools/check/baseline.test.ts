// Baselines: which unmatched lines `check` fails for, and the file that says so.

import assert from "node:assert/strict";
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { BaselineError } from "../../../src/io/read-errors.ts";
import { MAX_TEMPLATES } from "../../../src/run/line-templates.ts";
import { FirstParts } from "../../../src/text/masks/first-parts.ts";
import { Masker } from "../../../src/text/masks/masker.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { hostileBytes } from "../../support/hostile-bytes.ts";
import { assertProperty, shareOf } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const HEADER = "# normalizer known lines, version 2: an example of each kind\n";
/** Of files that hold templates, as masks made them. */
const OLD_HEADER =
  "# normalizer baseline: templates of lines that no rule matches. Update it with: check --update-baseline\n";
const RULES = 'rules: [{ name: sent, pattern: "sent {x}", output: "{x}" }]\n';

suite("a check against a baseline", (test) => {
  const checked = (log: string, baseline: string) =>
    Processor.check({ rules: RULES }, Readable.from([Buffer.from(log)]), { baseline });

  test("tells new templates from known ones, and counts those that are gone", async () => {
    const log = "b 1\nsent 1\nb 2\na 7\nc\nc\n";
    const { baseline, coverage } = await checked(log, `${HEADER}b 4\nz\n`);
    const { text, ...counts } = baseline!;
    assert.deepEqual(counts, { newTemplates: 2, newLines: 3, knownTemplates: 1, goneTemplates: 1 });
    assert.equal(text, `${HEADER}a 7\nb 4\nc\n`);
    assert.deepEqual(
      coverage!.lineTemplates.map(({ template, isNew }) => [template, isNew]),
      [
        ["c", true],
        ["a #", true],
        ["b #", false],
      ],
    );
    assert.equal((await checked(log, text!)).baseline!.newLines, 0);
  });

  test("finds nothing new, with a baseline of the same lines, whatever these are", async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(hostileBytes, { maxLength: 5 }), async (lines) => {
        // The first line is not taken for a mark of UTF-16, which would be refused.
        const log = Buffer.concat(["", ...lines].flatMap((line) => [Buffer.from(line), Buffer.from("\n")]));
        const check = (baseline: string) => Processor.check({ rules: RULES }, Readable.from([log]), { baseline });
        const { text } = (await check("")).baseline!;
        const { baseline } = await check(text!);
        assert.deepEqual([baseline!.newLines, baseline!.goneTemplates, baseline!.text], [0, 0, text]);
      }),
      { numRuns: 200 },
    );
  });

  test("knows what a file of templates knew, and writes examples in their place", async () => {
    const templates = [
      "<time> cache <hex> cleared in <n> ms",
      "t<n>: <n>/<n>",
      "from <ip> to <ip>",
      "took <n>h<n>m<n>s",
    ];
    const known = [
      "2025-05-04 10:00:10 cache 7f3a9c cleared in 12 ms",
      "t1: -3/4.5",
      "from 10.0.0.1 to fe80::1",
      "took 1h2m3s",
    ];
    const old = `${OLD_HEADER}${templates.join("\n")}\n`;
    const { baseline } = await checked(known.map((line) => `${line}\n`).join(""), old);
    const { newTemplates, knownTemplates, goneTemplates, text } = baseline!;
    assert.deepEqual([newTemplates, knownTemplates, goneTemplates], [0, 4, 0]);
    assert.equal(text, `${HEADER}cache 7f3a9c cleared in 12 ms\nfrom 10.0.0.1 to fe80::1\nt1: -3/4.5\ntook 1h2m3s\n`);
    assert.equal((await checked("from here to there\n", old)).baseline!.newTemplates, 1);
  });

  test("knows every line whose masked form is in a file of templates", async () => {
    const part = fc.constantFrom(
      ..."a-7 -3 1.5 ::1 10.0.0.1 7f3a9c 1h2m3s 12ms user@host.org conn17 /tmp/x9 v1.2.3 = [ ] <n>".split(" "),
    );
    const lines = fc.array(
      fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" ")),
      { maxLength: 5 },
    );
    const masker = new Masker(undefined, FirstParts);
    const masked = (line: string): string => {
      const scratch = Buffer.alloc(masker.room(Buffer.from(line), 0, line.length));
      return scratch.toString("utf8", 0, masker.write(Buffer.from(line), 0, line.length, scratch, 0));
    };
    await assertProperty(
      fc.asyncProperty(lines, async (lines) => {
        const log = lines.map((line) => `${line}\n`).join("");
        const { baseline } = await checked(`sent 1\n${log}`, `${OLD_HEADER}${lines.map(masked).join("\n")}\n`);
        assert.deepEqual([baseline!.newTemplates, baseline!.goneTemplates], [0, 0]);
      }),
      { numRuns: 100 },
    );
  });

  test("keeps the examples that the file has, so that a change of it shows what came", async () => {
    const first = (await checked("a 1\nb 2\n", "")).baseline!.text!;
    const { text } = (await checked("b 9\nc\na 8\n", first)).baseline!;
    assert.equal(text, `${first}c\n`);
  });

  test("reads what diff --save-good writes", async () => {
    const good = `${HEADER.replace(":", ", of 3 good runs:")}a 1\t7 lines; 2 runs\nb 2\tfixed 1\n`;
    const { newTemplates, knownTemplates } = (await checked("a 5\nb 6\n", good)).baseline!;
    assert.deepEqual([newTemplates, knownTemplates], [0, 2]);
  });

  test("rejects if the baseline is none", async () => {
    const error = await checked("a\n", "a\n").catch((error: unknown) => error);
    assert.ok(error instanceof BaselineError);
  });

  // Distinct words without a digit.
  const word = (i: number): string => Array.from(String(i), (digit) => "abcdefghij"[Number(digit)]).join("");
  const words = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, i) => `${word(from + i)}\n`).join("");

  test.costly("finds a new line behind more templates than are counted separately", async () => {
    const many = words(0, MAX_TEMPLATES);
    const { text } = (await checked(many, "")).baseline!;
    const more = words(MAX_TEMPLATES, 2 * MAX_TEMPLATES);
    const { baseline, coverage } = await checked(`${many}${more}FATAL\n`, text!);
    assert.equal(baseline!.newTemplates, MAX_TEMPLATES);
    assert.equal(baseline!.newLines, MAX_TEMPLATES + 1);
    assert.equal(baseline!.knownTemplates, MAX_TEMPLATES);
    assert.equal(baseline!.text, undefined);
    assert.equal(coverage!.linesOfOtherTemplates, 1);
  });

  test("is not updated with more templates than that", async () => {
    const cwd = folder({ "rules.yaml": RULES, "app.log": words(0, MAX_TEMPLATES + 1) });
    const args = ["check", "--baseline", "known.txt", "--update-baseline", "rules.yaml", "app.log"];
    const { exit, stderr } = await hosted(args, cwd);
    assert.equal(exit, 2);
    assert.match(stderr.toString(), /^normalizer: known\.txt: .*10000 new templates/);
    assert.ok(!existsSync(`${cwd}/known.txt`));
  });

  test("counts lines of catch-alls", async () => {
    const rules = `${RULES.replace("}]\n", "}")}, { name: rest, catch_all: true, pattern: "{all}", output: "{all}" }]`;
    const { baseline } = await Processor.check({ rules }, Readable.from(["sent 1\nFATAL\n"]), { baseline: HEADER });
    assert.equal(baseline!.newLines, 1);
  });
});

suite("the command's baseline", (test) => {
  const files = { "rules.yaml": RULES, "app.log": "sent 1\nshift ends\n", "empty.log": "" };
  const check = (cwd: string, ...args: string[]) => hosted(["check", "rules.yaml", ...args], cwd);

  test("is written all at once, through a symbolic link, and not if it stays the same", async () => {
    const cwd = folder({ ...files, "real.txt": "" });
    symlinkSync("real.txt", `${cwd}/known.txt`);
    const args = ["--baseline", "known.txt", "--update-baseline", "app.log"];
    assert.equal((await check(cwd, ...args)).exit, 0);
    assert.ok(lstatSync(`${cwd}/known.txt`).isSymbolicLink());
    assert.equal(readFileSync(`${cwd}/real.txt`, "utf8"), `${HEADER}shift ends\n`);
    const { ino } = lstatSync(`${cwd}/real.txt`);
    assert.equal((await check(cwd, ...args)).exit, 0);
    assert.equal(lstatSync(`${cwd}/real.txt`).ino, ino);
    assert.deepEqual(readdirSync(cwd).sort(), ["app.log", "empty.log", "known.txt", "real.txt", "rules.yaml"]);
  });

  test("stays as it is if a log or the rules cannot be read", async () => {
    const cwd = folder({ ...files, "known.txt": `${HEADER}a\n`, "bad.yaml": "rules: 1\n" });
    const update = ["--baseline", "known.txt", "--update-baseline"];
    assert.equal((await check(cwd, ...update, "missing.log")).exit, 2);
    assert.equal((await hosted(["check", "bad.yaml", ...update, "app.log"], cwd)).exit, 1);
    assert.equal(readFileSync(`${cwd}/known.txt`, "utf8"), `${HEADER}a\n`);
  });

  const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["without a file to update", ["--update-baseline", "app.log"], /--update-baseline needs --baseline FILE/],
    ["without a log", ["--baseline", "known.txt"], /--baseline needs a log/],
    ["for the rules", ["--baseline", "rules.yaml", "--update-baseline", "app.log"], /rules\.yaml: is read or written/],
    ["for a log", ["--baseline", "empty.log", "--update-baseline", "empty.log"], /empty\.log: is read or written/],
    [
      "for another file",
      ["--baseline", "app.log", "--update-baseline", "empty.log"],
      /app\.log:1:1: is not a file of known lines/,
    ],
    ["for a folder", ["--baseline", ".", "--update-baseline", "app.log"], /\.: is not a regular file/],
    ["in no folder", ["--baseline", "no/known.txt", "--update-baseline", "app.log"], /no such file/],
    [
      "that is missing",
      ["--baseline", "known.txt", "app.log"],
      /known\.txt: no such file; make it with: normalizer check/,
    ],
  ];
  for (const [name, args, message] of REFUSED) {
    test(`is refused ${name}`, async () => {
      const cwd = folder(files);
      const { exit, stdout, stderr } = await check(cwd, ...args);
      assert.equal(exit, 2);
      assert.equal(stdout.toString(), "");
      assert.match(stderr.toString(), message);
      assert.deepEqual(readdirSync(cwd).sort(), Object.keys(files).sort());
      for (const [file, content] of Object.entries(files))
        assert.equal(readFileSync(`${cwd}/${file}`, "utf8"), content);
    });
  }

  test("is not met by a log without lines, which leaves the file as it is", async () => {
    const cwd = folder({ ...files, "known.txt": `${HEADER}shift ends\n` });
    const message = "normalizer: empty.log: no lines were read, so --baseline compared nothing\n";
    for (const update of [[], ["--update-baseline"]]) {
      const { exit, stdout, stderr } = await check(cwd, "--baseline", "known.txt", ...update, "empty.log");
      assert.deepEqual([exit, stderr.toString()], [1, message]);
      assert.ok(!stdout.toString().includes("known.txt"));
      assert.equal(readFileSync(`${cwd}/known.txt`, "utf8"), `${HEADER}shift ends\n`);
    }
    const both = ["--baseline", "known.txt", "--against", "rules.yaml", "--format", "github"];
    const { exit, stdout } = await check(cwd, ...both, "empty.log");
    assert.equal(exit, 1);
    assert.match(
      stdout.toString(),
      /^::error file=rules\.yaml,title=NO_LINES::empty\.log: no lines were read, so --baseline and --against compared nothing$/m,
    );
  });

  test("is judged apart from --fail-under, and from findings", async () => {
    const cwd = folder({ ...files, "known.txt": `${HEADER}shift ends\n` });
    const notes = async (...args: string[]): Promise<readonly [unknown, number]> => {
      const { exit, stderr } = await check(cwd, "--baseline", "known.txt", ...args, "app.log");
      return [exit, stderr.toString().split("\n").length - 1];
    };
    assert.deepEqual(await notes(), [0, 0]);
    assert.deepEqual(await notes("--fail-under", "60"), [1, 1]);
    writeFileSync(`${cwd}/app.log`, "sent 1\nFATAL\n");
    assert.deepEqual(await notes("--fail-under", "50"), [1, 1]);
    assert.deepEqual(await notes("--fail-under", "60"), [1, 2]);
    assert.deepEqual(await notes("--update-baseline", "--fail-under", "60"), [1, 1]);
    assert.deepEqual(await notes(), [0, 0]);
  });
});

suite("annotations of new lines", (test) => {
  const log = (count: number): string =>
    `shift ends\n${Array.from({ length: count }, (_, i) => `${"abcdefghijklmnopqrst"[i]} failed\n`).join("")}`;
  const annotated = async (rules: string, count: number, ...args: string[]): Promise<Record<string, number>> => {
    const cwd = folder({ "rules.yaml": rules, "app.log": log(count), "known.txt": `${HEADER}shift ends\n` });
    const all = ["check", "--format", "github", "--baseline", "known.txt", ...args, "rules.yaml", "app.log"];
    const { stdout } = await hosted(all, cwd);
    const kinds: Record<string, number> = {};
    for (const [, level, title] of stdout.toString().matchAll(/^::(\w+) (?:.*?[ ,])?title=(\w+)::/gm)) {
      const kind = `${level} ${title}`;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    return kinds;
  };

  test("are errors, as many as GitHub shows, and a notice for the rest", async () => {
    assert.deepEqual(await annotated(RULES, 10), { "error NEW_UNMATCHED": 10, "notice NEVER_WON": 1 });
    const more = { "error NEW_UNMATCHED": 10, "notice NEW_UNMATCHED": 1, "notice NEVER_WON": 1 };
    assert.deepEqual(await annotated(RULES, 12), more);
  });

  test("leave room for other errors", async () => {
    const failing = 'rules: [{ name: sent, pattern: "sent {x}", output: "{x}", not: ["sent 1"] }]\n';
    assert.deepEqual(await annotated(failing, 12, "--fail-under", "50"), {
      "error NEW_UNMATCHED": 8,
      "notice NEW_UNMATCHED": 1,
      "error FAIL_UNDER": 1,
      "error COUNTEREXAMPLE_WON": 1,
      "notice NEVER_WON": 1,
    });
  });

  test("are none for what is known, nor while the baseline is updated", async () => {
    assert.deepEqual(await annotated(RULES, 0), { "notice NEVER_WON": 1 });
    assert.deepEqual(await annotated(RULES, 3, "--update-baseline"), { "notice NEVER_WON": 1 });
  });
});

suite("the gate of a team, as a workflow runs it", (test) => {
  const STEP = ["check", "--strict", "--format", "github", "--baseline", "known.txt"];
  const UPDATE = ["check", "--baseline", "known.txt", "--update-baseline"];
  const LINES = 2 * shareOf(50_000);
  const rules = (output: string): string => `rules:
  - name: sent
    pattern: "{timestamp} parcel {parcel:number} sent"
    output: "${output}"
    examples:
      - line: 2025-05-04 10:00:02 parcel 7731 sent
        output: sent 7731
`;
  const sample = "2025-05-04 10:00:02 parcel 7731 sent\n2025-05-04 10:00:09 cache 7f3a9c cleared in 12 ms\n";

  test.costly("lets a change pass, stops a new line and an edited rule, and passes again", async () => {
    const cwd = folder({ "rules.yaml": rules("sent {parcel}"), "samples/app.log": sample });
    const step = async (...against: string[]): Promise<readonly [unknown, string]> => {
      const args = [...STEP, ...against, "rules.yaml", ...samples()];
      const { exit, stdout } = await hosted(args, cwd, { env: { GITHUB_ACTIONS: "true", CI: "true" } });
      return [exit, stdout.toString()];
    };
    const samples = (): string[] =>
      readdirSync(`${cwd}/samples`)
        .sort()
        .map((name) => `samples/${name}`);
    const update = async (): Promise<unknown> => (await hosted([...UPDATE, "rules.yaml", ...samples()], cwd)).exit;
    assert.equal(await update(), 0);
    assert.deepEqual(await step(), [
      0,
      "known.txt: 0 new templates, 1 known\nchecked rules.yaml: no problems, 50% of the lines matched\n",
    ]);

    // Another run of the same software.
    writeFileSync(`${cwd}/samples/app.log`, sample.replaceAll("2025-05-04", "2026-01-02").replace("7f3a9c", "51bb0d"));
    assert.equal((await step())[0], 0);

    // The new version logs one line of a kind that nobody has seen, among many.
    const fatal = "2025-05-04 10:02:00 FATAL disk 3 is full\n";
    writeFileSync(`${cwd}/samples/new.log`, `${sample.repeat(LINES / 2)}${fatal}`);
    const [stopped, annotations] = await step();
    assert.equal(stopped, 1);
    assert.ok(
      annotations.includes(
        `::error file=samples/new.log,line=${LINES + 1},title=NEW_UNMATCHED::no rule matches this line:%0A2025-05-04 10:02:00 FATAL disk 3 is full\n`,
      ),
      annotations,
    );
    assert.equal(annotations.match(/^::/gm)!.length, 1);

    // It is accepted in review: the change of the baseline shows what came.
    await update();
    const baseline = readFileSync(`${cwd}/known.txt`, "utf8");
    assert.equal(baseline, `${HEADER}FATAL disk 3 is full\ncache 7f3a9c cleared in 12 ms\n`);
    assert.equal((await step())[0], 0);

    // Somebody edits a rule so that its output loses the parcel.
    writeFileSync(`${cwd}/rules.yaml`, rules("sent"));
    const [edited, findings] = await step();
    assert.equal(edited, 1);
    assert.match(findings, /^::error file=rules\.yaml,line=6,col=9,endColumn=51,title=EXAMPLE_DIFFERS::/);

    // Without an example, the comparison with the rules of the main branch finds it.
    const bare = (output: string): string => rules(output).replace(/ {4}examples:.*/s, "");
    writeFileSync(`${cwd}/main.yaml`, bare("sent {parcel}"));
    writeFileSync(`${cwd}/rules.yaml`, bare("sent"));
    assert.equal((await step())[0], 0);
    const [changed, changes] = await step("--against", "main.yaml");
    assert.equal(changed, 1);
    assert.match(changes, /^::error file=rules\.yaml,line=2,title=CHANGED::.*%0A- sent 7731%0A\+ sent/);

    // Somebody narrows a rule so that it loses its lines: these are new, and the example fails.
    writeFileSync(`${cwd}/rules.yaml`, rules("sent {parcel}").replace("parcel {parcel:number}", "package {parcel}"));
    const [narrowed, lost] = await step();
    assert.equal(narrowed, 1);
    assert.match(lost, /^::error file=samples\/app\.log,line=1,title=NEW_UNMATCHED::/);
    assert.match(lost, /^::error .*title=EXAMPLE_LOST::/m);

    writeFileSync(`${cwd}/rules.yaml`, rules("sent {parcel}"));
    assert.equal((await step())[0], 0);
  });
});
