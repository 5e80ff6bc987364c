import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { Matcher } from "../../src/matcher/matcher.ts";
import { FirstParts } from "../../src/text/masks/first-parts.ts";
import { Masker } from "../../src/text/masks/masker.ts";
import { MASK_NAMES, type MaskName } from "../../src/text/masks/varying-parts.ts";
import { maskedByReference } from "../support/mask-reference.ts";
import { assertProperty, shareOf, someOf } from "../support/property.ts";
import { checkGrowth, countingSuite } from "../support/steps.ts";
import { suite } from "../support/suite.ts";
import { shapes } from "../support/timestamp-oracle.ts";

const PAGE = readFileSync(new URL("../../docs/reference/masks.md", import.meta.url), "utf8");

/** The rows of the table that defines masks: texts and what becomes of them. */
const ROWS = [...PAGE.matchAll(/^\| `(.*?)` \| `(.*?)` \|/gm)].map(([, text, masked]) => [text!, masked!] as const);

const masker = new Masker();

/** Masks bytes between other bytes, which must neither matter nor change. */
function masked(text: Uint8Array, using = masker): Buffer {
  const around = Buffer.from("0a:1");
  const source = Buffer.concat([around, text, around]);
  const to = source.length - around.length;
  const room = using.room(source, around.length, to);
  const target = Buffer.alloc(room + 2, "#");
  const end = using.write(source, around.length, to, target, 1);
  assert.ok(end <= 1 + room, `${end - 1} bytes written, room for ${room}`);
  assert.equal(target[0], 0x23);
  assert.ok(target.subarray(end).every((byte) => byte === 0x23));
  return target.subarray(1, end);
}

const maskedText = (text: string, kinds?: readonly MaskName[]): string =>
  masked(Buffer.from(text, "latin1"), kinds && new Masker(kinds)).toString("latin1");

/** What parts consist of, and what nearly makes or breaks them. */
const PIECES = [
  ..."0127afxeEgTZ:.-+_ <>,/%",
  ..."::,1.2,10.0.0.7,0x,fe80,aa,1b,00:1a:2b,3c:4d:5e,123e4567,-e89b-12d3-a456-,426614174000,deadbeef1,ms,\xe9,<n>".split(
    ",",
  ),
  ...'sha,256,x86,v1,nginx/,App ,Chrome/120,.0.0.0,HTTP/1.1",status=,exitCode: ,error ,TS2345,[E10,],%ASA-4-,%2F,\\x1f'.split(
    ",",
  ),
  ..."@,a@b.co,x.org,/tmp/,/var/tmp/a,eyJ,a1.b2.c3,1h,2m3.5s,1,234,conn17,QFNJ2G4XBD5HQ27G,N4aii-mITNmacq".split(","),
  ..."aP90pM8Q,001a,.2b3c,.4d5e,+cR/,Http11Nio,s72_,00 1f,a0,4x,version ,Took ,_,=,(,%,Kb8Zq0Lm2".split(","),
  ..."\x1b,\x1b[,\x1b[31m,\x1b[0,\x1b[1;,;,\x1b]0;,\x07,\x1b\\,\x1b(B".split(","),
  ..."10:00:02,2025-05-04,20250504,250504,1746345602,May  4,Sun,Dec,04/May/2025:,.417,+0200, UTC".split(","),
];
const examples = shapes.flatMap((shape) => shape.examples);
const texts = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.constantFrom(...examples)), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""));
/** Few letters, so that all combinations of them occur. */
const dense = fc.string({ unit: fc.constantFrom(..."1af:.-e+x> \x1b["), maxLength: 24 });
const anyText = fc.oneof(texts, dense);
const kinds = fc.subarray([...MASK_NAMES], { minLength: 1 });

suite("masks", (test) => {
  test("are defined by a table with rows for all kinds", () => {
    assert.ok(ROWS.length > 30);
    for (const kind of MASK_NAMES) assert.ok(ROWS.some(([, result]) => result.includes(`<${kind}>`)));
  });

  for (const [text, result] of ROWS) {
    test(`make ${result} of ${text}`, () => {
      assert.equal(masked(Buffer.from(text)).toString(), result);
      assert.equal(maskedByReference(Buffer.from(text).toString("latin1")), Buffer.from(result).toString("latin1"));
    });
  }

  test("mask every form of a date-time but seconds since 1970", () => {
    for (const example of examples) {
      const isEpoch = /^\d{9}/.test(example);
      const expected = isEpoch ? "at <n>, ok" : "at <time>, ok";
      const remedy = `${example} is not masked; see mayGoOn in src/text/date-times/date-time-ends.ts`;
      assert.equal(maskedText(`at ${example}, ok`), expected, remedy);
    }
  });

  test("keep the names with digits that the page lists, with no other numbers", () => {
    const names = [...PAGE.matchAll(/^- `(\w+)`: ([\d, ]+)$/gm)].map(
      ([, name, numbers]) => [name!, numbers!.split(", ")] as const,
    );
    const all = new Set(names.flatMap(([, numbers]) => numbers));
    assert.ok(names.length > 40);
    for (const [name, numbers] of names)
      for (const number of all) {
        const joined = maskedText(`${name.toUpperCase()}-${number}`);
        assert.equal(joined, maskedByReference(`${name.toUpperCase()}-${number}`));
        assert.equal(joined.endsWith(`-${number}`), numbers.includes(number), joined);
        assert.equal(maskedText(name + number), maskedByReference(name + number));
      }
  });

  test("leave escape sequences as they are, and mask what is before and after each by itself", () => {
    const cases = [
      ["\x1b[31m42\x1b[0m done", "\x1b[31m<n>\x1b[0m done"],
      ["\x1b[38;5;196m-1.5s\x1b[m 4\x1b[1m2", "\x1b[38;5;196m<n>s\x1b[m <n>\x1b[1m<n>"],
      ["\x1b[90m10:00:02\x1b[0m::1", "\x1b[90m<time>\x1b[0m<ip>"],
      [
        "\x1b]8;;http://10.0.0.7/42\x1b\\job 42\x1b]8;;\x07 1",
        "\x1b]8;;http://10.0.0.7/42\x1b\\job <n>\x1b]8;;\x07 <n>",
      ],
      ["\x1b]0;42 not ended 42", "\x1b]0;<n> not ended <n>".replace("0", "<n>")],
      ["\x1b[31", "\x1b[31"],
    ] as const;
    for (const [text, result] of cases) assert.equal(maskedText(text), result);
  });

  test("agree with regular expressions", () => {
    assertProperty(
      fc.property(anyText, (text) => assert.equal(maskedText(text), maskedByReference(text))),
      { numRuns: 5_000 },
    );
  });

  test("of some kinds leave parts of the others whole", () => {
    assert.equal(maskedText("2025-05-04 10:00:02 10.0.0.7 7", ["n"]), "2025-05-04 10:00:02 10.0.0.7 <n>");
    assertProperty(
      fc.property(anyText, kinds, (text, some) => assert.equal(maskedText(text, some), maskedByReference(text, some))),
      { numRuns: 1_000 },
    );
  });

  test("stay as they are when they are masked again", () => {
    const words = fc.constantFrom(...MASK_NAMES.map((kind) => `<${kind}>`), "a", "-", ":", "::", ".", "_", " ", "x.y");
    assertProperty(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) =>
        assert.equal(maskedText(parts.join("")), parts.join("")),
      ),
    );
  });

  test("leave all other bytes as they are, and make a text at most three times as long", () => {
    const bytes = fc.uint8Array({ maxLength: 40 });
    assertProperty(
      fc.property(bytes, anyText, (before, text) => {
        const source = Buffer.concat([before, Buffer.from(text, "latin1")]);
        const result = masked(source).toString("latin1");
        assert.ok(result.length <= 3 * source.length);
        const kept = result
          .split(new RegExp(`<(?:${MASK_NAMES.join("|")})>`))
          .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
        assert.match(source.toString("latin1"), new RegExp(`^${kept.join("[^]+")}$`));
      }),
      { numRuns: 2_000 },
    );
  });

  test("give the same text in pieces", () => {
    assertProperty(
      fc.property(anyText, (text) => {
        const source = Buffer.from(text, "latin1");
        assert.deepEqual(Buffer.concat([...masker.pieces(source)]), masked(source));
      }),
    );
  });

  test("of the first version are as they were", () => {
    const first = new Masker(undefined, FirstParts);
    const cases = [
      ["1.2.3 v1.2 1.5.x 1.5s", "<n>.<n>.<n> v1.<n> <n>.x <n>s"],
      ["conn17 x86_64 1h30m a1b2c3g", "conn17 x86_<n> 1h30m a1b2c3g"],
      ['"GET /a%2Fb HTTP/1.1" 404', '"GET /a%<n>Fb HTTP/<n>" <n>'],
      ["ann.42@example.org /tmp/a5 /tmp/5", "ann.<n>@example.org /tmp/a5 /tmp/<n>"],
      ["00:1a:2b 7f3a9c 0x7f", "<n>:<n>a:<n>b <hex> <hex>"],
      ["10.0.0.7 1,234 -5 10:00:02", "<ip> <n>,<n> <n> <time>"],
    ] as const;
    for (const [text, result] of cases) assert.equal(masked(Buffer.from(text), first).toString(), result);
  });

  test("are the same where a WebAssembly module finds most of them", () => {
    const matcher = new Matcher([]);
    matcher.expectManyLines();
    const { machine } = matcher;
    if (machine === undefined) return;
    assertProperty(
      fc.property(fc.array(anyText, { minLength: 20, maxLength: 20 }), (some) => {
        const lines = some.map((text) => text.replaceAll(/[\r\n]/g, ""));
        const block = Buffer.from(`${lines.join("\n")}\n`, "latin1");
        machine.load(block);
        const options = { room: 3 * block.length, unmatched: "masked" as const, bounds: [] };
        const { output, lines: count } = machine.rewrite(0, block.length, options);
        assert.equal(count, lines.length);
        const expected = lines.map((line) => `${masked(Buffer.from(line, "latin1")).toString("latin1")}\n`).join("");
        assert.equal(machine.bytes.toString("latin1", output.from, output.to), expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test("of a long text take exactly the room that they need", () => {
    const text = Buffer.from("1 10.0.0.7 word ".repeat(10_000));
    const target = Buffer.alloc(200_000);
    const end = masker.write(text, 0, text.length, target, 0);
    assert.equal(masker.room(text, 0, text.length), end);
    assert.equal(target.toString("latin1", 0, end), "<n> <ip> word ".repeat(10_000));
  });
});

/** What could make the search begin again and again. */
const HOSTILE = [
  "1",
  "a",
  "1a",
  "a1",
  "1.",
  "1.1",
  "1e",
  "1e+",
  "1.1e-",
  "12345678-",
  "1:",
  ":",
  "::",
  "1::",
  "a1:",
  "aa:",
  "aa-",
  "1a:2b:3c:4d:5e:",
  "1:2:3:4:5:6:7:",
  "10.0.0.",
  "255.",
  "0x",
  "0xg",
  "+",
  "-1",
  "+-",
  "10:00:02",
  "2025-05-04 ",
  "May ",
  "Sun May  4 ",
  "Fri, ",
  "123e4567-e89b-12d3-a456-",
  "deadbeef1",
  "_",
  "\x1b",
  "\x1b[1;",
  "\x1b[31m1",
  "\x1b]0;1",
  "\xff",
  "\0",
  "a@",
  "@a.b",
  "a1.b@",
  "a1-",
  "a1/",
  "a1B2c3/",
  "eyJ1-",
  "eyJ1.",
  "1h2.",
  "1f ",
  "1a 1:",
  ",123",
  "App 1.1",
  "v1.",
  "%2F",
  "%A-4-",
  "status=",
  "/tmp/",
  "x86_64",
];

countingSuite<{ Masker: typeof Masker }>(
  "the work of masking",
  { "text/masks/masker.ts": "Masker" },
  (test, modules) => {
    const steps = (text: string): number => {
      const source = Buffer.from(text, "latin1");
      const made = new (modules().Masker)();
      const target = Buffer.alloc(3 * source.length);
      return modules().during(() => made.write(source, 0, source.length, target, 0));
    };

    for (const unit of someOf(HOSTILE, "hostile lines")) {
      test(`grows with the length of ${JSON.stringify(unit)} over and over`, () => {
        for (const end of ["", "x", ".1", ":", "1a"]) {
          const size = shareOf(20_000);
          const [once, twice] = [size, 2 * size].map((length) => steps(unit.repeat(length / unit.length) + end));
          checkGrowth(unit, once!, twice!);
        }
      });
    }
  },
);
