import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ErrorObject } from "ajv";
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";

/** As who installs the package names it. */
export const SCHEMA_PATH = createRequire(import.meta.url).resolve("log-line-normalizer/schema/rules.schema.json");

/** What is not in JSON Schema: what editors show in place of messages of their own, and beside the names of a list. */
export const WORDS_FOR_EDITORS = ["errorMessage", "patternErrorMessage", "enumDescriptions"];

export function readSchema(): Record<string, unknown> {
  return JSON.parse(readFileSync(SCHEMA_PATH, "utf8"));
}

// Editors count `.inf` and `.nan` among the numbers.
const ajv = new Ajv({ allErrors: true, strictTypes: false, strictNumbers: false });
ajv.addVocabulary(WORDS_FOR_EDITORS);
const validate = ajv.compile(readSchema());

/** A rules file as an editor reads it, by the core schema of YAML: `1` is a number there, and `~` is nothing. */
export class Edited {
  private readonly lines = new LineCounter();
  private readonly document: Document.Parsed;

  constructor(file: string | Uint8Array) {
    const text = typeof file === "string" ? file : new TextDecoder().decode(file);
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false, logLevel: "error" });
  }

  /** Whether the file is in good order as YAML. */
  isYaml(): boolean {
    return this.document.errors.length === 0;
  }

  /** Reads a plain `null` or `~` as the text that is written, as the loader does; an editor does not. */
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

  /** What the schema finds, each as `line:column message`. */
  problems(): string[] {
    validate(this.value());
    return (validate.errors ?? []).map((error) => `${this.placeOf(error)} ${error.message}`);
  }

  /** Of a key that may not be, the key; else the value. */
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
