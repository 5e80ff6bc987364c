import { LineReader } from "../../io/line-reader.ts";
import { LineText, type ReadOptions } from "../../io/line-text.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import { type Log, readLogs } from "../../run/log.ts";
import { type CapturedFields, type FieldCapture, fieldsByName } from "../../run/record-builder.ts";
import { RereadableLog } from "../../run/rereadable-log.ts";
import { countsAsMatched, type LineRule, lineRuleOf } from "../../run/rulebook.ts";
import { countUpTo, NumberList } from "../../text/collections/numbers.ts";
import { DEFAULT_INPUT_FORMAT } from "../../text/records/input-format.ts";
import type { ComparisonLine, RuleSideCount, SideName } from "./difference.ts";
import { KeyedLines } from "./key-reader.ts";
import { type LineKeys, NO_GROUP } from "./line-keys.ts";
import type { ShownLines, ShownNumbers, ShownSlot } from "./shown-lines.ts";

/** How many logs of a side stay open. Systems allow a process a few hundred open files. */
const MAX_OPEN_FILES = 32;

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
  readonly #side: Side;
  readonly #index: number;
  readonly #key: number;
  #inLog: Buffer | undefined;
  #matched: Buffer | undefined;
  #output: Buffer | undefined;
  #slots: readonly ShownSlot[] | undefined;

  /** The line of a side with this index and this key. */
  constructor(side: Side, index: number, key: number, numbering: ShownNumbers | undefined) {
    const { file, line } = side.placeOf(index);
    this.file = file;
    this.line = line;
    this.linePattern = side.linePatternOf(index);
    const own = side.keys.rulebook.linePatterns[this.linePattern];
    const { rule, ruleFile, catchAll } = lineRuleOf(own);
    this.rule = rule;
    if (ruleFile !== undefined) this.ruleFile = ruleFile;
    if (catchAll) this.catchAll = true;
    this.isTrace = own?.isTrace ?? false;
    this.numbering = numbering;
    this.#side = side;
    this.#index = index;
    this.#key = key;
    // Values that only ignored fields show are numbered in the order in which outputs are made.
    if (side.keys.hasAliases) void this.output;
  }

  get output(): Buffer {
    this.#output ??= this.#side.shown.output(this.#side.name, this, this.#key);
    return this.#output;
  }

  get original(): Buffer {
    // People compare messages, not what is around them.
    return this.#side.areRecords ? this.matched : this.inLog;
  }

  /** The line as it was matched: with or without its terminal sequences. */
  get matched(): Buffer {
    this.#matched ??= this.#side.text.of(this.inLog);
    return this.#matched;
  }

  get fields(): CapturedFields<Buffer> {
    return fieldsByName(this.captures);
  }

  get captures(): FieldCapture<Buffer>[] {
    return this.#side.shown.captures(this.linePattern, this.matched);
  }

  /** What its template shows, slot by slot, without ignored fields. */
  get slots(): readonly ShownSlot[] {
    this.#slots ??= this.#side.shown.slots(this.#side.name, this);
    return this.#slots;
  }

  private get inLog(): Buffer {
    this.#inLog ??= this.#side.inLog(this.#index);
    return this.#inLog;
  }
}

/**
 * One of the two sides: a log, or several that are compared as one. Holds twelve bytes for each line, and reads the
 * lines themselves again when they are needed. Groups take four bytes more for each line. So do aliases, and four for
 * each of their values; while values are paired, they take eight more for each line.
 */
export class Side {
  readonly name: SideName;
  /** What both sides share: the keys of their lines, and how these are shown. */
  readonly keys: LineKeys;
  readonly shown: ShownLines;
  /** The bare keys of the lines that are compared, and their groups if groups are kept. */
  readonly bareKeys = new NumberList();
  readonly groups = new NumberList();
  /** The values of their aliases, one line after the other, and where each line's values end. Empty without aliases. */
  readonly values = new NumberList();
  readonly valueEnds = new NumberList();
  /** How many lines were read. */
  lines = 0;
  /** How many of them no rule matched, or only a catch-all. */
  unmatched = 0;
  /** Makes the texts of lines that are read again. */
  readonly text: LineText;
  readonly areRecords: boolean;

  /** The numbers of the lines that are compared, which continue from one log to the next. */
  private readonly lineNumbers = new NumberList();
  /** The indexes of their line patterns, plus one. */
  private readonly linePatterns = new NumberList();
  private readonly options: ReadOptions;
  /** The logs in order, and how many lines came before each. */
  private readonly sideLogs: RereadableLog[] = [];
  private readonly linesBefore: number[] = [];
  private readonly files: RereadableFiles;
  /** The index of the log from which a line was last read again. */
  private current = 0;
  private isClosed = false;

  constructor(name: SideName, keys: LineKeys, shown: ShownLines, options: ReadOptions) {
    this.name = name;
    this.keys = keys;
    this.shown = shown;
    this.options = options;
    this.text = new LineText(options);
    this.areRecords = (options.input?.format ?? DEFAULT_INPUT_FORMAT) !== "lines";
    this.files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  }

  /**
   * Reads the logs to their ends, one after the other. Without `keepsUnmatched`, lines that no rule matches are only
   * counted. Rejects with a log's read error.
   */
  async read(logs: readonly Log[], keepsUnmatched: boolean): Promise<void> {
    const { signal } = this.options;
    await readLogs(logs, signal, (log) => this.readLog(log, keepsUnmatched));
    signal?.throwIfAborted();
  }

  private async readLog(named: Log, keepsUnmatched: boolean): Promise<void> {
    const { keys, shown, options, lines: before } = this;
    const { observer, lineValues } = keys;
    const { linePatterns } = keys.rulebook;
    const log = new RereadableLog(named, this.files, options);
    const reader = new LineReader(options);
    const lines = new KeyedLines(reader, keys, shown);
    this.sideLogs.push(log);
    this.linesBefore.push(before);
    keys.begin(this.name, named.continues);
    shown.use(this.name);
    const take = (): void => {
      this.lines++;
      const { linePattern } = lines;
      const isMatched = linePattern !== -1 && countsAsMatched(linePatterns[linePattern]);
      if (!isMatched) {
        this.unmatched++;
        if (!keepsUnmatched) return;
      }
      lines.index = this.bareKeys.length;
      if (isMatched) observer?.matched(lines);
      else observer?.unmatched(lines);
      this.bareKeys.push(lines.key);
      this.lineNumbers.push(before + reader.number);
      this.linePatterns.push(linePattern + 1);
      if (keys.correlation !== undefined) this.groups.push(lines.group);
      if (keys.hasAliases) {
        for (const value of lineValues.values()) this.values.push(value - 1);
        this.valueEnds.push(this.values.length);
      }
    };
    await log.read(reader, take, () => lines.next());
  }

  /**
   * The i-th compared line. Its output is that of the key, or is made with the numbers of its aliases. When it is read
   * again, that throws the log's read error, or a ChangedFileError if the line is not the same.
   */
  line(i: number, key: number, numbering: ShownNumbers | undefined): SideLine {
    return new SideLine(this, i, key, numbering);
  }

  /** The log of the i-th line, and its number there. */
  placeOf(i: number): Pick<ComparisonLine, "file" | "line"> {
    const number = this.lineNumbers.at(i);
    return { file: this.logOf(number).name, line: number - this.linesBefore[this.current]! };
  }

  linePatternOf(i: number): number {
    return this.linePatterns.at(i) - 1;
  }

  /** The values of the i-th line of which its output may hide some: its captures or, without a rule, what is masked. */
  hidden(i: number): readonly FieldCapture<Buffer>[] {
    return this.shown.hidden(this.linePatternOf(i), this.text.of(this.inLog(i)));
  }

  /** The i-th line as it is in its log. Throws as a line does when it is read again. */
  inLog(i: number): Buffer {
    // By now the descriptors may belong to other files.
    if (this.isClosed) throw new Error("the comparison is closed: its lines can no longer be read");
    const number = this.lineNumbers.at(i);
    const log = this.logOf(number);
    return log.line(number - this.linesBefore[this.current]!, (again) => this.isSameLine(i, this.text.of(again)));
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
    const { linePatterns } = this.keys.rulebook;
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

  /** Whether a line that was read again has the line pattern, the key, the group and the values of the i-th line. */
  private isSameLine(i: number, line: Buffer): boolean {
    const { keys } = this;
    const group = this.groups.length === 0 ? NO_GROUP : this.groups.at(i);
    if (!keys.has(line, this.linePatternOf(i), this.bareKeys.at(i), group)) return false;
    const from = this.valuesFrom(i);
    // Equal bare keys have equally many values.
    return keys.lineValues.values().every((value, k) => value === this.values.at(from + k) + 1);
  }
}
