// The parts of a pattern that a form and some texts give: text, blanks, and fields with their types.

import assert from "node:assert/strict";
import { VARYING } from "../../../src/text/shapes/skeleton.ts";
import { contentParts } from "../../../src/tools/suggest/content-pattern.ts";
import { suite } from "../../support/suite.ts";

/** The parts as a pattern, in which `{_}` is some blanks; undefined if the form does not match a text. */
function partsOf(form: string, texts: readonly string[], columns: readonly string[] = []): string | undefined {
  const parts = contentParts(
    form.replaceAll("*", VARYING),
    texts.map((text) => Buffer.from(text)),
    columns,
  );
  return parts
    ?.map((part) => {
      if ("text" in part) return part.text;
      if ("padding" in part) return part.padding === "some" ? "{_}" : "({_}|)";
      return `{${part.column ?? ""}:${part.type ?? ""}}`;
    })
    .join("");
}

suite("parts of a pattern", (test) => {
  for (const [what, form, texts, pattern] of [
    ["a unit is text", "took *", ["took 12 ms", "took 7 ms"], "took {:number} ms"],
    ["brackets, quotes and full stops are text", "left *", ["left (12).", "left (7)."], "left ({:number})."],
    ["a number is a field, also if it is the same in all texts", "port *", ["port 80", "port 80"], "port {:number}"],
    ["a name with a digit is text if it is the same in all", "by * *", ["by ssh2 7", "by ssh2 8"], "by ssh2 {:number}"],
    ["a word in a slot is a field", "user=* on", ["user=ann on", "user=ann on"], "user={:word} on"],
    ["a version is one value", "nginx/*", ["nginx/1.22.1", "nginx/1.22.1"], "nginx/{:word}"],
    ["the name of a client is one value", 'by "*"', ['by "a/1 (X 2) b/3"', 'by "c/2 (Y)"'], 'by "{:}"'],
    ["an address and its port are two", "from *", ["from 10.0.0.7:80", "from 10.0.0.8:99"], "from {:ip}:{:number}"],
    ["so are they if some addresses are names", "at *", ["at a-1.lan:80", "at [::1]:80"], "at {:word}:{:number}"],
    ["base64 is one value", "id * ok", ["id kQmLpA== ok", "id 7f/2+Q== ok"], "id {:word} ok"],
    ["a bracket around two values is text", "ack * *", ["ack (m1, rc0)", "ack (m1, rc0)"], "ack (m1, rc0)"],
    ["so it is around others", "ack * *", ["ack (a7x9, q)", "ack (b7x8, r)"], "ack ({:word}, {:word})"],
    ["the method of a request is a field", "up *", ["up GET /a 1", "up GET /b 2"], "up {:word} {:word} {:number}"],
    ["a word like a method is text", "up *", ["up GET a1 1", "up GET b2 2"], "up GET {:word} {:number}"],
    ["a word in quotes is one value", 'dn="*" ok', ['dn="a=1,b=x" ok', 'dn="a,b=x" ok'], 'dn="{:word}" ok'],
    ["a time is one value with its day", "at *", ["at Fri, 27 Nov 2026 23:05:48 GMT"], "at {:timestamp}"],
    ["what is any text has no type", "saw * here", ["saw a cat here", "saw it here"], "saw {:} here"],
    ["texts in UTF-8 come as such", "\xc3\xa9t\xc3\xa9 *", ["été 1", "été 2"], "été {:number}"],
  ] as const)
    test(`${what}: ${pattern}`, () => assert.equal(partsOf(form, texts), pattern));

  test("take any number of blanks around numbers that fill a column, or at the end", () => {
    assert.equal(partsOf("sent * now", ["sent   12 now", "sent 3456 now"]), "sent{_}{:number} now");
    assert.equal(partsOf("came", ["came", "came  "]), "came({_}|)");
  });

  test("take more or fewer blanks before numbers that fill a column, even if all lines have as many", () => {
    assert.equal(partsOf("[   *] up", ["[   1.25] up", "[   2.5] up"]), "[({_}|){:float}] up");
    assert.equal(partsOf("ran   * up", ["ran   1 up", "ran   2 up"]), "ran{_}{:number} up");
  });

  test("are cells of a table if there are as many columns as values", () =>
    assert.equal(partsOf("*,*", ["1,a b", "2,c"], ["id", "who"]), "{id:number},{who:}"));

  test("are none if a text has another form", () => assert.equal(partsOf("took *", ["took 7", "gave 7"]), undefined));
});
