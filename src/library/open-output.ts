import { isSpecial, type OutputFile, Replacement, specialFile } from "../io/output-file.ts";
import { isOneOf } from "../io/same-file.ts";
import { withPath } from "./named-errors.ts";

/** The files that a call reads and its output must not replace. */
interface KeptFiles {
  readonly rules: readonly string[];
  readonly partedLogs: readonly string[];
}

/**
 * Opens the file of an output. This function and the methods of the result throw the system's error, with the path.
 * Throws an Error for a file that must be kept.
 */
export function openOutput(path: string, { rules, partedLogs }: KeptFiles): OutputFile {
  const naming = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw withPath(error, path);
    }
  };
  const file = naming(() => {
    if (isSpecial(path)) return specialFile(path);
    if (isOneOf(path, rules)) throw new Error("the output is the file of the rules, which would be lost");
    if (isOneOf(path, partedLogs)) throw new Error("the output is one of the logs, whose other parts would be lost");
    return new Replacement(path);
  });
  const write = (bytes: Buffer): Promise<void> =>
    file.sink.write(bytes).catch((error: unknown) => {
      throw withPath(error, path);
    });
  return {
    sink: { write },
    isReplaced: file.isReplaced,
    finish: () => naming(() => file.finish()),
    commit: () => naming(() => file.commit()),
    discard: () => file.discard(),
  };
}
