import { join } from "node:path";
import { logInputs, logOfInput } from "../../../src/library/inputs.ts";
import { linesOf } from "../../../src/tools/news/blocks.ts";
import { compareRuns } from "../../../src/tools/news/compare-runs.ts";
import { folder } from "../../support/folder.ts";

type Lines = readonly string[];

/** What is told of a failed run: the texts of each block's lines, and what each changed row says. */
export async function told(good: readonly Lines[], failed: Lines): Promise<{ blocks: string[][]; changes: string[] }> {
  const logs = [...good, failed];
  const path = folder(Object.fromEntries(logs.map((lines, i) => [`${i}.log`, `${lines.join("\n")}\n`])));
  const [last, ...others] = logInputs(logs.map((_, i) => join(path, `${i}.log`)))
    .map((input) => logOfInput(input))
    .reverse();
  const { news, close } = await compareRuns([{ good: others.reverse(), failed: last! }]);
  try {
    return {
      blocks: news.blocks.map((block) => linesOf(block).map((i) => block.log.failed.text(i).toString())),
      changes: news.changes.filter((change) => change.told).map(({ from, to }) => `${from} -> ${to}`),
    };
  } finally {
    close();
  }
}
