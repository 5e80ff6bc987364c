import { type OutputFile, openOutputFile } from "../io/output-file.ts";
import { withPath } from "./named-errors.ts";

/** Opens the file of an output. This function and the methods of the result throw the system's error, with the path. */
export function openOutput(path: string): OutputFile {
  const naming = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw withPath(error, path);
    }
  };
  const file = naming(() => openOutputFile(path));
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
