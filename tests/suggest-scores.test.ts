import assert from "node:assert/strict";
import {
  comparable,
  isAddress,
  isHash,
  isSwallowed,
  messageStart,
  mostFrequent,
  rightEvents,
  scoreGroups,
  scoreHalves,
  templateOf,
} from "../scripts/suggest-scores.ts";
import { suite } from "./support/suite.ts";

const always = (): boolean => true;

suite("groups", (test) => {
  test("are right if they have exactly the lines of their event", () => {
    const events = ["a", "a", "b", "c", "c", "c"];
    // `a` is right, `b` shares a rule with a line of `c`.
    const winners = ["1", "1", "2", "2", "3", "3"];
    assert.deepEqual([...rightEvents(events, winners)], ["a"]);
    const score = scoreGroups(events, winners, always);
    assert.equal(score.accuracy, 2 / 6);
    assert.equal(score.groups, 2 / 6);
    assert.deepEqual([score.groupCount, score.eventCount], [3, 3]);
  });

  test("of two rules for one event are both wrong", () => {
    const { accuracy, groups } = scoreGroups(["a", "a", "b"], ["1", "2", "3"], always);
    assert.equal(accuracy, 1 / 3);
    assert.equal(groups, 2 / (3 + 2));
  });

  test("of lines that nothing matches are one for each line", () => {
    assert.deepEqual([...rightEvents(["a", "b", "b"], [undefined, undefined, undefined])], ["a"]);
    assert.equal(scoreGroups(["a", "b", "b"], [undefined, undefined, undefined], always).groupCount, 3);
  });

  test("count for templates if these are right, too", () => {
    const events = ["a", "b", "c", "c"];
    const { groups, templates } = scoreGroups(events, ["1", "2", "3", "4"], (event) => event !== "b");
    assert.equal(groups, 4 / 7);
    assert.equal(templates, 2 / 7);
  });
});

suite("second halves", (test) => {
  test("count known events, what matches them and what is right", () => {
    // In the first half rule 1 wins two lines of `a` and one of `b`, rule 2 wins `c`. The event `d` is not known.
    const events = ["a", "a", "b", "c", "a", "b", "c", "d"];
    const winners = ["1", "1", "1", "2", "1", "1", undefined, "1"];
    assert.deepEqual(scoreHalves(events, winners, 4), { matched: 2 / 3, right: 1 / 3, same: 1 / 3 });
  });

  test("take any rule of an event, but not for the same", () => {
    const events = ["a", "a", "a", "a", "a"];
    const winners = ["1", "1", "2", "2", "1"];
    assert.deepEqual(scoreHalves(events, winners, 3), { matched: 1, right: 1, same: 0.5 });
  });

  test("are not right if nothing that says something wins", () => {
    assert.deepEqual(scoreHalves(["a", "a"], [undefined, undefined], 1), { matched: 0, right: 0, same: 0 });
  });

  test("take the first of equally frequent ones", () => {
    assert.equal(mostFrequent(["b", "a", "a", "b", "c"]), "b");
    assert.equal(mostFrequent(["c", "a", "a"]), "a");
  });
});

suite("templates", (test) => {
  const line = Buffer.from("Jul 1 host: für 12 of 13 done");

  test("have a sign for each capture, from the message on", () => {
    const start = line.indexOf("für");
    const number = line.indexOf("12");
    const captures = [[number, number + 2] as const, [0, 5] as const, [number + 6, number + 8] as const];
    assert.equal(templateOf(line, captures, start), "für <*> of <*> done");
  });

  test("show a capture that goes over the start of the message, and no empty one", () => {
    assert.equal(templateOf(Buffer.from("a: bcd"), [[0, 4]], 3), "<*>cd");
    assert.equal(templateOf(Buffer.from("a: bcd"), [[4, 4]], 3), "bcd");
    assert.equal(templateOf(Buffer.from("a: bcd"), [[0, 6]], 3), "<*>");
  });

  test("are compared with one blank and one sign for neighbouring values", () => {
    assert.equal(comparable(" a  <*>:<*> at\t<*> <*>.<*>"), "a <*> at <*>");
    assert.equal(comparable("<*>, <*> <*>x<*>"), "<*>, <*>x<*>");
  });

  test("begin where the message does, even if its label has other blanks", () => {
    assert.equal(messageStart("Jul 1 a b", "a b"), 6);
    assert.equal(messageStart("Jul 1 a  b ", "a b"), 6);
    assert.equal(messageStart("a", "b c d"), 0);
  });
});

suite("captured values", (test) => {
  test("are addresses, not times, and hashes, not words", () => {
    assert.deepEqual(["10.0.0.1", "::1", "2001:db8::d71"].map(isAddress), [true, true, true]);
    assert.deepEqual(["12:30:59", "10.0.0", "10.0.0.1:80"].map(isAddress), [false, false, false]);
    assert.ok(isHash("0123456789abcdef0123456789ABCDEF"));
    assert.ok(!isHash("0123456789abcdef"));
  });

  test("swallow a line if they are most of it, and no URL or path", () => {
    assert.ok(isSwallowed("all of the words", "x all of the words"));
    assert.ok(!isSwallowed("all of", "x all of the words"));
    for (const whole of ["https://example.org/some/where", "/var/log/messages", "C:\\Temp\\a.log"])
      assert.ok(!isSwallowed(whole, `x ${whole}`), whole);
    assert.ok(isSwallowed("/var/log is full of it", "/var/log is full of it"));
  });
});
