import { naming } from "../io/named-error.ts";
import { KeyedPseudonyms, type Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { readBoundedFile } from "../run/read-rules.ts";
import { CARRIAGE_RETURN, NEWLINE } from "../text/bytes/ascii.ts";
import { shownPath } from "../text/messages/paths.ts";

/** In bytes. Keys have a few dozen; a file like /dev/zero never ends. */
const MAX_SIZE = 64 * 1024;

/**
 * Names by the key in the file or, without a file, by that in the environment; undefined if there is neither. A
 * variable without a value counts as not set. Throws a NamedError if the file cannot be read or holds no key.
 */
export function pseudonymsInput(path: string | undefined, environmentKey: string | undefined): Pseudonyms | undefined {
  if (path !== undefined) return new KeyedPseudonyms(keyIn(path));
  return environmentKey ? new KeyedPseudonyms(Buffer.from(environmentKey)) : undefined;
}

function keyIn(path: string): Buffer {
  return naming(shownPath(path), () => {
    const key = withoutLineEnd(readBoundedFile(path, MAX_SIZE, "larger than 64 KiB, the limit for keys"));
    if (key.length === 0) throw new Error("the key is empty");
    return key;
  });
}

/** Most programs that write a text end it with a line end. */
function withoutLineEnd(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== NEWLINE) return bytes;
  return bytes.subarray(0, bytes.at(-2) === CARRIAGE_RETURN ? -2 : -1);
}
