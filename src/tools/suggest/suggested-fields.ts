// What a suggested file says about fields outside of patterns: types and transforms.

import { type Element, type FieldElement, fieldElements } from "../../matcher/pattern.ts";
import { Masker } from "../../text/masks/masker.ts";
import type { Draft } from "./draft.ts";
import type { LineHeader } from "./line-header.ts";

/** Transforms that remove what varies in a value. */
export type SuggestedTransform = "mask" | "digits_to_n";

/** What the file says once about all fields of a name. */
export interface FieldDefinition {
  readonly typeName?: string | undefined;
  readonly transform?: SuggestedTransform | undefined;
}

/** How many times as many texts `mask` must leave as `digits_to_n` before that is taken: it also changes `user42`. */
const MAX_MASKED_TEXTS = 2;

const masker = new Masker();

/** The transform that removes most of what varies in the values, which are in Latin-1. */
export function transformFor(values: readonly string[]): SuggestedTransform {
  const masked = new Set(values.map(maskedText));
  const withoutDigits = new Set(values.map(textWithoutDigits));
  return masked.size > MAX_MASKED_TEXTS * withoutDigits.size ? "digits_to_n" : "mask";
}

/** Whether the transform leaves these values as they are. */
export function keepsAll(transform: SuggestedTransform, values: readonly string[]): boolean {
  return values.every((value) => transformedText(transform, value) === value);
}

/** A text as the transform leaves it, in Latin-1. */
export function transformedText(transform: SuggestedTransform, value: string): string {
  return transform === "mask" ? maskedText(value) : textWithoutDigits(value);
}

function textWithoutDigits(value: string): string {
  return value.replace(/\d+/g, "N");
}

function maskedText(value: string): string {
  const bytes = Buffer.from(value, "latin1");
  const target = Buffer.alloc(masker.room(bytes, 0, bytes.length));
  return target.toString("latin1", 0, masker.write(bytes, 0, bytes.length, target, 0));
}

/** How often a name must occur with a transform for the transform to be written once for all. */
const MIN_USES = 4;

/** A line pattern with the names of its fields. */
interface NamedPattern {
  readonly draft: Draft;
  readonly content: readonly Element[];
  readonly output: string;
  readonly transforms: ReadonlyMap<string, SuggestedTransform>;
}

/** How a name is used. */
interface Uses {
  readonly types: Set<string | undefined>;
  readonly transforms: Set<SuggestedTransform>;
  count: number;
  /** Whether an output shows it as it is. */
  isShown: boolean;
  /** Whether a follower has it with a transform. */
  isTransformedInFollower: boolean;
  isInHeader: boolean;
}

/** The definitions of header fields, of followers' fields with transforms, and of names that often have transforms. */
export function fieldDefinitions(
  headers: readonly LineHeader[],
  shownHeaders: readonly ReadonlyMap<string, { readonly transform: SuggestedTransform | undefined; readonly mask: string | undefined }>[],
  patterns: readonly NamedPattern[],
): Map<string, FieldDefinition> {
  const uses = new Map<string, Uses>();
  const use = ({ field, type }: FieldElement): Uses => {
    const known: Uses = uses.get(field) ?? {
      ...{ types: new Set(), transforms: new Set(), count: 0 },
      ...{ isShown: false, isTransformedInFollower: false, isInHeader: false },
    };
    known.types.add(type && "typeName" in type ? type.typeName : undefined);
    known.count++;
    uses.set(field, known);
    return known;
  };
  for (const [i, { elements }] of headers.entries()) {
    for (const field of fieldElements(elements)) {
      const known = use(field);
      known.isInHeader = true;
      const { transform, mask } = shownHeaders[i]!.get(field.field)!;
      if (transform !== undefined && mask === undefined) known.transforms.add(transform);
    }
  }
  for (const { content, transforms, draft, output } of patterns) {
    for (const field of fieldElements(content)) {
      const known = use(field);
      const transform = transforms.get(field.field);
      if (transform === undefined) {
        known.isShown ||= output.includes(`{${field.field}}`);
      } else {
        known.transforms.add(transform);
        known.isTransformedInFollower ||= draft.isFollower;
      }
    }
  }
  return new Map(
    [...uses].flatMap(([name, known]): [string, FieldDefinition][] => {
      const { types, transforms, count, isShown, isTransformedInFollower, isInHeader } = known;
      // A definition would also change the field where a rule shows it. Followers have no definitions of their own.
      const hasTransform = isTransformedInFollower || (isInHeader && transforms.size > 0) || (transforms.size > 0 && count >= MIN_USES && !isShown);
      if (!isInHeader && !hasTransform) return [];
      const typeName = types.size === 1 ? [...types][0] : undefined;
      const transform = !hasTransform ? undefined : transforms.has("digits_to_n") ? "digits_to_n" : [...transforms][0];
      return typeName === undefined && transform === undefined ? [] : [[name, { typeName, transform }]];
    }),
  );
}
