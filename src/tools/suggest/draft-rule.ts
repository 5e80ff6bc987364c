// Drafts a rule for one line, as `suggest` does, for a caller that holds all lines.

import type { LoadedRules } from "../../run/loaded-rules.ts";
import type { LineConsumer, LineSource } from "../../run/log-lines.ts";
import { rulebookOf } from "../../run/rulebook.ts";
import type { Draft } from "./draft.ts";
import { examplesOf } from "./example-choice.ts";
import { givenRules, loadedFile } from "./existing-rules.ts";
import { DEFAULT_GRANULARITY } from "./granularity.ts";
import type { ShapeNumbers } from "./shape-collector.ts";
import type { ShapeTable } from "./shape-table.ts";
import { verifiedRules } from "./verified-rules.ts";

/** A line that shows what the lines of a log have in common. */
interface KnownLine {
  readonly bytes: Buffer;
  /** Whether it does not come right after the line before it in the list. */
  readonly beginsStretch: boolean;
}

/**
 * Drafts a rule for a line that the given rules leave, from this line and the others like it. Returns the text of the
 * rules file with the rule after the given ones, or undefined if no rule wins the line and leaves those of the given
 * rules to them. Rejects with an Error if no rule can be added to the file.
 */
export async function draftRule(
  source: LoadedRules,
  lines: readonly KnownLine[],
  wanted: Buffer,
): Promise<string | undefined> {
  const given = givenRules(source);
  const select = (drafts: readonly Draft[], table: ShapeTable): Draft[] => {
    const shape = table.shapeOf(wanted, 0, wanted.length);
    return drafts.filter(({ shapes }) => shape !== undefined && shapes.includes(shape)).slice(0, 1);
  };
  const options = { keep: [], granularity: DEFAULT_GRANULARITY, select };
  const { file } = await verifiedRules(new HeldLines(lines), new HeldNumbers(), given, options);
  // How many such lines there are in the log is not known here.
  const uncounted = { ...file, lineCount: undefined };
  const rulebook = rulebookOf(loadedFile(given, uncounted).rules);
  if (file.rules.length === 0 || rulebook.matcher.match(wanted, 0, wanted.length) !== given.names.length)
    return undefined;
  const examples = examplesOf(file.rules, rulebook, given.names.length);
  return Buffer.from(loadedFile(given, { ...uncounted, examples }).bytes).toString();
}

class HeldLines implements LineSource {
  private readonly lines: readonly KnownLine[];

  constructor(lines: readonly KnownLine[]) {
    this.lines = lines;
  }

  async read(consumer: LineConsumer): Promise<void> {
    for (const { bytes, beginsStretch } of this.lines) {
      if (beginsStretch) consumer.begin();
      consumer.add(bytes, 0, bytes.length, undefined);
    }
  }
}

class HeldNumbers implements ShapeNumbers {
  private readonly numbers: number[] = [];
  private at = 0;

  push(value: number): void {
    this.numbers.push(value);
  }

  rewind(): void {
    this.at = 0;
  }

  next(): number {
    return this.numbers[this.at++]!;
  }
}
