import assert from "node:assert/strict";
import fc from "fast-check";
import { compileTemplate, type Template, templateText } from "../../src/rules/notation.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const FIELDS = ["user", "id_2", "user-id", "a b", "é", "__proto__", "twice", "twice"];

suite("a template", (test) => {
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
    test(`${template} is an issue`, () => assert.deepEqual(rendered(template), problems));
  }

  test("alternates literals and slots", () => {
    assertProperty(
      fc.property(templates, (text) => {
        const compiled = compileTemplate(text, FIELDS);
        if ("template" in compiled) {
          assert.equal(compiled.template.literals.length, compiled.template.slots.length + 1);
        }
      }),
    );
  });

  test("follows the rules of braces, one by one", () => {
    assertProperty(
      fc.property(templates, (text) => assert.deepEqual(rendered(text), reference(text))),
      { numRuns: 400 },
    );
  });

  for (const piece of ["{", "}", "{{", "{a", "{{a", "{user", "{{user}}", "{}", "{x}"]) {
    test(`compiles even if it is a megabyte of ${piece}`, () => {
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

/** The output of the compiled template if each field captured its own name in `<>`, or its issues. */
function rendered(text: string): string | string[] {
  const compiled = compileTemplate(text, FIELDS);
  if ("issues" in compiled) return compiled.issues.map(({ code, name, offset }) => `${code} ${name} ${offset}`);
  return render(compiled.template);
}

function render({ literals, slots }: Template): string {
  const texts = literals.map((literal) => Buffer.from(literal).toString());
  return texts.map((literal, i) => (i < slots.length ? `${literal}<${FIELDS[slots[i]!]}>` : literal)).join("");
}

/** The rules of braces as documented, applied character by character. */
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

suite("writing a template", (test) => {
  test("gives the parts back when it is compiled", () => {
    const piece = fc.constantFrom("{", "}", "user", "{user}", "{other}", "{{user}}", "{{other}}", " ", "é", "twice");
    const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));
    const part = fc.oneof(
      text,
      fc.constantFrom("user", "id_2").map((field) => ({ field })),
    );
    let said = 0;
    assertProperty(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const plain = parts.map((one) => (typeof one === "string" ? one : `<${one.field}>`)).join("");
        const texts = parts
          .map((one) => (typeof one === "string" ? one : "\n"))
          .join("")
          .split("\n");
        const written = templateText(parts, FIELDS);
        // Only a field's name between braces cannot be said.
        if (written === undefined) return texts.some((one) => FIELDS.some((field) => one.includes(`{${field}}`)));
        said++;
        return rendered(written) === plain;
      }),
    );
    assertReached(said, 0, "templates");
  });
});
