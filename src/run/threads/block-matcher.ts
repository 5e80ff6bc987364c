import { countLines, lineStart, rangeChunks } from "../../io/line-range.ts";
import type { InputStart } from "../../io/line-reader.ts";
import { LineError } from "../../io/read-errors.ts";
import type { Sink } from "../../io/sink.ts";
import { AliasMarks, aliasFields } from "../aliases.ts";
import { Normalization } from "../normalization.ts";
import type { Rulebook } from "../rulebook.ts";
import { tallySince } from "../statistics.ts";
import type { Block, Failure, FromWorker, LinesBefore, OutputStream, Setup, ToWorker } from "./messages.ts";

/** Large enough for most writes of a `Normalization`. */
const BUFFER_BYTES = 320 * 1024;

/**
 * The most output that may wait to be written. Beyond it, the thread waits too. Tests build the command with a smaller
 * size.
 */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Matches blocks one after the other, and sends their outputs to the run. */
export class BlockMatcher {
  private readonly setup: Setup;
  private readonly send: (message: FromWorker) => void;
  private readonly normalization: Normalization;
  private readonly stop = new AbortController();
  /** How many bytes were sent and are not written yet. */
  private pendingBytes = 0;
  private onWritten = (): void => {};
  /** Buffers to be reused: allocating one costs more than filling it. */
  private readonly buffers: SharedArrayBuffer[] = [];
  private onLinesBefore = (_: LinesBefore): void => {};
  /** Resolves when all blocks received so far are matched. */
  private matching = Promise.resolve();

  constructor(rulebook: Rulebook, setup: Setup, send: (message: FromWorker) => void) {
    this.setup = setup;
    this.send = send;
    const fields = aliasFields(rulebook.linePatterns);
    const marks = fields.length === 0 ? undefined : new AliasMarks(fields);
    const lines = this.sink("lines", marks);
    const options = {
      ...setup,
      explain: { nowhere: undefined, apart: this.sink("explain"), "among lines": lines }[setup.explain],
      signal: this.stop.signal,
    };
    this.normalization = new Normalization(rulebook, lines, options, marks && { aliases: marks.aliases, marks });
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case "block":
        this.matching = this.matching.then(() => this.match(message.block));
        break;
      case "lines before":
        this.onLinesBefore(message);
        break;
      case "written":
        this.pendingBytes -= message.bytes.length;
        if (message.bytes.buffer.byteLength === BUFFER_BYTES) this.buffers.push(message.bytes.buffer);
        this.onWritten();
        break;
      case "stop":
        this.stop.abort();
    }
  }

  private async match(block: Block): Promise<void> {
    const before = this.normalization.tally.slice();
    let failure: Failure | undefined;
    let start = { linesBefore: 0, linesInFile: 0, bytesInFile: block.from };
    try {
      if (this.setup.isNumbered) start = await this.askStart(block);
      await this.normalization.readInput(block.log, rangeChunks(block, this.stop.signal), start);
    } catch (error) {
      failure = failureOf(error, start.linesBefore);
    }
    this.send({ kind: "done", result: { tally: tallySince(before, this.normalization.tally), failure } });
  }

  /** Sends the number of lines in a block, and waits for the number of lines before it. */
  private async askStart(block: Block): Promise<InputStart & { readonly linesBefore: number }> {
    const counted = await countLines(block, this.stop.signal);
    const { lines, linesInFile } = await new Promise<LinesBefore>((resolve) => {
      this.onLinesBefore = resolve;
      this.send({ kind: "counted", lines: counted });
    });
    return { linesBefore: lines, linesInFile, bytesInFile: await lineStart(block, this.stop.signal) };
  }

  private sink(stream: OutputStream, marks?: AliasMarks): Sink {
    return {
      write: async (bytes) => {
        const buffer = bytes.length > BUFFER_BYTES ? undefined : this.buffers.pop();
        const copy = new Uint8Array(
          buffer ?? new SharedArrayBuffer(Math.max(bytes.length, BUFFER_BYTES)),
          0,
          bytes.length,
        );
        copy.set(bytes);
        this.pendingBytes += copy.length;
        this.send({ kind: "output", stream, bytes: copy, marks: marks?.take(bytes.length) });
        while (this.pendingBytes > MAX_WAITING_BYTES) {
          await new Promise<void>((resolve) => {
            this.onWritten = resolve;
          });
        }
      },
    };
  }
}

function failureOf(error: unknown, linesBefore: number): Failure {
  if (error instanceof LineError) return { message: error.reason, code: undefined, line: error.line - linesBefore };
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code, line: undefined };
}
