import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Returns the licences of all packages whose code is in the bundles, according to esbuild's metafiles. Throws if a
 * package has none, because it then must not be bundled.
 */
export function thirdPartyLicenses(metafiles, root) {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.entries(output.inputs)))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const folders = [...new Set(inputs)].filter((folder) => folder !== undefined).sort();
  const sections = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"));
    return `${name} ${version} (${license})\n\n${licenseText(`${root}${folder}`)}\n`;
  });
  return ["The files of this folder contain code of these packages.\n", ...sections].join(`\n${"-".repeat(80)}\n\n`);
}

/** Returns the licence of a package, from its licence file or from its README. */
function licenseText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name));
  if (file !== undefined) return readFileSync(`${folder}/${file}`, "utf8").trim();
  const readme = existsSync(`${folder}/README.md`) ? readFileSync(`${folder}/README.md`, "utf8") : "";
  const quoted = /^## License.*\n+((?:>.*\n?)+)/m.exec(readme)?.[1];
  if (quoted === undefined) throw new Error(`${folder} has no licence that could be passed on`);
  return quoted.replace(/^> ?/gm, "").replaceAll("**", "").trim();
}
