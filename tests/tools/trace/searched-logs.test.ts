import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createGunzip, gzipSync } from "node:zlib";
import { reportingSizes } from "../../../src/io/source.ts";
import { SearchedLogs } from "../../../src/tools/trace/link-search.ts";
import { folder } from "../../support/folder.ts";
import { suite } from "../../support/suite.ts";

suite("logs that are searched", (test) => {
  test("say how much of them is read, the first time and again", async () => {
    const text = "a 1\nb 2\n";
    const path = join(folder({ "app.log": text }), "app.log");
    const compressed = join(folder({ "old.gz": gzipSync(text) }), "old.gz");
    const told: string[] = [];
    const onRead = (bytes: number): unknown => told.push(`first ${bytes}`);
    const failure = (error: unknown): unknown => error;
    const open = () => reportingSizes(createReadStream(compressed).pipe(createGunzip()), onRead);
    const onReadAgain = (size: number) => {
      told.push(`again ${size}`);
      return (bytes: number): unknown => told.push(`${bytes}`);
    };
    const logs = new SearchedLogs(
      [
        { name: path, path, open: () => assert.fail("is read from its path"), onRead, failure },
        { name: compressed, path: compressed, open, onRead, failure },
      ],
      { onReadAgain },
    );
    for (let round = 0; round < 2; round++) await logs.read(() => {});
    logs.close();
    assert.deepEqual(told, ["first 8", "first 8", "again 16", "8", "8"]);
  });
});
