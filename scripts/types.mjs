// The types of the package, from the declarations that tsc wrote.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Makes `types/` of a folder what the entries need: it keeps the declarations that their modules reach. They are those
 * of CommonJS, which a program may import and require; beside the folder, each entry has one that can be imported.
 */
export function finishTypes(folder, entries) {
  const types = join(folder, "types");
  writeFileSync(join(types, "package.json"), '{ "type": "commonjs" }\n');
  const reached = new Set(Object.values(entries).map((module) => `${module}.d.ts`));
  for (const path of reached) {
    for (const [, name] of readFileSync(join(types, path), "utf8").matchAll(/"(\.[^"]*)\.ts"/g))
      reached.add(join(dirname(path), `${name}.d.ts`));
  }
  for (const path of readdirSync(types, { recursive: true }))
    if (path.endsWith(".d.ts") && !reached.has(path)) rmSync(join(types, path));
  for (const [name, module] of Object.entries(entries))
    writeFileSync(join(folder, `${name}.d.ts`), `export * from "./types/${module}.js";\n`);
}
