import { commonFolder, displayWidth } from "../../text/messages/columns.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { BySide, ComparisonLine, SideName } from "./difference.ts";
import type { LogNames } from "./log-diff.ts";

/** Line numbers up to this width are aligned. A few long names must not push all outputs to the right. */
const MAX_ALIGNED_WIDTH = 32;

/**
 * The column of line numbers. If a side has several logs, a line has `FILE:LINE`, without the folder that all files of
 * the side are in.
 */
export class LineNumberColumn {
  /** What the heading calls each side. */
  readonly headings: readonly [old: string, next: string];
  /** The width of the column. Some rows may be wider. */
  readonly width: number;

  /** By side, what precedes the line numbers of a log: its name and a colon. Empty if there are no file names. */
  private readonly prefixes: BySide<ReadonlyMap<string, string>>;
  private readonly hasFiles: boolean;

  constructor(logs: LogNames) {
    const paths = { old: logs.old.map(({ name }) => name), new: logs.new.map(({ name }) => name) };
    this.headings = [headingOf(paths.old), headingOf(paths.new)];
    this.hasFiles = paths.old.length > 1 || paths.new.length > 1;
    this.prefixes = { old: this.prefixesOf(paths.old), new: this.prefixesOf(paths.new) };
    const widths = (["old", "new"] as const).flatMap((side) =>
      logs[side].map(({ name, lines }) => displayWidth(this.prefixOf(side, name) + lines)),
    );
    this.width = Math.max(1, ...widths.filter((width) => width <= MAX_ALIGNED_WIDTH || !this.hasFiles));
  }

  /** The number of a line, padded to the width of the column; blanks if it is not known which line it is. */
  padded(side: SideName, known: ComparisonLine<Buffer> | undefined): string {
    if (known === undefined) return " ".repeat(this.width);
    if (!this.hasFiles) return String(known.line).padStart(this.width);
    return this.filled(this.prefixOf(side, known.file) + known.line);
  }

  /**
   * The number of a line that both logs have, after a lead. It is `OLD/NEW` if the numbers differ and no file name says
   * whose it is. That may take the columns of the lead, so that outputs stay aligned as long as possible.
   */
  ofBoth(lead: string, old: ComparisonLine<Buffer>, next: ComparisonLine<Buffer>): string {
    const prefix = this.prefixOf("old", old.file);
    if (old.line === next.line || prefix !== this.prefixOf("new", next.file)) return lead + this.padded("old", old);
    const both = `${old.line}/${next.line}`;
    return this.hasFiles ? lead + this.filled(prefix + both) : both.padStart(lead.length + this.width);
  }

  /** The number of a line, for a sentence. */
  phrase(side: SideName, { file, line }: Pick<ComparisonLine<Buffer>, "file" | "line">): string {
    return this.hasFiles ? `${this.prefixOf(side, file)}${line}` : `line ${line}`;
  }

  private filled(text: string): string {
    return text + " ".repeat(Math.max(0, this.width - displayWidth(text)));
  }

  private prefixOf(side: SideName, file: string): string {
    return this.prefixes[side].get(file) ?? "";
  }

  private prefixesOf(paths: readonly string[]): Map<string, string> {
    const { length } = folderOf(paths);
    return new Map(this.hasFiles ? paths.map((path) => [path, `${printable(path.slice(length))}:`]) : []);
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
