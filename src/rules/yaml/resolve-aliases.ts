import { quoted } from "../../text/messages/phrases.ts";
import { spanOf } from "../location.ts";
import type { PendingIssue, RulesIssueCode, Wording } from "../rules-error.ts";
import { isMap, isScalar, isYamlAlias, type YamlAlias, type YamlMap, type YamlNode } from "./node.ts";

/** How many nodes all aliases together may expand to. Each 64 characters of text count as one more. */
export const MAX_EXPANSION = 1_000_000;
export const TEXT_PER_NODE = 64;

/** A node with an anchor, and its size with all aliases expanded, which is unknown while the node is being visited. */
interface Anchored {
  readonly node: YamlNode;
  weight?: number;
}

/** The aliases of a document and its duplicate keys, found before its keys are read. */
interface ResolvedDocument {
  readonly issues: PendingIssue[];
  /** The node that each alias stands for. An alias without a target has been reported. */
  readonly targets: ReadonlyMap<YamlNode, YamlNode>;
  /** Whether the aliases expand to few enough nodes to be followed. */
  readonly bounded: boolean;
}

/** Resolves the aliases of a document, bounds their expansion, and finds duplicate keys, in one pass over the nodes. */
export function resolveYamlAliases(root: YamlNode | null): ResolvedDocument {
  const resolver = new YamlAliasResolver();
  if (root !== null) resolver.visit(root);
  const { issues, targets, expansion } = resolver;
  return { issues, targets, bounded: expansion <= MAX_EXPANSION };
}

class YamlAliasResolver {
  readonly issues: PendingIssue[] = [];
  readonly targets = new Map<YamlNode, YamlNode>();
  /** How many nodes the aliases visited so far expand to. */
  expansion = 0;
  private readonly anchors = new Map<string, Anchored>();
  /** The size of all nodes visited so far. */
  private weight = 0;

  visit(node: YamlNode): void {
    if (isYamlAlias(node)) {
      this.follow(node);
      return;
    }
    const before = this.weight++;
    const anchored: Anchored | undefined = node.anchor === undefined ? undefined : { node };
    if (anchored !== undefined) this.anchors.set(node.anchor!, anchored);
    if (isScalar(node)) {
      this.weight += Math.floor(node.source.length / TEXT_PER_NODE);
    } else if (isMap(node)) {
      this.visitMap(node);
    } else {
      for (const item of node.items) this.visit(item);
    }
    if (anchored !== undefined) anchored.weight = this.weight - before;
  }

  private visitMap({ items }: YamlMap): void {
    const keys = items.length > 1 ? new Set<string>() : undefined;
    for (const { key, value } of items) {
      this.visit(key);
      const written = isYamlAlias(key) ? this.targets.get(key) : key;
      if (keys !== undefined && isScalar(written)) {
        const { source } = written;
        if (keys.has(source)) this.report("DUPLICATE_KEY", key, () => duplicate(source));
        keys.add(source);
      }
      if (value !== null) this.visit(value);
    }
  }

  private follow(alias: YamlAlias): void {
    const anchored = this.anchors.get(alias.name);
    if (anchored === undefined) {
      this.report("NOT_YAML", alias, () => withoutAnchor(alias.name));
    } else if (anchored.weight === undefined) {
      this.report("ALIAS_BOMB", alias, () => endless(alias.name));
    } else {
      const before = this.expansion;
      this.expansion += anchored.weight;
      this.weight += anchored.weight;
      this.targets.set(alias, anchored.node);
      if (before <= MAX_EXPANSION && this.expansion > MAX_EXPANSION) {
        this.report("ALIAS_BOMB", alias, () => ENORMOUS);
      }
    }
  }

  private report(code: RulesIssueCode, node: YamlNode, wording: () => Wording): void {
    const span = spanOf(node);
    this.issues.push({ code, span, until: span.start, wording });
  }
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
