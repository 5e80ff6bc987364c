// What a rules file is read as: the nodes of a YAML document, and what its aliases stand for.

import { quoted } from "../../text/messages/phrases.ts";
import type { Span } from "../location.ts";
import type { PendingIssue, RulesIssueCode, Wording } from "../rules-error.ts";

/** A rules file needs six levels, and two for each nested alternative. So later passes may recurse. */
export const MAX_DEPTH = 100;

// The nodes of a YAML document. Their spans leave out anchors and tags. Whether a span includes the comments at the
// end of a list or mapping is left open.

interface Properties extends Span {
  readonly anchor: string | undefined;
  readonly tag: string | undefined;
}

interface Collection extends Properties {
  /** Whether it is written in brackets or braces. */
  readonly flow: boolean;
}

export interface YamlScalar extends Properties {
  readonly kind: "scalar";
  /** The text, without quotes and with escapes replaced. */
  readonly source: string;
  readonly style: "plain" | "'" | '"' | "|" | ">";
}

export interface YamlSeq extends Collection {
  readonly kind: "seq";
  readonly items: readonly YamlNode[];
}

export interface YamlPair {
  readonly key: YamlNode;
  /** Null for a key alone. The value of a key with a colon and nothing after it is an empty scalar. */
  readonly value: YamlNode | null;
}

export interface YamlMap extends Collection {
  readonly kind: "map";
  readonly items: readonly YamlPair[];
}

/** An alias, which stands for the node that has its name as anchor. It has neither anchor nor tag itself. */
interface YamlAlias extends Properties {
  readonly kind: "alias";
  readonly name: string;
}

export type YamlNode = YamlScalar | YamlSeq | YamlMap | YamlAlias;

/** How many nodes all aliases together may expand to. Each 64 characters of text count as one more. */
export const MAX_EXPANSION = 1_000_000;
export const TEXT_PER_NODE = 64;

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
  const issues: PendingIssue[] = [];
  const targets = new Map<YamlNode, YamlNode>();
  // The nodes with anchors, and their sizes with all aliases expanded, which are unknown while they are being visited.
  const anchors = new Map<string, { readonly node: YamlNode; weight?: number }>();
  // The size of all nodes visited so far, and how many of these are what aliases expand to.
  let weight = 0;
  let expansion = 0;

  const report = (code: RulesIssueCode, node: YamlNode, wording: () => Wording): void => {
    const { start, end } = node;
    issues.push({ code, span: { start, end }, until: start, wording });
  };
  const follow = (alias: YamlAlias): void => {
    const anchored = anchors.get(alias.name);
    if (anchored === undefined) {
      report("NOT_YAML", alias, () => withoutAnchor(alias.name));
    } else if (anchored.weight === undefined) {
      report("ALIAS_BOMB", alias, () => endless(alias.name));
    } else {
      const before = expansion;
      expansion += anchored.weight;
      weight += anchored.weight;
      targets.set(alias, anchored.node);
      if (before <= MAX_EXPANSION && expansion > MAX_EXPANSION) report("ALIAS_BOMB", alias, () => ENORMOUS);
    }
  };
  const visitMap = ({ items }: YamlMap): void => {
    const keys = new Set<string>();
    for (const { key, value } of items) {
      visit(key);
      const written = key.kind === "alias" ? targets.get(key) : key;
      if (written?.kind === "scalar") {
        const { source } = written;
        if (keys.has(source)) report("DUPLICATE_KEY", key, () => duplicate(source));
        keys.add(source);
      }
      if (value !== null) visit(value);
    }
  };
  const visit = (node: YamlNode): void => {
    if (node.kind === "alias") {
      follow(node);
      return;
    }
    const before = weight++;
    const anchored: { node: YamlNode; weight?: number } = { node };
    if (node.anchor !== undefined) anchors.set(node.anchor, anchored);
    if (node.kind === "scalar") weight += Math.floor(node.source.length / TEXT_PER_NODE);
    else if (node.kind === "map") visitMap(node);
    else for (const item of node.items) visit(item);
    anchored.weight = weight - before;
  };
  if (root !== null) visit(root);
  return { issues, targets, bounded: expansion <= MAX_EXPANSION };
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
