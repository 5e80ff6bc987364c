import type { LineReader } from "../../io/line-reader.ts";
import { BlockLines } from "../../run/block-lines.ts";
import type { ObservedLine } from "../../run/log-lines.ts";
import { type LineKeys, NO_GROUP } from "./line-keys.ts";

/** The lines of a reader with their keys. The machine writes the texts of keys for whole blocks of lines. */
export class KeyedLines extends BlockLines implements ObservedLine {
  key = 0;
  group = NO_GROUP;
  index = 0;

  private readonly keys: LineKeys;
  /** Is told of the lines that the machine has not written. */
  private readonly onRead: (linePattern: number, bytes: Buffer, bounds: readonly number[]) => void;
  private readonly isText: () => boolean;

  constructor(reader: LineReader, keys: LineKeys, onRead: KeyedLines["onRead"]) {
    const isCounted = keys.masker !== undefined && keys.observer !== undefined;
    super(reader, keys.rulebook, keys, keys.masker, isCounted ? "counted" : undefined);
    this.keys = keys;
    this.onRead = onRead;
    this.isText = () => reader.isText;
  }

  /** Takes the next line, if there is one. */
  take(): boolean {
    const { keys } = this;
    const how = this.next();
    if (how === undefined) return false;
    const { bytes, from, to, linePattern } = this;
    if (how === "written") {
      this.key = keys.readWritten(linePattern, bytes, this.textFrom, this.textTo, this.idFrom, this.idTo);
    } else {
      if (how === "matched")
        this.key = keys.readMatched(linePattern, bytes, from, to, this.bounds as readonly number[]);
      else {
        this.key = keys.read(bytes, from, to, this.isText());
        this.linePattern = keys.linePattern;
        this.bounds = keys.bounds;
        this.learn(keys.linePattern);
      }
      if (keys.linePattern !== -1) this.onRead(keys.linePattern, bytes, this.bounds as readonly number[]);
    }
    this.group = keys.group;
    return true;
  }
}
