import type { PendingIssue, Wording } from "./pending-issue.ts";

const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = [0xef, 0xbf, 0xbd];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Decodes a rules file and drops its byte order mark. Invalid UTF-8 becomes U+FFFD and is a problem. */
export function decode(source: Uint8Array): { readonly text: string; readonly issue?: PendingIssue } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(source) };
  } catch {
    const text = new TextDecoder().decode(source);
    const { start, offset } = firstBad(source, text);
    const wording = () => wordingOf(source, offset);
    return { text, issue: { code: "NOT_UTF8", span: { start, end: start + 1 }, until: start, wording } };
  }
}

/** Encodes a text that was decoded from `source` and then edited. Adds the byte order mark if the source has one. */
export function encodeLike(source: Uint8Array, text: string): Uint8Array {
  const mark = holds(source, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : [];
  return Buffer.concat([Uint8Array.from(mark), Buffer.from(text)]);
}

/** The first replacement character that is not in the source itself, and the offset of the byte it replaces. */
function firstBad(source: Uint8Array, text: string): { start: number; offset: number } {
  let offset = holds(source, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let start = 0;
  for (;;) {
    const next = text.indexOf(REPLACEMENT, start);
    offset += Buffer.byteLength(text.slice(start, next));
    if (!holds(source, offset, REPLACEMENT_BYTES)) return { start: next, offset };
    offset += REPLACEMENT_BYTES.length;
    start = next + 1;
  }
}

function holds(source: Uint8Array, offset: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => source[offset + i] === byte);
}

function wordingOf(source: Uint8Array, offset: number): Wording {
  if (holds(source, 0, [0xff, 0xfe]) || holds(source, 0, [0xfe, 0xff])) {
    return {
      message: "the file is UTF-16; expected UTF-8",
      help: "save the file as UTF-8 (in PowerShell: `Set-Content -Encoding utf8`)",
    };
  }
  const byte = source[offset]!.toString(16);
  return {
    message: `the byte 0x${byte} is not UTF-8 text`,
    help: "save the file as UTF-8; it may be in an older encoding, such as Latin-1 or Windows-1252",
  };
}
