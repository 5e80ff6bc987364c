// The picture of a report: what it counts, and when it shows times.
import assert from "node:assert/strict";
import { LineMap } from "../../src/report/line-map.ts";
import { logsPicture } from "../../src/report/log-picture.ts";
import { suite } from "../support/suite.ts";

function mapOf(lines: readonly string[], marked: readonly number[] = []): LineMap {
  const map = new LineMap("a.log");
  for (const [i, line] of lines.entries()) map.add(i + 1, Buffer.from(line), 0, Buffer.byteLength(line));
  for (const line of marked) map.mark(line);
  return map;
}

function pictureOf(...maps: readonly LineMap[]): string {
  return logsPicture(maps.map((map) => ({ map, mark: "new", flags: [{ label: "1", line: 1 }] })));
}

/** The texts below the bars. */
function ticks(picture: string): string[] {
  return [...picture.matchAll(/class="tick[^>]*>([^<]+)/g)].map(([, text]) => text!);
}

/** The heights of the bars of a class, by column. */
function bars(picture: string, name: "even" | "rest"): Map<number, number> {
  const [, path] = new RegExp(`class="${name}" d="([^"]*)"`).exec(picture)!;
  return new Map([...path!.matchAll(/M(\d+) \d+v-(\d+)/g)].map(([, x, height]) => [Number(x), Number(height)]));
}

const time = (second: number): string => new Date(1e12 + 1000 * second).toISOString();

suite("the picture of a log", (test) => {
  test("counts each line and each mark once, however long the log is", () => {
    for (const count of [0, 1, 480, 481, 960, 961, 5000]) {
      const marked = Array.from({ length: count }, (_, i) => i + 1).filter((line) => line % 7 === 0);
      const { parts, size, lines } = mapOf(Array(count).fill("x"), marked);
      assert.equal(lines, count);
      assert.ok(parts.length <= 480 && parts.length * size >= count, `${parts.length} of ${size}`);
      for (const [i, part] of parts.entries()) {
        const isIn = (line: number): boolean => Math.floor((line - 1) / size) === i;
        assert.equal(part.marked, marked.filter(isIn).length);
        assert.equal(part.lines, Math.min(size, count - i * size));
      }
    }
  });

  test("shows a single marked line among many", () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => time(i));
    const rest = bars(pictureOf(mapOf(lines, [75_001])), "rest");
    // It is one of the lines that are counted together, perhaps on the border of two columns.
    assert.ok(rest.size > 0 && [...rest.keys()].every((column) => column === 89 || column === 90));
  });

  test("has lines where they are in time, and those without a time beside the one before", () => {
    const lines = [`${time(0)} start`, `${time(900)} boom`, "  at frame", `${time(1000)} end`];
    const picture = pictureOf(mapOf(lines, [2, 3]));
    assert.deepEqual(
      [...bars(picture, "even")],
      [
        [0, 20],
        [108, 40],
        [119, 20],
      ],
    );
    assert.deepEqual([...bars(picture, "rest")], [[108, 40]]);
    assert.equal(ticks(picture).length, 5);
  });

  test("is not led astray by numbers that look like times", () => {
    const lines = Array.from({ length: 100 }, (_, i) => (i % 13 === 5 ? "max.size = 2147483647" : time(i)));
    assert.match(ticks(pictureOf(mapOf(lines))).join(), /^09-09 01:46:40,.*,01:48:19$/);
  });

  test("goes by lines where there are no times, hardly any, or such that go back and forth", () => {
    const some = Array.from({ length: 50 }, (_, i) => (i % 17 === 0 ? time(i) : "no time"));
    const back = Array.from({ length: 50 }, (_, i) => time(i % 25));
    const same = Array.from({ length: 50 }, () => time(1));
    for (const lines of [Array(50).fill("x"), some, back, same])
      assert.deepEqual(ticks(pictureOf(mapOf(lines))), ["line 1", "line 50"]);
    // Lines of threads may be a little out of order.
    const threads = Array.from({ length: 50 }, (_, i) => time(i + (i % 3)));
    assert.equal(ticks(pictureOf(mapOf(threads))).length, 5);
  });

  test("has one scale for logs of the same time, and one for each of those that are far apart", () => {
    const from = (second: number) => mapOf([time(second), time(second + 60)]);
    const [a, b] = [ticks(pictureOf(from(0), from(30))).slice(0, 5), ticks(pictureOf(from(30))).slice(0, 5)];
    assert.deepEqual(ticks(pictureOf(from(0), from(30))).slice(5), a);
    assert.deepEqual(ticks(pictureOf(from(30), from(90_000))).slice(0, 5), b);
  });

  test("an empty log has a picture, too", () => {
    assert.match(pictureOf(mapOf([])), /0 lines/);
  });
});
