// Runs node-grok in a process of its own, because a package that it uses changes the methods of arrays. Reads JSON with
// the folder of the package, definitions, patterns and lines, and writes for each line what the first pattern captured.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");

const { folder, definitions, patterns, lines } = JSON.parse(readFileSync(0, "utf8"));
const grok = createRequire(`${folder}/package.json`)("node-grok");
const collection = grok.loadDefaultSync(["grok-patterns", "java"]);

/**
 * The pattern with the names of fields that rules have, and without their types, both of which the package cannot read.
 */
function withPlainFields(text) {
  return text.replace(/%\{(\w+):([^{}:]+)(?::\w+)?\}/g, (_, name, field) => {
    return `%{${name}:${field.replace(/\W+/g, "_").replace(/^_|_$/g, "")}}`;
  });
}

// A definition is resolved when it is made, so those that it uses come first. The package puts no groups around them.
const texts = new Map(definitions);
const added = new Set();
function add(name) {
  const text = texts.get(name);
  if (text === undefined || added.has(name)) return;
  added.add(name);
  for (const [, used] of text.matchAll(/%\{(\w+)/g)) add(used);
  collection.createPattern(`(?:${withPlainFields(text)})`, name);
}
for (const name of texts.keys()) add(name);

const rules = patterns.map((text, i) => collection.createPattern(withPlainFields(text), `rule-${i}`));
const results = [];
for (const line of lines) {
  let result = null;
  for (let index = 0; index < rules.length && result === null; index++) {
    const values = rules[index].parseSync(line);
    if (values !== null) result = { index, values };
  }
  results.push(result);
}
process.stdout.write(JSON.stringify(results));
