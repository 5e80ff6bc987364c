import assert from "node:assert/strict";
import { similarShapes } from "../../../src/tools/claims/event-questions.ts";
import { suite } from "../../support/suite.ts";

suite("similar shapes", (test) => {
  test("are one if most words are the same, at the same places", () => {
    const shapes = [
      "login of ann from <ip> failed",
      "login of bob from <ip> failed",
      "cache is full",
      "login of bob from <ip> done",
    ];
    assert.deepEqual(similarShapes(shapes, String), [
      { template: "login of <*> from <ip> failed", items: [shapes[0], shapes[1]] },
    ]);
  });

  test("are none if too few words are the same, or if there are more or fewer", () => {
    assert.deepEqual(similarShapes(["a b c", "a x y", "a b c d"], String), []);
    assert.deepEqual(similarShapes([], String), []);
  });

  test("take a bounded number of templates", () => {
    const words = Array.from({ length: 1000 }, (_, i) => `${i} ${i + 5000} ${i + 9000}`);
    assert.deepEqual(similarShapes([...words, ...words.map((word) => `${word} x`)], String), []);
  });
});
