import assert from "node:assert/strict";
import fc from "fast-check";
import { type ImportResult, importFiles, importSummary } from "../../src/exchange/import/import.ts";
import { IMPORT_FORMATS, ImportError, type ImportFormat, importFile } from "../../src/exchange/import/imported.ts";
import { exportRules } from "../../src/index.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { checkPrintable, checkPrototypes, within } from "./bounds.ts";
import { foreignBytes, foreignNames } from "./foreign-files.ts";
import type { Target } from "./target.ts";

/** How much CPU time each call may take for files under a megabyte. */
const SECONDS = { import: 10, load: 10, export: 20 };
/** How long a rules file may be, for each byte of the files and besides. A short name may stand for a long list. */
const MAX_GROWTH = 100;
const MAX_LENGTH = 1_000_000;

interface Case {
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
  readonly from: ImportFormat | undefined;
}

/** Files of other tools: they give either rules that load, as many as told, or an error with a place. */
export const imports: Target<Case> = {
  cases: fc.record({
    files: fc.array(fc.record({ name: foreignNames, bytes: foreignBytes }), { minLength: 1, maxLength: 2 }),
    from: fc.constantFrom(undefined, undefined, ...IMPORT_FORMATS),
  }),

  files: ({ files, from }) => ({
    ...Object.fromEntries(files.map(({ bytes }, i) => [`file-${i}`, bytes])),
    "how.json": JSON.stringify({ from, names: files.map(({ name }) => name) }),
  }),

  async check({ files, from }) {
    const result = await within(SECONDS.import, "importing", () => resultOrError(files, from));
    if (result instanceof ImportError) {
      checkPrintable("the error", result.message);
      assert.match(result.message, /:\d+:\d+: ./, "an error without a place");
    } else {
      for (const line of importSummary(result, undefined).trimEnd().split("\n")) checkPrintable("the summary", line);
      for (const line of result.rules.split("\n")) if (/^ *#/.test(line)) checkPrintable("a comment", line);
      const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
      assert.ok(result.rules.length <= MAX_LENGTH + MAX_GROWTH * size, `${result.rules.length} of ${size} bytes`);
      await checkRules(result);
    }
    checkPrototypes();
  },
};

function resultOrError(files: Case["files"], from: ImportFormat | undefined): ImportResult | ImportError {
  try {
    return importFiles(
      files.map(({ name, bytes }) => importFile(name, bytes)),
      from,
    );
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
}

/**
 * Checks that the rules load, and that they can be written for the tool of one of the formats, which are read again.
 */
async function checkRules({ rules, ruleCount }: ImportResult): Promise<void> {
  const loaded = await within(SECONDS.load, "loading", () => parseRules(Buffer.from(rules), "rules.yaml"));
  assert.equal(loaded.length, ruleCount);
  if (ruleCount === 0) return;
  const exported = await within(SECONDS.export, "exporting", () => exportRules({ rules }, { to: "patterndb" }));
  assert.equal(exported.ruleCount + exported.leftOut.length, ruleCount);
  // A rule may have many patterns, each with expressions that look ahead, and reading them all again takes long.
  if (exported.text.length > MAX_LENGTH) return;
  const again = importFiles([{ name: "exported.xml", text: exported.text }], "patterndb");
  assert.ok(again.ruleCount + again.leftOut.length >= exported.ruleCount);
  parseRules(Buffer.from(again.rules), "rules.yaml");
}
