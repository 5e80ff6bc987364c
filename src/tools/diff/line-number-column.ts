import { commonFolder, displayWidth } from "../../text/messages/columns.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { ComparisonLine, SideName } from "./difference.ts";
import type { LogNames } from "./log-diff.ts";

/** Line numbers up to this width are aligned. A few long names must not push all outputs to the right. */
const MAX_ALIGNED_WIDTH = 32;

/** What precedes the line numbers of a log: its name and a colon, or nothing. */
interface Prefix {
  readonly text: string;
  readonly width: number;
}

const NO_PREFIX: Prefix = { text: "", width: 0 };

/**
 * The column of line numbers. If a side has several logs, a line has `FILE:LINE`, without the folder that all files of
 * the side are in.
 */
export class LineNumberColumn {
  /** What the heading calls each side. */
  readonly headings: readonly [old: string, next: string];
  /** The width of the column. Some rows may be wider. */
  readonly width: number;

  /** By side, and by the name of the log. Empty if there are no file names. */
  private readonly prefixes: Readonly<Record<SideName, ReadonlyMap<string, Prefix>>>;
  private readonly hasFiles: boolean;

  constructor(logs: LogNames) {
    const paths = { old: logs.old.map(({ name }) => name), new: logs.new.map(({ name }) => name) };
    this.headings = [headingOf(paths.old), headingOf(paths.new)];
    this.hasFiles = paths.old.length > 1 || paths.new.length > 1;
    this.prefixes = { old: this.prefixesOf(paths.old), new: this.prefixesOf(paths.new) };
    const widths = (["old", "new"] as const).flatMap((side) =>
      logs[side].map(({ name, lines }) => this.prefixOf(side, name).width + String(lines).length),
    );
    this.width = Math.max(1, ...widths.filter((width) => width <= MAX_ALIGNED_WIDTH || !this.hasFiles));
  }

  /** The number of a line, padded to the width of the column; blanks if it is not known which line it is. */
  padded(side: SideName, known: ComparisonLine<Buffer> | undefined): string {
    if (known === undefined) return " ".repeat(this.width);
    const { file, line } = known;
    if (!this.hasFiles) return String(line).padStart(this.width);
    const { text, width } = this.prefixOf(side, file);
    return text + String(line).padEnd(this.width - width);
  }

  /**
   * The number of a line that both logs have, after a lead. It is `OLD/NEW` if the numbers differ and no file name says
   * whose it is. That may take the columns of the lead, so that outputs stay aligned as long as possible.
   */
  ofBoth(lead: string, old: ComparisonLine<Buffer>, next: ComparisonLine<Buffer>): string {
    const { text, width } = this.prefixOf("old", old.file);
    if (old.line === next.line || text !== this.prefixOf("new", next.file).text) return lead + this.padded("old", old);
    const both = `${old.line}/${next.line}`;
    if (!this.hasFiles) return both.padStart(lead.length + this.width);
    return lead + text + both.padEnd(this.width - width);
  }

  /** The number of a line, for a sentence. */
  phrase(side: SideName, { file, line }: Pick<ComparisonLine<Buffer>, "file" | "line">): string {
    return this.hasFiles ? `${this.prefixOf(side, file).text}${line}` : `line ${line}`;
  }

  private prefixOf(side: SideName, file: string): Prefix {
    return this.prefixes[side].get(file) ?? NO_PREFIX;
  }

  private prefixesOf(paths: readonly string[]): Map<string, Prefix> {
    if (!this.hasFiles) return new Map();
    const { length } = folderOf(paths);
    return new Map(
      paths.map((path) => {
        const text = `${printable(path.slice(length))}:`;
        return [path, { text, width: displayWidth(text) }];
      }),
    );
  }
}

/** The folder that all files are in, with a slash at its end, or an empty text. */
function folderOf(paths: readonly string[]): string {
  // The common folder of a single path is that path.
  const common = commonFolder(paths);
  return common.slice(0, common.lastIndexOf("/") + 1);
}

function headingOf(paths: readonly string[]): string {
  if (paths.length === 0) return "no logs";
  const folder = folderOf(paths);
  if (paths.length === 1 || folder === "") return paths.map(printable).join(", ");
  return `${counted(paths.length, "log")} in ${printable(folder)}`;
}
