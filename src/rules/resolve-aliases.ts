import { quoted } from "../diagnostics/phrases.ts";
import { spanOf } from "./location.ts";
import { isAlias, isMap, isScalar, type YamlAlias, type YamlMap, type YamlNode } from "./node.ts";
import type { Problem, Wording } from "./problem.ts";
import type { RulesIssueCode } from "./rules-error.ts";

/** How many nodes all aliases together may expand to. Each 64 characters of text count as one more. */
export const MAX_EXPANSION = 1_000_000;
export const TEXT_PER_NODE = 64;

/** A node with an anchor, and its size with all aliases expanded, which is unknown while the node is being visited. */
interface Anchored {
  readonly node: YamlNode;
  weight?: number;
}

/** What is known of a document before its keys are read. */
interface ResolvedDocument {
  readonly problems: Problem[];
  /** What each alias stands for. An alias without a target has been reported. */
  readonly targets: ReadonlyMap<YamlNode, YamlNode>;
  /** Whether the aliases expand to few enough nodes to be followed. */
  readonly bounded: boolean;
}

/** Resolves the aliases of a document, bounds their expansion, and finds duplicate keys, in one pass over the nodes. */
export function resolveAliases(root: YamlNode | null): ResolvedDocument {
  const problems: Problem[] = [];
  const anchors = new Map<string, Anchored>();
  const targets = new Map<YamlNode, YamlNode>();
  let weight = 0;
  let expansion = 0;

  function visit(node: YamlNode): void {
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

  function visitMap({ items }: YamlMap): void {
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

  function follow(alias: YamlAlias): void {
    const anchored = anchors.get(alias.name);
    if (anchored === undefined) {
      report("NOT_YAML", alias, () => withoutAnchor(alias.name));
    } else if (anchored.weight === undefined) {
      report("ALIAS_BOMB", alias, () => endless(alias.name));
    } else {
      if (expansion <= MAX_EXPANSION && expansion + anchored.weight > MAX_EXPANSION) {
        report("ALIAS_BOMB", alias, () => ENORMOUS);
      }
      targets.set(alias, anchored.node);
      weight += anchored.weight;
      expansion += anchored.weight;
    }
  }

  function report(code: RulesIssueCode, node: YamlNode, wording: () => Wording): void {
    const span = spanOf(node);
    problems.push({ code, span, until: span.start, wording });
  }

  if (root !== null) visit(root);
  return { problems, targets, bounded: expansion <= MAX_EXPANSION };
}

function duplicate(key: string): Wording {
  return {
    message: `the key ${quoted(key)} is repeated in one mapping`,
    help: "remove one of the two; a new item of a list begins with '- '",
  };
}

function withoutAnchor(name: string): Wording {
  return {
    message: `not YAML: no anchor ${quoted(`&${name}`)} precedes this alias`,
    help: "put the anchor before the value that you mean; put a text that begins with '*' in quotes",
  };
}

function endless(name: string): Wording {
  return {
    message: `the alias ${quoted(`*${name}`)} is inside the value that it stands for`,
    help: "move it out of that value, or write the value out",
  };
}

const ENORMOUS: Wording = {
  message: "the aliases up to this one stand for more than a million values",
  help: "aliases of values with aliases multiply; write out the values that you need",
};
