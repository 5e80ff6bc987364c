// Which lines are taken for records, and what of them varies. `*` stands for a value, `<...>` for a message.

import assert from "node:assert/strict";
import { recordFormatOf } from "../../src/text/records/record-format.ts";
import { VARYING } from "../../src/text/shapes/skeleton.ts";
import { suite } from "../support/suite.ts";

/** The names of columns, and the skeleton of each line; undefined if the lines are no records. */
function read(lines: readonly string[]): { columns: readonly string[]; skeletons: string[] } | undefined {
  const format = recordFormatOf(lines.map((line) => Buffer.from(line)));
  if (format === undefined) return undefined;
  const skeletonOf = (line: string): string => format.skeletonOf(line, (message) => `<${message}>`);
  return { columns: format.columns, skeletons: lines.map((line) => skeletonOf(line).replaceAll(VARYING, "*")) };
}

suite("formats of records", (test) => {
  test("are JSON objects, of which the message is taken apart", () =>
    assert.deepEqual(read(['{"msg":"a 1","list":[1,[2]],"ok":true,"n":-1.5e3}']), {
      columns: [],
      skeletons: ['{"msg":"<a 1>","list":*,"ok":*,"n":*}'],
    }));

  test("are pairs, whose quotes are part of the value unless all lines have them", () => {
    const [first, second] = ['level=info msg="a b" user="ann"', 'level=warn msg="c" user=bob'];
    assert.deepEqual(read([first, second])?.skeletons, ['level=* msg="<a b>" user=*', 'level=* msg="<c>" user=*']);
    assert.deepEqual(read([first])?.skeletons, ['level=* msg="<a b>" user="*"']);
  });

  test("are the tables of W3C and Zeek, which name their columns", () => {
    assert.deepEqual(read(["#Version: 1.0", "#Fields: date time c-ip", "2025-05-04 07:58:12 10.0.0.7"]), {
      columns: ["date", "time", "c-ip"],
      skeletons: ["#Version: 1.0", "#Fields: date time c-ip", "* * *"],
    });
    assert.deepEqual(read(["#fields\tts\tuid\thost", "12.5\tC1\ta b"]), {
      columns: ["ts", "uid", "host"],
      skeletons: ["#fields\tts\tuid\thost", "*\t*\t*"],
    });
  });

  test("are the tables of Exchange and CloudFront, which name their columns otherwise", () => {
    assert.deepEqual(read(["#Fields: date-time,id,event", '2025-05-04T07:58:12.000Z,7,"a, b"'])?.skeletons, [
      "#Fields: date-time,id,event",
      "*,*,*",
    ]);
    assert.deepEqual(read(["#Fields: date time c-ip", "2025-05-04\t07:58:12\ta b"])?.columns, ["date", "time", "c-ip"]);
  });

  test("are rows between commas, bars and the like, with or without a heading", () => {
    assert.deepEqual(read(["name,age,city", '"Ann, Bob",3,Rome', "Joe,4,Bonn"]), {
      columns: ["name", "age", "city"],
      skeletons: ["name,age,city", "*,*,*", "*,*,*"],
    });
    assert.deepEqual(read(["a|b c|1", "c|d|2", "e|f|3"]), { columns: [], skeletons: ["*|*|*", "*|*|*", "*|*|*"] });
  });

  test("are no sentences, whatever commas these have", () =>
    assert.equal(read(["a, b, c", "hello, you, there", "well, no, yes"]), undefined));
});
