import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const logOf = (lines: readonly string[]): Readable => Readable.from([lines.map((line) => `${line}\n`).join("")]);

/** The rules with the edits, and what became of the edits. */
async function edited(rules: string, old: readonly string[], next: readonly string[]) {
  const { fields, edits } = await Processor.fields({ rules }, logOf(old), { next: logOf(next), inPlace: true });
  return { ...edits!, fields };
}

async function outputsOf(rules: string, lines: readonly string[]): Promise<string[]> {
  const outputs: string[] = [];
  for await (const { output } of new Processor({ rules }).records(logOf(lines))) outputs.push(output);
  return outputs;
}

async function winnersOf(rules: string, lines: readonly string[]): Promise<(string | undefined)[]> {
  const winners: (string | undefined)[] = [];
  for await (const { rule } of new Processor({ rules }).records(logOf(lines))) winners.push(rule);
  return winners;
}

const RUNS = [
  ["up at 7001 with 2.4", "up at 7002 with 2.4", "up at 7003 with 2.4"],
  ["up at 9104 with 2.4", "up at 9105 with 2.4", "up at 9106 with 2.4"],
] as const;

/** The text of a file with one rule for these runs. */
function fileOf(rest: string): string {
  return `rules:\n  - name: up\n    pattern: 'up at {port:number} with {version}'\n${rest}`;
}

/** Makes the edits of a file with one rule, and says what its lines are then. */
async function changed(rest: string): Promise<{ readonly made: number; readonly text: string }> {
  const { text, made } = await edited(fileOf(rest), ...RUNS);
  return { made, text: text.slice(fileOf("").length) };
}

suite("edits of a rules file", (test) => {
  test("leave a field out of an output, in the quotes that it has", async () => {
    assert.equal(
      (await changed("    output: '{port} {version}' # ours\n")).text,
      "    output: '<n> {version}' # ours\n",
    );
    assert.equal((await changed('    output: "{port} {version}\\t"\n')).text, '    output: "<n> {version}\\t"\n');
    assert.equal((await changed("    output: at {port}, {version}\n")).text, "    output: at <n>, {version}\n");
    assert.equal(
      (await changed("    output: >- # a\n      {port} {version}\n")).text,
      "    output: >- # a\n      <n> {version}\n",
    );
    assert.equal((await changed("    output: at {port}\n")).text, "    output: at <n>\n");
  });

  test("show a field in place of its mask", async () => {
    const text = "rules:\n  - { name: a, pattern: 'a {x} is {y}: done', output: OUT }\n";
    const run = ["a 7 is 8: done"];
    const shown = async (output: string): Promise<string | undefined> => {
      const { text: after } = await edited(text.replace("OUT", `'${output}'`), run, run);
      return /output: '?([^'\n]*?)'? \}$/m.exec(after)?.[1];
    };
    assert.equal(await shown("a <n> is <n>: done"), "a {x} is {y}: done");
    assert.equal(await shown("a <n> is {y}"), "a {x} is {y}");
    // The mask may stand for something else.
    assert.equal(await shown("{x} <n>: done"), "{x} <n>: done");
    assert.equal(await shown("{x}: done"), "{x}: done");
  });

  test("are made in the fields of a rule, wherever these are", async () => {
    const runs = [
      ["up at 7001 with k-1", "up at 7002 with k-2", "up at 7003 with k-3"],
      ["up at 7001 with j-4", "up at 7002 with j-5", "up at 7003 with j-6"],
    ] as const;
    const after = async (rest: string): Promise<string> => {
      const { text } = await edited(fileOf(rest), ...runs);
      return text.slice(fileOf("").length);
    };
    const output = "    output: '{version}'\n";
    const flow = "{ transform: alias }";
    assert.equal(await after(output), `    fields: { version: ${flow} }\n${output}`);
    assert.equal(
      await after(`    fields: { port: { parser: number } }\n${output}`),
      `    fields: { port: { parser: number }, version: ${flow} }\n${output}`,
    );
    assert.equal(await after(`    fields: {}\n${output}`), `    fields: { version: ${flow} }\n${output}`);
    assert.equal(
      await after(`    fields:\n      # Which port.\n      port: { parser: number }\n\n${output}`),
      `    fields:\n      # Which port.\n      port: { parser: number }\n      version: ${flow}\n\n${output}`,
    );
    assert.equal(
      await after(`    fields: { version: { parser: word } }\n${output}`),
      `    fields: { version: { parser: word, transform: alias } }\n${output}`,
    );
    assert.equal(
      await after(`    fields:\n      version:\n        transform: [trim, lowercase] # a\n${output}`),
      `    fields:\n      version:\n        transform: [trim, lowercase, alias] # a\n${output}`,
    );
    const json = JSON.stringify({
      rules: [{ name: "up", pattern: "up at {port} with {version}", output: "{version}" }],
    });
    const { text } = await edited(json, ...runs);
    assert.deepEqual(JSON.parse(text).rules[0].fields, { version: { transform: "alias" } });
  });

  test("are made once for the file if all rules with the field need them", async () => {
    const rules =
      "# Ours.\nrules:\n  - { name: a, pattern: 'a {id}', output: '{id}' }\n  - { name: b, pattern: 'b {id}', output: 'b {id}' }\n";
    const run = (ids: readonly string[]): string[] => ids.flatMap((id) => [`a ${id}`, `b ${id}`]);
    const runs = [run(["k1", "k2", "k3"]), run(["m4", "m5", "m6"])] as const;
    const { text, made } = await edited(rules, ...runs);
    assert.equal(made, 2);
    assert.equal(text, rules.replace("rules:", "fields:\n  id: { transform: alias }\n\nrules:"));
    const third = `${rules}  - { name: c, pattern: 'c {id}', output: '{id}' }\n`;
    const other = await edited(third, [...runs[0], "c x", "c x"], [...runs[1], "c x", "c x"]);
    assert.doesNotMatch(other.text, /^fields/m);
    assert.equal(other.text.match(/transform: alias/g)?.length, 2);
  });

  test("are made in the rules if these have transforms of their own, together with others of the rule", async () => {
    const rule = (name: string): string =>
      `  - name: ${name}\n    pattern: '${name} {id} in {zone}'\n    fields: { id: { transform: trim } }\n    output: '{id} in {zone}'\n`;
    const rules = `fields: { zone: { transform: mask } }\nrules:\n${rule("a")}${rule("b")}`;
    const run = (ids: readonly string[]): string[] => ids.flatMap((id) => [`a ${id} in 21`, `b ${id} in 21`]);
    const { text, made } = await edited(rules, run(["k1", "k2", "k3"]), run(["m4", "m5", "m6"]));
    assert.equal(made, 4);
    const fields = "{ id: { transform: [trim, alias] }, zone: { transform: [] } }";
    assert.equal(text, rules.replaceAll("fields: { id: { transform: trim } }", `fields: ${fields}`));
  });

  test("give examples that held their new outputs, and leave the others alone", async () => {
    const line = "      - line: 'up at 7001 with 2.4'\n        output: ";
    const rest = `    output: '{port} {version}'\n    examples:\n${line}'7001 2.4' # right\n${line}'wrong'\n`;
    const { text } = await changed(rest);
    assert.equal(text, `    output: '<n> {version}'\n    examples:\n${line}'<n> 2.4' # right\n${line}'wrong'\n`);
  });

  test("are not made where they would change something else, or where they have no place", async () => {
    // Another rule has the same output.
    const rest =
      "    output: &out '{port} {version}'\n  - { name: down, pattern: 'down {port} {version}', output: *out }\n";
    const { made, text } = await changed(rest);
    assert.deepEqual([made, text], [0, rest]);
    const own = "    output: '{port} {version}'\n    examples: &all [{ line: 'up at 7001 with 2.4', output: *o }]\n";
    const anchored = await edited(`x-o: &o '7001 2.4'\n${fileOf(own)}`, ...RUNS);
    assert.match(anchored.text, /output: <n> 2\.4 \}\]$/m);
    assert.match(anchored.text, /^x-o: &o '7001 2\.4'$/m);
  });

  test("are not made in rules whose examples take a key that is not given", async () => {
    const rest = (examples: string): string =>
      `    fields: { version: { transform: pseudonym } }\n    output: '{port} {version}'\n${examples}`;
    assert.equal((await changed(rest(""))).made, 1);
    const examples = "    examples: [{ line: 'up at 7001 with 2.4', output: '7001 version#x' }]\n";
    assert.equal((await changed(rest(examples))).made, 0);
  });

  test("need a second run", async () => {
    const call = () => Processor.fields({ rules: fileOf("    output: x\n") }, logOf([]), { inPlace: true });
    await assert.rejects(call, { name: "TypeError", message: "fields: inPlace needs next" });
  });

  test("leave winners, comments and other lines as they are, make equal what varies, and need no others", async () => {
    const kinds = ["same", "varying"] as const;
    const field = fc.record({ kind: fc.constantFrom(...kinds), shown: fc.constantFrom("{}", "<n>", "") });
    const rule = fc.record({ fields: fc.array(field, { minLength: 1, maxLength: 4 }), comment: fc.boolean() });
    await assertProperty(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 4 }), async (rules) => {
        const names = "wxyz";
        const text = rules
          .map(({ fields, comment }, i) => {
            const pattern = fields.map((_, k) => `${names[k]} {${names[k]}:number}`).join(", ");
            const output = fields
              .map(({ shown }, k) => `${names[k]} ${shown.replace("{}", `{${names[k]}}`)}`)
              .join(", ");
            return `${comment ? `  # Rule ${i}.\n` : ""}  - name: r${i} # ${i}\n    pattern: 'r${i}: ${pattern}'\n    output: 'r${i}: ${output}'\n`;
          })
          .join("\n");
        const file = `# Made by a test.\nrules:\n${text}# The end.\n`;
        const run = (base: number): string[] =>
          rules.flatMap(({ fields }, i) =>
            Array.from({ length: 6 }, (_, line) => {
              const value = (kind: string, k: number): number =>
                kind === "same" ? 10 + k : base + 100 * k + 10 * i + line;
              return `r${i}: ${fields.map(({ kind }, k) => `${names[k]} ${value(kind, k)}`).join(", ")}`;
            }),
          );
        const [old, next] = [run(10_000), run(80_000)];
        const result = await edited(file, old, next);
        assert.equal(result.left, 0);
        assert.deepEqual(await winnersOf(result.text, [...old, ...next]), await winnersOf(file, [...old, ...next]));
        const comments = (yaml: string): string[] => yaml.match(/#.*$/gm) ?? [];
        assert.deepEqual(comments(result.text), comments(file));
        assert.deepEqual((await outputsOf(result.text, old)).sort(), (await outputsOf(result.text, next)).sort());
        const again = await edited(result.text, old, next);
        assert.equal(again.made + again.left, 0);
        // What is the same in both is in the output, where it had a mask or was left out before something.
        for (const [i, { fields }] of rules.entries())
          for (const [k, { kind, shown }] of fields.entries())
            if (kind === "same" && shown !== "")
              assert.ok((await outputsOf(result.text, [old[6 * i]!]))[0]!.includes(`${names[k]} ${10 + k}`));
      }),
      { numRuns: 40 },
    );
  });
});
