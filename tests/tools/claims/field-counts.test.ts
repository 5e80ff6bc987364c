// What a profile counts of fields, against the words of the lines: the machine of the rules, which says of a field that
// it is as in the line before, and the parsers, which do not, take turns.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Host, hosted, withHost } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { suite } from "../../support/suite.ts";

/** More than there are bits for. */
const WIDE = 40;
/** Between blocks of 30,000 lines: there are 64 at first, and 32 more whenever each two became one. */
const MAX_BOUNDARIES = 64 + 32 * Math.ceil(Math.log2(30_000 / 64));
const wideNames = Array.from({ length: WIDE }, (_, i) => `w${i}`);

const RULES = `rules:
  - name: wide
    pattern: "wide ${wideNames.map((name) => `{${name}}`).join(" ")}"
    output: "wide"
  - name: twice
    pattern: "twice {word} and {word} took {ms:number} ms"
    output: "twice {ms}"
    fields: { ms: { transform: digits_to_n } }
  - name: maybe
    pattern: ["maybe [{a}] ", { optional: "{b} " }, "end"]
    output: "maybe {a}"
  - name: long
    pattern: "long {text} end"
    output: "long"
  - name: parsed
    pattern: "parsed {value} {address:ip}"
    output: "parsed"
`;

/** The captures of a line by name, as its words say. */
interface Sample {
  readonly line: string;
  readonly rule: string;
  readonly captures: readonly (readonly [name: string, value: string])[];
}

/** Values that stay for a while, so that many fields are as in the line before, in an order that repeats slowly. */
function sampleOf(i: number): Sample {
  const slow = (period: number, values: number): string => `v${Math.floor(i / period) % values}`;
  switch ((i * 7 + Math.floor(i / 100)) % 6) {
    case 0: {
      const values = wideNames.map((_, field) => slow(5 + 11 * field, 2 + (field % 9)));
      return {
        line: `wide ${values.join(" ")}`,
        rule: "wide",
        captures: wideNames.map((name, field) => [name, values[field]!]),
      };
    }
    case 1:
    case 2: {
      const [one, other, ms] = [slow(3, 4), slow(50, 3), String(10 + ((i * i) % 9973))];
      return {
        line: `twice ${one} and ${other} took ${ms} ms`,
        rule: "twice",
        captures: [
          ["word", one],
          ["word", other],
          ["ms", ms],
        ],
      };
    }
    case 3: {
      const [a, b] = [i % 40 < 20 ? "" : slow(2, 3), i % 300 < 150 ? "b" : ""];
      return {
        line: `maybe [${a}] ${b === "" ? "" : `${b} `}end`,
        rule: "maybe",
        captures: [
          ["a", a],
          ["b", b],
        ],
      };
    }
    case 4: {
      // Around the length up to which the machine keeps a capture, and beyond what is one of few values.
      const text = "x".repeat([111, 112, 113, 150][Math.floor(i / 90) % 4]!) + (Math.floor(i / 40) % 3);
      return { line: `long ${text} end`, rule: "long", captures: [["text", text]] };
    }
    default: {
      const [value, address] = [slow(20, 5), `2001:db8::${i % 9}`];
      return {
        line: `parsed ${value} ${address}`,
        rule: "parsed",
        captures: [
          ["value", value],
          ["address", address],
        ],
      };
    }
  }
}

interface WrittenField {
  readonly name: string;
  readonly count: number;
  readonly blocks: readonly number[];
  readonly values: readonly { value: string; count: number; runs: number; blocks: readonly number[] }[] | null;
  readonly numbers: { readonly bins: readonly number[] } | null;
}

/** The sum of each second number. */
const sumOf = (pairs: readonly number[]): number => pairs.reduce((sum, number, i) => sum + (i % 2) * number, 0);

suite("what a profile counts of fields", (test) => {
  test.costly("is what their words are, whoever matched the lines", async () => {
    const samples = Array.from({ length: 30_000 }, (_, i) => sampleOf(i));
    // Lines that no rule matches, and long ones, are read by the parsers.
    const lines = samples.flatMap(({ line }, i) => (i % 1000 === 999 ? [line, "y".repeat(20_000)] : [line]));
    const cwd = folder({ "rules.yaml": RULES, log: `${lines.join("\n")}\n` });
    const args = ["-q", "-r", "rules.yaml", "--output", "/dev/null", "--stats-file", "p.json"];
    const { exit, stderr } = await hosted([...args, "--stats-format", "profile", "log"], cwd);
    assert.equal(exit, 0, String(stderr));
    const { profile } = JSON.parse(readFileSync(join(cwd, "p.json"), "utf8")) as {
      profile: { events: readonly { rule: string | null; lines: number; fields: readonly WrittenField[] }[] };
    };
    for (const rule of ["wide", "twice", "maybe", "long", "parsed"]) {
      const own = samples.filter((sample) => sample.rule === rule);
      const event = profile.events.find((event) => event.rule === rule)!;
      assert.equal(event.lines, own.length);
      for (const field of event.fields) {
        const values = own.flatMap(({ captures }) => captures.filter(([name]) => name === field.name));
        const texts = values.map(([, value]) => value);
        const counts = new Map<string, { count: number; runs: number }>();
        for (const [i, value] of texts.entries()) {
          if (value === "") continue;
          const known = counts.get(value) ?? { count: 0, runs: 0 };
          counts.set(value, { count: known.count + 1, runs: known.runs + Number(texts[i - 1] !== value) });
        }
        const label = `${rule}.${field.name}`;
        const total = texts.filter((text) => text !== "").length;
        assert.equal(field.count, total, label);
        assert.equal(sumOf(field.blocks), total, label);
        if (field.name === "ms") {
          assert.equal(field.values, null);
          assert.equal(sumOf(field.numbers!.bins), total, label);
          continue;
        }
        assert.deepEqual(
          new Map(field.values!.map(({ value, count }) => [value, count])),
          new Map(Array.from(counts, ([value, { count }]) => [value, count])),
          label,
        );
        for (const { blocks, count, runs, value } of field.values!) {
          assert.equal(sumOf(blocks), count, `${label} ${value}`);
          // A run may go on in the next blocks.
          const least = counts.get(value)!.runs;
          assert.ok(runs >= least && runs <= least + MAX_BOUNDARIES, `${label} ${value}: ${runs}, ${least}`);
        }
      }
    }
  });

  test("is the same with and without the machine, also of counters and of sums that are rounded", async () => {
    // Values stay for a few lines: the machine then leaves them out, and the parsers do not.
    const lines = Array.from({ length: 40_000 }, (_, i) => {
      const [id, other, size] = [Math.floor(i / 7), Math.floor(i / 14), (Math.floor(i / 6) * 7919) % 10_007];
      const text = Math.floor(i / 10) % 3 === 0 ? `no number ${i % 20}` : size;
      // No rule matches these: their numbers are those that masks hide.
      if (i % 5 === 0)
        return `${["c", "d 10.0.0.1"][i % 2]}: ${size} of ${id} in ${size % 7}ms, -1.5e3 0x${size}f 1920x1080`;
      return i % 2 === 0 ? `a ${id} ${size / 10}ms (${text})` : `b ${id} ${other} (${size})`;
    });
    const rules = `rules:
  - { name: a, pattern: "a {id} {took} ({text})", output: a }
  - { name: b, pattern: "b {id} {other} ({size})", output: b }
`;
    const cwd = folder({ "rules.yaml": rules, log: `${lines.join("\n")}\n` });
    const profileBy = async (host: Host, file: string): Promise<string> => {
      const stats = ["--stats-format", "profile", "--stats-file", file];
      const { exit, stderr } = await host.run(["-q", "-r", "rules.yaml", "-o", "/dev/null", ...stats, "log"], cwd, {});
      assert.equal(exit, 0, String(stderr));
      return readFileSync(join(cwd, file), "utf8");
    };
    const byMachine = await withHost((host) => profileBy(host, "machine.json"));
    assert.equal(byMachine, await profileBy(new Host(["--no-expose-wasm"]), "parsers.json"));
  });

  test("is not that of one place in a cycle of lines", async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `worker ${i % 16} is done\n`);
    const { exit, stdout } = await hosted(
      ["diff", "--mask", "--summary", "--format", "json", "old", "new"],
      folder({ old: lines.join(""), new: lines.slice(1).join("") }),
    );
    assert.equal(exit, 0, String(stdout));
  });

  test("is that of a new value, also if it stays from then on", async () => {
    const lines = (count: number, value: string): string => `long ${value} end\n`.repeat(count);
    const logs = { old: lines(4000, "calm"), new: lines(2000, "calm") + lines(2000, "busy") };
    const { stdout } = await hosted(
      ["diff", "-r", "rules.yaml", "--summary", "--format", "json", "old", "new"],
      folder({ "rules.yaml": RULES, ...logs }),
    );
    assert.match(String(stdout), /"change": "new_value", "rule": "long", "field": "text", "value": "busy"/);
  });
});
