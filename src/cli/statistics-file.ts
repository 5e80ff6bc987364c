import { closeSync, constants, fstatSync, ftruncateSync, openSync } from "node:fs";
import { printable } from "../diagnostics/printable.ts";
import { writeWhole } from "../streams/sink.ts";
import { NamedError } from "./failure.ts";
import { type FileReference, isSameFile } from "./same-file.ts";

/** The file that the statistics are written to in the end. It is opened in the beginning: trouble shows before the work. */
export class StatisticsFile {
  private readonly name: string;
  private readonly fd: number;

  /** Nothing of the file is changed before the statistics are there, and none of `others` is taken for it. */
  constructor(path: string, others: readonly FileReference[]) {
    this.name = printable(path);
    if (others.some((other) => isSameFile(path, other))) {
      throw new NamedError(this.name, "is already in use by this run; the statistics need a file of their own");
    }
    try {
      this.fd = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o666);
    } catch (error) {
      throw new NamedError(this.name, error);
    }
  }

  write(report: string): void {
    try {
      if (fstatSync(this.fd).isFile()) ftruncateSync(this.fd);
      writeWhole(this.fd, Buffer.from(report));
      closeSync(this.fd);
    } catch (error) {
      throw new NamedError(this.name, error);
    }
  }
}
