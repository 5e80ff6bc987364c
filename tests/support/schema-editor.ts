import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ErrorObject } from "ajv";
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";

/** The path by which users of the package name the schema. */
export const SCHEMA_PATH = createRequire(import.meta.url).resolve("log-line-normalizer/schema/rules.schema.json");

/** Keywords outside JSON Schema, which editors show as messages and beside the names in a list. */
export const WORDS_FOR_EDITORS = ["errorMessage", "patternErrorMessage", "enumDescriptions", "defaultSnippets"];

export function readSchema(): Record<string, unknown> {
  return JSON.parse(readFileSync(SCHEMA_PATH, "utf8"));
}

// Editors treat `.inf` and `.nan` as numbers.
const ajv = new Ajv({ allErrors: true, strictTypes: false, strictNumbers: false });
ajv.addVocabulary(WORDS_FOR_EDITORS);
const validate = ajv.compile(readSchema());

/** A rules file as an editor reads it, by the core schema of YAML: there `1` is a number, and `~` is null. */
export class Edited {
  private readonly lines = new LineCounter();
  private readonly document: Document.Parsed;

  constructor(file: string | Uint8Array) {
    const text = typeof file === "string" ? file : new TextDecoder().decode(file);
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false, logLevel: "error" });
  }

  /** Whether the file is valid YAML. */
  isYaml(): boolean {
    return this.document.errors.length === 0;
  }

  /** Turns a plain `null` or `~` into text, as the loader reads it; an editor does not. */
  withTextsForNulls(): this {
    visit(this.document, {
      Scalar(_, scalar) {
        if (scalar.value === null && scalar.source) scalar.value = scalar.source;
      },
    });
    return this;
  }

  value(): unknown {
    return this.document.toJS({ maxAliasCount: -1 });
  }

  /** Whether the schema accepts the file. */
  isAccepted(): boolean {
    return validate(this.value());
  }

  /** The errors that the schema finds, each as `line:column message`. */
  problems(): string[] {
    validate(this.value());
    return (validate.errors ?? []).map((error) => `${this.placeOf(error)} ${error.message}`);
  }

  /** The place of an error: the key, if that is not allowed, or else the value. */
  private placeOf({ instancePath, params }: ErrorObject): string {
    const path = instancePath.split("/").slice(1);
    const found = path.length === 0 ? this.document.contents : this.document.getIn(path.map(step), true);
    const pairs = isMap(found) ? found.items : [];
    const key = pairs.map(({ key }) => key).find((key) => isScalar(key) && key.value === params.additionalProperty);
    const node = key ?? found;
    if (!isNode(node) || !node.range) return "?";
    const { line, col } = this.lines.linePos(node.range[0]);
    return `${line}:${col}`;
  }
}

function step(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text.replaceAll("~1", "/").replaceAll("~0", "~");
}
