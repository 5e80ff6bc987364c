import { fileURLToPath } from "node:url";

/** The path of the JSON Schema of rules files, in the package that the command is part of. */
export function schemaPath(): string {
  return fileURLToPath(new URL("../../schema/rules.schema.json", import.meta.url));
}
