import { type Alias, isAlias, isMap, isScalar, type ParsedNode, type YAMLMap } from "yaml";
import { quoted } from "../diagnostics/quoted.ts";
import type { IssueCode } from "./issue.ts";
import { type Problem, spanOf, type Wording } from "./problem.ts";

/** How much aliases may stand for, in nodes; a text of 64 characters counts as one more. */
const LARGEST_EXPANSION = 1_000_000;
const TEXT_PER_NODE = 64;

/** A node with an anchor and what it comes to with its aliases expanded, which is unknown while it is walked. */
interface Anchored {
  readonly node: ParsedNode;
  weight?: number;
}

/** What holds for a whole document, whatever its keys mean. */
interface Survey {
  readonly problems: Problem[];
  /** What each alias stands for; where it stands for nothing, a problem tells so. */
  readonly targets: ReadonlyMap<ParsedNode, ParsedNode>;
  /** Whether all aliases together stand for so little that they may be followed. */
  readonly bounded: boolean;
}

/** Walks a document once, in the order it is written: resolves and weighs its aliases and finds duplicate keys. */
export function survey(root: ParsedNode | null): Survey {
  const problems: Problem[] = [];
  const anchors = new Map<string, Anchored>();
  const targets = new Map<ParsedNode, ParsedNode>();
  let weight = 0;
  let expansion = 0;

  function visit(node: ParsedNode): void {
    if (isAlias(node)) {
      follow(node);
      return;
    }
    const before = weight++;
    const anchored: Anchored | undefined = node.anchor === undefined ? undefined : { node };
    if (anchored !== undefined) anchors.set(node.anchor!, anchored);
    if (isScalar(node)) {
      weight += Math.floor(node.source.length / TEXT_PER_NODE);
    } else if (isMap(node)) {
      visitMap(node);
    } else {
      for (const item of node.items) visit(item);
    }
    if (anchored !== undefined) anchored.weight = weight - before;
  }

  function visitMap({ items }: YAMLMap.Parsed): void {
    const keys = items.length > 1 ? new Set<string>() : undefined;
    for (const { key, value } of items) {
      visit(key);
      const written = isAlias(key) ? targets.get(key) : key;
      if (keys !== undefined && isScalar(written)) {
        const { source } = written;
        if (keys.has(source)) report("DUPLICATE_KEY", key, () => duplicate(source));
        keys.add(source);
      }
      if (value !== null) visit(value);
    }
  }

  function follow(alias: Alias.Parsed): void {
    const anchored = anchors.get(alias.source);
    if (anchored === undefined) {
      report("NOT_YAML", alias, () => withoutAnchor(alias.source));
    } else if (anchored.weight === undefined) {
      report("ALIAS_BOMB", alias, () => endless(alias.source));
    } else {
      if (expansion <= LARGEST_EXPANSION && expansion + anchored.weight > LARGEST_EXPANSION) {
        report("ALIAS_BOMB", alias, () => ENORMOUS);
      }
      targets.set(alias, anchored.node);
      weight += anchored.weight;
      expansion += anchored.weight;
    }
  }

  function report(code: IssueCode, node: ParsedNode, wording: () => Wording): void {
    const span = spanOf(node);
    problems.push({ code, span, until: span.start, wording });
  }

  if (root !== null) visit(root);
  return { problems, targets, bounded: expansion <= LARGEST_EXPANSION };
}

function duplicate(key: string): Wording {
  return {
    message: `the key ${quoted(key)} is here for the second time in one mapping`,
    help: "remove one of the two; a further item of a list begins with '- '",
  };
}

function withoutAnchor(name: string): Wording {
  return {
    message: `not YAML: no anchor ${quoted(`&${name}`)} stands before this alias`,
    help: "put the anchor before the value that is meant; put a text that begins with '*' in quotes",
  };
}

function endless(name: string): Wording {
  return {
    message: `the alias ${quoted(`*${name}`)} stands inside the value it stands for`,
    help: "move it out of that value, or write the value out",
  };
}

const ENORMOUS: Wording = {
  message: "the aliases up to this one stand for more than a million values",
  help: "aliases of values that hold aliases grow by multiplication; write the values out that are needed",
};
