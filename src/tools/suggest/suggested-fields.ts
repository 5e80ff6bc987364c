// What a suggested file says once about fields: the types of those in headers, and what outputs mask.

import { type Element, fieldElements } from "../../matcher/pattern.ts";
import type { LineHeader } from "./line-header.ts";

/** What the file says once about all fields of a name. */
export interface FieldDefinition {
  readonly typeName?: string | undefined;
  readonly transform?: "mask" | undefined;
}

/** A line pattern with the names of its fields. */
interface NamedPattern {
  readonly draft: { readonly isFollower: boolean };
  readonly header: number;
  readonly content: readonly Element[];
  readonly output: string;
  /** The fields of which its output masks what varies. */
  readonly masked: ReadonlySet<string>;
}

/** The definitions of header fields, and of fields that no output shows unmasked. */
export function fieldDefinitions(
  headers: readonly LineHeader[],
  patterns: readonly NamedPattern[],
): Map<string, FieldDefinition> {
  const inHeaders = [...new Set(patterns.map(({ header }) => header))].flatMap((i) => headers[i]?.elements ?? []);
  const types = new Map<string, Set<string | undefined>>();
  for (const { field, type } of fieldElements([...inHeaders, ...patterns.flatMap(({ content }) => content)]))
    types.set(field, (types.get(field) ?? new Set()).add(type && "typeName" in type ? type.typeName : undefined));
  const headerNames = new Set(fieldElements(inHeaders).map(({ field }) => field));
  const definitions = Array.from(types, ([name, ofName]): [string, FieldDefinition] => {
    const typeName = headerNames.has(name) && ofName.size === 1 ? [...ofName][0] : undefined;
    return [name, { typeName, transform: isMaskedForAll(name, patterns) ? "mask" : undefined }];
  });
  return new Map(definitions.filter(([, { typeName, transform }]) => (typeName ?? transform) !== undefined));
}

/** Whether the file masks the field, for all patterns. Followers have no definitions of their own. */
function isMaskedForAll(name: string, patterns: readonly NamedPattern[]): boolean {
  const masking = patterns.filter(({ masked }) => masked.has(name));
  if (masking.some(({ draft }) => draft.isFollower)) return true;
  return (
    masking.length > 0 && patterns.every(({ masked, output }) => masked.has(name) || !output.includes(`{${name}}`))
  );
}
