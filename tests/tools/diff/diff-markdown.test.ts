// The Markdown of `diff`: that nothing of a log is markup in it, and that it fits into a comment.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { MARKUP, MAX_COMMENT, outsideOfFences } from "../../support/markdown.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const FORMS = [
  /^$/,
  /^<!-- normalizer diff -->$/,
  /^### (?:What differs|No differences)$/,
  /^<details(?: open)?><summary>(?:the most telling lines|line by line)<\/summary>$/,
  /^<\/details>$/,
];

suite("differences as Markdown", (test) => {
  const masking = new Processor({ mask: true });
  const markdown = async (old: readonly string[], next: readonly string[], unordered = false): Promise<string> => {
    const log = (lines: readonly string[]): Readable => Readable.from([Buffer.from(lines.join("\n"))]);
    const comparison = await masking.compare(log(old), log(next), { unordered });
    try {
      return comparison.toMarkdown();
    } finally {
      comparison.close();
    }
  };

  test("have all text of logs in fences", async () => {
    const lines = fc.array(MARKUP, { maxLength: 12 });
    await assertProperty(
      fc.asyncProperty(lines, lines, fc.boolean(), async (old, next, unordered) => {
        const written = await markdown(old, next, unordered);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
        assert.doesNotMatch(written, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
        for (const line of outsideOfFences(written))
          assert.ok(
            FORMS.some((form) => form.test(line)),
            line,
          );
      }),
      { numRuns: 200 },
    );
  });

  test.costly("fit into a comment, whatever differs", async () => {
    for (const part of ["<", "`", "😀", "\x00", "x"]) {
      const next = Array.from({ length: 3000 }, (_, i) => `${part.repeat(3000)} ${"abcdefghij"[i % 10]}`);
      const written = await markdown(["one"], next);
      assert.ok(written.length <= MAX_COMMENT, `${written.length} with ${JSON.stringify(part)}`);
      assert.match(written, /… \d+ more rows/);
    }
  });
});
