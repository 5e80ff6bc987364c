// What the objects of the library show of themselves: what a caller can use, and nothing else. Secrets and memory of
// the process would otherwise get into logs and into snapshots of tests.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { Processor } from "../../src/index.ts";
import * as browser from "../../src/library/browser/index.ts";
import { LazyItems } from "../../src/text/collections/lazy-items.ts";
import { Collector } from "../support/collector.ts";
import { suite } from "../support/suite.ts";

const KEY = "Correct-Horse-Battery";

const RULES = `
rules:
  - name: job
    pattern: "job {id} {what}"
    output: "{id} {what}"
    fields: { id: { transform: pseudonym } }
`;

const OLD = "job 1 began\njob 1 done\njob 2 began\njob 2 slept\njob 2 done\nraw\n";
const NEW = "job 1 began\njob 1 failed\n";
const old = (): Readable => Readable.from([OLD]);
const next = (): Readable => Readable.from([NEW]);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Everything that the library hands out for rules with a key. */
async function handedOut(): Promise<Record<string, unknown>> {
  const processor = new Processor({ rules: RULES, key: KEY });
  const inBrowser = new browser.Processor({ rules: RULES, key: Buffer.from(KEY) });
  const comparison = await processor.compare(old(), next(), { by: ["id"] });
  const bytes = { bytes: true } as const;
  const wrong = { rules: RULES.replace("{id} {what}", "{nobody}"), key: KEY };
  return {
    processor,
    inBrowser,
    normalized: [processor.normalize("job 1 done"), processor.normalize(Buffer.from("job 1 done"))],
    why: [await processor.why("job 1 done"), await processor.why("job 1"), await inBrowser.why("job 1 done")],
    records: await all(processor.records(old())),
    unread: processor.records(old()),
    inBytes: await all(processor.records(old(), bytes)),
    process: await processor.process(old(), new Collector()),
    transform: processor.createTransform(),
    comparison,
    differences: [...comparison.differences()],
    context: [...comparison.withContext(3)],
    compared: await processor.compare(old(), next(), { unordered: true, ...bytes }),
    runs: await processor.compareRuns(old(), next()),
    news: [...(await processor.compareRuns(old(), next()))],
    trace: await processor.trace(old(), { by: ["id"], link: true, ...bytes }),
    merge: await processor.merge(old(), bytes),
    check: await Processor.check({ rules: RULES }, old(), { against: { rules: RULES }, key: KEY, addExamples: true }),
    fields: await Processor.fields({ rules: RULES }, old(), { next: next() }),
    errors: [thrownBy(() => new Processor(wrong)), thrownBy(() => new Processor({ rules: RULES }))],
  };
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  assert.fail("nothing was thrown");
}

/** The ways in which a key may be written. */
const FORMS = (["utf8", "hex", "base64"] as const).flatMap((encoding) => {
  const text = Buffer.from(KEY).toString(encoding).replaceAll("=", "");
  return encoding === "hex" ? [text, text.replace(/(..)(?=.)/g, "$1 ")] : [text];
});
FORMS.push([...Buffer.from(KEY)].join(","), [...Buffer.from(KEY)].map((byte, i) => `"${i}":${byte}`).join(","));
FORMS.push([...Buffer.from(KEY)].join(", "));

suite("objects of the library", (test) => {
  test("show the key of pseudonyms nowhere", async () => {
    const everything = { depth: Infinity, showHidden: true, maxArrayLength: Infinity, breakLength: Infinity };
    for (const [name, object] of Object.entries(await handedOut())) {
      const texts = [
        inspect(object, everything),
        inspect(object, { ...everything, customInspect: false }),
        // A stream refers to itself.
        ...(name === "transform" ? [] : [JSON.stringify(object)]),
      ];
      for (const text of texts) for (const form of FORMS) assert.ok(!text.includes(form), `${name}: ${form}`);
    }
  });

  test("are searched for the key in every form in which it may be shown", () => {
    const bytes = Buffer.from(KEY);
    const own = new Uint8Array(bytes);
    for (const shown of [KEY, bytes, own, [...bytes], { key: bytes }, own.buffer]) {
      const texts = [inspect(shown, { maxArrayLength: Infinity, breakLength: Infinity }), JSON.stringify(shown)];
      assert.ok(
        texts.some((text) => FORMS.some((form) => text.includes(form))),
        inspect(shown),
      );
    }
    assert.ok(JSON.stringify(own).includes(FORMS.find((form) => form.startsWith('"0":'))!));
  });

  test("hold their figures, if they are comparisons, as JSON", async () => {
    const comparison = await new Processor({ rules: RULES, key: KEY }).compare(old(), next(), { by: ["id", "nobody"] });
    const figures = {
      equal: false,
      same: 1,
      old: { lines: 6, unmatched: 1, only: 5 },
      new: { lines: 2, unmatched: 0, only: 1 },
      rules: comparison.rules,
      unknownFields: ["nobody"],
    };
    assert.ok(comparison.rules.length > 0);
    for (const close of [() => {}, () => comparison.close()]) {
      close();
      assert.deepEqual(JSON.parse(JSON.stringify(comparison)), JSON.parse(JSON.stringify(figures)));
    }
  });

  test("hold the lines of whole groups, and merged events, as JSON and on the screen", async () => {
    const processor = new Processor({ rules: RULES, key: KEY });
    const comparison = await processor.compare(old(), next(), { by: ["id"] });
    const removed = [...comparison.differences()].find(({ kind }) => kind === "removed_group");
    assert.ok(removed?.kind === "removed_group");
    const events = await processor.merge(old());
    for (const [items, count] of [[removed.lines, 3] as const, [events, 6] as const]) {
      const list = Array.from<unknown>(items);
      assert.equal(list.length, count);
      assert.equal(JSON.stringify(items), JSON.stringify(list));
      assert.equal(inspect(items), inspect(list));
      assert.equal(inspect({ a: { b: { c: items } } }), inspect({ a: { b: { c: list } } }));
      for (const maxArrayLength of [0, 1, 2, null])
        assert.equal(inspect(items, { maxArrayLength }), inspect(list, { maxArrayLength }));
    }
    comparison.close();
    assert.equal(inspect(removed.lines), "[the comparison is closed: its lines can no longer be read]");
    assert.throws(() => JSON.stringify(removed.lines), /comparison is closed/);
  });

  test("make no more of many items than is shown", () => {
    let made = 0;
    const items = new LazyItems(200_000, function* () {
      while (made < 200_000) yield made++;
    });
    assert.match(inspect(items), /199900 more items/);
    assert.equal(made, 101);
  });
});
