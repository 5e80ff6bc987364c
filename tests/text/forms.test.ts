// Forms of lines, in which `*` stands for what varies: skeletons, normal forms, slots, and words in frames.

import assert from "node:assert/strict";
import { replaceVaryingWords } from "../../src/text/shapes/frames.ts";
import { normalForm } from "../../src/text/shapes/normal-form.ts";
import { Skeletons, VARYING } from "../../src/text/shapes/skeleton.ts";
import { withValuesInSlots } from "../../src/text/shapes/slots.ts";
import { suite } from "../support/suite.ts";

const shown = (form: string): string => form.replaceAll(VARYING, "*");
const hidden = (text: string): string => text.replaceAll("*", VARYING);

function skeletonOf(line: string | Buffer): string {
  const bytes = Buffer.from(line as string);
  return shown(new Skeletons().of(bytes, 0, bytes.length));
}

suite("skeletons of lines", (test) => {
  for (const [what, line, skeleton] of [
    ["a URL with its query", "fetched https://shop.example/a?b=c&d=1, done", "fetched *, done"],
    ["a path with its query", "read /var/log/app-2.log?x=1 now", "read * now"],
    ["the path of Windows", "C:\\temp\\a.txt is gone", "* is gone"],
    ["each part of a request in a row", '"GET /items/7?page=2 HTTP/1.1" 200 17', '"* * HTTP/*" * *'],
    ["the name of a client", 'by "Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/115.0"', 'by "*"'],
    ["a mail address", "user ann@shop.example came", "user * came"],
    ["addresses of any kind", "fe80::1 and ::1 and 10.0.0.7:8080", "* and * and *:*"],
    ["a host with its port", "host db.shop.example:5432 is down", "host *:* is down"],
    ["ids", "123e4567-e89b-12d3-a456-426614174000 of 00:1a:2b:3c:4d:5e", "* of *"],
    ["the digits of an id, and not its name", "job_17_0020 on web-03 in blk_4711", "job_* on web-* in blk_*"],
    ["versions", "nginx/1.22.1 with v2.3 and libssl-3.0.2-rc1", "nginx/* with * and libssl-*"],
    ["amounts, and hexadecimal numbers", "took 12ms at 0x7f00 for 6f1b9c0d2e", "took * at * for *"],
    ["a time, however it is written", "at 2025-05-04 07:58:12,104 in app", "at * in app"],
    ["what has control characters", "a \x01b c", "a * c"],
  ] as const)
    test(`have one sign for ${what}`, () => assert.equal(skeletonOf(line), skeleton));

  test("keep names with digits, short paths of words, and letters of any language", () => {
    assert.equal(skeletonOf("ext3_dirty_inode of log4j"), "ext3_dirty_inode of log4j");
    assert.equal(skeletonOf("and/or a/b"), "and/or a/b");
    assert.equal(Buffer.from(skeletonOf("café 12"), "latin1").toString(), "café *");
  });

  test("have one sign for what is not UTF-8, and for what goes on after the last word within 4,096 bytes", () => {
    assert.equal(skeletonOf(Buffer.from("caf\xe9 is open", "latin1")), "* is open");
    assert.equal(skeletonOf(`${"word ".repeat(2000)}end`), `${"word ".repeat(818)}word*`);
  });
});

suite("normal forms", (test) => {
  for (const [what, skeleton, form] of [
    ["units", "took * ms, *% of *KB", "took * of *"],
    ["lists", "from *, * and *:*", "from * and *"],
    ["lists of names with numbers", "parts a_*, a_*, a_* left", "parts a_* left"],
    ["empty brackets", "list [] and ()", "list * and *"],
    ["a value in brackets behind another", "* (*) left", "* left"],
    ["blanks that fill a column", "left     *   over", "left * over"],
    ["blanks at the end", "came *   ", "came *"],
  ] as const)
    test(`do not depend on ${what}, and are their own`, () => {
      const found = normalForm(hidden(skeleton));
      assert.equal(shown(found), form);
      assert.equal(shown(normalForm(found)), form);
    });
});

/** What becomes of forms, each with a number of lines, or of one line each. */
function changed(
  change: (forms: ReadonlyMap<string, number>) => Map<string, string>,
  forms: readonly string[] | Readonly<Record<string, number>>,
): string[] {
  const counts = Array.isArray(forms) ? forms.map((form) => [form, 1] as const) : Object.entries(forms);
  const map = new Map(counts.map(([form, count]) => [hidden(form), count]));
  return [...new Set(Array.from(change(map).values(), shown))];
}

const slots = (forms: readonly string[]): string[] => changed(withValuesInSlots, forms);
const frames = (forms: readonly string[] | Readonly<Record<string, number>>): string[] =>
  changed((map) => replaceVaryingWords(map, 1), forms);

suite("words behind a key", (test) => {
  const NAMES = ["ann", "bob", "eve", "joe", "kim"];

  test("are text if they are two to four, as states are, and a value if they are one or more", () => {
    assert.deepEqual(slots(["state=up now", "state=down now"]), ["state=up now", "state=down now"]);
    assert.deepEqual(slots(["state=up now"]), ["state=* now"]);
    assert.deepEqual(slots(NAMES.map((name) => `user=${name} came`)), ["user=* came"]);
  });

  test("are a value if the key ever has a value or nothing, in any line", () => {
    assert.deepEqual(slots(["user=ann came", "user=bob came", "user=* went"]), ["user=* came", "user=* went"]);
    assert.deepEqual(slots(["tty= on", "tty=ssh on", "tty=tty on"]), ["tty=* on"]);
  });

  test("are so for the method of a request, which has no key", () => {
    assert.deepEqual(slots(["do GET * now", "ask: GET *"]), ["do * now", "ask: *"]);
    assert.deepEqual(slots(["do GET * now", "do PUT * now"]), ["do GET * now", "do PUT * now"]);
    assert.deepEqual(slots(["do GET now"]), ["do GET now"]);
  });

  test("are judged in quotes, too, but for messages", () => {
    assert.deepEqual(slots(["user 'ann' came", 'file "a b" is gone']), ["user '*' came", 'file "*" is gone']);
    assert.deepEqual(slots(['msg="disk is full" x=*']), ['msg="disk is full" x=*']);
  });
});

suite("words in frames that are otherwise the same", (test) => {
  const frame = (words: readonly string[], text: (word: string) => string): string[] => frames(words.map(text));
  const STATES = ["started", "stopped", "failed"];
  const MANY = [...STATES, "paused", "resumed", "restarted"];

  test("vary behind a noun, and where a value stands in other lines", () => {
    assert.deepEqual(
      frame(["ann", "bob", "eve"], (name) => `the user ${name} came in`),
      ["the user * came in"],
    );
    assert.deepEqual(frames(["guest * came in", "guest ann came in"]), ["guest * came in"]);
  });

  test("vary beside words that have a value in them, and if they are names elsewhere", () => {
    assert.deepEqual(frames(["made by worker-* now", "made by mailer now"]), ["made by * now"]);
    const forms = new Map(
      ["USER ann left", "USER eve left", "log user='ann' in", "log user='eve' in"].map((form) => [form, 1]),
    );
    const names = new Set<string>();
    const inSlots = withValuesInSlots(forms, names);
    assert.deepEqual([...names], ["ann", "eve"]);
    const left = new Map(Array.from(inSlots.values(), (form) => [form, 1]));
    const framed = replaceVaryingWords(left, 1, names);
    assert.equal(shown(framed.get("USER ann left")!), "USER * left");
    assert.equal(shown(replaceVaryingWords(left, 1).get("USER ann left")!), "USER ann left");
  });

  test("vary at two places at once, if they are names there and no states", () => {
    const ids = ["ctpfax", "dxpoqa", "ggaigj", "gynusu", "hevsox", "jpbref"];
    const people = ["judy", "carol", "eve"];
    const opened = ids.map((id, i) => `Session ${id} opened for ${people[i % 3]}`);
    assert.deepEqual(frames(opened), ["Session * opened for *"]);
    const few = ids.slice(0, 5).map((id, i) => `Session ${id} opened for ${[...people, "ann", "bob"][i]}`);
    assert.deepEqual(frames(few), few);
    const capitals = ids.map((id, i) => `Session ${id.toUpperCase()} opened for ${people[i % 3]}`);
    assert.deepEqual(frames(capitals), capitals);
  });

  test("are apart from Chinese around them", () => {
    const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
    const forms = ["amy", "bob", "claire", "dave", "eve", "fay"].map((name) => latin1(`用户${name}登录成功`));
    assert.deepEqual(frames(forms), [latin1("用户*登录成功")]);
  });

  test("stay if a few come equally often, as states do", () => {
    const forms = STATES.map((state) => `pump has ${state} now`);
    assert.deepEqual(frames(forms), forms);
    assert.deepEqual(
      frame(MANY, (state) => `pump has ${state} now`),
      ["pump has * now"],
    );
    assert.deepEqual(frames({ [forms[0]!]: 100, [forms[1]!]: 9, [forms[2]!]: 1 }), ["pump has * now"]);
  });

  test("stay longest where a message begins, which says what it is about", () => {
    assert.equal(frame(MANY, (verb) => `${verb} the old pump`).length, MANY.length);
    const words = Array.from({ length: 12 }, (_, i) => `w${String.fromCharCode(97 + i)}`);
    assert.deepEqual(
      frame(words, (word) => `${word} the old pump`),
      ["* the old pump"],
    );
  });

  test("never all vary: a form keeps one", () => {
    assert.deepEqual(frames(["ann", "bob", "eve"]), ["ann", "bob", "eve"]);
    const pairs = Array.from({ length: 20 }, (_, i) => `x${"abcdefghijklmnopqrst"[i]} *`);
    assert.equal(frames(pairs).length, 20);
  });
});
