import { FencedLayout, fenced, MAX_COMMENT, MAX_ROW } from "../../text/messages/markdown.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { type ClaimsReport, writeClaimsText } from "./claims-text.ts";

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer diff -->";
/** Rows around the text, more than they can ever take. */
const MAX_FRAME = 20 * MAX_ROW;

/** Writes claims as Markdown that fits into a comment. */
export function writeClaimsMarkdown(layout: TextLayout, report: ClaimsReport): void {
  const { length } = report.claims;
  const text = new FencedLayout(MAX_COMMENT - MAX_FRAME);
  writeClaimsText(text, report);
  layout.text(`${MARK}\n### ${length === 0 ? "No changes" : counted(length, "change")}\n`);
  layout.text(fenced(text.rows));
}
