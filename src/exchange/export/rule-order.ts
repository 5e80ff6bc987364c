// Keeps rules in their order in syslog-ng, which may prefer a weaker one. It has the patterns in a tree, whose branches
// are characters and parsers. At each node it tries characters first, then parsers in the order in which they were
// added. So, if both match, a weaker rule wins if its branch is tried before that of the stronger one:
//
//     a @NUMBER:n@ x      the first rule, which makes the branch @NUMBER:n@
//     a @STRING:s@ y      the second
//     a @NUMBER:n@ …      the third, in a branch that is tried before that of the second

interface Node {
  readonly branches: Map<string, Node>;
  lastParser: string | undefined;
  /** Whether a pattern that goes on here is set apart, so that it is tried after all that are not. */
  isApart: boolean;
}

/** Each character takes a node of some hundred bytes. Patterns after so many are all set apart. */
const MAX_CHARACTERS = 500_000;

const TOKEN = /@@|@[^@]+@|[\s\S]/g;

/**
 * The patterns of all rules, which come in the order of precedence, each rule's in theirs. Patterns that syslog-ng
 * would try too early begin with a parser that takes nothing. No two share it, so they are tried in their order.
 */
export function inOrder(rules: readonly (readonly string[])[]): string[][] {
  const root: Node = { branches: new Map(), lastParser: undefined, isApart: false };
  let size = 0;
  let count = 0;
  return rules.map((patterns) =>
    patterns.map((pattern) => {
      size += pattern.length;
      const path = size > MAX_CHARACTERS ? [] : (pattern.match(TOKEN) ?? []);
      const isApart = size > MAX_CHARACTERS || comesEarly(path, root);
      add(path, root, isApart);
      return isApart ? `@PCRE::(?#${count++})@${pattern}` : pattern;
    }),
  );
}

/** Whether a pattern would be tried before one that was added, and that may match the same messages. */
function comesEarly(path: readonly string[], root: Node): boolean {
  let current = root;
  for (const [i, token] of path.entries()) {
    const { branches, lastParser, isApart } = current;
    const next = branches.get(token);
    if (!isParser(token)) {
      if (lastParser !== undefined) return true;
    } else if (next === undefined && (i === 0 || !isApart)) return false;
    else if (isApart || token !== lastParser) return true;
    if (next === undefined) return false;
    current = next;
  }
  return current.isApart;
}

function add(path: readonly string[], root: Node, isApart: boolean): void {
  let current = root;
  current.isApart ||= isApart;
  for (const token of path) {
    const next = current.branches.get(token) ?? { branches: new Map(), lastParser: undefined, isApart: false };
    current.branches.set(token, next);
    if (isParser(token)) current.lastParser = token;
    current = next;
    current.isApart ||= isApart;
  }
}

function isParser(token: string): boolean {
  return token.length > 1 && token !== "@@";
}
