// What holds for each compressed format, whatever reads it. What only gzip has is tested in compression.test.ts.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { DamagedLogError } from "../../src/index.ts";
import { COMPRESSED_FORMATS, decompressed, isCompressed } from "../../src/io/decompress.ts";
import { hosted } from "../support/command-host.ts";
import { COMPRESSORS } from "../support/compressors.ts";
import { COMPRESSED_ROWS } from "../support/fault-compressed.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const LOG = Buffer.from(Array.from({ length: 40 }, (_, i) => `INFO: ${(i * 7919) % 101} took é${i} ms\n`).join(""));

const PART_BYTES = 16 * 1024;

/** What is read of the bytes in pieces of this size, and the error that ends it. */
async function read(bytes: Buffer, size: number): Promise<{ readonly text: Buffer; readonly error: unknown }> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of decompressed(asynchronous(pieces))) chunks.push(Buffer.from(chunk));
    return { text: Buffer.concat(chunks), error: undefined };
  } catch (error) {
    return { text: Buffer.concat(chunks), error };
  }
}

async function* asynchronous(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

const refusedLogs: readonly (readonly [head: Buffer, what: string, command: string])[] = [
  [Buffer.from("28b52ffd04b8000a", "hex"), "compressed with zstd", "zstd -dc"],
  [Buffer.from("fd377a585a000004e6d6b446", "hex"), "compressed with xz", "xz -dc"],
  [Buffer.from("04224d186470b9", "hex"), "compressed with lz4", "lz4 -dc"],
  [Buffer.from("425a683931415926535910000aa8", "hex"), "compressed with bzip2", "bzip2 -dc"],
  [Buffer.from("\ufeffone\n", "utf16le"), "in UTF-16", "iconv -f UTF-16 -t UTF-8"],
  [Buffer.from("\ufeffone\n", "utf16le").swap16(), "in UTF-16", "iconv -f UTF-16 -t UTF-8"],
  [Buffer.from("504b03040a0000000000", "hex"), "a zip archive", "unzip -p FILE"],
  [Buffer.from(`504b0506${"00".repeat(18)}`, "hex"), "an empty zip archive", "unzip -p FILE"],
  [Buffer.from("377abcaf271c0004", "hex"), "a 7z archive", "7z x -so FILE"],
  [tarOf("ustar\0" + "00"), "a tar archive", "tar -xOf FILE"],
  [tarOf("ustar  \0"), "a tar archive", "tar -xOf FILE"],
  ...COMPRESSORS.map(({ compress }) => [compress(tarOf("ustar\0" + "00")), "a tar archive", "tar -xOf FILE"] as const),
];

/** An archive with a log, with the magic and version of POSIX or those of GNU tar. */
function tarOf(magic: string): Buffer {
  const header = Buffer.alloc(512);
  header.write("app.log");
  header.write("0000644\0" + "0001750\0" + "0001750\0" + "00000000012\0" + "15000000000\0" + "        " + "0", 100);
  header.write(magic, 257);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
  const content = Buffer.alloc(512);
  content.write("INFO: one\n");
  return Buffer.concat([header, content, Buffer.alloc(1024)]);
}

suite("logs that are not read", (test) => {
  for (const [head, what, program] of refusedLogs) {
    test(`are refused with the program that reads them, and nothing is written: ${what}`, async () => {
      const cwd = folder({ "rules.yaml": "rules: []\n" });
      writeFileSync(`${cwd}/app.log`, head);
      const [command, ...args] = ["diff", "-r", "rules.yaml", "app.log", "app.log"];
      for (const words of [
        ["-r", "rules.yaml", "app.log"],
        ["-r", "rules.yaml", "--jobs", "2", "app.log"],
        [command!, ...args],
      ]) {
        const { exit, stdout, stderr } = await hosted(words, cwd);
        assert.deepEqual([exit, stdout.toString()], [2, ""]);
        const message = `app.log: ${what}, which is not read; pipe it in with '${program}'\n`;
        assert.equal(stderr.toString(), `normalizer: ${message}`);
      }
    });
  }

  test("are not held back: a tar archive in pieces that are shorter than its header is read as text", async () => {
    const tar = tarOf("ustar\0" + "00");
    const found = await read(tar, 511);
    assert.deepEqual([found.text.equals(tar), found.error], [true, undefined]);
    assert.match(String((await read(tar, 512)).error), /a tar archive/);
    const line = Buffer.from("INFO: one\n");
    async function* pipe(): AsyncGenerator<Buffer> {
      yield line;
      assert.ok(isOut, "the next chunk is asked for before the first line is out");
    }
    let isOut = false;
    for await (const chunk of decompressed(pipe())) isOut = chunk.equals(line);
    assert.ok(isOut);
  });

  test("are not a text with the word of tar archives in its place, or with another checksum", async () => {
    const tar = tarOf("ustar\0" + "00");
    const wrong = [0, 100, 147, 148, 153, 156, 256, 265, 511].map((at) => {
      const changed = Buffer.from(tar);
      changed[at]! ^= 1;
      return changed;
    });
    const text = Buffer.from(`${"x".repeat(147)} 00017500 ${"x".repeat(100)}ustar  is a word\n${"y".repeat(600)}\n`);
    assert.equal(text.indexOf("ustar"), 257);
    const blank = Buffer.from(tar).fill(" ", 148, 156);
    for (const log of [...wrong, text, blank, tar.subarray(0, 511)]) {
      const found = await read(log, log.length);
      assert.deepEqual([found.text.equals(log), found.error], [true, undefined]);
    }
  });

  test("are not what a text begins with", async () => {
    for (const text of [
      "BZh9 is a string",
      "B",
      "BZ",
      "BZh91AY&S",
      "(\u00b5/",
      "PK",
      "PK\x03",
      "PK\x05\x06",
      "ustar",
      "\ufeffone",
    ]) {
      const found = await read(Buffer.from(text), 1);
      assert.deepEqual([found.text.toString(), found.error], [text, undefined]);
    }
  });
});

suite("compressed formats", (test) => {
  test("are those that tests can write", () =>
    assert.deepEqual(COMPRESSORS.map(({ format }) => format).sort(), [...COMPRESSED_FORMATS].sort()));

  for (const { format, compress } of COMPRESSORS) {
    const bytes = compress(LOG);

    test(`are read in pieces of any size: ${format}`, async () => {
      for (const size of [1, 2, 7, bytes.length]) {
        const { text, error } = await read(bytes, size);
        assert.deepEqual([text.toString(), error], [LOG.toString(), undefined], `pieces of ${size}`);
      }
    });

    test(`end with an error after all that is readable where they are cut short: ${format}`, async () => {
      const lengths: number[] = [];
      for (let end = 1; end < bytes.length; end++) {
        const cut = bytes.subarray(0, end);
        const { text, error } = await read(cut, 64);
        if (text.equals(cut) && error === undefined) continue; // Too short to be known for compressed.
        assert.ok(error instanceof DamagedLogError, `${end} bytes: ${error}`);
        assert.ok(LOG.subarray(0, text.length).equals(text), `${end} bytes`);
        lengths.push(text.length);
      }
      assert.ok(lengths.length > bytes.length - 10, `${lengths.length} of ${bytes.length} are cut short`);
      assert.equal(Math.max(...lengths), LOG.length);
    });

    test(`are read to the end of the last log in them, and nothing else may follow: ${format}`, async () => {
      const twice = await read(Buffer.concat([bytes, bytes]), 64);
      assert.deepEqual([twice.text.toString(), twice.error], [`${LOG}${LOG}`, undefined]);
      const { text, error } = await read(Buffer.concat([bytes, Buffer.from("garbage\n")]), 64);
      assert.ok(error instanceof DamagedLogError, `what follows the end is no error: ${error}`);
      assert.equal(text.toString(), LOG.toString());
    });

    test(`are given out while they are read: ${format}`, async () => {
      const large = Buffer.from(randomBytes(2_000_000).toString("hex"));
      const packed = compress(large);
      let taken = 0;
      async function* parts(): AsyncGenerator<Buffer> {
        for (; taken < packed.length; taken += PART_BYTES) yield packed.subarray(taken, taken + PART_BYTES);
      }
      for await (const _ of decompressed(parts())) break;
      assert.ok(taken < packed.length / 2, `nothing comes out of the first ${taken} of ${packed.length} bytes`);
    });

    test(`are given out to the end of a log in them before more is read: ${format}`, async () => {
      let out = 0;
      async function* logs(): AsyncGenerator<Buffer> {
        for (let count = 0; count < 3; count++) {
          assert.equal(out, count * LOG.length, `bytes that came out of ${count} logs`);
          yield bytes;
        }
      }
      for await (const chunk of decompressed(logs())) out += chunk.length;
      assert.equal(out, 3 * LOG.length);
    });

    test(`are never read as another log where a byte is wrong: ${format}`, async () => {
      for (let at = 0; at < bytes.length; at++) {
        const wrong = Buffer.from(bytes);
        wrong[at]! ^= 0xff;
        if (!isCompressed(wrong)) continue;
        const { text, error } = await read(wrong, 64);
        // Only the header has bytes that mean nothing for the log.
        if (at < bytes.length / 2 && text.equals(LOG) && error === undefined) continue;
        assert.ok(error instanceof DamagedLogError, `byte ${at} of ${bytes.length}: ${error}`);
      }
    });

    test(`have rows in tests/support/fault-compressed.ts for damaged ones: ${format}`, () => {
      const messages = COMPRESSED_ROWS.flatMap(({ promised }) => promised.map(({ says }) => says));
      const name = format.toLowerCase();
      assert.ok(
        messages.some((says) => says.toLowerCase().includes(name)),
        `no message of a fault names ${name}`,
      );
    });

    test(`begin with bytes that no text begins with: ${format}`, () => {
      // Less of it is not recognised.
      const length = Array.from(bytes.keys()).find((end) => isCompressed(bytes.subarray(0, end)));
      assert.ok(length !== undefined);
      assert.match(bytes.toString("latin1", 0, length), /[^\t\x20-\x7e]/);
    });

    test(`are read by the command as the log itself, but not in parts: ${format}`, async () => {
      const rules = `rules:\n  - name: level\n    pattern: "{level}: {message}"\n    output: "<{message}> {level}"\n`;
      const cwd = folder({ "rules.yaml": rules, "app.log": LOG.toString() });
      writeFileSync(`${cwd}/app.log.packed`, bytes);
      const run = (log: string, options: readonly string[]) => hosted(["-r", "rules.yaml", ...options, log], cwd);
      for (const options of [["--explain"], ["--jobs", "2"]]) {
        const [plain, packed] = [await run("app.log", options), await run("app.log.packed", options)];
        assert.deepEqual([packed.exit, packed.stdout.toString()], [0, plain.stdout.toString()]);
      }
      const refused = await run("app.log.packed", ["--part", "1/2"]);
      assert.deepEqual([refused.exit, refused.stdout.toString()], [2, ""]);
      assert.match(refused.stderr.toString(), /compressed/);
    });
  }
});
