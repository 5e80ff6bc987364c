import { displayWidth, endOf } from "../../text/messages/columns.ts";

/** Names are not shortened to less. */
const MIN_WIDTH = 12;

/**
 * The shortest ending of each path that begins with the name of a file or folder and that no other path has. If a path
 * ends another one, it is whole.
 */
export function distinctEndings(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of new Set(paths)) {
    for (const ending of endingsOf(path)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return paths.map((path) => {
    for (const ending of endingsOf(path)) if (counts.get(ending) === 1) return ending;
    return path;
  });
}

/** The endings of a path that begin with the name of a file or folder, the shortest first. */
function* endingsOf(path: string): Generator<string> {
  for (let slash = path.length; slash > 0; ) {
    slash = path.lastIndexOf("/", slash - 1);
    yield path.slice(slash + 1);
  }
}

/**
 * Shortens names to a width, which may be Infinity. A longer one loses its beginning, because the folders are there.
 * Returns the whole names if that would make two of them the same.
 */
export function shortNames(names: readonly string[], maxWidth: number): readonly string[] {
  const width = Math.max(MIN_WIDTH, Math.floor(maxWidth));
  const short = names.map((name) => (displayWidth(name) <= width ? name : `…${endOf(name, width - 1)}`));
  return new Set(short).size === new Set(names).size ? short : names;
}
