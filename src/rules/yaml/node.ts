import type { Span } from "../location.ts";

/**
 * A rules file needs six levels, and two more for each nesting of alternatives. The bound lets later passes recurse.
 */
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
export interface YamlAlias extends Properties {
  readonly kind: "alias";
  readonly name: string;
}

export type YamlNode = YamlScalar | YamlSeq | YamlMap | YamlAlias;

type Found = YamlNode | null | undefined;

export function isScalar(node: Found): node is YamlScalar {
  return node?.kind === "scalar";
}

export function isSeq(node: Found): node is YamlSeq {
  return node?.kind === "seq";
}

export function isMap(node: Found): node is YamlMap {
  return node?.kind === "map";
}

export function isYamlAlias(node: Found): node is YamlAlias {
  return node?.kind === "alias";
}

/** Whether a value is missing. An anchor or a tag alone is not a value. */
export function isNothing(node: YamlNode | null): node is null {
  return node === null || (isScalar(node) && node.source === "" && node.style === "plain");
}

/** Tags that change nothing: under the failsafe schema a value has one of these types anyway. */
const IDLE_TAGS: ReadonlySet<string> = new Set([
  "!",
  "tag:yaml.org,2002:str",
  "tag:yaml.org,2002:seq",
  "tag:yaml.org,2002:map",
]);

/** Whether a value has a tag that may change what it means. */
export function hasForeignTag({ tag }: YamlNode): boolean {
  return tag !== undefined && !IDLE_TAGS.has(tag);
}
