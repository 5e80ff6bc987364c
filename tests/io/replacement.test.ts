// A file that is replaced all at once or not at all.

import assert from "node:assert/strict";
import fs, {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { Replacement, replaceFile, replaceFiles } from "../../src/io/output-file.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const OLD = "the old content\n";
const NEXT = Buffer.from("the next content, which is longer\n");

const place = (): { cwd: string; path: string } => {
  const cwd = folder({ "a.txt": OLD });
  return { cwd, path: join(cwd, "a.txt") };
};

const content = (path: string): string => readFileSync(path, "utf8");
const modeOf = (path: string): number => statSync(path).mode & 0o7777;

suite("a file is replaced", (test) => {
  test("with its permissions", () => {
    for (const mode of [0o640, 0o600, 0o755, 0o444, 0o666]) {
      const { cwd, path } = place();
      chmodSync(path, mode);
      replaceFile(path, NEXT);
      assert.equal(content(path), NEXT.toString());
      assert.equal(modeOf(path), mode);
      assert.deepEqual(readdirSync(cwd), ["a.txt"]);
    }
  });

  (process.getuid?.() === 0 ? test : test.skip)("with its owner, which the superuser can give it", () => {
    const { path } = place();
    chownSync(path, 1234, 5678);
    chmodSync(path, 0o4750);
    replaceFile(path, NEXT);
    const { uid, gid } = statSync(path);
    assert.deepEqual([uid, gid, modeOf(path)], [1234, 5678, 0o4750]);
  });

  test("in pieces", () => {
    const { path } = place();
    const replacement = new Replacement(path);
    for (const byte of NEXT) replacement.write(Uint8Array.of(byte));
    assert.equal(content(path), OLD);
    replacement.commit();
    assert.equal(content(path), NEXT.toString());
  });

  test("while somebody reads the old one", () => {
    const { path } = place();
    const fd = openSync(path, "r");
    replaceFile(path, NEXT);
    const read = Buffer.alloc(100);
    assert.equal(read.toString("utf8", 0, readSync(fd, read)), OLD);
    closeSync(fd);
  });

  test("behind a symbolic link, which stays", () => {
    const { cwd, path } = place();
    mkdirSync(join(cwd, "links"));
    symlinkSync("../a.txt", join(cwd, "links/b"));
    symlinkSync("links/b", join(cwd, "c"));
    replaceFile(join(cwd, "c"), NEXT);
    assert.equal(content(path), NEXT.toString());
    assert.ok(lstatSync(join(cwd, "c")).isSymbolicLink());
    assert.ok(lstatSync(join(cwd, "links/b")).isSymbolicLink());
    assert.deepEqual(readdirSync(cwd), ["a.txt", "c", "links"]);
    assert.deepEqual(readdirSync(join(cwd, "links")), ["b"]);
  });

  test("and is created if there is none, with the usual permissions", () => {
    const { cwd } = place();
    const path = join(cwd, "new.txt");
    replaceFile(path, NEXT);
    assert.equal(content(path), NEXT.toString());
    closeSync(openSync(join(cwd, "usual.txt"), "w"));
    assert.equal(modeOf(path), modeOf(join(cwd, "usual.txt")));
  });

  test("and is created where a symbolic link leads", () => {
    const { cwd } = place();
    mkdirSync(join(cwd, "folder"));
    symlinkSync("folder/d", join(cwd, "b"));
    symlinkSync("e", join(cwd, "folder/d"));
    replaceFile(join(cwd, "b"), NEXT);
    assert.equal(content(join(cwd, "folder/e")), NEXT.toString());
    assert.deepEqual(readdirSync(join(cwd, "folder")), ["d", "e"]);
  });

  test("whatever the length of its name", () => {
    const { cwd } = place();
    const path = join(cwd, "n".repeat(255));
    replaceFile(path, Buffer.from(OLD));
    replaceFile(path, NEXT);
    assert.equal(content(path), NEXT.toString());
  });
});

suite("a file is not replaced", (test) => {
  test("if its replacement is discarded", () => {
    const { cwd, path } = place();
    const replacement = new Replacement(path);
    replacement.write(NEXT);
    assert.equal(readdirSync(cwd).length, 2);
    replacement.discard();
    assert.equal(content(path), OLD);
    assert.deepEqual(readdirSync(cwd), ["a.txt"]);
  });

  for (const name of ["openSync", "writeSync", "fchmodSync", "fsyncSync", "closeSync", "renameSync"] as const) {
    test(`if ${name} fails, and nothing is left over`, () => {
      const { cwd, path } = place();
      const original = fs[name];
      const failure = new Error("no");
      const failing = (...args: never[]): unknown => {
        Object.assign(fs, { [name]: original });
        syncBuiltinESMExports();
        // The system closes a file even if it reports an error.
        if (name === "closeSync") (original as (...args: never[]) => void)(...args);
        throw failure;
      };
      Object.assign(fs, { [name]: failing });
      syncBuiltinESMExports();
      let error: unknown;
      try {
        replaceFile(path, NEXT);
      } catch (caught) {
        error = caught;
      } finally {
        Object.assign(fs, { [name]: original });
        syncBuiltinESMExports();
      }
      assert.equal(error, failure);
      assert.equal(content(path), OLD);
      assert.deepEqual(readdirSync(cwd), ["a.txt"]);
    });
  }

  test("if it is no regular file", () => {
    const { cwd } = place();
    assert.throws(() => replaceFile(cwd, NEXT), /is not a regular file/);
    assert.throws(() => replaceFile("/dev/null", NEXT), /is not a regular file/);
    assert.ok(statSync("/dev/null").isCharacterDevice());
  });

  test("if its folder is missing, or a link leads nowhere but back", () => {
    const { cwd } = place();
    assert.throws(() => replaceFile(join(cwd, "no/a.txt"), NEXT), /ENOENT/);
    symlinkSync("y", join(cwd, "x"));
    symlinkSync("x", join(cwd, "y"));
    assert.throws(() => replaceFile(join(cwd, "x"), NEXT), /ELOOP/);
    symlinkSync("no/z", join(cwd, "z"));
    assert.throws(() => replaceFile(join(cwd, "z"), NEXT), /ENOENT/);
    assert.ok(!existsSync(join(cwd, "no")));
    assert.deepEqual(readdirSync(cwd), ["a.txt", "x", "y", "z"]);
  });
});

suite("several files are replaced", (test) => {
  const BEFORE = Buffer.from(OLD);
  const both = (): { cwd: string; changes: { path: string; before: Buffer; after: Buffer }[] } => {
    const cwd = folder({ "a/a.txt": OLD, "b/b.txt": OLD });
    const paths = ["a/a.txt", "b/b.txt"].map((name) => join(cwd, name));
    return { cwd, changes: paths.map((path) => ({ path, before: BEFORE, after: NEXT })) };
  };
  const contents = (cwd: string) =>
    ["a", "b"].map((name) => [readdirSync(join(cwd, name)), content(join(cwd, name, `${name}.txt`))]);
  const OLDS = [
    [["a.txt"], OLD],
    [["b.txt"], OLD],
  ];

  test("all of them", () => {
    const { cwd, changes } = both();
    replaceFiles(changes);
    assert.deepEqual(contents(cwd), [
      [["a.txt"], NEXT.toString()],
      [["b.txt"], NEXT.toString()],
    ]);
  });

  test("or none, if one cannot be written", () => {
    const { cwd, changes } = both();
    const missing = { ...changes[0]!, path: join(cwd, "none/c.txt") };
    assert.throws(() => replaceFiles([...changes, missing]), { code: "ENOENT" });
    assert.deepEqual(contents(cwd), OLDS);
  });

  test("or none, if one cannot be put in its place", () => {
    const { cwd, changes } = both();
    const failure = new Error("the second file");
    let calls = 0;
    const naming = (_: string, work: () => void): void => {
      // Both are written, and the first is in its place.
      if (++calls === 4) {
        assert.equal(content(changes[0]!.path), NEXT.toString());
        throw failure;
      }
      work();
    };
    assert.throws(() => replaceFiles(changes, naming), failure);
    assert.deepEqual(contents(cwd), OLDS);
  });
});
