// Rules and lines that cost as much as possible. `hostile.test.ts` and `solver-hostile.test.ts` count how often the
// line is read. Here every loop of the matcher counts, even one that never looks at the line.
import assert from "node:assert/strict";
import type { Element } from "../../src/matcher/pattern.ts";
import { TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { DATED, filled, PLAIN } from "../support/attacks.ts";
import { typeReference } from "../support/field-types.ts";
import { parsePattern } from "../support/parse-pattern.ts";
import { sizeUpTo, someOf } from "../support/property.ts";
import { checkGrowth, countingSuite, isCoverage, type StepCounter, stepCounter } from "../support/steps.ts";
import { suite } from "../support/suite.ts";
import { TYPED, times, weight } from "../support/typed-attacks.ts";

/**
 * The bound: for a line of n bytes, at most c × n + k steps for each element of the rules. A step is a character of
 * source code that ran, and elements are those of `weight`. Most attacks take 1,000 steps a byte; addresses, which may
 * end in many places, 3,200.
 */
const PER_BYTE = 5_000;
const PER_LINE = 25_000;

const LENGTH = sizeUpTo(1_500);

type Engine = Pick<typeof import("../../src/matcher/matcher.ts"), "Matcher"> &
  Pick<typeof import("../../src/matcher/pattern.ts"), "pattern">;
const ENGINE = { "matcher/matcher.ts": "Matcher", "matcher/pattern.ts": "pattern" };

countingSuite<Engine>("steps", ENGINE, (check, engine) => {
  /** Returns the steps for each of the lines, and the rule that wins it. */
  function worksOf(
    rules: readonly (readonly Element[])[],
    lines: readonly string[],
  ): { readonly steps: number; readonly winner: number }[] {
    const matcher = new (engine().Matcher)(rules.map(engine().pattern));
    return lines.map((line, i) => {
      const bytes = Buffer.from(line, "latin1");
      // A rule becomes a parser when it is first tried, which is not part of the work on a line.
      if (i === 0) matcher.match(bytes, 0, bytes.length);
      let winner = -1;
      const steps = engine().during(() => {
        winner = matcher.match(bytes, 0, bytes.length);
      });
      return { steps, winner };
    });
  }

  function checkLine(name: string, rules: readonly (readonly Element[])[], line: (length: number) => string): number {
    const elements = rules.reduce((sum, rule) => sum + weight(rule), 0);
    const lines = [line(LENGTH), line(2 * LENGTH)];
    const works = worksOf(rules, lines);
    for (const [i, { steps }] of works.entries()) {
      const bound = elements * (PER_BYTE * lines[i]!.length + PER_LINE);
      assert.ok(steps <= bound, `${name}: ${steps} steps for ${lines[i]!.length} bytes and ${elements} elements`);
    }
    const [once, twice] = works.map(({ steps }) => steps) as [number, number];
    checkGrowth(name, once, twice);
    return works[0]!.winner;
  }

  for (const [name, pattern, ...units] of someOf(TYPED, "attacks")) {
    check(name, () => {
      // The line has every text of the pattern but the closing one, so the matcher must try everything to see that it
      // does not match.
      const rule = parsePattern(`<!?> ${pattern} <!> e{?}`);
      for (const unit of units) {
        const on = `${name} on ${JSON.stringify(unit.slice(0, 20))}`;
        assert.equal(
          checkLine(on, [rule], (length) => `!?${filled(unit)(length)}`),
          -1,
          on,
        );
      }
    });
  }

  check("stay within the bound for each type with the lines that cost it most", () => {
    for (const type of someOf(TYPE_NAMES, "types")) {
      for (const unit of typeReference(type).hostile.filter(({ length }) => length < LENGTH)) {
        const on = `${type} on ${JSON.stringify(unit.slice(0, 20))}`;
        checkLine(on, [parsePattern(`<!?> x p:${type} q:${type} <!> e{?}`)], (length) => `!?${filled(unit)(length)}`);
      }
    }
  });

  check("do not depend on the bytes after the line", () => {
    for (const type of TYPE_NAMES) {
      for (const unit of ["1", "a", "\x80"]) {
        const matcher = new (engine().Matcher)([engine().pattern(parsePattern(`p:${type} q:${type} x`))]);
        const line = unit.repeat(50);
        const steps = ["\n", unit].map((next) => {
          const bytes = Buffer.from(line + next.repeat(10_000), "latin1");
          matcher.match(bytes, 0, line.length);
          return engine().during(() => matcher.match(bytes, 0, line.length));
        }) as [number, number];
        const on = `${type} on ${JSON.stringify(unit)}`;
        assert.ok(steps[1] <= steps[0] + 1_000, `${on}: ${steps[0]} steps, and ${steps[1]} if the bytes go on`);
      }
    }
  });

  check("stay within the bound for plain rules", () => {
    for (const { name, rules, line } of [...PLAIN, ...DATED]) checkLine(name, rules, line);
  });

  // Nothing distinguishes these rules before they are tried. Finding the winner takes at most c × rules × log(rules)
  // steps.
  const PER_RULE = 1_000;
  // An even number, as half of them are tried too.
  const RULES = 2 * sizeUpTo(2_500);

  function checkRules(rule: (i: number) => string, line: (last: number) => string, isMatch: boolean): void {
    const [half, all] = [RULES / 2, RULES].map((count) => {
      const rules = Array.from({ length: count }, (_, i) => parsePattern(rule(i)));
      const { steps, winner } = worksOf(rules, [line(count - 1)])[0]!;
      assert.equal(winner, isMatch ? count - 1 : -1);
      return steps;
    }) as [number, number];
    assert.ok(all <= PER_RULE * RULES * Math.log2(RULES), `${all} steps for ${RULES} rules`);
    checkGrowth(`${RULES} rules`, half, all);
  }

  check("stay within the bound for many rules with one text and different values, of which the last wins", () => {
    checkRules(
      (i) => `<user > u{u${i},v${i}} < says > x`,
      (last) => `user v${last} says hello`,
      true,
    );
  });

  check("stay within the bound for many rules with one text and different values, of which none wins", () => {
    checkRules(
      (i) => `<user > u{u${i}} < says > x`,
      () => "user w says hello",
      false,
    );
  });

  check("stay within the bound for many rules with one text, and one with another", () => {
    checkRules(
      (i) => (i === 0 ? "<host > x" : `<user > u{u${i}} < says > x`),
      () => "user w says hello",
      false,
    );
  });

  check("stay within the bound for many rules with one text and different types", () => {
    const types = ["number", "float", "ip", "uuid", "hex"];
    checkRules(
      (i) => `<user > u:${types[i % types.length]} < says > x`,
      () => "user ? says hello",
      false,
    );
  });

  check("stay within the bound for many rules with one text and different branches", () => {
    checkRules(
      (i) => `<user > (<u${i}>|<v${i}>|n:number) < says > x`,
      () => "user w says hello",
      false,
    );
  });

  check("stay within the bound for many plain rules with one text", () => {
    checkRules(
      (i) => `${times((i % 5) + 1, "x")} < says > y <!>`,
      () => "user says hello!?",
      false,
    );
  });
});

suite("counting steps", (test) => {
  const SOURCE = `
    const straight = (a) => a * 2;
    export function loop(n) { let x = 0; for (let i = 0; i < n; i++) x = straight(x) & 1; return x; }
    export function halves(n) { let x = 0; for (let i = 0; i < n; i++) { if (i % 2 === 0) x++; else x--; } return x; }`;
  type Work = (n: number) => number;
  let counter: StepCounter | undefined;
  const check = isCoverage ? test.skip : test;
  if (!isCoverage) {
    test.before(() => {
      counter = stepCounter();
    });
    // With `--only` it may not have begun.
    test.after(() => counter?.stop());
  }

  check("gives a loop the same number of steps in each turn, cold or hot", async () => {
    for (const work of Object.values(await counter!.load<Record<string, Work>>(SOURCE))) {
      const of = (n: number): number => counter!.during(() => work(n));
      const [none, two] = [of(0), of(2)];
      for (const n of [2, 1_000, 100_000, 1_000_000, 1_000]) assert.equal(of(n), none + (n / 2) * (two - none));
    }
  });
});
