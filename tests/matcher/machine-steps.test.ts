// The bound on the work of the WebAssembly module. `steps.test.ts` counts the steps of the parsers, which the module
// leaves a rule to when its fuel is spent. Here the module counts its own, and what it has the host do is counted, too.
import assert from "node:assert/strict";
import { OUTPUT_BYTES } from "../../src/matcher/machine/layout.ts";
import { Matcher } from "../../src/matcher/matcher.ts";
import { type Element, pattern } from "../../src/matcher/pattern.ts";
import { TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { DATED, filled, PLAIN } from "../support/attacks.ts";
import { CountingMachines } from "../support/counting-machine.ts";
import { typeReference } from "../support/field-types.ts";
import { MACHINE_ATTACKS, type MachineAttack } from "../support/machine-attacks.ts";
import { parsePattern } from "../support/parse-pattern.ts";
import { sizeUpTo, someOf } from "../support/property.ts";
import { countingSuite, GROWTH } from "../support/steps.ts";
import { suite } from "../support/suite.ts";
import { TYPED, weight } from "../support/typed-attacks.ts";

/**
 * The bound: for a line of n bytes, at most c × n + k steps for each element of the rules. A step is a call of a
 * function or a turn of a loop, and elements are those of `weight`. Addresses take most, 10.
 */
const PER_BYTE = 25;
const PER_LINE = 10_000;

/** Twice as many bytes are the longest line that the module takes. */
const LENGTH = 8_000;

const unended = (pattern: string): Element[] => parsePattern(`<!?> ${pattern} <!> e{?}`);

const ATTACKS: readonly MachineAttack[] = [
  ...TYPED.flatMap(([name, pattern, ...units]) =>
    units.map((unit) => ({
      name: `${name} on ${JSON.stringify(unit.slice(0, 20))}`,
      rules: [unended(pattern)],
      line: (length: number) => `!?${filled(unit)(length)}`,
    })),
  ),
  ...PLAIN,
  ...DATED,
  ...TYPE_NAMES.flatMap((type) =>
    typeReference(type)
      .hostile.filter(({ length }) => length < LENGTH)
      .map((unit) => ({
        name: `${type} on ${JSON.stringify(unit.slice(0, 20))}`,
        rules: [unended(`x p:${type} q:${type}`)],
        line: (length: number) => `!?${filled(unit)(length)}`,
      })),
  ),
  ...MACHINE_ATTACKS,
];

suite("steps of the module", (test) => {
  test("are counted only by a module that is asked to", () => {
    const machines = new CountingMachines();
    const matcher = new Matcher([pattern(parsePattern("<a> x"))]);
    matcher.expectManyLines(machines.make);
    const of = (line: string): number =>
      machines.during(() => matcher.match(Buffer.from(line), 0, Buffer.byteLength(line)));
    of("ab");
    assert.equal(of("ab"), of("ac"));
    assert.ok(of("ab") > 0);
    const usual = new Matcher([pattern(parsePattern("<a> x"))]);
    usual.expectManyLines();
    usual.match(Buffer.from("ab"), 0, 2);
    assert.equal(
      machines.during(() => usual.match(Buffer.from("ab"), 0, 2)),
      0,
    );
  });

  test.costly("stay within the bound, and leave the winner of the parsers", () => {
    for (const { name, rules, line } of someOf(ATTACKS, "attacks")) {
      const elements = rules.reduce((sum, rule) => sum + weight(rule), 0);
      const patterns = rules.map(pattern);
      const parsers = new Matcher(patterns);
      parsers.expectManyLines = () => {};
      const machines = new CountingMachines();
      const matcher = new Matcher(patterns);
      matcher.expectManyLines(machines.make);
      const [once, twice] = [LENGTH, 2 * LENGTH].map((length) => {
        const bytes = Buffer.from(line(length), "latin1");
        // A rule is prepared when it is first tried, which is not part of the work on a line.
        const winner = matcher.match(bytes, 0, bytes.length);
        const captures = winner === -1 ? "" : matcher.bounds.slice(0, 2 * patterns[winner]!.fields.length).join();
        const steps = machines.during(() => matcher.match(bytes, 0, bytes.length));
        const bound = elements * (PER_BYTE * bytes.length + PER_LINE);
        assert.ok(steps <= bound, `${name}: ${steps} steps for ${bytes.length} bytes and ${elements} elements`);
        assert.equal(winner, parsers.match(bytes, 0, bytes.length), name);
        if (winner === -1) return steps;
        assert.equal(captures, parsers.bounds.slice(0, 2 * patterns[winner]!.fields.length).join(), name);
        return steps;
      }) as [number, number];
      assert.ok(twice <= GROWTH * once + elements * PER_LINE, `${name}: ${once} steps, then ${twice}`);
    }
  });

  test("grow with the length of a line that is masked", () => {
    const matcher = new Matcher([]);
    const machines = new CountingMachines();
    matcher.expectManyLines(machines.make);
    const { machine } = matcher;
    if (machine === undefined) return;
    const units =
      "1|1a|a1-|a1/|aB1+/|aa-1 |1.|1.1e|:|1:2:|12 34 |a1@|a@b.c1@|App 1.1 |-1|code 1 |1f,1f|é1|%41|a1_".split("|");
    for (const unit of units) {
      const line = Buffer.from(`${unit.repeat(LENGTH).slice(0, LENGTH)}\n`, "latin1");
      machine.load(line);
      const options = { room: OUTPUT_BYTES, unmatched: "masked" as const, bounds: [] };
      const steps = machines.during(() => assert.equal(machine.rewrite(0, line.length, options).lines, 1));
      assert.ok(steps <= PER_BYTE * line.length, `${unit}: ${steps} steps for ${line.length} bytes`);
    }
  });

  test.costly("depend neither on the block nor on the room when lines are rewritten", () => {
    const PER_REWRITTEN_BYTE = 4;
    const PER_REWRITTEN_LINE = 100;
    const matcher = new Matcher([pattern(parsePattern("<v > x < w > y"))]);
    const machines = new CountingMachines();
    matcher.expectManyLines(machines.make);
    const machine = matcher.machine!;
    if (machine === undefined) return;
    machine.outputs.claim(test);
    const texts = ["<", "|", "|", ">"].map((text) => Buffer.from(text));
    const unchanged = (bytes: Buffer, from: number, to: number) => ({ bytes, from, to });
    machine.outputs.add(0, { literals: texts, slots: [0, 1, 0] }, [{ field: 0, change: unchanged }]);
    let next = 0;
    const LOGS: Readonly<Record<string, () => string>> = {
      // More than the table of values has room for.
      "different values": () => `v ${next++} w 1`,
      "long values, which are not kept": () => `v ${next++}${"a".repeat(300)} w 1`,
      "values as long as a line may be": () => `v ${"a".repeat(16_000)}${next++} w 1`,
      "values of which the first bytes are equal": () => `v ${"a".repeat(200)}${next++} w 1`,
    };
    for (const [name, line] of Object.entries(LOGS)) {
      for (let written = 0; written < 100_000; ) {
        const lines: string[] = [];
        for (let bytes = 0; bytes < 400_000; bytes += lines.at(-1)!.length) lines.push(line());
        const block = Buffer.from(`${lines.join("\n")}\n`);
        machine.load(block);
        for (let at = 0; at < block.length; ) {
          let result: ReturnType<typeof machine.rewrite> | undefined;
          const steps = machines.during(() => {
            result = machine.rewrite(at, block.length, { room: OUTPUT_BYTES, unmatched: "copied", bounds: [] });
          });
          const { taken, lines, output } = result!;
          const bytes = taken + output.to - output.from + 16_384;
          assert.ok(
            steps <= PER_REWRITTEN_BYTE * bytes + PER_REWRITTEN_LINE * (lines + 1),
            `${name}: ${steps} steps for ${bytes} bytes`,
          );
          assert.ok(lines > 0, name);
          at += taken;
          written += lines;
        }
        if (line().length > 10_000) break;
      }
    }
  });
});

/**
 * The bound for the host, in characters of source code that ran, as in `steps.test.ts`: it lists ends that the module
 * does not know, up to a few times for each byte, and its parsers do what the module has no fuel for. Addresses take
 * most, 7,000.
 */
const HOST_PER_BYTE = 10_000;
const HOST_PER_LINE = 50_000;
const SHORT_LENGTH = sizeUpTo(1_000);

type Engine = Pick<typeof import("../../src/matcher/matcher.ts"), "Matcher"> &
  Pick<typeof import("../../src/matcher/pattern.ts"), "pattern">;
const ENGINE = { "matcher/matcher.ts": "Matcher", "matcher/pattern.ts": "pattern" };

countingSuite<Engine>("steps that the module has the host take", ENGINE, (check, engine) => {
  check("stay within the bound", () => {
    for (const { name, rules, line } of someOf(ATTACKS, "host")) {
      const elements = rules.reduce((sum, rule) => sum + weight(rule), 0);
      const matcher = new (engine().Matcher)(rules.map(engine().pattern));
      matcher.expectManyLines();
      for (const length of [SHORT_LENGTH, 2 * SHORT_LENGTH]) {
        const bytes = Buffer.from(line(length), "latin1");
        matcher.match(bytes, 0, bytes.length);
        const steps = engine().during(() => matcher.match(bytes, 0, bytes.length));
        const bound = elements * (HOST_PER_BYTE * bytes.length + HOST_PER_LINE);
        assert.ok(steps <= bound, `${name}: ${steps} steps for ${bytes.length} bytes and ${elements} elements`);
      }
    }
  });
});
