// Variants of rules files that require less. They keep the anchors, so rules still share what they shared.
import { type Document, isMap, isSeq, parseDocument, type Scalar, visit, type YAMLMap } from "yaml";

/** The keys that restrict the texts of a field. */
const KINDS = ["parser", "values"];
/** The replacement for alternatives. */
const ANY = "any";

/** The rules with fields that take any text. Alternatives and transforms stay. */
export function withoutTypes(rulesText: string): string {
  const document = parseDocument(rulesText);
  visit(document, {
    Map: (_, map) => {
      if (map.has("field")) for (const kind of KINDS) map.delete(kind);
    },
  });
  return String(document);
}

/**
 * The rules with a field of any text in place of every choice among several alternatives. Outputs show the name, not
 * the value, of what was captured only there. The text is unchanged if it has no choice.
 */
export function withoutAlternatives(rulesText: string): string {
  const document = parseDocument(rulesText);
  let changed = false;
  visit(document, {
    Map: (_, map) => {
      if (!isChoice(map)) return;
      changed = true;
      map.items = document.createNode({ field: ANY }).items as YAMLMap["items"];
    },
  });
  if (!changed) return rulesText;
  for (const rule of rulesOf(document)) {
    const captured = new Set(fieldsIn(rule.toJS(document).pattern));
    const output = rule.get("output", true) as Scalar<string>;
    output.value = output.value.replaceAll(/\{([^{}]+)\}/g, (place, name) =>
      captured.has(name) ? place : `<${name}>`,
    );
  }
  return String(document);
}

function isChoice(map: YAMLMap): boolean {
  const alternatives = map.get("alternatives");
  return map.has("optional") || (isSeq(alternatives) && alternatives.items.length > 1);
}

function rulesOf(document: Document): YAMLMap[] {
  const rules = document.get("rules");
  return isSeq(rules) ? rules.items.filter((rule) => isMap(rule)) : [];
}

/** The values of all keys `field`, at any depth. */
function fieldsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "field" ? [inner] : fieldsIn(inner)));
}
