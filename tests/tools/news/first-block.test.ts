// Which block comes first, and what belongs to it.
import assert from "node:assert/strict";
import { suite } from "../../support/suite.ts";
import { told } from "./told.ts";

const STEPS = ["checkout", "configure", "compile", "link", "install", "smoke", "publish", "sweep"];
/** A run in which each step says two things. */
const GOOD = STEPS.flatMap((step) => [`begin ${step}`, `${step} took 12 ms`]);
/** The run with more lines after the one given. */
function withLines(after: string, ...lines: readonly string[]): string[] {
  const at = GOOD.indexOf(after) + 1;
  return [...GOOD.slice(0, at), ...lines, ...GOOD.slice(at)];
}

suite("The first block", (test) => {
  test("is the cause, although the report at the end says more", async () => {
    const failed = [
      ...withLines("begin compile", "disk /dev/vdb1: write failed, medium is read-only"),
      "The following steps failed:",
      "  3 - compile (failed)",
      "Errors while running all steps of this plan",
    ];
    const { blocks } = await told([GOOD], failed);
    assert.equal(blocks[0]![0], "disk /dev/vdb1: write failed, medium is read-only");
    assert.equal(blocks.length, 2);
  });

  test("is no command that names bad news", async () => {
    for (const command of ["$ timeout -v 9 make check", "+ grep error build.log", "##[group]Run fail-fast || exit"]) {
      const failed = [...withLines("begin checkout", command), "ship: cannot reach the harbour"];
      const { blocks } = await told([GOOD], failed);
      assert.equal(blocks[0]![0], "ship: cannot reach the harbour", command);
    }
  });

  test("is no line that stands in the place of another one", async () => {
    const good = ["change under test: Sort imports", ...GOOD];
    const failed = ["change under test: Remove dead and broken parts", ...GOOD, "ship: cannot reach the harbour"];
    const { blocks } = await told([good], failed);
    assert.equal(blocks[0]![0], "ship: cannot reach the harbour");
  });

  test("begins with the line that changed and to which its lines belong, in any language", async () => {
    const good = ["✔ Anker hält", "✔ Segel gesetzt", ...GOOD];
    const event = ["✖ Anker hält", "    Kette: 12 statt 40 Meter", "    am Grund: Sand"];
    for (const indent of ["", "  "]) {
      const deeper = (lines: readonly string[]): string[] => lines.map((line) => indent + line);
      const { blocks, changes } = await told([deeper(good)], deeper([...event, ...good.slice(1)]));
      assert.deepEqual({ blocks, changes }, { blocks: [deeper(event)], changes: [] });
    }
  });

  test("has the line whose result changed and what it says, although the report at the end has more of them", async () => {
    const good = [...STEPS.flatMap((step) => [`=== RUN ${step}`, `--- PASS: ${step}`]), "ok harbour/dock 0.2s"];
    const failed = [
      ...good.slice(0, 5),
      "    dock_test.go:29: depth is 7, want 8",
      "--- FAIL: compile",
      ...good.slice(6, -1),
      ...["FAIL", "FAIL harbour/dock 0.3s", "FAIL"],
    ];
    const { blocks } = await told([good], failed);
    assert.deepEqual(blocks, [failed.slice(5, 7), failed.slice(-3)]);
  });

  test("is no warning of a compiler", async () => {
    const warning = "src/deck.c:10:5: warning: this clause is invalid in some versions of the language";
    const failed = [...withLines("begin compile", warning), "harbour: timeout"];
    const { blocks } = await told([GOOD], failed);
    assert.equal(blocks[0]![0], "harbour: timeout");
  });

  test("goes on after empty lines with more failures, but not with what is calm", async () => {
    const good = [...GOOD.slice(0, 4), "", ...GOOD.slice(4)];
    const failed = ["anchor: cannot hold", "", "", "", "keel: out of reach, cannot go on"];
    const calm = [
      "",
      "",
      ...["ropes", "sails", "lamps"].flatMap((name) => [`new ${name} are under deck`, "they are dry", ""]),
    ];
    const { blocks } = await told([good], [...GOOD.slice(0, 6), ...failed, ...calm, ...GOOD.slice(6)]);
    assert.deepEqual(blocks, [failed]);
  });

  test("is found without words for bad news, by the empty lines that join it", async () => {
    const good = [...GOOD, ""];
    const advice = [
      "* Rat:",
      "> Zeige mehr mit --alles oder --ausführlich an",
      "> Hilfe steht im Handbuch, Kapitel Segel",
    ];
    const failed = [...GOOD, "* Ursache:", "> Segel gerissen", "", "", "", ...advice];
    const { blocks } = await told([good], failed);
    assert.equal(blocks.length, 1);
    assert.ok(blocks[0]!.includes("> Segel gerissen"));
  });

  test("is no setting named timeout", async () => {
    const failed = [
      ...withLines("begin checkout", "fetching the chart (timeout=10)"),
      "ship: cannot reach the harbour",
    ];
    assert.equal((await told([GOOD], failed)).blocks[0]![0], "ship: cannot reach the harbour");
  });

  test("is the later one where no words say which is worse", async () => {
    const early = ["neue Fracht: Kisten und Fässer aus Übersee", "neue Fracht: Seile, Segel und Lampen"];
    const late = ["Mast gebrochen, Fahrt endet hier"];
    const failed = withLines("begin checkout", ...early).flatMap((line) =>
      line === "begin link" ? [...late, line] : [line],
    );
    assert.deepEqual((await told([GOOD], failed)).blocks[0], late);
  });
});

suite("Blocks that are told", (test) => {
  test("say the same three times, and count where it comes again", async () => {
    const failure = (i: number): string[] => [`ERROR: request ${i} failed`, `  quay ${i} is taken`];
    const good = Array.from({ length: 6 }, () => GOOD).flat();
    const failed = Array.from({ length: 6 }, (_, i) => [...GOOD, ...failure(i)]).flat();
    const last = ["ERROR: request 99 failed", "  the harbour is closed"];
    const { blocks } = await told([good], [...failed.slice(0, -2), ...last]);
    const inOrder = blocks.sort((a, b) => a[0]!.localeCompare(b[0]!));
    assert.deepEqual(inOrder, [failure(0), failure(1), failure(2), last]);
  });

  test("say the same three times, however its lines are combined", async () => {
    const words = ["anchor", "keel", "mast", "rope", "sail"];
    const failure = (i: number): string[] => [
      `ERROR: ${words[i % 5]} lost`,
      `  near the ${words[i % 3]} of the harbour`,
    ];
    const failed = Array.from({ length: 60 }, (_, i) => [...GOOD, ...failure(i)]).flat();
    const { blocks } = await told([Array.from({ length: 60 }, () => GOOD).flat()], failed);
    assert.deepEqual(blocks.length, 15);
  });

  test("are a line of bad news in the place of another one, if it is all that is new, but no message of a commit", async () => {
    const broken = "smoke stopped at pump: connection refused";
    const failed = GOOD.map((line) => (line === "smoke took 12 ms" ? broken : line));
    const good = GOOD.map((line) => (line === "smoke took 12 ms" ? "smoke stopped in time" : line));
    for (const runs of [[good], [good, good]]) assert.deepEqual((await told(runs, failed)).blocks, [[broken]]);
    const head = (message: string): string[] => [`HEAD is now at 1a4c4e7 ${message}`, ...GOOD];
    const { blocks, changes } = await told([head("Sort imports")], head("Remove dead and broken parts"));
    assert.deepEqual({ blocks, changes }, { blocks: [], changes: [] });
  });

  test("are the failed ones of the Test Anything Protocol, with what is said of them", async () => {
    const tests = STEPS.flatMap((step, i) => [`ok ${i + 1} - ${step}`, "  ---", "  duration_ms: 0.5", "  ..."]);
    const stack = ["sail", "mast", "deck", "keel", "hull", "stern", "helm", "bow"].map(
      (name) => `    ${name} (ship.js)`,
    );
    const report = ["not ok 3 - compile", ...tests.slice(9, 11), "  error: sails are torn", "  stack: |-", ...stack];
    const { blocks } = await told([tests, tests], [...tests.slice(0, 8), ...report, ...tests.slice(11)]);
    assert.deepEqual(blocks[0], report);
  });

  test("are no lines with several values that vary freely", async () => {
    const run = (seed: number, result: string, length = 12): string[] =>
      Array.from({ length }, (_, i) => {
        const letters = (n: number): string => (n + 17).toString(36).replace(/\d/g, "q");
        const [ship, crate] = [1, 2].map((k) => letters(Math.imul(1e6 * seed + 10 * i + k, 0x9e3779b1) >>> 0));
        return `harbour took crate ${crate} from ship ${ship} and it was ${result}`;
      });
    const good = run(1, "dry");
    const other = run(2, "dry");
    assert.deepEqual((await told([good], other)).blocks, []);
    assert.deepEqual((await told([good, run(3, "dry")], other)).blocks, []);
    // A word that is always the same is no such value, even if no line of the failed run has it.
    for (const result of ["wet", "lost"]) assert.equal((await told([good], run(2, result))).blocks.length, 1, result);
    const failed = "harbour took crate qqwe from ship qqwy and it was refused";
    assert.deepEqual((await told([good], [...other, failed])).blocks, [[failed]]);
    assert.equal((await told([run(1, "dry", 2)], other)).blocks.length, 1);
  });

  test("are no lists in another order", async () => {
    const list = (...names: readonly string[]): string[] => [
      ...GOOD,
      `reason: missing files of the ship: ${names.join(", ")}`,
    ];
    const good = list("anchor", "keel", "mast", "rope");
    assert.deepEqual((await told([good], list("rope", "mast", "anchor", "keel"))).blocks, []);
    const [[line] = []] = (await told([good], list("rope", "mast", "anchor", "hull"))).blocks;
    assert.match(line!, /hull/);
  });

  test("are no names with a number that looks like a duration", async () => {
    const run = (name: string): string[] => [...GOOD, `cask-${name} is full of water`];
    const good = ["qwgw6", "5kj9q", "smv7v"].map(run);
    assert.deepEqual((await told(good, run("nz98s"))).blocks, []);
  });

  test("are no warnings where something failed", async () => {
    const warnings = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(
      (name) => `WARNING: cask ${name} is missing a lid`,
    );
    const failed = [...withLines("begin compile", ...warnings), "ERROR: the keel is cracked"];
    const alone = await told([GOOD], failed);
    assert.deepEqual(alone.blocks, [["ERROR: the keel is cracked"]]);
    const { blocks } = await told([GOOD], withLines("begin compile", ...warnings));
    assert.deepEqual(blocks, [warnings]);
  });

  test("are not those at the end that say the same again", async () => {
    const notes = ["mooring with spare ropes of the pier", "counting every barrel below", "lamps lit at bow and stern"];
    const failures = "abcdefgh".split("").map((name) => `FATAL: sail ${name} is lost`);
    const run = (...early: readonly string[]): string[] => [
      ...withLines("begin compile", ...early).flatMap((line) =>
        line === "begin publish" ? [...failures, line] : [line],
      ),
      ...notes,
    ];
    assert.deepEqual((await told([GOOD], run())).blocks, [failures, notes]);
    assert.deepEqual((await told([GOOD], run(...notes))).blocks, [failures]);
  });
});
