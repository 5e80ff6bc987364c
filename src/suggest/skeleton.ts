// The skeleton of a text: its words and punctuation, with one sign for each part that looks like a value. Lines with the
// same skeleton most likely come from the same statement of a program.

import { dateTimeEnds } from "../matcher/timestamp/date-time-ends.ts";

/** Stands for a varying part. Texts that contain it are varying themselves. */
export const VARYING = "\0";

/** The longest text that is taken apart. What comes after it varies. */
const MAX_LENGTH = 8192;

/** How many different chunks are remembered. Most chunks of a log occur again and again. */
const MAX_CHUNKS = 100_000;
const MAX_CHUNK_LENGTH = 256;

const UUID = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
const MAC = "[0-9a-fA-F]{2}(?:[:-][0-9a-fA-F]{2}){5}";
const IPV6 = "(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,6}:(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,5})?";
const URL = "[A-Za-z][A-Za-z0-9+.-]*://[^\\s\"'<>,;)\\]}|]+";
/** A path begins a word and has a dot, a digit or a second slash. */
const PATH = "(?:[A-Za-z]:)?[/\\\\](?!\\d+\\.\\d+\\.\\d+\\.\\d)(?=[^\\s,;:'\"()\\[\\]{}<>=|]*[.\\d/\\\\])[^\\s,;:'\"()\\[\\]{}<>=|]+";
const WORD = "[A-Za-z0-9_\\x80-\\xff](?:[A-Za-z0-9_\\x80-\\xff.$@-]*[A-Za-z0-9_\\x80-\\xff$])?";
/** Names in a directory, such as `a/b/c.txt`. */
const RELATIVE_PATH = "(?=[^\\s/\\\\]*[/\\\\][^\\s,;:'\"()\\[\\]{}<>=|]*(?:\\d|[/\\\\][^\\s/\\\\]*[/\\\\]))[\\w.$-]+(?:[/\\\\][\\w.$@%+~-]+){2,}";
/** A host and a port. */
const HOST_PORT = "(?:[A-Za-z0-9_-]+\\.){2,}[a-z]{2,}(?=:\\d)";
const NUMBERS = "[+-]?\\d+(?:[.,:/x-]+\\d+)*(?![A-Za-z0-9_\\x80-\\xff]|[.@-]+[A-Za-z_])";

const PIECE = new RegExp(
  `(?<![A-Za-z0-9])(?:${URL}|(?:${UUID}|${MAC}|${IPV6})(?![A-Za-z0-9])|${PATH}|${RELATIVE_PATH}|${HOST_PORT})|(?<![A-Za-z0-9\\x80-\\xff])(${NUMBERS})|(${WORD})|[^]`,
  "gy",
);

/** Where a date-time may begin. Seconds since 1970 are numbers like others. */
const DATE_START = /(?<![A-Za-z0-9])(?:\d{1,8}(?![\dA-Za-z])|[A-Z][a-z]{2})(?=[-/:. ,T])/g;

const HEX = /^(?=.*\d)[0-9a-fA-F]{7,}$/;
const HOST = /^(?:[A-Za-z0-9_-]+\.)+[a-z]{2,}$/;
const PREFIX = /^(?:[^0-9_.$@-]+[_.$@-]+)*/;

/** Makes skeletons of texts in Latin-1. */
export class Skeletons {
  private readonly ends: number[] = [];
  private chunks = new Map<string, string>();

  /** The skeleton. Takes time linear in the length of the text. */
  of(bytes: Buffer, from: number, to: number): string {
    if (to - from > MAX_LENGTH) return `${this.of(bytes, from, from + MAX_LENGTH)}${VARYING}`;
    let skeleton = "";
    const text = bytes.toString("latin1", from, to);
    let at = 0;
    for (const { index } of text.matchAll(DATE_START)) {
      if (index < at || dateTimeEnds(bytes, from + index, to, this.ends) === 0) continue;
      skeleton += `${this.ofText(text.slice(at, index))}${VARYING}`;
      at = this.ends[0]! - from;
    }
    return skeleton + this.ofText(at === 0 ? text : text.slice(at));
  }

  private ofText(text: string): string {
    let skeleton = "";
    let from = 0;
    for (let at = text.indexOf(" "); at !== -1; at = text.indexOf(" ", from)) {
      if (at > from) skeleton += this.ofChunk(text.slice(from, at));
      skeleton += " ";
      from = at + 1;
    }
    return from < text.length ? skeleton + this.ofChunk(text.slice(from)) : skeleton;
  }

  private ofChunk(chunk: string): string {
    if (chunk.length > MAX_CHUNK_LENGTH) return skeletonOf(chunk);
    let skeleton = this.chunks.get(chunk);
    if (skeleton === undefined) {
      skeleton = skeletonOf(chunk);
      if (this.chunks.size === MAX_CHUNKS) this.chunks = new Map();
      this.chunks.set(chunk, skeleton);
    }
    return skeleton;
  }
}

function skeletonOf(chunk: string): string {
  let skeleton = "";
  for (const { 0: piece, 1: numbers, 2: word } of chunk.matchAll(PIECE)) {
    if (numbers !== undefined || piece.includes(VARYING)) skeleton += VARYING;
    else if (word !== undefined) skeleton += ofWord(word);
    else skeleton += piece.length > 1 ? VARYING : piece;
  }
  return skeleton;
}

function ofWord(word: string): string {
  if (!/\d/.test(word)) return word;
  if (HEX.test(word) || HOST.test(word)) return VARYING;
  // A dash after another separator is a sign.
  return `${PREFIX.exec(word)![0].replace(/(?<=[_.$@])-$/, "")}${VARYING}`;
}
