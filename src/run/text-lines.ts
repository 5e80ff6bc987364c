// A text in memory, rewritten line by line, at once.

import { LineReader } from "../io/line-reader.ts";
import { Masker } from "../text/masks/masker.ts";
import type { RecordOptions } from "./line-writer.ts";
import { LineClassifier, type Rulebook } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** How a text is read, and which of its lines are kept. */
export type TextOptions = Pick<RecordOptions, "stripAnsi" | "unmatched">;

/** A part of an output. */
export interface OutputPart {
  readonly text: string;
  /** The name of the field, or the mask, that the text is from. Absent if it is as the rule or the line has it. */
  readonly by?: string;
}

/** What became of a line of a text. */
export interface ExplainedTextLine {
  /** Its number, starting at 1. */
  readonly line: number;
  /** The line as the rules saw it. */
  readonly original: string;
  /** The name of the rule that won it. Undefined if no rule matches. */
  readonly rule: string | undefined;
  readonly output: string;
  /** What the output consists of. */
  readonly parts: readonly OutputPart[];
}

/** Values of a text that its outputs leave out or replace. */
export interface HiddenValues {
  /** The name of their field, or their mask. */
  readonly by: string;
  readonly count: number;
}

/** What became of a text. */
export interface ExplainedText {
  readonly lines: readonly ExplainedTextLine[];
  /** In the order in which they first occur. */
  readonly hidden: readonly HiddenValues[];
}

/** What became of a text. Lines that no rule matches are masked if `mask` is true. */
export function explainedText(rulebook: Rulebook, text: Buffer, mask: boolean, options: TextOptions): ExplainedText {
  const counts = new Map<string, number>();
  const lines = [...rewrittenLines(rulebook, text, mask, options)].map(({ hidden, ...line }) => {
    for (const by of hidden) counts.set(by, (counts.get(by) ?? 0) + 1);
    return line;
  });
  return { lines, hidden: [...counts].map(([by, count]) => ({ by, count })) };
}

/** Rewrites a text as `Normalization` rewrites a log. `hidden` has for each value that is hidden where it is from. */
export function* rewrittenLines(
  rulebook: Rulebook,
  text: Buffer,
  mask: boolean,
  options: TextOptions,
): Generator<ExplainedTextLine & { readonly hidden: readonly string[] }> {
  const { linePatterns } = rulebook;
  const reader = new LineReader(options);
  const classifier = new LineClassifier(rulebook);
  const renderers = new TemplateRenderers(linePatterns);
  const masker = mask ? new Masker() : undefined;
  const lines = function* (): Generator<LineReader> {
    reader.begin();
    reader.push(text);
    while (reader.next()) yield reader;
    reader.finish();
    while (reader.next()) yield reader;
  };
  for (const { bytes, start, end, number: line } of lines()) {
    const index = classifier.classify(bytes, start, end);
    const { unmatched } = options;
    if (unmatched === (classifier.countsAsMatched(index) ? "only" : "drop")) continue;
    const source = bytes.subarray(start, end);
    const rule = linePatterns[index]?.name;
    const place = { line, original: source.toString(), rule };
    // With `only`, lines of a catch-all look like the other unmatched lines.
    if (index === -1 || unmatched === "only") {
      const pieces = masker === undefined ? [source] : [...masker.pieces(source)];
      const masks = pieces.flatMap((piece, i) => (i % 2 === 1 ? [piece.toString()] : []));
      yield { ...place, ...outputOf(pieces, masks), hidden: masks };
    } else {
      const { pattern, template } = linePatterns[index]!;
      const { bounds } = classifier;
      const renderer = renderers.of(index);
      renderer.take(bytes, bounds);
      const pieces = renderer.pieces();
      const shown = new Map(template.slots.map((slot, i) => [slot, pieces[2 * i + 1]!]));
      const hidden = pattern.fields.filter((_, i) => {
        const capture = bytes.subarray(bounds[2 * i]!, bounds[2 * i + 1]!);
        return capture.length > 0 && !shown.get(i)?.equals(capture);
      });
      const names = template.slots.map((slot) => pattern.fields[slot]!);
      yield { ...place, ...outputOf(pieces, names), hidden };
    }
  }
}

/** The output of pieces, of which every second one is from one of these sources. */
function outputOf(pieces: readonly Buffer[], sources: readonly string[]): Pick<ExplainedTextLine, "output" | "parts"> {
  const parts = pieces.map((piece, i) => ({
    text: piece.toString(),
    ...(i % 2 === 1 && { by: sources[(i - 1) / 2]! }),
  }));
  return { output: Buffer.concat(pieces).toString(), parts: parts.filter((part) => "by" in part || part.text !== "") };
}
