// Which forms of lines take in rarer ones.
import assert from "node:assert/strict";
import { VARYING } from "../../../src/text/shapes/skeleton.ts";
import { absorb } from "../../../src/tools/suggest/draft.ts";
import { suite } from "../../support/suite.ts";

/** Forms with `*` for what varies. */
function absorbed(forms: Readonly<Record<string, number>>): Record<string, string> {
  const counts = Object.entries(forms).map(([form, lines]) => [form.replaceAll("*", VARYING), lines] as const);
  const taken = [...absorb(new Map(counts))].map((pair) => pair.map((form) => form.replaceAll(VARYING, "*")));
  return Object.fromEntries(taken);
}

suite("rare forms", (test) => {
  test("are taken in by the most frequent one that covers them, whatever their order", () => {
    const expected = { "user ann left room": "user * room" };
    assert.deepEqual(absorbed({ "user ann left room": 1, "user * left room": 10, "user * room": 20 }), expected);
    assert.deepEqual(absorbed({ "user * room": 20, "user * left room": 10, "user ann left room": 1 }), expected);
  });

  test("are taken in by the first in the alphabet of equally frequent ones", () => {
    const expected = { "user ann left room": "user * left room" };
    assert.deepEqual(absorbed({ "user ann left room": 1, "user * left room": 10, "user * room": 10 }), expected);
    assert.deepEqual(absorbed({ "user * room": 10, "user * left room": 10, "user ann left room": 1 }), expected);
  });

  test("go with the form that took them in if another takes in that one", () => {
    assert.deepEqual(absorbed({ "user a b c left room": 1, "user * left room": 10, "user * room": 50 }), {
      "user a b c left room": "user * room",
      "user * left room": "user * room",
    });
  });

  test("stay if none is five times as frequent", () => {
    assert.deepEqual(absorbed({ "user ann left": 2, "user * left": 9 }), {});
    assert.deepEqual(absorbed({ "user ann left": 2, "user * left": 10 }), { "user ann left": "user * left" });
  });

  test("are taken in by a value at the end that has values behind it, but no further word", () => {
    assert.deepEqual(absorbed({ "sent to fade (*)": 1, "sent to *": 5 }), { "sent to fade (*)": "sent to *" });
    assert.deepEqual(absorbed({ "sent to fade again (*)": 1, "sent to *": 5 }), {});
  });
});
