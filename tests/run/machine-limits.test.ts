// What the machine is not made for: lines, outputs and rules that are too large for it, memory that is used up at any
// time, chunks that end anywhere, and runs that share it. Outputs and counts must be those of the parsers.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { Processor, type RunStatistics } from "../../src/index.ts";
import type { ProcessorOptions } from "../../src/library/options.ts";
import { INPUT_BYTES, MAX_LINE_BYTES, OUTPUT_BYTES, STATE } from "../../src/matcher/machine/layout.ts";
import { Machine } from "../../src/matcher/machine/machine.ts";
import { Matcher } from "../../src/matcher/matcher.ts";
import { pattern } from "../../src/matcher/pattern.ts";
import { describedDifference, LinesCheck } from "../machine/lines-check.ts";
import { byModule, byParsers, type SideMaker, withMachines, withParsersAlone } from "../machine/sides.ts";
import { Collector } from "../support/collector.ts";
import { parsePattern } from "../support/parse-pattern.ts";
import { caseCount, shareOf, sizeUpTo } from "../support/property.ts";
import { SEED } from "../support/run-settings.ts";
import { suite } from "../support/suite.ts";

type Options = NonNullable<Parameters<Processor["process"]>[2]>;

/** What a run wrote and counted. */
interface Run {
  readonly output: string;
  readonly statistics: RunStatistics;
}

const rule = (name: string, pattern: string, output: string, more: object = {}): object => ({
  name,
  pattern,
  output,
  ...more,
});

/** Gives other runs a turn before each chunk. */
async function* inTurns(chunks: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    await setImmediate();
    yield Buffer.from(chunk as string);
  }
}

async function runOf(processor: Processor, chunks: readonly (string | Buffer)[], options: Options = {}): Promise<Run> {
  const output = new Collector();
  const statistics = await processor.process(inTurns(chunks), output, options);
  return { output: output.bytes.toString("latin1"), statistics };
}

function assertEqualRuns(actual: Run, expected: Run, what: string): void {
  // Outputs may be long.
  assert.ok(actual.output === expected.output, `${what}: other outputs`);
  assert.deepEqual(actual.statistics, expected.statistics, what);
}

/** Checks that a log has the outputs and counts that the parsers give it. */
async function check(options: ProcessorOptions, chunks: readonly (string | Buffer)[], what: string): Promise<Run> {
  const expected = await withParsersAlone(() => runOf(new Processor(options), chunks));
  const actual = await runOf(new Processor(options), chunks);
  assertEqualRuns(actual, expected, what);
  return actual;
}

/** More lines than the parsers take before there is a machine. */
const WARM_UP = "warm up\n".repeat(600);

interface OpenStore {
  readonly bytes: Buffer;
  readonly top: number;
  allocate(size: number): number;
  set(address: number, word: number): void;
}

const storeOf = (machine: Machine | undefined): OpenStore =>
  (machine as unknown as { readonly store: OpenStore }).store;

/** Makes machines that have so many bytes left for rules, outputs and lists of candidates. */
const machineWith =
  (left: number) =>
  (parts: Parameters<typeof Machine.of>[0]): Machine | undefined => {
    const machine = Machine.of(parts);
    if (machine === undefined) return undefined;
    const store = storeOf(machine);
    const margin = 64;
    store.allocate(store.bytes.length - margin - store.top - left);
    return machine;
  };

suite("limits of the machine", (test) => {
  const RULES = {
    rules: [
      rule("asks", "{who} asks for {what} in {took:number} ms", "{who} {what}"),
      rule("says", "{who} says: {what}", "{what}"),
      rule("goes", "goes {where}", "{where} {where}"),
      rule("counts", "counts {n:number}", "n"),
    ],
  };

  test.costly("are lines of sixteen kilobytes, which are matched here and there", async () => {
    for (const length of [-2, -1, 0, 1, 2].map((more) => MAX_LINE_BYTES + more)) {
      const line = (before: string, fill: string, after = ""): string =>
        before + fill.repeat(length - before.length - after.length) + after;
      const lines = [
        "joe says: hello",
        line("joe says: ", "a"),
        line("joe asks for ", "b", " in 5 ms"),
        line("joe asks for ", "b", " in 5 m"),
        line("counts ", "1"),
        line("counts ", "1", "x"),
        line("goes ", "\x80"),
        line("", "x"),
        "joe says: bye",
      ];
      for (const end of ["\n", "\r\n"])
        await check({ rules: RULES }, [WARM_UP, `${lines.join(end)}${end}`.repeat(9)], `${length} bytes`);
    }
  });

  test.costly("are lines that are longer than a block, alone and among others", async () => {
    for (const length of [INPUT_BYTES - 20, INPUT_BYTES, 3 * INPUT_BYTES]) {
      const long = `joe says: ${"a".repeat(length)}`;
      const log = `${WARM_UP}joe says: hello\n${long}\njoe says: you\n${"x".repeat(length)}\ngoes on\n${long}`;
      await check({ rules: RULES }, [log], `${length} bytes`);
    }
  });

  test.costly("are outputs that never fit", async () => {
    const wide = Array.from({ length: 100 }, () => "{x}").join(" ");
    // So many times the length of a line is no number of 32 bits.
    const many = "{x}".repeat(140_000);
    const rules = [
      rule("wide", "wide {x}", wide),
      rule("many", "many {x} for {y}", many),
      rule("long", "long {x}", `${"long ".repeat(OUTPUT_BYTES / 4)}{x}`),
      rule("huge", "huge {x}", `${"huge ".repeat(1_500_000)}{x}`),
      rule("small", "small {x}", "{x}"),
    ];
    const lines = [
      `wide ${"1".repeat(9_000)}`,
      `many ${"2".repeat(30)} for ${"3".repeat(16_000)}`,
      ...["long", "huge", "small"].map((name) => `${name} 4`),
    ];
    await check({ rules: { rules } }, [WARM_UP, `${lines.join("\n")}\n`.repeat(3)], "outputs");
  });

  test.costly(
    "is memory that is used up while rules are prepared, candidates are listed and outputs are added",
    async () => {
      const rules = Array.from({ length: 40 }, (_, i) =>
        rule(
          `rule ${i}`,
          `${"abcd"[i % 4]} task number ${i >> 1} of {x}, ${i & 1 ? "{n:number}" : "{w:word} {v}"} done`,
          `${i} {x}`,
          {
            fields: { x: { transform: "lowercase" } },
          },
        ),
      );
      const lines = Array.from({ length: 400 }, (_, i) => {
        const n = (i * i) % 41;
        return `${"abcd"[n % 4]} task number ${n >> 1} of X${i}, ${n & 1 ? i : "w v"} done\n`;
      });
      // Rules come one after the other, each with lines before it that are rewritten already.
      const log = [WARM_UP, lines.join(""), lines.toSorted().join("")];
      const options = { rules: { rules } };
      const expected = await withParsersAlone(() => runOf(new Processor(options), log));
      assert.ok(expected.statistics.linesMatched > 700);
      // In fewer runs, the sizes are farther apart.
      const step = 32 * Math.round(60 / shareOf(60));
      for (let left = 0; left < 40_000; left += left < 4_000 ? step : 16 * step) {
        const actual = await withMachines(machineWith(left), () => runOf(new Processor(options), log));
        assertEqualRuns(actual, expected, `${left} bytes left`);
      }
    },
  );

  test.costly("are rules that would take much of the memory, and leave it to others", () => {
    const branches = Array.from({ length: 1_500 }, (_, i) => `f${i} <${i};>`).join("|");
    const deep = 250;
    const matcher = new Matcher(
      [`<a> (${branches}) x`, `<b> ${"[<c> n:number ".repeat(deep)}${"]".repeat(deep)}`, "<d> n:number"].map(
        (written) => pattern(parsePattern(written)),
      ),
    );
    matcher.expectManyLines();
    if (matcher.machine === undefined) return;
    const store = storeOf(matcher.machine);
    const before = store.top;
    const winners = ["a12;.", "bc1", "d1", "a 1", "bc", "dd"].map((line) =>
      matcher.match(Buffer.from(line), 0, line.length),
    );
    assert.deepEqual(winners, [0, 1, 2, -1, -1, -1]);
    assert.ok(store.top - before < 1_000, `${store.top - before} bytes`);
  });

  test("are not reached by lines that are matched one by one: the block under way stays where it is", () => {
    const matcher = new Matcher(["<a> x", "<b> n:number"].map((written) => pattern(parsePattern(written))));
    matcher.expectManyLines();
    const { machine } = matcher;
    if (machine === undefined) return;
    const load = machine.load(Buffer.from("a1\nb2\n"));
    assert.equal(matcher.match(Buffer.from("b3"), 0, 2), 1);
    assert.ok(machine.isLoaded(load));
    const { next } = machine.rewrite(0, 6, { room: 100, unmatched: "copied", bounds: [] });
    assert.equal(next, undefined);
    machine.outputs.leave(0);
    const matched = machine.rewrite(0, 6, { room: 100, unmatched: "copied", bounds: [] }).next!;
    assert.equal(matched.index, 0);
    assert.equal(matched.bytes.toString("latin1", matched.start, matched.end), "a1");
  });

  test.costly("does not matter for runs that share a machine, each with its aliases and outputs", async () => {
    const rules = [
      rule("user", "user {user} from {place}", "{user} at {place}", {
        fields: { user: { transform: "alias" }, place: { transform: "uppercase" } },
      }),
      rule("job", "job {job} of {user}", "{job} {user}", {
        fields: { job: { transform: "digits_to_n" }, user: { transform: "alias" } },
      }),
      rule("trace", "failed {what}", "{what}", { sequence: "stack_trace" }),
      rule("plain", "plain {text}", "{text}"),
    ];
    const options = { rules: { rules } };
    const KINDS: readonly Options[] = [
      {},
      { unmatched: "drop" },
      { format: "json" },
      { format: "json", original: true },
    ];
    const logOf = (run: number): Buffer[] => {
      const lines = Array.from({ length: 3_000 }, (_, i) => {
        const name = `n${(i * (run + 3)) % 97}`;
        return [
          `user ${name} from p${i % 7}`,
          `job ${i} of ${name}`,
          `failed ${name}`,
          "    at a.b(C.java:1)",
          `plain ${i}`,
          `odd ${i}`,
        ][(i * (run + 1) + (i >> 3)) % 6]!;
      });
      const log = Buffer.from(`${lines.join("\n")}\n`);
      return Array.from({ length: 6 }, (_, i) => log.subarray((i * log.length) / 6, ((i + 1) * log.length) / 6));
    };
    for (const count of [2, 20]) {
      const processor = new Processor(options);
      const runs = Array.from({ length: count }, (_, run) => ({ log: logOf(run), kind: KINDS[run % KINDS.length]! }));
      const expected: Run[] = [];
      for (const { log, kind } of runs)
        expected.push(await withParsersAlone(() => runOf(new Processor(options), log, kind)));
      for (let round = 0; round < 2; round++) {
        const actual = await Promise.all(runs.map(({ log, kind }) => runOf(processor, log, kind)));
        for (const [i, run] of actual.entries()) assertEqualRuns(run, expected[i]!, `run ${i} of ${count}`);
      }
    }
  });

  test.costly("does not depend on where chunks end", async () => {
    const processor = new Processor({ rules: RULES });
    await runOf(processor, [WARM_UP]);
    const mark = "\xef\xbb\xbf";
    const lines = ["joe says: hello", "", "counts 5", "\r", "goes on", `joe says: ${"a".repeat(300)}`, "odd"];
    for (const first of [`joe says: ${"b".repeat(100_000)}`, "joe says: short", ""]) {
      const log = Buffer.from(`${mark}${first}\r\n${lines.join("\r\n")}\r\n${lines.join("\n")}`, "latin1");
      const expected = await withParsersAlone(() => runOf(new Processor({ rules: RULES }), [log]));
      const ends = Array.from({ length: Math.min(log.length, sizeUpTo(400)) }, (_, i) => i);
      for (const at of [...ends, ...ends.map((i) => log.length - i)]) {
        const actual = await runOf(processor, [log.subarray(0, at), log.subarray(at)]);
        assertEqualRuns(actual, expected, `cut at ${at} of ${log.length}`);
      }
      // A chunk that the machine is told of, although the line before it has not ended.
      const many = Buffer.concat([log, Buffer.from("\r\njoe says: hello\r\n".repeat(5_000))]);
      const whole = await withParsersAlone(() => runOf(new Processor({ rules: RULES }), [many]));
      for (let at = many.length - 20; at < many.length; at++) {
        const cut = [
          many.subarray(0, 2),
          many.subarray(2, at - 40_000),
          many.subarray(at - 40_000, at),
          many.subarray(at),
        ];
        assertEqualRuns(await runOf(processor, cut), whole, `cut at ${at}`);
      }
    }
  });

  test.costly("is the number of lines, after which their numbers begin anew", () => {
    const byOldModule: SideMaker = (patterns) => {
      const matcher = new Matcher(patterns);
      matcher.expectManyLines();
      const { machine } = matcher;
      let lines = 0;
      return {
        match: (bytes, start, end) => {
          // The last number that there is.
          if (machine !== undefined && ++lines % 3 === 0) storeOf(machine).set(STATE.serial, -1);
          return matcher.match(bytes, start, end);
        },
        matching: (bytes, start, end) => matcher.matching(bytes, start, end),
        bounds: matcher.bounds,
        hasModule: machine !== undefined,
      };
    };
    const lines = new LinesCheck(SEED, { expected: byParsers, actual: byOldModule }, [1, 10, 40]);
    for (let set = 0; lines.lines < caseCount(40_000); set++) {
      const difference = lines.runSet(set);
      if (difference !== undefined) assert.fail(describedDifference(difference));
    }
  });

  test.costly("leave room for many rules and many fields", () => {
    const count = shareOf(100_000);
    const many = Array.from({ length: count }, (_, i) =>
      pattern(parsePattern(`<request ${i} of > x < took > n:number`)),
    );
    const fields = [
      pattern(parsePattern(Array.from({ length: 700 }, (_, i) => `f${i} <,>`).join(" "))),
      pattern(parsePattern(Array.from({ length: 700 }, (_, i) => `<${i % 10}> (f${i}:number|<,>)`).join(" "))),
    ];
    for (const patterns of [many, fields]) {
      const [expected, actual] = [byParsers(patterns), byModule(patterns)];
      assert.equal(actual.hasModule, "WebAssembly" in globalThis);
      const lines = [
        ...[0, 1, 77, count - 1, count].map((i) => `request ${i} of joe took 5`),
        Array.from({ length: 700 }, (_, i) => `${i},`).join(""),
        Array.from({ length: 700 }, (_, i) => `${i % 10}${i % 3 ? "," : i}`).join(""),
        ",".repeat(699),
        ",".repeat(701),
      ];
      for (const line of [...lines, ...lines]) {
        const bytes = Buffer.from(line);
        const winner = expected.match(bytes, 0, bytes.length);
        assert.equal(actual.match(bytes, 0, bytes.length), winner, line.slice(0, 50));
        const bounds = winner === -1 ? 0 : 2 * patterns[winner]!.fields.length;
        assert.deepEqual(actual.bounds.slice(0, bounds), expected.bounds.slice(0, bounds));
      }
    }
  });
});
