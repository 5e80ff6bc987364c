// Keeps rules in their order in syslog-ng, which may prefer a weaker one. It has the patterns in a tree, whose branches
// are characters and parsers. At each node it tries characters first, then parsers in the order in which they were
// added. So, if both match, a weaker rule wins if its branch is tried before that of the stronger one:
//
//     a @NUMBER:n@ x      the first rule, which makes the branch @NUMBER:n@
//     a @STRING:s@ y      the second
//     a @NUMBER:n@ …      the third, in a branch that is tried before that of the second

interface Node {
  readonly characters: Map<string, Node>;
  readonly parsers: Map<string, Node>;
  /** The weakest rule that has a pattern in this branch. */
  weakest: number;
  /** The weakest rule of the branches that are tried before this one; -1 if there is none. */
  before: number;
}

/** The limit of rounds in which rules are set apart. Few rules files need more than two. */
const MAX_ROUNDS = 10;
/** Each character takes a node of some hundred bytes. */
const MAX_CHARACTERS = 500_000;

const TOKEN = /@@|@[^@]+@|[\s\S]/g;

/**
 * The patterns of all rules. Weaker rules that syslog-ng would try before stronger ones begin with a parser that takes
 * nothing. No two rules share it, so they are tried in their order.
 */
export function inOrder(rules: readonly (readonly string[])[]): {
  texts: readonly (readonly string[])[];
  overtaken: readonly (number | undefined)[];
} {
  let texts = rules;
  const apart = new Set<number>();
  for (let round = 0; ; round++) {
    const overtaken = overtakenRules(texts);
    const size = apart.size;
    for (const weaker of overtaken) if (weaker !== undefined) apart.add(weaker);
    if (apart.size === size || round === MAX_ROUNDS) return { texts, overtaken };
    texts = rules.map((all, i) => (apart.has(i) ? all.map((pattern) => `@PCRE::(?#${i})@${pattern}`) : all));
  }
}

/**
 * Returns for each rule a weaker one that syslog-ng may prefer, or undefined. The rules are in the order of precedence,
 * each with its patterns. Looks at no more than half a million characters of the patterns.
 */
function overtakenRules(rules: readonly (readonly string[])[]): (number | undefined)[] {
  const root = node();
  const paths: [rule: number, path: Node[]][] = [];
  let size = 0;
  for (const [rule, patterns] of rules.entries()) {
    for (const pattern of patterns) {
      size += pattern.length;
      if (size <= MAX_CHARACTERS) paths.push([rule, pathOf(root, pattern, rule)]);
    }
  }
  rank(root);
  const overtaken: (number | undefined)[] = rules.map(() => undefined);
  for (const [rule, path] of paths) overtaken[rule] ??= path.find(({ before }) => before > rule)?.before;
  return overtaken;
}

/** Adds a pattern, and returns its nodes. */
function pathOf(root: Node, pattern: string, rule: number): Node[] {
  let current = root;
  return Array.from(pattern.matchAll(TOKEN), ([token]) => {
    const children = token.length > 1 && token !== "@@" ? current.parsers : current.characters;
    const child = children.get(token) ?? node();
    children.set(token, child);
    child.weakest = Math.max(child.weakest, rule);
    current = child;
    return child;
  });
}

/** Records in all nodes what is tried before them. */
function rank(root: Node): void {
  const waiting = [root];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    let before = -1;
    for (const child of current.characters.values()) before = Math.max(before, child.weakest);
    for (const child of current.parsers.values()) {
      child.before = before;
      before = Math.max(before, child.weakest);
    }
    waiting.push(...current.characters.values(), ...current.parsers.values());
  }
}

function node(): Node {
  return { characters: new Map(), parsers: new Map(), weakest: -1, before: -1 };
}
