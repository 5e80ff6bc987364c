// `rulesPath` may be a list.

import assert from "node:assert/strict";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { exportRules, Processor } from "../../src/index.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { assertSameText } from "../support/same-text.ts";
import { Processor as SmallProcessor } from "../support/small-engine.ts";
import { suite } from "../support/suite.ts";
import { large, RULES } from "../support/threads-place.ts";

const WEB = `fields: { user: { transform: uppercase } }
rules:
  - name: login
    pattern: "{timestamp} login of {user}"
    output: "{user} logs in"
    sequence: { followers: ["  {detail}"] }
`;
const JOBS = `rules:
  - name: job
    pattern: "{timestamp} job {id} took {ms:number} ms"
    output: "job took {ms} ms"
`;
const LOG = "10:00:00 login of ann\n  from home\n10:00:01 job 7 took 12 ms\n10:00:02 stop\n";

suite("a list of rules files", (test) => {
  const cwd = folder({ "web.yaml": WEB, "jobs.yaml": JOBS, "app.log": LOG });
  const [web, jobs, log] = ["web.yaml", "jobs.yaml", "app.log"].map((name) => join(cwd, name)) as [
    string,
    string,
    string,
  ];
  const rulesPath = [web, pathToFileURL(jobs)];
  const processor = new Processor({ rulesPath });

  test("has its rules apply as one, and records name the file of a rule", async () => {
    const records = [];
    for await (const { rule, ruleFile, output } of processor.records(log)) records.push([rule, ruleFile, output]);
    assert.deepEqual(records, [
      ["login", web, "ANN logs in"],
      ["login", web, "  from home"],
      ["job", jobs, "job took 12 ms"],
      [undefined, undefined, "10:00:02 stop"],
    ]);
    const { ruleFile } = processor.normalize("10:00:01 job 7 took 12 ms")!;
    assert.equal(ruleFile, jobs);
    for await (const record of new Processor({ rulesPath: web }).records(log))
      assert.equal("ruleFile" in record, false);
  });

  test("is named by all other results, too", async () => {
    const output = new Collector();
    const { rules } = await processor.process(log, output);
    assert.deepEqual(rules, [
      { name: "login", file: web, lines: 2 },
      { name: "job", file: jobs, lines: 1 },
    ]);
    const why = await processor.why("10:00:01 job 7 took x ms");
    assert.deepEqual([why.rule, why.nearest?.[0]?.ruleFile], [undefined, jobs]);
    assert.equal(((await processor.why("10:00:01 job 7 took 1 ms")) as { ruleFile?: string }).ruleFile, jobs);
    const comparison = await processor.compare(log, Readable.from([LOG.replace("12", "13")]));
    const [changed] = [...comparison.differences()];
    assert.ok(changed?.kind === "changed");
    assert.equal(changed.new.ruleFile, jobs);
    const { rules: counts } = comparison.toJSON();
    assert.deepEqual(
      counts.map(({ rule, ruleFile }) => [rule, ruleFile]),
      [
        ["job", jobs],
        ["login", web],
        [undefined, undefined],
      ],
    );
    comparison.close();
    const { groups } = await processor.trace(log, { by: ["id"] });
    assert.equal(groups[0]!.events[0]!.ruleFile, jobs);
  });

  test("may be checked, by itself and against others", async () => {
    const against = { rulesPath: [web, join(cwd, "old.yaml")] };
    await assert.rejects(Processor.check({ rulesPath }, log, { against }), { code: "ENOENT" });
    const {
      path,
      files,
      rules,
      against: changes,
    } = await Processor.check({ rulesPath }, log, {
      against: { rulesPath: [jobs, web] },
      addExamples: true,
    });
    assert.deepEqual([path, files], [`${web}, ${jobs}`, [web, jobs]]);
    assert.deepEqual(rules, [
      { name: "login", file: web, line: 3 },
      { name: "job", file: jobs, line: 2 },
    ]);
    assert.equal(changes!.lines, 0);
  });

  test("has the edited text of each file", async () => {
    const runs = [1, 2].map((run) =>
      Array.from({ length: 8 }, (_, i) => `10:00:00 login of ann\n10:00:01 job ${run}${i} took ${run}${i}7 ms\n`).join(
        "",
      ),
    );
    const [old, next] = runs.map((run) => Readable.from([run])) as [Readable, Readable];
    const { edits } = await Processor.fields({ rulesPath }, old, { next, inPlace: true });
    assert.deepEqual([edits!.made, edits!.text, edits!.texts], [1, WEB, [WEB, JOBS.replace('{ms} ms"', '<n> ms"')]]);
    assert.equal(readFileSync(jobs, "utf8"), JOBS);
    const { examples } = await Processor.check({ rulesPath }, log, { addExamples: true });
    assert.equal(examples!.text, examples!.texts[0]);
    assert.match(examples!.texts[0]!, /examples:\n +- line: "?10:00:00 login of ann/);
    assert.match(examples!.texts[1]!, /examples:\n +- line: "?10:00:01 job 7/);
  });

  test("gets suggested rules into the last file, for lines that none of its rules match", async () => {
    for (const runs of [undefined, true]) {
      const { text, file, matchedBefore, ruleCount } = await Processor.suggest([log, log], { rulesPath, runs });
      assert.deepEqual([matchedBefore, ruleCount], [6, 1]);
      assert.equal(file, `${JOBS}${text}`);
      assert.match(text, /stop/);
    }
  });

  test("may be exported", async () => {
    const { text, ruleCount, leftOut, differences } = await exportRules({ rulesPath }, { to: "patterndb" });
    assert.deepEqual([ruleCount, leftOut], [2, []]);
    assert.ok(text.includes(`${jobs}:2: job`));
    assert.ok(differences.some(({ rule }) => rule.file === web && rule.line === 3));
  });

  test("is not written over", async () => {
    for (const path of [web, jobs])
      await assert.rejects(processor.process(log, path), /the output is the file of the rules, which would be lost/);
    assert.equal(readFileSync(jobs, "utf8"), JOBS);
  });

  test("has each file once, by whatever path", () => {
    const link = join(cwd, "link.yaml");
    symlinkSync("web.yaml", link);
    for (const other of [web, `${cwd}/./web.yaml`, link, pathToFileURL(web)])
      assert.throws(
        () => new Processor({ rulesPath: [jobs, web, other] }),
        /named twice|is the same file as .*web\.yaml; name/,
      );
    assert.equal(new Processor({ rulesPath: [link] }).normalize("10:00:00 login of ann")?.output, "ANN logs in");
  });

  test("gives the same bytes to several threads", async () => {
    const path = join(large().cwd, "large.log");
    const files = folder({
      "a.yaml": RULES,
      "b.yaml": 'rules: [{ name: raw, pattern: "raw {number} {rest}", output: "raw {number}" }]',
    });
    const parallel = new SmallProcessor({ rulesPath: ["a.yaml", "b.yaml"].map((name) => join(files, name)) });
    const [one, two] = [new Collector(), new Collector()];
    const statistics = await parallel.process(path, one, { format: "json" });
    assert.deepEqual(await parallel.process(path, two, { format: "json", jobs: 2 }), statistics);
    for (const name of ["a.yaml", "b.yaml"])
      assert.ok(one.bytes.includes(`"rule_file": ${JSON.stringify(join(files, name))}`));
    assertSameText(two.bytes.toString(), one.bytes.toString(), "json");
  });
});
