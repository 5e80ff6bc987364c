// What is known about the rest of a pattern before any line is read, and what parsers remember about a line, must not
// change what they match.

import assert from "node:assert/strict";
import fc from "fast-check";
import { type Continuation, Fold, oneEndBefore } from "../../src/matcher/fold.ts";
import { Line } from "../../src/matcher/line.ts";
import { actionOf, type Parser } from "../../src/matcher/parser.ts";
import { Parsers } from "../../src/matcher/parsers.ts";
import { type Element, pattern } from "../../src/matcher/pattern.ts";
import { Literals } from "../../src/matcher/search/literal.ts";
import { RunType } from "../../src/matcher/types/type-matcher.ts";
import { TypeMatchers } from "../../src/matcher/types/type-registry.ts";
import { isAt } from "../../src/text/bytes/byte-set.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { structured, structuredLine } from "../support/solver-arbitraries.ts";
import { suite } from "../support/suite.ts";
import { endsAt } from "../support/type-reading.ts";

const oneRule = structured.chain((rule) => fc.tuple(fc.constant(rule), structuredLine([rule])));

/** The elements of a pattern, prepared for a line. */
class Ready {
  readonly bytes: Buffer;
  readonly types: TypeMatchers;
  private readonly line = new Line();
  private readonly fold: Fold<Parser>;

  constructor(line: string) {
    this.bytes = Buffer.from(line);
    this.types = new TypeMatchers(this.line);
    this.fold = new Fold(new Parsers(this.line, new Literals(this.line)), this.types);
    this.begin();
  }

  begin(): void {
    this.line.begin(0, this.bytes.length);
  }

  /** The rest of the pattern from each of its elements on, and finally the end of the line. */
  continuations(written: readonly Element[]): Continuation<Parser>[] {
    const { elements } = pattern(written);
    const end = this.fold.lineEnd();
    return [...elements.map((_, i) => this.fold.sequence(elements.slice(i), end)), end];
  }

  /** Whether the rest matches at a place, as far as that follows without earlier attempts. */
  matchesAt(continuation: Continuation<Parser>, at: number): boolean {
    this.begin();
    return actionOf(continuation.code)(this.bytes, at).status;
  }

  matches(continuation: Continuation<Parser>): boolean[] {
    return Array.from({ length: this.bytes.length + 1 }, (_, at) => this.matchesAt(continuation, at));
  }
}

suite("continuations", (test) => {
  test("match only where the line goes on with one of their first bytes", () => {
    let matched = 0;
    assertProperty(
      fc.property(oneRule, ([rule, line]) => {
        const ready = new Ready(line);
        for (const continuation of ready.continuations(rule)) {
          for (const [at, isMatch] of ready.matches(continuation).entries()) {
            if (!isMatch) continue;
            matched++;
            assert.ok(isAt(continuation.first, ready.bytes, at, ready.bytes.length), `at ${at} of ${line}`);
          }
        }
      }),
      { numRuns: 400 },
    );
    assertReached(matched, 100, "matches");
  });

  test("that are monotone match at every place before one where they match", () => {
    let matched = 0;
    assertProperty(
      fc.property(oneRule, ([rule, line]) => {
        const ready = new Ready(line);
        for (const continuation of ready.continuations(rule).filter(({ isMonotone }) => isMonotone)) {
          const matches = ready.matches(continuation);
          const last = matches.lastIndexOf(true);
          if (last > 0) matched++;
          assert.deepEqual(matches.slice(0, last + 1), Array(last + 1).fill(true), line);
        }
      }),
      { numRuns: 400 },
    );
    assertReached(matched, 20, "matches");
  });

  test("with a leading literal match where it is found and the rest matches after it", () => {
    assertProperty(
      fc.property(oneRule, ([rule, line]) => {
        const ready = new Ready(line);
        for (const continuation of ready.continuations(rule)) {
          const { leading } = continuation;
          if (leading === undefined) continue;
          for (const [at, isMatch] of ready.matches(continuation).entries()) {
            const literal: Uint8Array = leading.literal;
            const stands = ready.bytes.subarray(at, at + literal.length).equals(literal);
            assert.equal(isMatch, stands && ready.matchesAt(leading.after, at + literal.length), `at ${at} of ${line}`);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test("remember only what is true of a line, whatever the order of places they are asked about", () => {
    assertProperty(
      fc.property(oneRule, fc.infiniteStream(fc.nat()), ([rule, line], order) => {
        const ready = new Ready(line);
        for (const continuation of ready.continuations(rule)) {
          const matches = ready.matches(continuation);
          ready.begin();
          for (let i = 0; i < 3 * matches.length; i++) {
            const at = order.next().value! % matches.length;
            assert.equal(actionOf(continuation.code)(ready.bytes, at).status, matches[at], `at ${at} of ${line}`);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test("give a field at most one end, if that was known beforehand", () => {
    let found = 0;
    assertProperty(
      fc.property(oneRule, fc.constantFrom("number", "float", "hex", "word"), ([rule, line], typeName) => {
        const ready = new Ready(line);
        const type = ready.types.of({ typeName }) as RunType;
        assert.ok(type instanceof RunType);
        const { bytes } = ready;
        for (const next of ready.continuations(rule)) {
          const distance = oneEndBefore(type, next);
          if (distance === undefined) continue;
          const matches = ready.matches(next);
          for (let at = 0; at < bytes.length; at++) {
            const ends = endsAt(type, bytes, at, bytes.length).filter((end) => matches[end]);
            found += ends.length;
            if (ends.length > 0) assert.deepEqual(ends, [type.runEnd(bytes, at, bytes.length) - distance], line);
          }
        }
      }),
      { numRuns: 800 },
    );
    assertReached(found, 30, "ends");
  });
});
