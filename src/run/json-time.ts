import type { OutputBuffer } from "../io/sink.ts";
import { fractionOf, MAX_SECOND_BYTES, writeSecond } from "../text/date-times/calendar.ts";
import { type JsonWriter, jsonMember } from "../text/messages/json.ts";
import { LineTime } from "./line-time.ts";
import type { LinePattern } from "./rulebook.ts";

const NO_TIME = jsonMember("time", null);
const TEXT = Buffer.from(', "time": {"text": "');
const UTC = Buffer.from('", "utc": "');
const POINT = Buffer.from(".");
const EPOCH_MS = Buffer.from('Z", "epoch_ms": ');
const TEXT_END = Buffer.from('"}');
const END = Buffer.from("}");

/** Writes the member `time` of the objects of lines. Nearly all lines have one, so it is written in few pieces. */
export class JsonTime {
  private readonly output: OutputBuffer;
  private readonly json: JsonWriter;
  private readonly time: LineTime;
  /** The last second, and the text from the end of `text` up to it, which ends at `utcEnd`. */
  private second = Number.NaN;
  private readonly utc = Buffer.concat([UTC, Buffer.alloc(MAX_SECOND_BYTES)]);
  private utcEnd = 0;

  /** `json` must write to `output`. Times without a zone are `utcOffset` seconds east of UTC. */
  constructor(output: OutputBuffer, json: JsonWriter, linePatterns: readonly LinePattern[], utcOffset: number) {
    this.output = output;
    this.json = json;
    this.time = new LineTime(linePatterns, utcOffset);
  }

  /** Writes the member for a line. Another member must come before it. */
  add(linePattern: number, bytes: Buffer, bounds: readonly number[]): void {
    const { json, time } = this;
    if (!time.read(linePattern, bytes, bounds)) {
      json.member(NO_TIME);
      return;
    }
    json.member(TEXT);
    json.addPlain(bytes, time.from, time.to);
    if (time.isSettled) this.addInstant();
    else this.append(TEXT_END);
  }

  private addInstant(): void {
    const { output } = this;
    const { seconds, nanoseconds, decimals } = this.time.instant;
    if (seconds !== this.second) {
      this.second = seconds;
      this.utcEnd = writeSecond(seconds, this.utc, UTC.length);
    }
    output.append(this.utc, 0, this.utcEnd);
    if (decimals > 0) {
      this.append(POINT);
      output.appendNumber(fractionOf(nanoseconds, decimals), decimals);
    }
    this.append(EPOCH_MS);
    if (seconds > 0) {
      // Two small numbers are written faster than a large one.
      output.appendNumber(seconds, 1);
      output.appendNumber(fractionOf(nanoseconds, 3), 3);
    } else {
      output.appendText(String(this.time.epochMs));
    }
    this.append(END);
  }

  private append(bytes: Buffer): void {
    this.output.append(bytes, 0, bytes.length);
  }
}
