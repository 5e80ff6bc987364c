// Markdown read as GitHub reads it, and lines of logs that try to be markup.
import assert from "node:assert/strict";
import fc from "fast-check";

/** What GitHub takes as a comment. */
export const MAX_COMMENT = 65_536;

const PIECE = fc.constantFrom(
  ...["error: ", "`", "```", "````text", "~~~", "</details>", "</code>", "<img src=x onerror=x>", "@octocat ", "#1 "],
  ...["&lt;", "<!--", "-->", "\x1b[2J", "\r", "\t", "\u202e", "https://example.org ", "| a | b |", "漢", "😀", "    "],
);

/** A line that would be markup, a mention or a link, or end what it stands in. */
export const MARKUP = fc.array(PIECE, { maxLength: 30 }).map((pieces) => pieces.join(""));

/** What stands outside of fenced code, read as CommonMark says: a fence ends at one that is at least as long. */
export function outsideOfFences(markdown: string): string[] {
  const outside: string[] = [];
  let fence = "";
  for (const line of markdown.split("\n")) {
    const [, marks = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === "") {
      if (marks !== "" && !info.includes("`")) fence = marks;
      else outside.push(line);
    } else if (marks[0] === fence[0] && marks.length >= fence.length && info.trim() === "") fence = "";
  }
  assert.equal(fence, "", "a fence is open at the end");
  return outside;
}
