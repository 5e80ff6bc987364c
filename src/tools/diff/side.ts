import { LineReader } from "../../io/line-reader.ts";
import { LineText, type ReadOptions } from "../../io/line-text.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import type { ValueNumbers } from "../../rules/transforms/transform-registry.ts";
import { Aliases, FieldTransformer } from "../../run/field-transformer.ts";
import { type Log, readLogs } from "../../run/log.ts";
import { type CapturedFields, type FieldCapture, fieldsByName } from "../../run/record-builder.ts";
import { RereadableLog } from "../../run/rereadable-log.ts";
import { countsAsMatched, type LineRule } from "../../run/rulebook.ts";
import { TemplateRenderers } from "../../run/template-renderer.ts";
import { countUpTo, NumberList } from "../../text/collections/numbers.ts";
import { DEFAULT_INPUT_FORMAT } from "../../text/records/input-format.ts";
import type { ComparisonLine, RuleSideCount, SideName } from "./difference.ts";
import { KeyedLines } from "./key-reader.ts";
import { type LineKeys, NO_GROUP } from "./line-keys.ts";
import type { ShownNumbers } from "./renaming.ts";

/** How many logs of a side stay open. Systems allow a process a few hundred open files. */
const MAX_OPEN_FILES = 32;

/** Up to this many lines are read once and kept. Longer stretches are read again for each use. */
const MAX_KEPT_LINES = 400;

/** What a slot of a template shows of a line. */
interface ShownSlot {
  readonly value: Buffer;
  /** Whether it is the id of the line. */
  readonly isId: boolean;
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
  /** The numbers of the aliases in its output. */
  readonly numbering: ShownNumbers | undefined;
  readonly #side: Side;
  readonly #index: number;
  readonly #key: number;
  #inLog: Buffer | undefined;
  #matched: Buffer | undefined;
  #output: Buffer | undefined;
  #slots: readonly ShownSlot[] | undefined;

  constructor(side: Side, index: number, key: number, numbering: ShownNumbers | undefined) {
    const { file, line } = side.placeOf(index);
    this.file = file;
    this.line = line;
    this.linePattern = side.linePatternOf(index);
    const { rule, ruleFile, catchAll } = side.keys.ruleOf(this.linePattern);
    this.rule = rule;
    if (ruleFile !== undefined) this.ruleFile = ruleFile;
    if (catchAll) this.catchAll = true;
    this.numbering = numbering;
    this.#side = side;
    this.#index = index;
    this.#key = key;
    // Values that only ignored fields show are numbered in the order in which outputs are made.
    if (side.keys.hasAliases) void this.output;
  }

  /** Whether it follows as one of a stack trace. */
  get isTrace(): boolean {
    return this.linePattern !== -1 && this.#side.keys.rulebook.linePatterns[this.linePattern]!.isTrace === true;
  }

  get output(): Buffer {
    this.#output ??= this.#side.output(this, this.#key);
    return this.#output;
  }

  get original(): Buffer {
    // People compare messages, not what is around them.
    return this.#side.areRecords ? this.matched : this.inLog;
  }

  /** The line as it was matched: with or without its terminal sequences. */
  get matched(): Buffer {
    this.#matched ??= this.#side.textOf(this.inLog);
    return this.#matched;
  }

  get fields(): CapturedFields<Buffer> {
    return fieldsByName(this.captures);
  }

  get captures(): FieldCapture<Buffer>[] {
    return this.#side.captures(this.linePattern, this.matched);
  }

  /** What its template shows, slot by slot, without ignored fields. */
  get slots(): readonly ShownSlot[] {
    this.#slots ??= this.#side.slots(this);
    return this.#slots;
  }

  private get inLog(): Buffer {
    this.#inLog ??= this.#side.inLog(this.#index);
    return this.#inLog;
  }
}

/**
 * One of the two sides: a log, or several that are compared as one. Holds twelve bytes for each line, four more for a
 * group, and four for its aliases and for each of them. Reads the lines themselves again when they are needed.
 */
export class Side {
  /** Both sides share them. */
  readonly keys: LineKeys;
  /** The bare keys of the lines that are compared, and their groups if groups are kept. */
  readonly bareKeys = new NumberList();
  readonly groups = new NumberList();
  /** The values of their aliases, one line after the other, and where each line's values end. Empty without aliases. */
  readonly values = new NumberList();
  readonly valueEnds = new NumberList();
  lines = 0;
  unmatched = 0;
  readonly areRecords: boolean;

  private readonly name: SideName;
  private readonly options: ReadOptions;
  /** The numbers of the lines that are compared, which continue from one log to the next. */
  private readonly lineNumbers = new NumberList();
  /** The indexes of their line patterns, plus one. */
  private readonly linePatterns = new NumberList();
  /** How many lines came before each log. */
  private readonly sideLogs: RereadableLog[] = [];
  private readonly linesBefore: number[] = [];
  private readonly files: RereadableFiles;
  /** The index of the log from which a line was last read again. */
  private current = 0;
  private isClosed = false;
  /** Makes the texts of lines that are read again, if they are not the lines themselves. */
  private readonly text: LineText | undefined;

  /** Outputs as they are shown: with ids, ignored fields and the numbers of aliases. */
  private readonly renderers: TemplateRenderers;
  /** By line pattern, for the fields by which lines are compared. Each is made at its first use. */
  private readonly transformers = new Map<number, FieldTransformer | undefined>();
  /** The numbers of aliases that are compared. Without them, those of the log's lines count. */
  private numbering: ShownNumbers | undefined;
  /** Numbers the values of fields that are shown but ignored. */
  private readonly ignoredAliases = new Aliases();

  constructor(name: SideName, keys: LineKeys, options: ReadOptions) {
    this.name = name;
    this.keys = keys;
    this.options = options;
    const text = new LineText(options);
    this.text = text.isLine ? undefined : text;
    this.areRecords = (options.input?.format ?? DEFAULT_INPUT_FORMAT) !== "lines";
    this.files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
    this.renderers = new TemplateRenderers(keys.rulebook.linePatterns, this.numbers);
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
    const { keys, options, lines: before } = this;
    const { observer, lineValues } = keys;
    const { linePatterns } = keys.rulebook;
    const log = new RereadableLog(named, this.files, options);
    const reader = new LineReader(options);
    const lines = new KeyedLines(reader, keys, this.numberIgnored);
    this.sideLogs.push(log);
    this.linesBefore.push(before);
    keys.begin(this.name, named.continues);
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
    await log.read(reader, take, () => lines.take());
  }

  placeOf(i: number): Pick<ComparisonLine, "file" | "line"> {
    const number = this.lineNumbers.at(i);
    return { file: this.logOf(number).name, line: number - this.linesBefore[this.current]! };
  }

  linePatternOf(i: number): number {
    return this.linePatterns.at(i) - 1;
  }

  valuesFrom(i: number): number {
    return i === 0 ? 0 : this.valueEnds.at(i - 1);
  }

  /** How many compared lines each line pattern has, in the order of the first ones, and how many are `unequal`. */
  countLines(unequal: Uint8Array): (Pick<LineRule, "rule" | "ruleFile"> & RuleSideCount)[] {
    const { linePatterns } = this.keys.rulebook;
    const lines = new Uint32Array(linePatterns.length + 1);
    const only = new Uint32Array(linePatterns.length + 1);
    const order: number[] = [];
    for (let i = 0; i < this.linePatterns.length; i++) {
      const index = this.linePatterns.at(i);
      if (lines[index]!++ === 0) order.push(index);
      only[index]! += unequal[i]!;
    }
    return order.map((index) => ({
      ...this.keys.ruleOf(countsAsMatched(linePatterns[index - 1]) ? index - 1 : -1),
      lines: lines[index]!,
      only: only[index]!,
    }));
  }

  get logs(): readonly { readonly name: string; readonly lines: number }[] {
    return this.sideLogs;
  }

  /** Closes the logs. May be called repeatedly. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.files.close();
  }

  /** The i-th line as it is in its log. Throws the log's read error, or a ChangedFileError if it is not the same. */
  inLog(i: number): Buffer {
    // By now the descriptors may belong to other files.
    if (this.isClosed) throw new Error("the comparison is closed: its lines can no longer be read");
    const number = this.lineNumbers.at(i);
    const log = this.logOf(number);
    return log.line(number - this.linesBefore[this.current]!, (again) => this.isSameLine(i, this.textOf(again)));
  }

  /** What rules see of a line. */
  textOf(line: Buffer): Buffer {
    return this.text === undefined ? line : this.text.of(line);
  }

  /** The output of a line. Its key has this output, unless it shows more than what is compared. */
  output({ linePattern, matched, numbering }: SideLine, key: number): Buffer {
    const { keys } = this;
    const isKey = keys.correlation === undefined && numbering === undefined && !keys.showsIgnored(linePattern);
    const bounds = linePattern === -1 || isKey ? undefined : keys.captures.of(linePattern, matched);
    if (bounds === undefined) return keys.outputOf(key);
    this.numbering = numbering;
    return this.renderers.of(linePattern).render(matched, bounds);
  }

  captures(linePattern: number, line: Buffer): FieldCapture<Buffer>[] {
    const { captures, rulebook } = this.keys;
    const bounds = linePattern === -1 ? undefined : captures.of(linePattern, line);
    if (bounds === undefined) return [];
    const { fields } = rulebook.linePatterns[linePattern]!.pattern;
    return fields.map((name, i) => ({ name, value: line.subarray(bounds[2 * i]!, bounds[2 * i + 1]!) }));
  }

  /** The values of the i-th line of which its output may hide some: its captures or, without a rule, what is masked. */
  hidden(i: number): readonly FieldCapture<Buffer>[] {
    const [linePattern, line] = [this.linePatternOf(i), this.textOf(this.inLog(i))];
    return linePattern === -1 ? [...(this.keys.masker?.partsOf(line) ?? [])] : this.captures(linePattern, line);
  }

  /** What the template of a line shows, slot by slot, without ignored fields. */
  slots({ linePattern, matched, numbering }: SideLine): ShownSlot[] {
    const { captures, correlation, ignored } = this.keys;
    const own = ignored.linePatterns[linePattern]!;
    const bounds = captures.of(linePattern, matched) ?? [];
    const capture = (field: number): Buffer => matched.subarray(bounds[2 * field]!, bounds[2 * field + 1]!);
    const idField = correlation?.idField(linePattern, bounds) ?? -1;
    const candidates = idField === -1 ? [] : correlation!.candidates(linePattern);
    this.numbering = numbering;
    if (!this.transformers.has(linePattern)) this.transformers.set(linePattern, FieldTransformer.of(own, this.numbers));
    const transformed = this.transformers.get(linePattern)?.transform(matched, bounds);
    return own.template.slots.map((slot) => {
      const isId = candidates.includes(slot) && capture(slot).equals(capture(idField));
      const source = transformed?.sources[slot];
      if (transformed === undefined || source === matched) return { value: capture(slot), isId };
      // The next line is transformed in the same memory.
      return {
        value: Buffer.from(source!.subarray(transformed.bounds[2 * slot], transformed.bounds[2 * slot + 1])),
        isId,
      };
    });
  }

  /** The numbers of aliases, for the numbering that was set last. */
  private readonly numbers: ValueNumbers = {
    of: (field) => {
      const numberOf = this.keys.values.of(field);
      const ignored = this.ignoredAliases.of(field);
      return (bytes, from, to) => {
        const { numbering } = this;
        const value = numberOf(bytes, from, to) - 1;
        const number = numbering?.of(value);
        if (number !== undefined) return number;
        // The field is ignored, or it holds the id of its group.
        if (this.keys.correlation !== undefined && numbering !== undefined) return numbering.add(value);
        return ignored(bytes, from, to);
      };
    },
  };

  /** Numbers the aliases of a line that are ignored: in the order of the lines, whether they are shown or not. */
  private readonly numberIgnored = (linePattern: number, bytes: Buffer, bounds: readonly number[]): void => {
    if (this.keys.showsIgnored(linePattern)) this.renderers.of(linePattern).take(bytes, bounds);
  };

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

/** Lines of one side that are compared with lines of the other, with their final keys. */
export class Lines {
  readonly keys: Uint32Array;
  private readonly side: Side;
  /** The index of the first line or, if they do not follow each other in the side, the indexes of all. */
  private readonly indexes: number | Uint32Array;
  private readonly numbering: ShownNumbers | undefined;
  private readonly kept: SideLine[] | undefined;

  constructor(side: Side, indexes: number | Uint32Array, keys: Uint32Array, numbering?: ShownNumbers, isKept = false) {
    this.side = side;
    this.indexes = indexes;
    this.keys = keys;
    this.numbering = numbering;
    this.kept = isKept ? [] : undefined;
  }

  get length(): number {
    return this.keys.length;
  }

  line(i: number): SideLine {
    const line = this.kept?.[i] ?? new SideLine(this.side, this.indexOf(i), this.keys[i]!, this.numbering);
    if (this.kept !== undefined) this.kept[i] = line;
    return line;
  }

  hidden(i: number): readonly FieldCapture<Buffer>[] {
    return this.side.hidden(this.indexOf(i));
  }

  /** Sets the mark of a line to 1. `marks` has one for each line of the side. */
  mark(i: number, marks: Uint8Array): void {
    marks[this.indexOf(i)] = 1;
  }

  slice(from: number, to: number): Lines {
    const { indexes, keys, numbering } = this;
    const own = typeof indexes === "number" ? indexes + from : indexes.subarray(from, to);
    return new Lines(this.side, own, keys.subarray(from, to), numbering, to - from <= MAX_KEPT_LINES);
  }

  without(key: number): Lines {
    const others = Array.from(this.keys.keys()).filter((i) => this.keys[i] !== key);
    if (others.length === this.keys.length) return this;
    const indexes = Uint32Array.from(others, (i) => this.indexOf(i));
    const keys = Uint32Array.from(others, (i) => this.keys[i]!);
    return new Lines(this.side, indexes, keys, this.numbering, this.kept !== undefined);
  }

  private indexOf(i: number): number {
    return typeof this.indexes === "number" ? this.indexes + i : this.indexes[i]!;
  }
}
