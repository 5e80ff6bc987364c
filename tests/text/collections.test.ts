import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { equalBytes } from "../../src/text/bytes/copy.ts";
import { wordView } from "../../src/text/bytes/machine-words.ts";
import { ByteStore, hashOf, Interner } from "../../src/text/collections/interner.ts";
import { NumberList } from "../../src/text/collections/numbers.ts";
import { isDeepEqual } from "../../src/text/collections/polyfills.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** Few different texts, so that they recur, with lengths around those at which the code branches. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", "\0", "\xff"), maxLength: 4 }) },
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom("a", "b"), minLength: 4, maxLength: 9 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(63, 64, 65, 1_000, 65_535, 65_536, 65_537, 200_000), fc.constantFrom("", "b"))
      .map(([length, end]) => "a".repeat(length) + end),
  },
);

suite("an interner", (test) => {
  test("numbers equal bytes alike, as a Map would, wherever they are", () => {
    assertProperty(
      fc.property(
        fc.array(text, { maxLength: 200, size: "max" }),
        fc.nat(3),
        fc.boolean(),
        (texts, before, isViewed) => {
          const interner = new Interner();
          const numbers = new Map<string, number>();
          for (const text of texts) {
            const bytes = Buffer.concat([Buffer.alloc(before, "x"), latin1(text), latin1("xyz")]);
            // Of such bytes, words are compared.
            if (isViewed) wordView(bytes);
            const known = numbers.get(text) ?? numbers.size;
            numbers.set(text, known);
            assert.equal(interner.intern(bytes, before, before + text.length), known);
            assert.equal(interner.size, numbers.size);
          }
          for (const [text, number] of numbers) {
            assert.equal(interner.bytes(number).toString("latin1"), text);
            assert.equal(interner.lengthOf(number), text.length);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test("tells 300,000 similar stretches apart while it grows", () => {
    const interner = new Interner();
    const count = 300_000;
    const bytes = Buffer.alloc(12, "x");
    const write = (i: number): void => {
      bytes.writeUInt32LE(i, 4);
    };
    for (let i = 0; i < count; i++) {
      write(i);
      if (interner.intern(bytes, 0, 12) !== i) assert.fail(`${i} is not new`);
    }
    for (let i = count - 1; i >= 0; i--) {
      write(i);
      if (interner.intern(bytes, 0, 12) !== i) assert.fail(`${i} is not known`);
      if (!interner.bytes(i).equals(bytes)) assert.fail(`${i} has changed`);
    }
    assert.equal(interner.size, count);
  });

  test("tells stretches of one repeated byte apart by their lengths", () => {
    const interner = new Interner();
    const zeros = Buffer.alloc(3_000);
    for (let length = 0; length <= 3_000; length++) assert.equal(interner.intern(zeros, 0, length), length);
    for (let length = 0; length <= 3_000; length++) assert.equal(interner.intern(zeros, 0, length), length);
  });

  test.costly("takes no extra memory for long stretches that it knows, even between others", () => {
    const interner = new Interner();
    const rounds = 5;
    const [long, longer] = [Buffer.alloc(9_000_000, "x"), Buffer.alloc(9_000_001, "x")];
    for (let i = 0; i < rounds; i++) {
      for (const [number, bytes] of [long, longer].entries()) {
        assert.equal(interner.intern(bytes, 0, bytes.length), number);
      }
      assert.equal(interner.intern(Buffer.from(`${i}`), 0, `${i}`.length), 2 + i);
    }
    assert.equal(interner.intern(long, 0, 0), 2 + rounds);
    assert.equal(interner.store.current, 3, "a block for each long stretch, one before them and one after");
    assert.ok(interner.bytes(0).equals(long) && interner.bytes(1).equals(longer));
    for (let i = 0; i < rounds; i++) assert.equal(interner.bytes(2 + i).toString(), `${i}`);
  });

  test("keeps an empty stretch when the rest of its block is given back", () => {
    const interner = new Interner();
    const long = Buffer.alloc(100_000, "x");
    interner.intern(long, 0, long.length);
    interner.store.reserve(200_000);
    assert.equal(interner.intern(long, 0, 0), 1);
    interner.store.giveBack();
    assert.equal(interner.bytes(1).length, 0);
    interner.intern(Buffer.alloc(300_000), 0, 300_000);
    assert.equal(interner.bytes(1).length, 0);
    assert.ok(interner.bytes(0).equals(long));
  });

  test("forgets what was only looked up", () => {
    const interner = new Interner();
    interner.intern(latin1("ab"), 0, 2);
    interner.store.reserve(2);
    interner.store.block.set(latin1("ab"), interner.store.at);
    assert.ok(interner.isReserved(0, 2));
    interner.store.block.set(latin1("ac"), interner.store.at);
    assert.ok(!interner.isReserved(0, 2) && !interner.isReserved(0, 1));
    assert.equal(interner.size, 1);
    assert.equal(interner.intern(latin1("c"), 0, 1), 1);
    assert.equal(interner.bytes(0).toString(), "ab");
    assert.equal(interner.bytes(1).toString(), "c");
  });
});

suite("hashes", (test) => {
  const hash = (bytes: Buffer): number => hashOf(bytes, 0, bytes.length);

  test("depend only on the bytes, not on where they are, or whether there is a view of them", () => {
    assertProperty(
      fc.property(text, fc.nat(5), fc.boolean(), (text, before, isKept) => {
        const bytes = Buffer.concat([Buffer.alloc(before, "x"), latin1(text), latin1("y")]);
        if (isKept) wordView(bytes);
        const value = hashOf(bytes, before, before + text.length);
        assert.equal(value, hash(latin1(text)));
        assert.ok(Number.isInteger(value) && value >= 0 && value < 2 ** 31);
      }),
    );
  });

  /** All texts of this many blocks, each of which is one of the two. */
  const texts = (one: Buffer, other: Buffer, blocks: number): Buffer[] =>
    Array.from({ length: 2 ** blocks }, (_, i) =>
      Buffer.concat(Array.from({ length: blocks }, (_, bit) => ((i >> bit) & 1 ? other : one))),
    );

  /**
   * A few texts may share a hash by chance, or because the process drew a poor secret. In a flood all of them would.
   */
  const areSpread = (all: readonly Buffer[]): void => {
    const distinct = new Set(all.map(hash));
    assert.ok(distinct.size > 0.98 * all.length, `${distinct.size} hashes of ${all.length} texts`);
  };

  test.costly("differ for texts whose blocks differ in one bit", () => {
    const block = Buffer.alloc(8, "a");
    for (let bit = 0; bit < 64; bit++) {
      const other = Buffer.from(block);
      other[bit >> 3]! ^= 1 << (bit & 7);
      areSpread(texts(block, other, 12));
    }
  });

  test("differ for texts whose differences would cancel out if a factor applied to a whole word", () => {
    // In a product the highest bit stays the highest, whatever the factor. The shift after it copies it to one other
    // place.
    for (let shift = 1; shift < 32; shift++) {
      const [one, other] = [Buffer.alloc(8, "a"), Buffer.alloc(8, "a")];
      other.writeUInt32LE((one.readUInt32LE(0) ^ 0x8000_0000) >>> 0, 0);
      other.writeUInt32LE((one.readUInt32LE(4) ^ (0x8000_0000 | (0x8000_0000 >>> shift))) >>> 0, 4);
      areSpread(texts(one, other, 12));
    }
  });

  test("differ for lines that differ only in a number", () => {
    areSpread(Array.from({ length: 4096 }, (_, i) => latin1(`2024-11-15 10:00:02 request ${i} done`)));
  });
});

suite("a byte store", (test) => {
  test("leaves what it stores in place, however large", () => {
    assertProperty(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 100, 30_000, 65_536, 65_537, 140_000, 9_000_000), {
          maxLength: 12,
          size: "max",
        }),
        (lengths) => {
          const store = new ByteStore();
          const kept = lengths.map((length, i) => {
            store.reserve(length);
            store.block.fill(i, store.at, store.at + length);
            const stretch = { block: store.current, start: store.at, length };
            assert.ok(store.equals(stretch.block, stretch.start, length, store.block, store.at));
            store.keep(length);
            return stretch;
          });
          for (const [i, { block, start, length }] of kept.entries()) {
            const bytes = store.bytes(block, start, length);
            assert.equal(bytes.length, length);
            assert.ok(bytes.equals(Buffer.alloc(length, i)), `stretch ${i} has changed`);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

suite("byte equality", (test) => {
  test("agrees with comparing the bytes", () => {
    assertProperty(
      fc.property(text, text, fc.nat(3), fc.nat(3), (a, b, aFrom, bFrom) => {
        const length = Math.min(a.length, b.length);
        const [left, right] = [latin1("x".repeat(aFrom) + a), latin1("y".repeat(bFrom) + b)];
        assert.equal(equalBytes(left, aFrom, right, bFrom, length), a.slice(0, length) === b.slice(0, length));
      }),
    );
  });
});

suite("a list of numbers", (test) => {
  test("keeps its numbers while it grows", () => {
    const list = new NumberList();
    assert.equal(list.values().length, 0);
    for (let i = 0; i < 5_000; i++) list.push(i);
    list.push(4_294_967_295);
    list.set(1_024, 7);
    assert.equal(list.length, 5_001);
    assert.deepEqual([list.at(0), list.at(1_023), list.at(1_024), list.at(5_000)], [0, 1_023, 7, 4_294_967_295]);
    const expected = Array.from({ length: 5_001 }, (_, i) => (i === 1_024 ? 7 : i === 5_000 ? 4_294_967_295 : i));
    assert.deepEqual(Array.from(list.values()), expected);
  });
});

suite("values that hold the same", (test) => {
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(null, undefined, 0, -0, NaN, 1, "", "a", true),
    fc.uint8Array({ maxLength: 2 }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { weight: 3, arbitrary: leaf },
      { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 2 }) },
      { weight: 1, arbitrary: fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { noNullPrototype: true }) },
      {
        weight: 1,
        arbitrary: fc
          .dictionary(fc.constantFrom("a", "b"), tie("value"))
          .map((o) => new Map([...Object.entries(o)].sort())),
      },
    ),
  }));

  test("are those that Node takes for equal, too", () => {
    assertProperty(
      fc.property(value, value, (a, b) => {
        assert.equal(isDeepEqual(a, b), isDeepStrictEqual(a, b));
        assert.ok(isDeepEqual(a, structuredClone(a)));
      }),
    );
  });
});
