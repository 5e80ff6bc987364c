// The library for browsers, as built, in a context that has nothing of Node.js.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createContext, runInContext } from "node:vm";
import { transformSync } from "esbuild";
import fc from "fast-check";
import { Processor, RulesError } from "../../src/index.ts";
import { isCompressed } from "../../src/io/decompress.ts";
import { Buffer as BrowserBuffer } from "../../src/library/browser/buffer.ts";
import { character } from "../support/arbitraries.ts";
import { ROOT } from "../support/packed.ts";
import { assertProperty, someOf } from "../support/property.ts";
import { isWhole } from "../support/run-settings.ts";
import { suite } from "../support/suite.ts";

type Library = typeof import("../../src/library/browser/index.ts");

/** What the library may use of a browser. Arrays of bytes are those of this context, so that it knows the test's. */
const OF_BROWSERS = { AbortSignal, ArrayBuffer, Uint8Array, btoa, TextDecoder, TextEncoder, URL };

function library(): Library {
  const file = readFileSync(join(ROOT, "dist/browser.js"), "utf8");
  const { code } = transformSync(file, { format: "iife", globalName: "library" });
  return runInContext(`${code}; library`, createContext({ ...OF_BROWSERS })) as Library;
}

/** As JSON: objects of another context have other prototypes. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) =>
      ArrayBuffer.isView(part) ? Buffer.from(part as Uint8Array).toString("hex") : part,
    ) ?? "null",
  );

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const cases = join(ROOT, "tests/cases");
const withRules = readdirSync(cases).filter((name) => existsSync(join(cases, name, "rules.yaml")));

suite("the library for browsers", (test) => {
  const browser = library();

  test.costly("gives what the package's library gives, for the rules and logs of all cases", async () => {
    let lines = 0;
    for (const name of someOf(withRules, "cases")) {
      const rules = readFileSync(join(cases, name, "rules.yaml"), "utf8");
      let processor: Processor;
      try {
        processor = new Processor({ rules });
      } catch (error) {
        assert.ok(error instanceof RulesError);
        assert.throws(() => new browser.Processor({ rules }), { name: "RulesError", message: error.message }, name);
        continue;
      }
      const other = new browser.Processor({ rules });
      for (const file of readdirSync(join(cases, name)).filter((file) => /\.(log|txt)$|^stdin$/.test(file))) {
        const log = readFileSync(join(cases, name, file));
        if (isCompressed(log)) continue;
        for (const bytes of [true, false] as const) {
          const expected = await all(processor.records([Readable.from([log])], { bytes: bytes as true }));
          const found = await all(other.records(log, { bytes: bytes as true }));
          assert.deepEqual(plain(found), plain(expected), `${name}/${file}`);
          lines += found.length;
        }
        for (const line of log.toString().split("\n").slice(0, 1)) {
          assert.deepEqual(plain(other.normalize(line)), plain(processor.normalize(line)), name);
          assert.deepEqual(plain(await other.why(line)), plain(await processor.why(line)), name);
        }
      }
    }
    if (isWhole) assert.ok(lines > 1000, `${lines} lines`);
  });

  test("takes text, and rules as an object", async () => {
    const rules = { rules: [{ name: "job", pattern: "job {id} done", output: "{id}" }] };
    const records = await all(new browser.Processor({ rules }).records("job 7 done\r\n\nnope"));
    assert.deepEqual(
      records.map(({ line, rule, output }) => [line, rule, output]),
      [
        [1, "job", "7"],
        [2, undefined, ""],
        [3, undefined, "nope"],
      ],
    );
  });

  test("masks, drops lines, strips colours and can be aborted", async () => {
    const processor = new browser.Processor({ mask: true });
    assert.equal((await all(processor.records("\x1b[1mtook 12 ms", { stripAnsi: true })))[0]!.output, "took <n> ms");
    assert.deepEqual(await all(processor.records("a\nb", { unmatched: "drop" })), []);
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    await assert.rejects(all(processor.records("a\nb", { signal: controller.signal })), { message: "enough" });
  });

  test("refuses what it cannot take, and says why", () => {
    const message = "new Processor: files cannot be read here; pass { rules }";
    assert.throws(() => new browser.Processor({ rulesPath: "rules.yaml" }), { name: "TypeError", message });
    const processor = new browser.Processor({ mask: true });
    const log = { message: "records: log must be a string or a Uint8Array, not 7" };
    assert.throws(() => processor.records(7 as unknown as string), log);
  });
});

suite("Buffer for browsers", (test) => {
  const text = fc.string({ unit: character });
  const bytes = fc.uint8Array({ maxLength: 20 });
  const range = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }));
  const hex = (value: Uint8Array): string => Buffer.from(value).toString("hex");

  test("makes the texts that Node's Buffer makes, and the same bytes of texts", () => {
    assertProperty(
      fc.property(text, bytes, range, (string, raw, [from, to]) => {
        assert.equal(hex(BrowserBuffer.from(string)), hex(Buffer.from(string)));
        assert.equal(BrowserBuffer.byteLength(string), Buffer.byteLength(string));
        const latin1 = Buffer.from(raw).toString("latin1");
        assert.equal(hex(BrowserBuffer.from(latin1, "latin1")), hex(raw));
        for (const encoding of ["utf8", "latin1", "base64"] as const) {
          const ours = BrowserBuffer.from(raw).toString(encoding, from, to);
          assert.equal(ours, Buffer.from(raw).toString(encoding, from, to));
        }
      }),
    );
  });

  test("finds bytes and texts where Node's Buffer does", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b", "é") });
    assertProperty(
      fc.property(few, few, fc.integer({ min: 0, max: 255 }), fc.nat({ max: 9 }), (text, part, byte, at) => {
        for (const sought of [part, byte]) {
          assert.equal(BrowserBuffer.from(text).indexOf(sought, at), Buffer.from(text).indexOf(sought, at));
          assert.equal(BrowserBuffer.from(text).includes(sought, at), Buffer.from(text).includes(sought, at));
        }
      }),
    );
  });

  test("copies, joins and compares as Node's Buffer does", () => {
    assertProperty(
      fc.property(bytes, bytes, range, range, (a, b, [from, length], [otherFrom, otherLength]) => {
        const ends = [Math.min(from, a.length), Math.min(from + length, a.length)] as const;
        const others = [Math.min(otherFrom, b.length), Math.min(otherFrom + otherLength, b.length)] as const;
        const [ours, nodes] = [BrowserBuffer.from(a), Buffer.from(a)];
        assert.equal(ours.compare(b, ...others, ...ends), nodes.compare(b, ...others, ...ends));
        assert.equal(ours.equals(b), nodes.equals(b));
        assert.equal(hex(BrowserBuffer.concat([a, b])), hex(Buffer.concat([a, b])));
        const [target, expected] = [new Uint8Array(60), new Uint8Array(60)];
        ours.copy(target, 3, ...ends);
        nodes.copy(expected, 3, ...ends);
        assert.deepEqual(target, expected);
        // A view, not a copy.
        const view = BrowserBuffer.from(a.buffer as ArrayBuffer, 0, a.length);
        assert.equal(view.buffer, a.buffer);
        assert.equal(view.subarray(...ends).toString(), nodes.toString("utf8", ...ends));
      }),
    );
  });
});
