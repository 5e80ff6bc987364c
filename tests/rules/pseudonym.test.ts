// `transform: pseudonym`: names by a key, in every command and in the library.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import fc from "fast-check";
import { MissingKeyError, Processor } from "../../src/index.ts";
import { KeyedPseudonyms, NAME_BYTES } from "../../src/rules/transforms/pseudonyms.ts";
import { Collector } from "../support/collector.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { assertProperty } from "../support/property.ts";
import { nameOf } from "../support/pseudonyms.ts";
import { SMALL_COMMAND } from "../support/small-build.ts";
import { suite } from "../support/suite.ts";

const RULES = `
fields: { user: { transform: pseudonym } }
rules:
  - name: login
    pattern: "{timestamp} {user} logs in from {host}"
    output: "{user} logs in"
    examples: [{ line: "2025-05-05 10:00:00 ann logs in from a" }]
`;
const LOG = "2025-05-05 10:00:00 ann logs in from a\n2025-05-05 10:00:01 bob logs in from b\n";
const KEY = "correct horse";
const ANN = `user#${nameOf(KEY, "ann")}`;
const BOB = `user#${nameOf(KEY, "bob")}`;
const LINES = `${ANN} logs in\n${BOB} logs in\n`;
const MISSING =
  "normalizer: rules.yaml: the transform pseudonym of the field 'user' needs a key; name its file with --key-file FILE, or set NORMALIZER_KEY\n";

const place = (): string => folder({ "rules.yaml": RULES, "app.log": LOG, key: `${KEY}\n` });
const ARGS = ["-r", "rules.yaml", "-q"];

suite("names by a key", (test) => {
  const written = (pseudonyms: KeyedPseudonyms, bytes: Uint8Array, from = 0): string => {
    const name = Buffer.alloc(NAME_BYTES);
    pseudonyms.writeName(bytes, from, bytes.length, name, 0);
    return name.toString();
  };

  test("are those of Node's HMAC for any key and value", () => {
    assertProperty(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.uint8Array({ maxLength: 300 }), fc.nat(), (key, bytes, at) => {
        const from = at % (bytes.length + 1);
        assert.equal(written(new KeyedPseudonyms(key), bytes, from), nameOf(key, bytes.subarray(from)));
      }),
      { numRuns: 2_000 },
    );
  });

  test("of several keys are kept apart", () => {
    const [one, other] = [new KeyedPseudonyms(Buffer.from("1")), new KeyedPseudonyms(Buffer.from("2"))];
    const value = Buffer.from("value");
    const first = written(one, value);
    assert.notEqual(written(other, value), first);
    assert.equal(written(one, value), first);
  });
});

suite("pseudonym", (test) => {
  test("is the name by the key, known from another program", () => {
    const processor = new Processor({
      rules: { rules: [{ name: "a", pattern: [{ field: "user", transform: "pseudonym" }], output: "{user}" }] },
      key: "Jefe",
    });
    // printf 'what do ya want for nothing?' | openssl dgst -sha256 -hmac Jefe -binary | head -c 8 | base32
    assert.equal(processor.normalize("what do ya want for nothing?")?.output, "user#lpomcrv7mb2u4");
    const bytes = Uint8Array.of(0xff, 0x00, 0xe9);
    assert.deepEqual(processor.normalize(bytes)?.output, Uint8Array.from(Buffer.from(`user#${nameOf("Jefe", bytes)}`)));
  });

  for (const [name, content] of [
    ["without a line end", KEY],
    ["with a line end", `${KEY}\n`],
    ["with that of Windows", `${KEY}\r\n`],
  ] as const) {
    test(`takes the key of a file ${name}`, async () => {
      const cwd = folder({ "rules.yaml": RULES, "app.log": LOG, key: content });
      const { exit, stdout, stderr } = await hosted([...ARGS, "--key-file", "key", "app.log"], cwd);
      assert.deepEqual([exit, stdout.toString(), stderr.toString()], [0, LINES, ""]);
    });
  }

  test("counts only one line end, and any other byte", async () => {
    for (const key of [`${KEY}\n`, `${KEY}\r\n`, `${KEY}\r `, ` ${KEY}`, "\xff\0"]) {
      const bytes = Buffer.from(key, "latin1");
      const cwd = folder({ "rules.yaml": RULES, "app.log": LOG, key: Buffer.concat([bytes, Buffer.from("\n")]) });
      const { stdout } = await hosted([...ARGS, "--key-file", "key", "app.log"], cwd);
      assert.ok(stdout.toString().startsWith(`user#${nameOf(bytes, "ann")} `), JSON.stringify(key));
    }
  });

  test("takes the key of the environment, and prefers the option", async () => {
    const cwd = place();
    const env = { NORMALIZER_KEY: KEY };
    assert.equal((await hosted([...ARGS, "app.log"], cwd, { env })).stdout.toString(), LINES);
    const other = { NORMALIZER_KEY: "another" };
    const { stdout } = await hosted([...ARGS, "--key-file", "key", "app.log"], cwd, { env: other });
    assert.equal(stdout.toString(), LINES);
  });

  for (const [what, args] of [
    ["the plain command", [...ARGS, "app.log"]],
    ["diff", ["diff", "-r", "rules.yaml", "app.log", "app.log"]],
    ["trace", ["trace", "-r", "rules.yaml", "--merge", "app.log"]],
    ["report --by", ["report", "-r", "rules.yaml", "--by", "user", "-o", "page.html", "app.log"]],
    ["check --against", ["check", "--against", "other.yaml", "rules.yaml", "app.log"]],
    ["check --add-examples", ["check", "--add-examples", "bare.yaml", "app.log"]],
  ] as const) {
    test(`has no default: ${what} without a key writes nothing and says what is missing`, async () => {
      const cwd = folder({
        "rules.yaml": RULES,
        "app.log": LOG,
        "other.yaml": RULES.replace('"{user} logs in"', '"{user} enters"'),
        "bare.yaml": RULES.replace(/ {4}examples.*\n/, ""),
      });
      for (const env of [{}, { NORMALIZER_KEY: "" }]) {
        const { exit, stdout, stderr } = await hosted(args, cwd, { env });
        assert.deepEqual([exit, stdout.toString()], [2, ""]);
        assert.equal(stderr.toString().replace(/(?:bare|rules|other).yaml: /, ""), MISSING.replace("rules.yaml: ", ""));
      }
    });
  }

  for (const [what, args] of [
    ["check", ["check", "rules.yaml", "app.log"]],
    ["why", ["why", "-r", "rules.yaml", "app.log"]],
    ["fields", ["fields", "-r", "rules.yaml", "app.log", "app.log"]],
    ["suggest", ["suggest", "-r", "rules.yaml", "more.log"]],
    ["report", ["report", "-r", "rules.yaml", "-o", "page.html", "app.log"]],
  ] as const) {
    test(`needs no key where no name is shown: ${what}`, async () => {
      const cwd = folder({ "rules.yaml": RULES, "app.log": LOG, "more.log": `${LOG}user ann left\nuser bob left\n` });
      const { exit, stderr } = await hosted(args, cwd);
      assert.equal(exit, 0, stderr.toString());
    });
  }

  for (const [content, reason] of [
    ["", "the key is empty"],
    ["\n", "the key is empty"],
    ["\r\n", "the key is empty"],
    ["k".repeat(65 * 1024), "larger than 64 KiB, the limit for keys"],
  ] as const) {
    test(`refuses a key file of ${content.length} bytes: ${reason}`, async () => {
      const cwd = folder({ "rules.yaml": RULES, "app.log": LOG, key: content });
      const { exit, stdout, stderr } = await hosted([...ARGS, "--key-file", "key", "app.log"], cwd);
      assert.deepEqual([exit, stdout.toString(), stderr.toString()], [2, "", `normalizer: key: ${reason}\n`]);
    });
  }

  test("is not overwritten by the statistics, and not read from standard input", async () => {
    const cwd = place();
    const over = await hosted([...ARGS, "--key-file", "key", "--stats-file", "key", "app.log"], cwd);
    assert.deepEqual([over.exit, over.stdout.toString()], [2, ""]);
    assert.equal(readFileSync(`${cwd}/key`, "utf8"), `${KEY}\n`);
    assert.equal((await hosted([...ARGS, "--key-file", "-", "app.log"], cwd)).exit, 2);
  });

  test("is the same in threads", async () => {
    const cwd = folder({ "rules.yaml": RULES, "large.log": LOG.repeat(20_000), key: KEY });
    const args = [...ARGS, "--key-file", "key", "--jobs", "3", "large.log"];
    const { exit, stdout } = await hosted(args, cwd, { command: SMALL_COMMAND });
    assert.equal(exit, 0);
    assert.ok(stdout.toString() === LINES.repeat(20_000));
  });

  test("is what diff compares and shows, and what trace writes", async () => {
    const cwd = folder({ "rules.yaml": RULES, "app.log": LOG, "next.log": LOG.replace("bob", "eve"), key: KEY });
    const same = await hosted(["diff", "-q", "-r", "rules.yaml", "--key-file", "key", "app.log", "app.log"], cwd);
    assert.equal(same.exit, 0);
    const args = ["diff", "-r", "rules.yaml", "--key-file", "key", "--format", "json", "app.log", "next.log"];
    const { exit, stdout } = await hosted(args, cwd);
    assert.equal(exit, 1);
    assert.ok(stdout.includes(BOB) && stdout.includes(`user#${nameOf(KEY, "eve")}`));
    const trace = ["trace", "-r", "rules.yaml", "--key-file", "key", "--merge", "--format", "lines", "app.log"];
    assert.equal((await hosted(trace, cwd)).stdout.toString(), LINES);
  });

  test("is shown by a report only where outputs are, and its key never", async () => {
    const cwd = place();
    const secret = folder({ key: "a-key-that-nobody-may-see" });
    const args = [
      "report",
      "-r",
      "rules.yaml",
      "--by",
      "user",
      "--key-file",
      `${secret}/key`,
      "-o",
      "page.html",
      "app.log",
    ];
    assert.equal((await hosted(args, cwd)).exit, 0);
    const page = readFileSync(`${cwd}/page.html`, "utf8");
    assert.ok(page.includes(`user#${nameOf("a-key-that-nobody-may-see", "ann")} logs in`));
    assert.ok(!page.includes("a-key-that-nobody-may-see"));
  });

  test("has examples that check compares with the key", async () => {
    const rules = RULES.replace(
      '[{ line: "2025-05-05 10:00:00 ann logs in from a" }]',
      `[{ line: "2025-05-05 10:00:00 ann logs in from a", output: "${ANN} logs in" }]`,
    );
    const cwd = folder({ "rules.yaml": rules, key: KEY, other: "other" });
    assert.equal((await hosted(["check", "--key-file", "key", "rules.yaml"], cwd)).exit, 0);
    assert.equal((await hosted(["check", "--key-file", "other", "rules.yaml"], cwd)).exit, 1);
    assert.equal((await hosted(["check", "rules.yaml"], cwd)).stderr.toString(), MISSING);
  });
});

suite("the key of a Processor", (test) => {
  test("may be text or bytes, and is copied", async () => {
    const bytes = Buffer.from(KEY);
    const processors = [new Processor({ rules: RULES, key: KEY }), new Processor({ rules: RULES, key: bytes })];
    bytes.fill(0);
    for (const processor of processors) {
      const output = new Collector();
      await processor.process(Readable.from([LOG]), output);
      assert.equal(output.text, LINES);
    }
  });

  test("is asked for at once if rules need it", () => {
    assert.throws(
      () => new Processor({ rules: RULES }),
      (error: Error) => {
        assert.ok(error instanceof MissingKeyError);
        assert.equal(error.message, "the transform pseudonym of the field 'user' needs a key");
        return true;
      },
    );
  });

  for (const key of ["", new Uint8Array(), 7, null]) {
    test(`is not ${JSON.stringify(key)}`, () => {
      assert.throws(() => new Processor({ rules: RULES, key: key as string }), /new Processor: key takes a string or/);
    });
  }

  test("is an option of check", async () => {
    const older = RULES.replace('"{user} logs in"', '"{user} enters"');
    const log = Readable.from([LOG]);
    const { against } = await Processor.check({ rules: RULES }, log, { against: { rules: older }, key: KEY });
    const [change] = against!.changes;
    assert.deepEqual(change!.samples[0]!.old, `${ANN} enters`);
  });
});
