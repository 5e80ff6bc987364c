// What compressed logs cost, and what they leave open. Reading them correctly is tested along with all other inputs.
import { strict as assert } from "node:assert";
import { createHook } from "node:async_hooks";
import fs, { existsSync, readdirSync, readSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { decompressed } from "../../src/io/decompress.ts";
import { RereadableFiles } from "../../src/io/rereadable.ts";
import { openUncompressed } from "../../src/io/source.ts";
import type { Log } from "../../src/run/log.ts";
import { rulebookOf } from "../../src/run/rulebook.ts";
import { plainFile } from "../../src/run/threads/parallel-run.ts";
import { LogDiff } from "../../src/tools/diff/log-diff.ts";
import { folder } from "../support/folder.ts";
import { shareOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const TEXT = "INFO: one\nINFO: two\n";

/** A gzip member whose header has these optional parts. */
function member(flags: number, optional: readonly Uint8Array[]): Buffer {
  const plain = gzipSync(TEXT);
  const header = Buffer.from(plain.subarray(0, 10));
  header[3] = flags;
  return Buffer.concat([header, ...optional, plain.subarray(10)]);
}

/** The bytes in pieces of this size. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Decompresses, and counts the promises that this takes. Each step that waits creates three. */
async function counted(bytes: Buffer, size: number): Promise<{ readonly text: string; readonly promises: number }> {
  let promises = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "PROMISE") promises++;
    },
  }).enable();
  let text = "";
  try {
    for await (const chunk of decompressed(inPieces(bytes, size))) text += chunk;
  } finally {
    hook.disable();
  }
  return { text, promises };
}

suite("steps of reading compressed logs", (test) => {
  const MIB = 1024 * 1024;
  const name = Buffer.alloc(4 * MIB, "n");
  name[name.length - 1] = 0;
  const extra = Buffer.alloc(2 + 0xffff);
  extra.writeUInt16LE(0xffff);
  const zeros = Buffer.alloc(4 * MIB);
  const inputs: Readonly<Record<string, [bytes: Buffer, text: string]>> = {
    "a long file name": [member(8, [name]), TEXT],
    "a long comment": [member(16, [name]), TEXT],
    "an extra field": [member(4, [extra]), TEXT],
    "zeros that fill it up": [Buffer.concat([gzipSync(TEXT), zeros]), TEXT],
    "zeros between two members": [Buffer.concat([gzipSync(TEXT), zeros, gzipSync(TEXT)]), TEXT + TEXT],
  };
  for (const [what, [bytes, text]] of Object.entries(inputs)) {
    test(`${what} is skipped by the chunk, not by the byte`, async () => {
      const found = await counted(bytes, 64 * 1024);
      assert.equal(found.text, text);
      const chunks = Math.ceil(bytes.length / (64 * 1024));
      assert.ok(found.promises < 100 + 30 * chunks, `${found.promises} promises for ${chunks} chunks`);
    });
  }

  test("an extra field in one-byte pieces is copied once, not for each byte that follows", async () => {
    const { concat } = Buffer;
    let copied = 0;
    Buffer.concat = (list, length) => {
      const joined = concat(list, length);
      copied += joined.length;
      return joined;
    };
    try {
      const bytes = member(4, [extra]);
      assert.equal((await counted(bytes, 1)).text, TEXT);
      assert.ok(copied < 2 * bytes.length, `${copied} bytes copied of ${bytes.length}`);
    } finally {
      Buffer.concat = concat;
    }
  });
});

suite("memory of reading compressed logs", (test) => {
  test.costly("does not grow with how much of a member was read", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const used = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const PORTIONS = shareOf(40_000);
    const bytes = gzipSync(Buffer.alloc(PORTIONS, "0123456789abcdef"), { level: 0 });
    let portions = 0;
    let before = 0;
    async function* bytewise(): AsyncGenerator<Buffer> {
      for await (const piece of inPieces(bytes, 1)) {
        if (++portions === 1000) before = used();
        if (portions === PORTIONS) assert.ok(used() - before < 50 * PORTIONS, `${used() - before} bytes more`);
        yield piece;
      }
    }
    for await (const _ of decompressed(bytewise()));
    assert.ok(portions > PORTIONS);
  });
});

suite("descriptors of compressed logs", (test) => {
  const onLinux = existsSync("/proc/self/fd") ? test : test.skip;
  const open = (): number => readdirSync("/proc/self/fd").length;
  const failure = (): never => {
    throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
  };

  /** Calls the function while a function of node:fs fails. */
  async function whileFailing(name: "readSync" | "fstatSync", work: () => Promise<unknown>): Promise<void> {
    const original = fs[name];
    Object.assign(fs, { [name]: failure });
    syncBuiltinESMExports();
    try {
      await work();
    } finally {
      Object.assign(fs, { [name]: original });
      syncBuiltinESMExports();
    }
  }

  const never = (): never => {
    throw new Error("it is a plain file");
  };
  const log = (path: string): Log => ({ name: "log", path, open: never, failure: (error) => error });
  const rulebook = rulebookOf([]);
  const looks: readonly [what: string, call: "readSync" | "fstatSync", look: (path: string) => unknown][] = [
    ["opened", "readSync", openUncompressed],
    ["to be read twice", "readSync", (path) => new RereadableFiles().open(path, never)],
    ["to be cut into parts", "readSync", (path) => plainFile(log(path))],
    ["to be cut into parts", "fstatSync", (path) => plainFile(log(path))],
    ["compared", "fstatSync", (path) => LogDiff.of(rulebook, [log(path)], [], {})],
  ];
  for (const [what, call, look] of looks) {
    onLinux(`none stays open where ${call} fails as a log is ${what}`, async () => {
      const path = `${folder({ "a.log": TEXT })}/a.log`;
      const before = open();
      // Inside an async function, so that a synchronous error becomes a rejection too.
      await assert.rejects(
        whileFailing(call, async () => look(path)),
        { code: "EIO" },
      );
      assert.equal(open(), before);
    });
  }

  onLinux("a compressed log is let go, and one that is not is at its beginning", () => {
    const place = folder({ "a.log": TEXT, "a.gz": gzipSync(TEXT) });
    const before = open();
    assert.equal(openUncompressed(`${place}/a.gz`), undefined);
    assert.equal(openUncompressed(place), undefined);
    assert.equal(open(), before);
    const fd = openUncompressed(`${place}/a.log`)!;
    const bytes = Buffer.alloc(TEXT.length);
    readSync(fd, bytes);
    fs.closeSync(fd);
    assert.equal(bytes.toString(), TEXT);
  });
});
