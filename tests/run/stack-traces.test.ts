// Stack traces as followers: whichever way a log is read, the same lines belong to them.
import { strict as assert } from "node:assert";
import { Readable } from "node:stream";
import { type ProcessOptions, Processor } from "../../src/index.ts";
import { FORMATS, UNMATCHED } from "../../src/run/line-writer.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const RULES = `rules:
  - { name: error, pattern: "ERROR {id}", output: "error {id}", sequence: stack_trace }
  - { name: panic, pattern: "panic: {message}", output: "panic", sequence: stack_trace }
  - { name: empty, pattern: "{any}", output: "other {any}", catch_all: true }
`;

/** Each line of an error or trace, and whether it must count as matched. */
const LINES = `
+ERROR 1
+java.lang.IllegalStateException: no stock
+	at com.shop.Stock.take(Stock.java:41)
+Caused by: java.io.IOException: no
+	... 12 more
+
-after an empty line
+ERROR 2
+
+Traceback (most recent call last):
+  File "app.py", line 3, in <module>
+    at(1)
+KeyError: 3
+
+During handling of the above exception, another exception occurred:
+
+Traceback (most recent call last):
+  File "app.py", line 5, in <module>
+ValueError
-ValueError again and again
-	at nobody(Nobody.java:1)
+panic: no
+
+goroutine 1 [running]:
+main.main()
+	/srv/main.go:9 +0x25
+exit status 2
-main.main()
+ERROR 3
-==================
+WARNING: DATA RACE
+Read at 0x00c00001c0a8 by goroutine 7:
+  main.main()
+==================
-Found nothing else
+ERROR 4
+ERROR 5
-thread 'main' panicked
`
  .trim()
  .split("\n");
const LOG = LINES.map((line) => `${line.slice(1)}\n`).join("");

suite("stack traces as followers", (test) => {
  const place = folder({ "app.log": LOG });
  const processor = new Processor({ rules: RULES });

  async function processed(log: string | Readable, options: ProcessOptions) {
    const [output, explain] = [new Collector(), new Collector()];
    const { linesMatched } = await processor.process(log, output, { ...options, explain });
    return { output: output.bytes.toString(), explain: explain.bytes.toString(), linesMatched };
  }

  test("count as matched", async () => {
    const { output } = await processed(`${place}/app.log`, { format: "json" });
    const records = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { catch_all?: true; output: string });
    assert.deepEqual(
      records.map(({ catch_all, output }) => `${catch_all ? "-" : "+"}${output.replace(/^other /, "")}`),
      LINES.map((line) => line.replace("+ERROR", "+error").replace(/^.panic: .*/, "+panic")),
    );
  });

  for (const format of FORMATS)
    for (const unmatched of UNMATCHED)
      test(`are the same in files, pipes, threads and parts, as ${format} with ${unmatched}`, async () => {
        const options = { format, unmatched };
        const whole = await processed(`${place}/app.log`, options);
        for (const size of [1, 7, 1000]) {
          const chunks = Array.from({ length: Math.ceil(LOG.length / size) }, (_, i) =>
            Buffer.from(LOG.slice(i * size, (i + 1) * size)),
          );
          const { output, explain, linesMatched } = await processed(Readable.from(chunks), options);
          assert.equal(output.replaceAll('"file": "log 1"', `"file": "${place}/app.log"`), whole.output);
          assert.deepEqual({ explain, linesMatched }, { explain: whole.explain, linesMatched: whole.linesMatched });
        }
        assert.deepEqual(await processed(`${place}/app.log`, { ...options, jobs: 3 }), whole);
        for (const count of [2, 5, 30]) {
          const sum = { output: "", explain: "", linesMatched: 0 };
          for (let number = 1; number <= count; number++) {
            const part = await processed(`${place}/app.log`, { ...options, part: { number, count } });
            sum.output += part.output;
            sum.explain += part.explain;
            sum.linesMatched += part.linesMatched;
          }
          assert.deepEqual(sum, whole);
        }
      });

  test("are written before the next line comes", async () => {
    const output = new Collector();
    const seen: string[] = [];
    async function* lines(): AsyncGenerator<Buffer> {
      for (const line of LINES.slice(0, 20)) {
        yield Buffer.from(`${line.slice(1)}\n`);
        seen.push(output.bytes.toString().split("\n").at(-2)!);
      }
    }
    await processor.process(lines(), output);
    assert.deepEqual(seen.slice(8, 11), ["", LINES[9]!.slice(1), LINES[10]!.slice(1)]);
  });
});
