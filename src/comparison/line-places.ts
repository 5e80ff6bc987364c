import { commonFolder } from "../diagnostics/common-start.ts";
import { displayWidth } from "../diagnostics/display-width.ts";
import { printable } from "../diagnostics/printable.ts";
import { counted } from "../diagnostics/quoted.ts";
import type { ComparedLogNames } from "./compared-logs.ts";
import type { ComparedLine } from "./difference.ts";

/** Places up to this width are aligned. A few long names must not push all outputs to the right. */
const MAX_ALIGNED_WIDTH = 32;

/** The logs of one side, as they are shown. */
interface ShownSide {
  readonly heading: string;
  /** The shown name of each log. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The places of lines as text, in columns of equal width. If each side is a single log, a place is a line number. Else
 * it is `FILE:LINE`, without the folder that all files of the side are in.
 */
export class LinePlaces {
  /** What the heading calls each side. */
  readonly headings: readonly [old: string, next: string];
  /** The width of all places, except that some may be wider. */
  readonly width: number;

  private readonly sides: { readonly old: ShownSide; readonly new: ShownSide };
  private readonly hasFiles: boolean;

  constructor(logs: ComparedLogNames) {
    this.hasFiles = logs.old.length > 1 || logs.new.length > 1;
    this.sides = { old: shownSide(logs.old), new: shownSide(logs.new) };
    this.headings = [this.sides.old.heading, this.sides.new.heading];
    const widths = (["old", "new"] as const).flatMap((side) =>
      logs[side].map(({ name, lines }) => displayWidth(this.textOf(side, { file: name, line: lines }))),
    );
    this.width = widths.reduce((max, width) => (width > max && width <= MAX_ALIGNED_WIDTH ? width : max), 1);
  }

  /** The place of a line, padded to the width of the column. */
  padded(side: "old" | "new", line: ComparedLine): string {
    const text = this.textOf(side, line);
    const blanks = " ".repeat(Math.max(0, this.width - displayWidth(text)));
    return this.hasFiles ? text + blanks : blanks + text;
  }

  /** The place of a line in a sentence. */
  phrase(side: "old" | "new", line: ComparedLine): string {
    return this.hasFiles ? this.textOf(side, line) : `line ${line.line}`;
  }

  private textOf(side: "old" | "new", { file, line }: Pick<ComparedLine, "file" | "line">): string {
    return this.hasFiles ? `${this.sides[side].names.get(file)}:${line}` : String(line);
  }
}

function shownSide(logs: ComparedLogNames["old"]): ShownSide {
  const paths = logs.map(({ name }) => name);
  const common = commonFolder(paths);
  // The common folder of a single path is that path.
  const folder = common.slice(0, common.lastIndexOf("/") + 1);
  const names = new Map(paths.map((path) => [path, printable(path.slice(folder.length))]));
  if (paths.length > 1 && folder !== "")
    return { heading: `${counted(paths.length, "log")} in ${printable(folder)}`, names };
  return { heading: paths.length === 0 ? "no logs" : paths.map(printable).join(", "), names };
}
