import { LineReader } from "../../io/line-reader.ts";
import { LineText, type ReadOptions } from "../../io/line-text.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import { type Log, readLogs } from "../../run/log.ts";
import type { ObservedLine } from "../../run/observed-line.ts";
import { type CapturedFields, type FieldCapture, fieldsByName } from "../../run/record-builder.ts";
import { RereadableLog } from "../../run/rereadable-log.ts";
import { countsAsMatched, type LineRule, lineRuleOf, type Rulebook } from "../../run/rulebook.ts";
import { countUpTo, NumberList } from "../../text/collections/numbers.ts";
import { DEFAULT_INPUT_FORMAT } from "../../text/records/input-format.ts";
import { BlockLines } from "./block-lines.ts";
import type { ComparisonLine, RuleSideCount, SideName } from "./difference.ts";
import { NO_GROUP } from "./key-writer.ts";
import { ALL_CHANGED, type LineKeys } from "./line-keys.ts";
import type { ShownNumbers } from "./shown-aliases.ts";

/** How many logs of a side stay open. Systems allow a process a few hundred open files. */
const MAX_OPEN_FILES = 32;

/** Before the first line of a log. */
const NO_LINE: ObservedLine = {
  ...{ linePattern: -1, key: 0, group: NO_GROUP, index: 0, changed: ALL_CHANGED },
  ...{ bytes: Buffer.alloc(0), from: 0, to: 0, bounds: [], first: 0, last: -1 },
};

/** The texts of a line that was read again. */
interface LineTexts extends Pick<ComparisonLine<Buffer>, "output" | "original"> {
  /** The line as it was matched: with or without its terminal sequences. */
  readonly matched: Buffer;
}

/** A line with its rule. It is read again when its texts or its captures are first asked for. */
export class SideLine implements ComparisonLine<Buffer> {
  readonly file: string;
  readonly line: number;
  readonly rule: string | undefined;
  readonly ruleFile?: string;
  readonly catchAll?: true;
  /** The index of its line pattern; -1 if no rule matched. */
  readonly linePattern: number;
  /** Whether it follows as one of a stack trace. */
  readonly isTrace: boolean;
  /** The numbers of the aliases in its output. */
  readonly numbering: ShownNumbers | undefined;
  readonly #keys: LineKeys;
  readonly #read: (line: SideLine) => LineTexts;
  #texts: LineTexts | undefined;

  constructor(
    { file, line, rule: { rule, ruleFile, catchAll }, isTrace, linePattern, numbering }: LineParts,
    keys: LineKeys,
    read: (line: SideLine) => LineTexts,
  ) {
    this.file = file;
    this.line = line;
    this.rule = rule;
    if (ruleFile !== undefined) this.ruleFile = ruleFile;
    if (catchAll) this.catchAll = true;
    this.linePattern = linePattern;
    this.isTrace = isTrace;
    this.numbering = numbering;
    this.#keys = keys;
    this.#read = read;
  }

  get output(): Buffer {
    return this.read().output;
  }

  get original(): Buffer {
    return this.read().original;
  }

  get matched(): Buffer {
    return this.read().matched;
  }

  get fields(): CapturedFields<Buffer> {
    return fieldsByName(this.captures);
  }

  get captures(): FieldCapture<Buffer>[] {
    return this.#keys.capturesOf(this.linePattern, this.matched);
  }

  /** Reads the line, unless that was done before. */
  read(): LineTexts {
    this.#texts ??= this.#read(this);
    return this.#texts;
  }
}

/** What a side knows of a line before it reads it again. */
interface LineParts extends Pick<SideLine, "file" | "line" | "isTrace" | "linePattern" | "numbering"> {
  readonly rule: LineRule;
}

/** How the logs of a side are read to be compared. */
interface SideOptions extends ReadOptions {
  readonly keepsUnmatched: boolean;
}

/**
 * One of the two sides: a log, or several that are compared as one. Holds twelve bytes for each line, and reads the
 * lines themselves again when they are needed. Groups take four bytes more for each line. So do aliases, and four for
 * each of their values; while values are paired, they take eight more for each line.
 */
export class Side {
  /** The bare keys of the lines that are compared, and their groups if groups are kept. */
  readonly keys = new NumberList();
  readonly groups = new NumberList();
  /** The values of their aliases, one line after the other, and where each line's values end. Empty without aliases. */
  readonly values = new NumberList();
  readonly valueEnds = new NumberList();
  /** How many lines were read. */
  lines = 0;
  /** How many of them no rule matched, or only a catch-all. */
  unmatched = 0;

  /** The numbers of the lines that are compared, which continue from one log to the next. */
  private readonly lineNumbers = new NumberList();
  /** The indexes of their line patterns, plus one. */
  private readonly linePatterns = new NumberList();
  private readonly name: SideName;
  private readonly rulebook: Rulebook;
  /** The keys of both sides. */
  private readonly lineKeys: LineKeys;
  private readonly options: SideOptions;
  /** Makes the texts of lines that are read again. */
  private readonly text: LineText;
  /** The logs in order, and how many lines came before each. */
  private readonly sideLogs: RereadableLog[] = [];
  private readonly linesBefore: number[] = [];
  private readonly files: RereadableFiles;
  /** The index of the log from which a line was last read again. */
  private current = 0;
  private isClosed = false;

  private constructor(name: SideName, rulebook: Rulebook, lineKeys: LineKeys, options: SideOptions) {
    this.name = name;
    this.rulebook = rulebook;
    this.lineKeys = lineKeys;
    this.options = options;
    this.text = new LineText(options);
    this.files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  }

  /** Reads the logs to their ends, one after the other. Rejects with a log's read error. */
  static async of(
    name: SideName,
    logs: readonly Log[],
    rulebook: Rulebook,
    lineKeys: LineKeys,
    options: SideOptions,
  ): Promise<Side> {
    const side = new Side(name, rulebook, lineKeys, options);
    try {
      await readLogs(logs, options.signal, (log) => side.read(log));
      options.signal?.throwIfAborted();
      return side;
    } catch (error) {
      side.close();
      throw error;
    }
  }

  /**
   * The i-th compared line. Its output is that of the key, or is made with the numbers of its aliases. When it is read
   * again, that throws the log's read error, or a ChangedFileError if the line is not the same.
   */
  line(i: number, key: number, numbering: ShownNumbers | undefined): SideLine {
    const number = this.lineNumbers.at(i);
    const linePattern = this.linePatterns.at(i) - 1;
    const { name: file } = this.logOf(number);
    const line = number - this.linesBefore[this.current]!;
    const own = this.rulebook.linePatterns[linePattern];
    const isTrace = own?.isTrace ?? false;
    const parts = { file, line, rule: lineRuleOf(own), isTrace, linePattern, numbering };
    const sideLine = new SideLine(parts, this.lineKeys, (own) => this.textsOf(own, i, key));
    // Values that only ignored fields show are numbered in the order in which outputs are made.
    if (this.lineKeys.hasAliases) sideLine.read();
    return sideLine;
  }

  /** The i-th line as it is in its log. */
  original(i: number): Pick<SideLine, "file" | "line" | "original"> {
    const original = Buffer.from(this.inLog(i));
    const number = this.lineNumbers.at(i);
    return { file: this.logOf(number).name, line: number - this.linesBefore[this.current]!, original };
  }

  /** The values of the i-th line of which its output may hide some: its captures or, without a rule, what is masked. */
  hidden(i: number): readonly FieldCapture<Buffer>[] {
    return this.lineKeys.hiddenOf(this.linePatterns.at(i) - 1, this.text.of(this.inLog(i)));
  }

  /** Reads the i-th line again. */
  private inLog(i: number): Buffer {
    // By now the descriptors may belong to other files.
    if (this.isClosed) throw new Error("the comparison is closed: its lines can no longer be read");
    const number = this.lineNumbers.at(i);
    const log = this.logOf(number);
    const line = number - this.linesBefore[this.current]!;
    return log.line(line, (again) => this.isSameLine(i, this.text.of(again)));
  }

  private textsOf({ linePattern, numbering }: SideLine, i: number, key: number): LineTexts {
    const inLog = this.inLog(i);
    const matched = this.text.of(inLog);
    // People compare messages, not what is around them.
    const original = (this.options.input?.format ?? DEFAULT_INPUT_FORMAT) === "lines" ? inLog : matched;
    return { output: this.lineKeys.output(this.name, matched, linePattern, key, numbering), original, matched };
  }

  /** Where the values of the i-th line begin. */
  valuesFrom(i: number): number {
    return i === 0 ? 0 : this.valueEnds.at(i - 1);
  }

  /**
   * By line pattern, in the order of their first lines: how many compared lines it has, and how many of them are marked
   * as `unequal`. Lines that count as unmatched have no rule.
   */
  countLines(unequal: Uint8Array): (Pick<LineRule, "rule" | "ruleFile"> & RuleSideCount)[] {
    const { linePatterns } = this.rulebook;
    const lines = new Uint32Array(linePatterns.length + 1);
    const only = new Uint32Array(linePatterns.length + 1);
    const order: number[] = [];
    for (const [i, index] of this.linePatterns.values().entries()) {
      if (lines[index]!++ === 0) order.push(index);
      only[index]! += unequal[i]!;
    }
    return order.map((index) => {
      const linePattern = linePatterns[index - 1];
      const rule = lineRuleOf(countsAsMatched(linePattern) ? linePattern : undefined);
      return { ...rule, lines: lines[index]!, only: only[index]! };
    });
  }

  /** The name and the number of lines of each log. */
  get logs(): readonly { readonly name: string; readonly lines: number }[] {
    return this.sideLogs;
  }

  /** Closes the logs. May be called repeatedly. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.files.close();
  }

  /** The log of a line. Makes it the current one. */
  private logOf(number: number): RereadableLog {
    const { linesBefore, sideLogs } = this;
    if (number <= linesBefore[this.current]! || number > (linesBefore[this.current + 1] ?? this.lines)) {
      // There may be many logs, and each holds hundreds of kilobytes while its lines are read.
      sideLogs[this.current]!.release();
      this.current = countUpTo(linesBefore, number - 1) - 1;
    }
    return sideLogs[this.current]!;
  }

  /** Whether a line that was read again has the line pattern, the key and the group of the i-th line. */
  private isSameLine(i: number, line: Buffer): boolean {
    const group = this.groups.length === 0 ? NO_GROUP : this.groups.at(i);
    return this.lineKeys.has(line, this.linePatterns.at(i) - 1, this.keys.at(i), group) && this.hasSameValues(i);
  }

  /** Whether the line that was just read again has the values of the i-th line. */
  private hasSameValues(i: number): boolean {
    const { writer, hasAliases } = this.lineKeys;
    if (!hasAliases) return true;
    const from = this.valuesFrom(i);
    // Equal bare keys have equally many values.
    return writer.values.values().every((value, k) => value === this.values.at(from + k) + 1);
  }

  private async read(namedLog: Log): Promise<void> {
    const { lineKeys, options } = this;
    const { linePatterns } = this.rulebook;
    const log = new RereadableLog(namedLog, this.files, options);
    const before = this.lines;
    this.sideLogs.push(log);
    this.linesBefore.push(before);
    const reader = new LineReader(options);
    lineKeys.begin(this.name, namedLog.continues);
    const blocks = new BlockLines(reader, this.rulebook, lineKeys);
    const { observer } = lineKeys;
    const { masker } = lineKeys;
    observer?.begin(this.name, namedLog.continues ?? false, masker && ((key) => lineKeys.maskedOf(key)));
    const keyOfNext = (): number => {
      const { matched } = blocks;
      if (blocks.isWritten) return lineKeys.readWritten(blocks);
      if (matched === undefined) {
        const key = lineKeys.read(reader.bytes, reader.start, reader.end, reader.isText);
        blocks.learn(lineKeys.linePattern);
        return key;
      }
      const { index, bytes, start, end } = matched;
      return lineKeys.readMatched(index, bytes, start, end, blocks.bounds, false);
    };
    const line: ObservedLine = { ...NO_LINE };
    const tell = (key: number, isMatched: boolean): void => {
      const { linePattern, group } = lineKeys;
      const { matched, isWritten } = blocks;
      if (!isWritten) blocks.passed(linePattern);
      line.linePattern = linePattern;
      line.key = key;
      line.group = group;
      line.index = this.keys.length;
      line.bytes = isWritten ? blocks.bytes : (matched?.bytes ?? reader.bytes);
      line.from = isWritten ? blocks.ownFrom : (matched?.start ?? reader.start);
      line.to = isWritten ? blocks.ownTo : (matched?.end ?? reader.end);
      line.bounds = isWritten ? blocks.words : matched === undefined ? lineKeys.bounds : blocks.bounds;
      line.first = isWritten ? blocks.firstBound : 0;
      line.last = isWritten && masker !== undefined ? blocks.lastBound : -1;
      line.changed = blocks.changed;
      if (isMatched) observer!.matched(line);
      else observer!.unmatched(line);
    };
    const take = (): void => {
      this.lines++;
      const key = keyOfNext();
      const { linePattern } = lineKeys;
      const isMatched = linePattern !== -1 && countsAsMatched(linePatterns[linePattern]);
      if (!isMatched) {
        this.unmatched++;
        if (!options.keepsUnmatched) return;
      }
      if (observer !== undefined) tell(key, isMatched);
      this.keys.push(key);
      this.lineNumbers.push(before + reader.number);
      this.linePatterns.push(linePattern + 1);
      if (lineKeys.correlation !== undefined) this.groups.push(lineKeys.group);
      if (lineKeys.hasAliases) {
        for (const value of lineKeys.writer.values.values()) this.values.push(value - 1);
        this.valueEnds.push(this.values.length);
      }
    };
    await log.read(reader, take, () => blocks.next());
  }
}
