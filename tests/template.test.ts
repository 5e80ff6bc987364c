import assert from "node:assert/strict";
import fc from "fast-check";
import { compileTemplate, type Template } from "../src/rules/template.ts";
import { assertProperty } from "./support/property.ts";
import { suite } from "./support/suite.ts";

const FIELDS = ["user", "id_2", "user-id", "a b", "é", "__proto__", "twice", "twice"];

suite("template", (test) => {
  for (const [template, output] of [
    ["", ""],
    ["constant", "constant"],
    ["[{user}]", "[<user>]"],
    ["{user}{user}", "<user><user>"],
    ["{{user}}", "{<user>}"],
    ["{{{user}}}", "{{<user>}}"],
    ["{{id}}", "{id}"],
    ["{{{id}}}", "{{id}}"],
    ["/users/{{id}}/{user}", "/users/{id}/<user>"],
    ['{"user":{"name":"{user}"},"empty":{}}', '{"user":{"name":"<user>"},"empty":{}}'],
    ["{user-id}{a b}{é}", "<user-id><a b><é>"],
    ["{__proto__}", "<__proto__>"],
    ["{{constructor}}", "{constructor}"],
    ["{ user }", "{ user }"],
    ["{}", "{}"],
    ["{not-a-field}", "{not-a-field}"],
    ["{user", "{user"],
    ["user}", "user}"],
    ["{{user}", "{<user>"],
    ["{user}}", "<user>}"],
    ["}{", "}{"],
    ["{2}", "{2}"],
    ["字{user}字", "字<user>字"],
  ] as const) {
    test(`${template} gives ${output}`, () => assert.equal(rendered(template), output));
  }

  for (const [template, problems] of [
    ["{usr}", ["UNKNOWN_PLACEHOLDER usr 0"]],
    ["{x}{user}{x}", ["UNKNOWN_PLACEHOLDER x 0", "UNKNOWN_PLACEHOLDER x 9"]],
    ["é{{x}} {toString}", ["UNKNOWN_PLACEHOLDER toString 7"]],
    ["{{x} {twice}", ["UNKNOWN_PLACEHOLDER x 1", "AMBIGUOUS_PLACEHOLDER twice 5"]],
    ["{{twice}}", ["AMBIGUOUS_PLACEHOLDER twice 1"]],
  ] as const) {
    test(`${template} is a problem`, () => assert.deepEqual(rendered(template), problems));
  }

  test("literals and slots alternate", () => {
    assertProperty(
      fc.property(templates, (text) => {
        const compiled = compileTemplate(text, FIELDS);
        if ("template" in compiled) {
          assert.equal(compiled.template.literals.length, compiled.template.slots.length + 1);
        }
      }),
    );
  });

  test("a template means what the rules of braces say, one after the other", () => {
    assertProperty(
      fc.property(templates, (text) => assert.deepEqual(rendered(text), reference(text))),
      { numRuns: 400 },
    );
  });

  for (const piece of ["{", "}", "{{", "{a", "{{a", "{user", "{{user}}", "{}", "{x}"]) {
    test(`a megabyte of ${piece} compiles`, () => {
      compileTemplate(piece.repeat(2 ** 20 / piece.length), FIELDS);
    });
  }
});

const pieces = [
  "{",
  "}",
  "{{",
  "}}",
  "{user}",
  "{{user}}",
  "{id}",
  "{{id}}",
  "{twice}",
  "user",
  "id",
  "user-id",
  " ",
  "é",
];
const templates = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));

/** What the compiled template gives when each field captured its own name in `<>`, or its problems. */
function rendered(text: string): string | string[] {
  const compiled = compileTemplate(text, FIELDS);
  if ("problems" in compiled) return compiled.problems.map(({ code, name, offset }) => `${code} ${name} ${offset}`);
  return render(compiled.template);
}

function render({ literals, slots }: Template): string {
  const texts = literals.map((literal) => Buffer.from(literal).toString());
  return texts.map((literal, i) => (i < slots.length ? `${literal}<${FIELDS[slots[i]!]}>` : literal)).join("");
}

/** The rules of braces as they are written down, one character after the other. */
function reference(text: string): string | string[] {
  const problems: string[] = [];
  let output = "";
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const doubled = /^\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/.exec(rest);
    const field = FIELDS.find((name) => rest.startsWith(`{${name}}`));
    const unknown = /^\{([A-Za-z_][A-Za-z0-9_]*)\}/.exec(rest);
    let taken = 1;
    if (doubled !== null && !FIELDS.includes(doubled[1]!)) {
      output += `{${doubled[1]}}`;
      taken = doubled[0].length;
    } else if (field !== undefined) {
      output += `<${field}>`;
      taken = field.length + 2;
      if (field === "twice") problems.push(`AMBIGUOUS_PLACEHOLDER ${field} ${at}`);
    } else if (unknown !== null) {
      problems.push(`UNKNOWN_PLACEHOLDER ${unknown[1]} ${at}`);
    } else {
      output += rest[0];
    }
    at += taken;
  }
  return problems.length > 0 ? problems : output;
}
