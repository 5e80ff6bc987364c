// What the outputs of suggested rules show: everything whose change a comparison should find, and nothing else.

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { Processor, type Suggestion } from "../../../src/index.ts";
import { TYPES } from "../../../src/matcher/types/type-registry.ts";
import { fieldNameOfType, typeOfAll } from "../../../src/tools/suggest/value-types.ts";
import { suite } from "../../support/suite.ts";

function suggested(lines: readonly string[]): Promise<Suggestion> {
  return Processor.suggest(Readable.from([Buffer.from(`${lines.join("\n")}\n`)]));
}

/** The outputs of the rules, with the most frequent first. */
async function outputsOf(lines: readonly string[]): Promise<string[]> {
  const { text } = await suggested(lines);
  return Array.from(text.matchAll(/^ {4}output: '(.*)'$/gm), ([, output]) => output!);
}

/** The index with its digits in another order and scattered, so that neighbours have little in common. */
function scattered(i: number, below: number): number {
  return (i * 7919 + 104729) % below;
}

const times = (count: number, line: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => line(i));

suite("outputs of suggested rules", (test) => {
  test("show numbers with few values and mask those with many, alike in all rules", async () => {
    // Which lines are kept as samples depends on their hashes, so several logs are tried.
    for (const area of ["stock", "cart", "mail", "login", "basket", "search"]) {
      const lines = times(
        140,
        (i) => `${area} probe answered ${[204, 307, 418, 503, 599][i % 5]} after ${scattered(i, 9001)} steps`,
      );
      assert.deepEqual(await outputsOf(lines), [`${area} probe answered {answered} after <n> steps`]);
    }
  });

  test("show codes that a key with the name of a unit follows", async () => {
    for (const [line, output] of [
      ["status=? bytes=<n>", "status={status} bytes=<n>"],
      ["exit=? s=<n>", "exit={exit} s=<n>"],
      ["status: ? bytes: <n>", "status: {status} bytes: <n>"],
      ["level=? b=x", "level={level} b=x"],
    ] as const) {
      const lines = times(300, (i) => line.replace("?", [200, 500][i % 2]!.toString()).replace("<n>", `${i * 37}`));
      assert.deepEqual(await outputsOf(lines), [output]);
    }
  });

  test("show a value that most lines have, whichever lines are looked at first", async () => {
    const lines = times(
      300,
      (i) => `worker ${scattered(i, 100_000)} ended in phase ${i === 217 ? 7 : i === 33 ? 4 : 2}`,
    );
    assert.deepEqual(await outputsOf(lines), ["worker <n> ended in phase {phase}"]);
    const processor = new Processor({ rules: (await suggested(lines)).text });
    assert.equal(new Set(lines.map((line) => processor.normalize(line)!.output)).size, 3);
  });

  test("show the statuses of requests, which no word tells, and mask what comes behind them", async () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) => `mill 0.0${i}1 ${["200", "404", "200"][i % 3]} ${4711 + 97 * i} ok`,
    );
    assert.deepEqual(await outputsOf(lines), ["mill <n> {status} <n> ok"]);
    const others = lines.map((line) => line.replaceAll(/200|404/g, (status) => `${Number(status) + 301}`));
    assert.deepEqual(await outputsOf(others), ["mill <n> {number} <n> ok"]);
  });

  test("have no field for what a list behind a key would hold if it were empty", async () => {
    const lines = Array.from({ length: 6 }, (_, i) => `vat ${i} has tags=[a, b] opts={a b {c}} left=[::]`);
    assert.deepEqual(await outputsOf(lines), ["vat <n> has tags=[a, b] opts={a b {{c}}} left=[::]"]);
  });

  test("show codes even in rules for one line", async () => {
    const lines = ["backup of vault failed, exit code 74", "mirror replied, status=502", "upload gave errno 28 twice"];
    assert.deepEqual((await outputsOf(lines)).toSorted(), [
      "backup of vault failed, exit code {code}",
      "mirror replied, status={status}",
      "upload gave errno {errno} twice",
    ]);
  });

  test("show codes with hexadecimal digits, but mask other such numbers", async () => {
    const lines = times(40, (i) => `lathe at 0x${(4096 + 16 * (i % 4)).toString(16)} ended, hresult=0x8007000${i % 3}`);
    assert.deepEqual(await outputsOf(lines), ["lathe at <hex> ended, hresult={hresult}"]);
  });

  test("mask codes of which hardly two are the same", async () => {
    const lines = times(90, (i) => `ticket result=${scattered(i, 100_000)} stored`);
    assert.deepEqual(await outputsOf(lines), ["ticket result=<n> stored"]);
  });

  test("mask amounts and long numbers, however few they are", async () => {
    const lines = times(
      60,
      (i) => `fetched shard ${i % 3} of run ${20417733 + (i % 2)} in ${10 + (i % 4)} ms, ${i % 2} KB left`,
    );
    assert.deepEqual(await outputsOf(lines), ["fetched shard {shard} of run <n> in <n> ms, <n> KB left"]);
  });

  test("mask all numbers of an id, also those that are the same in all lines", async () => {
    const lines = times(60, (i) => `cargo lot_20250505_${i % 2}_b_${scattered(i, 900)}_3 loaded at pier ${i % 2}`);
    const { text } = await suggested(lines);
    assert.ok(text.includes("\n  lot: { transform: mask }\n"), text);
    assert.ok(text.includes("    output: 'cargo lot_{lot} loaded at pier {pier}'\n"), text);
  });

  test("keep the code with which a message begins", async () => {
    const lines = times(
      40,
      (i) => `KILN-0${4017 + (i % 2)} ${["door open", "fan stuck"][i % 2]} at vat ${scattered(i, 900)}`,
    );
    const codes = ["KILN-04017 door open at vat <n>", "KILN-04018 fan stuck at vat <n>"];
    assert.deepEqual((await outputsOf(lines)).toSorted(), codes);
  });

  test("leave out dates and times that rules do not know as such", async () => {
    for (const time of ["05.05.2025 07:", "[05/May/2025 07:", "07:", "May 05 07:"]) {
      const close = time.startsWith("[") ? "]" : "";
      const lines = times(40, (i) => `${time}${10 + i}${close} INFO mixer: batch ${scattered(i, 900)} done`);
      assert.deepEqual(await outputsOf(lines), ["{level}: mixer: batch <n> done"], time);
    }
  });

  test("hide hosts, versions and dates as a whole", async () => {
    const lines = times(
      40,
      (i) => `mill${i % 9}.brew.example.org runs 2.${i % 7}-1+deb12u${i % 3} since ${1 + (i % 28)} May 2025`,
    );
    const { text } = await suggested(lines);
    assert.ok(/pattern: '\{host(?::word)?\} runs \{version:word\} since \{date\}'/.test(text), text);
  });

  test("show versions, however many there are", async () => {
    const lines = times(
      60,
      (i) => `brewed malt${"abcdefghij"[i % 10]} ${1 + (i % 6)}.${i}${i % 3 > 0 ? `-${i % 7}~rc` : ""} for <none>`,
    );
    const { text } = await suggested(lines);
    assert.match(text, /output: 'brewed \{name\} \{version\} for <none>'/);
    assert.doesNotMatch(text, /version: \{ transform/);
  });

  test("take no address of a device, no range and no duration for a version", async () => {
    const { text } = await suggested(
      times(60, (i) =>
        i % 2 === 0
          ? `device 0000:0${i % 7}:0${i % 5}.0 is warm`
          : `mash took ${i}.${i % 9}${i % 4 > 1 ? "s" : "ms"} again`,
      ),
    );
    assert.doesNotMatch(text, /version/);
  });

  test("have names that neither the next key, nor a closed bracket, nor the name of a source file gives", async () => {
    for (const [form, pattern] of [
      ["from static/# subs=x", "from static/{number:number} subs={subs:word}"],
      [
        "open(a, b) = # (no such directory) <0.#>",
        "open(a, b) = {number:number} (no such directory) <{number_2:float}>",
      ],
      ["by caller=main.go:1# ok", "by caller=main.go:{line:number} ok"],
      ["to db.local:1# or localhost:2#", "to db.local:{port:number} or localhost:{port_2:number}"],
      ["got <0.2#.7> up", "got <{id:word}> up"],
      ["drop file a.7#.base.rdb now", "drop file {file:word} now"],
      ["sent 1,4## of all", "sent {number:word} of all"],
    ] as const) {
      const { text } = await suggested(times(30, (i) => `mill ${form.replaceAll("#", `${i % 10}`)}`));
      assert.ok(text.includes(`pattern: 'mill ${pattern}'`), `${pattern} in ${text}`);
    }
  });

  test("have a date of digits and dots as a field, though all lines are of one day", async () => {
    const { text } = await suggested(times(30, (i) => `15.11.2023;02:${10 + i}:01;valve ${i % 4} is open`));
    assert.match(text, /pattern: '\{date:word\};\{time:timestamp\};valve/);
    assert.match(text, /output: '<time>;valve/);
  });

  test("have the method behind a key as a field, however few there are", async () => {
    const { text, ruleCount } = await suggested(
      times(30, (i) => `mill served {"method": "${["GET", "POST"][i % 2]}", "uri": "/malt/${i}"}`),
    );
    assert.equal(ruleCount, 1);
    assert.match(text, /"method": "\{method:word\}"/);
  });

  test("in rules for few lines, show what other rules have again and again", async () => {
    const zones = times(80, (i) => `zone=${i % 4} warmed up by task ${scattered(i, 50_000)}`);
    const outputs = await outputsOf([...zones, "gate locked, zone=3, task 17 waits"]);
    assert.deepEqual(outputs, ["zone={zone} warmed up by task <n>", "gate locked, zone={zone}, task <n> waits"]);
  });

  test("mask an id that each of several rules has once", async () => {
    const stages = ["was received", "got weighed", "left the hall", "came home"];
    const lines = [310, 317, 324, 331, 338, 345].flatMap((id) => stages.map((stage) => `crate ${id} ${stage}`));
    assert.deepEqual((await outputsOf(lines)).toSorted(), stages.map((stage) => `crate <n> ${stage}`).toSorted());
  });

  test("mask ids of which some come again, but show such numbers if each comes very often", async () => {
    const members = [2041, 1877, 2002, 1990];
    const visits = (count: number): string[] =>
      times(count, (i) => `member ${members[scattered(i, 4)]} came in through gate ${i % 3}`);
    assert.deepEqual(await outputsOf(visits(24)), ["member <n> came in through gate {gate}"]);
    assert.deepEqual(await outputsOf(visits(240)), ["member {member} came in through gate {gate}"]);
  });

  test("always mask addresses and ids, also where few of them come again and again", async () => {
    const ids = ["c0ffee12-aaaa-4bbb-8ccc-0123456789ab", "c0ffee12-aaaa-4bbb-8ccc-0123456789cd"];
    const macs = ["00:1A:2b:3c:4d:5e", "00:1A:2b:3c:4d:5f"];
    const lines = times(
      80,
      (i) => `peer 10.9.0.${i % 2} sent ${ids[i % 2]} through port ${[22, 443][i % 2]} of ${macs[i % 2]}`,
    );
    const [output] = await outputsOf(lines);
    assert.equal(output, "peer <ip> sent <uuid> through port {port} of <mac>");
    const processor = new Processor({ rules: (await suggested(lines)).text });
    assert.match(processor.normalize(lines[0]!)!.output, /of <mac>$/);
  });

  test("show of a field what masks leave, alike in all rules", async () => {
    const rules = ["north", "south", "east", "west", "centre"].flatMap((side) =>
      times(8, (i) => `${side} tower: crew=team${scattered(i, 7001)} rests`),
    );
    const lines = [...rules, ...times(60, (i) => `bridge: crew=team${i % 2} works`)];
    const processor = new Processor({ rules: (await suggested(lines)).text });
    assert.equal(processor.normalize("bridge: crew=team1 works")!.output, "bridge: crew=team1 works");
    assert.equal(processor.normalize("north tower: crew=team512 rests")!.output, "north tower: crew=team<n> rests");
  });
});

suite("the fields that a suggestion says it masks", (test) => {
  test("are those with few different numbers, of which somebody may know that they are codes", async () => {
    const lines = [
      ...times(30, (i) => `lock ${scattered(i, 50_000)} closed by ship ${1200 + (i % 9)} after ${i % 9} minutes`),
      ...["weir opened to notch 3", "tariff=7 and berth 20250505 for 10.0.0.7"],
    ];
    const { maskedFields } = await suggested(lines);
    assert.deepEqual(maskedFields, ["ship", "tariff", "notch"]);
  });

  test("are codes with too many values, too", async () => {
    const { maskedFields } = await suggested(times(90, (i) => `pump ${scattered(i, 50_000)} result=${300 + i}`));
    assert.deepEqual(maskedFields, ["result"]);
  });

  test("are none where masks change nothing", async () => {
    const lines = ["sluice runs firmware v2", "boom runs firmware v3"];
    const { text, maskedFields } = await suggested(lines);
    assert.deepEqual(maskedFields, [], text);
  });
});

suite("lines of an access log", (test) => {
  const answers = [201, 204, 409, 422, 504];
  const linesOf = (answerTo: (path: string, i: number) => number): string[] =>
    Array.from({ length: 101 }, (_, i) =>
      ["/crates", "/hooks", "/ropes", "/sails"].map((path, k) => {
        const [client, size] = [scattered(4 * i + k, 250), scattered(4 * i + k, 70_001)];
        return `10.9.8.${client} - - [05/May/2025:07:58:12 +0000] "PUT ${path} HTTP/1.1" ${answerTo(path, i)} ${size}`;
      }),
    ).flat();

  test("show how each request ended, and no address", async () => {
    const before = linesOf((_, i) => answers[i % 5]!);
    const { text, wonByOthers } = await suggested(before);
    assert.equal(wonByOthers, 0);
    const processor = new Processor({ rules: text });
    const outputs = new Set(before.map((line) => processor.normalize(line)!.output));
    assert.equal(outputs.size, 4 * answers.length, [...outputs].join("\n"));
    for (const path of ["/crates", "/hooks", "/ropes", "/sails"]) {
      const after = linesOf((one, i) => (one === path ? 504 : answers[i % 5]!));
      const logs = [before, after].map((lines) => Readable.from([Buffer.from(`${lines.join("\n")}\n`)]));
      const { equal } = await processor.compare(logs[0]!, logs[1]!, { unordered: true });
      assert.equal(equal, false, path);
    }
  });

  test("show the status of a request that came once", async () => {
    const outputs = await outputsOf(['"PATCH /masts HTTP/1.1" 409 1740', '"TRACE /decks HTTP/2" 502 -']);
    assert.deepEqual(outputs.toSorted(), [
      '"{method} {path} HTTP/{http_version}" {status} -',
      '"{method} {path} HTTP/{http_version}" {status} <n>',
    ]);
  });

  test("of one kind have one rule, also if all samples have the same number", async () => {
    for (const path of ["/crates", "/hooks", "/ropes"]) {
      const frequent = times(200, (i) => `"PUT ${path}" ${i % 40 === 7 ? 504 : 201} ${scattered(i, 70_001)}`);
      const others = times(60, (i) => `"PUT /boats/${i}" ${answers[i % 5]} ${scattered(i, 70_001)}`);
      const { wonByOthers, text } = await suggested([...frequent, ...others]);
      assert.equal(wonByOthers, 0, text);
    }
  });
});

suite("texts in brackets in suggested headers", (test) => {
  const headerOf = async (texts: readonly string[]): Promise<string> => {
    const lines = times(40, (i) => `2025-05-05 07:58:${10 + i} INFO [${texts[i % texts.length]}] vat ${i} was stirred`);
    const { headers, text } = await suggested(lines);
    assert.equal(headers.length, 1);
    return /output: '(.*): vat/.exec(text)![1]!;
  };

  test("are shown if they say what a line is about", async () => {
    assert.equal(await headerOf(["INBOUND", "OUTBOUND"]), "{level} {component}");
    assert.equal(await headerOf(["brewery"]), "{level} {component}");
    assert.equal(await headerOf(["request", "response", "http2"]), "{level} {component}");
  });

  test("are left out if they are threads or requests", async () => {
    assert.equal(await headerOf(["stirrer-1", "stirrer-2", "timer"]), "{level}");
    assert.equal(await headerOf(["main", "cleaner"]), "{level}");
    assert.equal(await headerOf(times(26, (i) => `fork ${String.fromCharCode(97 + i)}`)), "{level}");
    assert.equal(await headerOf(["req-4f1 ann", "req-77a bob"]), "{level}");
  });
});

suite("a time at the beginning of lines without a header", (test) => {
  const [gate, depot] = [
    times(30, (i) => `2025-05-05 07:${10 + i}:12.104 INFO [gate] parcel-${700 + (i % 10)} came in`),
    times(4, (i) => `2025-05-05T07:${11 + i}:40.500Z depot took parcel-${700 + i}`),
  ];

  test("is that of the line, and left out of the output", async () => {
    const brackets = times(3, (i) => `[2025-05-05 07:${20 + i}:01] ~ belt stopped`);
    const { text } = await suggested([...gate, ...depot, ...brackets]);
    const processor = new Processor({ rules: text });
    for (const [line, output] of [
      [depot[1]!, "depot took parcel-701"],
      [brackets[0]!, "belt stopped"],
    ] as const) {
      const normalized = processor.normalize(line)!;
      assert.equal(normalized.output, output);
      assert.ok(normalized.captures.some(({ name }) => name === "timestamp"));
    }
  });

  test("puts the lines where they belong in a trace", async () => {
    const { text } = await suggested([...gate, ...depot]);
    const logs = [gate, depot].map((lines) => Readable.from([Buffer.from(`${lines.join("\n")}\n`)]));
    const { groups } = await new Processor({ rules: text }).trace(logs, { by: ["parcel"] });
    const group = groups.find(({ ids }) => ids.includes("702"));
    assert.deepEqual(
      group?.events.map(({ original }) => original.slice(11, 16)),
      ["07:12", "07:13", "07:22", "07:32"],
    );
    assert.ok(group?.events.every(({ time }) => time !== undefined));
  });

  test("is masked if the line has nothing else", async () => {
    const { text } = await suggested(["2025-05-05 07:58:12", "2025-05-06 07:58:12"]);
    assert.match(text, /pattern: '\{timestamp:timestamp\}'\n {4}output: '<time>'/);
  });
});

suite("numbers that are the same in all lines", (test) => {
  const build = (run: string, port: number, i: number): string =>
    `step compile_${run}_0007_${i} of build-${run}-3 sent through port ${port} with tls 1.3, slot ${scattered(i, 97)}`;

  test("are values, so that the rules also match the next run, and shown unless they are part of an id", async () => {
    const { text } = await suggested(times(60, (i) => build("20250505", 8443, i)));
    const processor = new Processor({ rules: text });
    for (const [run, port] of [
      ["20250506", 8443],
      ["31", 9443],
    ] as const) {
      const { output } = processor.normalize(build(run, port, 4))!;
      assert.equal(
        output,
        `step compile_<n>_<n>_<n> of build-<n>-<n> sent through port ${port} with tls 1.3, slot <n>`,
      );
    }
  });

  test("are masked if they are those of a process", async () => {
    const record = (pid: number, i: number): string => `{"level":30,"pid":${pid},"msg":"keel ${i} laid"}`;
    for (const line of [record, (pid: number, i: number) => `dock ${i} opened by PID ${pid}`]) {
      const { text, maskedFields } = await suggested(times(60, (i) => line(417, i)));
      assert.ok(new Processor({ rules: text }).normalize(line(9120, 7)), text);
      assert.doesNotMatch(text, /output: .*\{pid\}/);
      assert.deepEqual(maskedFields, []);
    }
  });

  test("are masked if they are long", async () => {
    const lines = times(60, (i) => `offset ${scattered(i, 900)} of volume 70341122 read`);
    assert.deepEqual(await outputsOf(lines), ["offset <n> of volume <n> read"]);
  });
});

suite("types of suggested fields", (test) => {
  for (const { name, samples } of TYPES.filter(({ name }) => fieldNameOfType(name) !== undefined)) {
    test(`may be ${name}: a wider type is tried after it`, () =>
      assert.ok(
        samples.some((sample) => typeOfAll([sample]) === name),
        `src/tools/suggest/value-types.ts gives no sample of ${name} that type`,
      ));
  }

  test("are not narrowed to hexadecimal by a few ids, whose like may have any letter", async () => {
    const lines = ["call-4be07d", "call-f19ac3", "call-00d5e1"].flatMap((id) => [`${id} was taken`, `${id} hung up`]);
    const processor = new Processor({ rules: (await suggested(lines)).text });
    for (const rest of ["was taken", "hung up"]) assert.ok(processor.normalize(`call-7gh2kx ${rest}`), rest);
  });

  test("are hexadecimal if chance would hardly make such ids, and none of that name is another word", async () => {
    const ids = times(8, (i) => ((i + 3) * 0x1f3a5c7b).toString(16).padStart(8, "0").slice(-8));
    // One of many may have no digit by chance.
    const stored = [...ids, "deadbeef"].map((id) => `page blob=${id} stored`);
    const { text } = await suggested(stored);
    assert.match(text, /blob=\{blob:hex\} stored/);
    const mixed = await suggested([...stored, "page blob=9zk41xw lost"]);
    assert.match(mixed.text, /blob=\{blob:word\} stored/);
    assert.equal(typeOfAll(["facade"]), "word");
  });
});

suite("suggested patterns of aligned numbers", (test) => {
  const amount = (i: number): string => `${scattered(i, 10 ** (1 + (i % 5)))}`;

  test("take any number of blanks, and outputs show one", async () => {
    for (const [line, output] of [
      [(i: number) => `tank ${amount(i).padStart(8)} litres left`, "tank <n> litres left"],
      [(i: number) => `tank ${amount(i).padEnd(8)} litres left`, "tank <n> litres left"],
      [(i: number) => `tank ${amount(i).padStart(7)}% of ${amount(i + 1).padStart(6)} kg`, "tank <n>% of <n> kg"],
      [(i: number) => `tank ${amount(i).padStart(6)} ${amount(i + 3).padStart(6)} kg`, "tank <n> <n> kg"],
      [(i: number) => `tank ${amount(i).padEnd(6)}/ ${amount(i + 3).padStart(6)} kg`, "tank <n> / <n> kg"],
    ] as const) {
      const { text, ruleCount } = await suggested(times(120, line));
      assert.equal(ruleCount, 1, text);
      const processor = new Processor({ rules: text });
      const wider = line(0).replace(/ +/g, (blanks) => blanks + " ".repeat(blanks.length > 1 ? 9 : 0));
      for (const one of [...times(5, line), wider]) assert.equal(processor.normalize(one)?.output, output, one);
    }
  });

  test("leave other blanks as they are: of all lines, and of names that begin with one", async () => {
    assert.deepEqual(await outputsOf(times(90, (i) => `tank   ${10 + (i % 80)}  litres`)), ["tank   <n>  litres"]);
    const { text } = await suggested(times(90, (i) => `guest ${i % 9 ? `g${scattered(i, 99)}` : ` ${i}x`} left`));
    assert.doesNotMatch(text, /whitespace/);
  });
});

/** Whether the rules that are suggested for the first lines tell them from the others. */
async function areEqual(before: readonly string[], after: readonly string[]): Promise<boolean> {
  const processor = new Processor({ rules: (await suggested(before)).text });
  const logs = [before, after].map((lines) => Readable.from([Buffer.from(`${lines.join("\n")}\n`)]));
  return (await processor.compare(logs[0]!, logs[1]!, { unordered: true })).equal;
}

suite("lines that tell how something ended", (test) => {
  const METHODS = ["GET", "PUT", "POST"];
  const PATHS = ["/crates", "/hooks", "/ropes/{id}", "/sails"];
  const JOBS = ["caulk", "rig", "splice"];
  const FORMS = [
    ...["{m} {p} -> {s}", "{m} {p} -> {s} in {n} ms", "{m} {p} = {s}", "{m} {p} >>> {s}", "{m} {p} - {s} - {n}ms"],
    ...["{m} {p} [{s}]", "{m} {p} ({s}) {n}ms", "{m} {p}: {s}", "{m} {p} {s} {n}ms", "{m} {p} {s} {n}.5 ms - 5"],
    ...[
      "[{s}] {m} {p} served",
      "INFO [orders] [{s}] {m} {p}",
      "[INFO][orders][{s}] {m} {p}",
      "[INFO][shop.Orders][{s}] {m} {p}",
      "INFO [{s}][orders] {m} {p}",
      "INFO [orders]{code={s}, tries={n}} {m} {p}",
      "{s} {m} {p}",
      "INFO {s} {m} {p}",
      "INFO {m} {p} -> {s} {n}ms",
      "INFO - {s} - {m} {p}",
      "| {m} | {p} | {s}",
    ],
    ...["{j} => {s}", "{j} - {s} errors", "{j} : {s}", "{j} exit: {s}", "queue {j} = {s}", "| INFO | {j} | {s}"],
    ...["Completed {s} in {n}ms", '| {s} | {n}µs | 10.0.3.{n} | {m} "{p}"', "10.0.3.{n} -> {m} {p} - {s}"],
  ];
  const linesOf = (form: string, run: number, answers: readonly number[]): string[] =>
    times(120, (i) =>
      `2025-05-05 07:5${run}:${10 + (i % 50)} ${form}`
        .replace("{m}", METHODS[i % 3]!)
        .replace("{p}", PATHS[i % 4]!)
        .replace("{j}", JOBS[i % 3]!)
        .replace("{s}", `${answers[i % answers.length]}`)
        .replace("{id}", `${100 + scattered(i * run, 900)}`)
        .replaceAll("{n}", `${10 + scattered(i * run, 90)}`),
    );

  for (const form of FORMS) {
    test(`are compared by that: ${form}`, async () => {
      const before = linesOf(form, 1, [200, 200, 404, 200, 201]);
      assert.equal(await areEqual(before, linesOf(form, 2, [500, 502, 404, 500, 503])), false);
      assert.equal(await areEqual(linesOf(form, 1, [200]), linesOf(form, 2, [500])), false);
    });
  }

  test.costly("never have an output without anything of them", async () => {
    for (const form of [...FORMS, "[{n}]", "INFO {n}000", "web{s}", "[{m}]"]) {
      const outputs = await outputsOf(linesOf(form, 1, [200, 200, 404]));
      assert.doesNotMatch(outputs.join("\n"), /^[\W_]*$/m, form);
    }
  });

  test("keep what is beside it, with durations and addresses masked", async () => {
    const outputs = await outputsOf(linesOf('[GIN] | {s} | {n}µs | 10.0.3.{n} | {m} "/sails"', 1, [200, 404]));
    assert.deepEqual(
      outputs.toSorted(),
      METHODS.toSorted().map((method) => `{component} {status}: ${method} "{path}"`),
    );
  });
});

suite("suggested headers", (test) => {
  const TIME = "2025-05-05 07:58";
  const CONTENTS = ["vat {n} stirred", "lid of vat {n} closed", "malt for batch {n} came"];
  const headerOf = async (form: string): Promise<string> => {
    const lines = times(90, (i) =>
      `${form} ${CONTENTS[i % 3]!}`
        .replaceAll("{n}", `${scattered(i, 700)}`)
        .replaceAll("{pid}", `${1000 + scattered(i, 29_000)}`)
        .replaceAll("{tid}", `${11 + (i % 7)}`)
        .replaceAll("{ss}", `${10 + (i % 50)}`),
    );
    const { headers } = await suggested(lines);
    assert.equal(headers.length, 1);
    return headers[0]!.replace(/:(?:timestamp|word|number)\b/g, "").trim();
  };

  test("have the number of a process where processes stand", async () => {
    for (const [form, header] of [
      ["May  5 07:58:{ss} kiln brewd[{pid}]:", "{timestamp} {host} {program}[{pid}]:"],
      [`${TIME}:{ss} kiln brewd[{pid}]:`, "{timestamp} {host} {program}[{pid}]:"],
      ["05-05 07:58:{ss}.104  {pid}  {pid} I BrewManager:", "{timestamp}  {pid}  {tid} {level} {component}:"],
      ["250505 0758{ss} {n} INFO brew.Vat:", "{timestamp} {pid} {level} {logger}:"],
      [`${TIME}:{ss} INFO {pid} --- [main] brew.Vat :`, "{timestamp} {level} {pid} --- [{thread}] {logger} :"],
      [`${TIME}:{ss} vat7 {pid} INFO`, "{timestamp} {host} {pid} {level}"],
      [`${TIME}:{ss} INFO {pid}`, "{timestamp} {level} {pid}"],
      [`${TIME}:{ss} - brew - 4711 - INFO -`, "{timestamp} - {component} - {pid} - {level} -"],
      [`${TIME}:{ss} | INFO | 4711 |`, "{timestamp} | {level} | {pid} |"],
      ["I0505 07:58:{ss}.104211   {pid} vat.go:17]", "{level:I|W|E|F|D}{timestamp}   {pid} {source}]"],
      [`${TIME}:{ss} stir => {pid} ok`, "{timestamp}"],
      [
        "<134>1 2025-05-05T07:58:{ss}Z kiln brewd {pid} - -",
        "<{priority}>{version} {timestamp} {host} {program} {pid} {message_id} (-|[{structured_data}])",
      ],
      [`${TIME}:{ss} vat7 brewd[{pid}] INFO`, "{timestamp} {host} {program}[{pid}] {level}"],
      [`${TIME}:{ss} {pid}/{tid} I`, "{timestamp} {pid}/{tid} {level}"],
      [`[${TIME}:{ss}][INFO ][brew.Vat] [main]`, "[{timestamp}][{level} ][{logger}] [{thread}]"],
    ] as const)
      assert.equal(await headerOf(form), header, form);
  });

  test("end brackets where the next begin, whatever blanks fill their width", async () => {
    const lines = times(120, (i) => {
      const [level, logger] = [["INFO", "ERROR"][i % 2]!, ["brew.Vat", "brew.Kiln", "malt.Mill"][i % 3]!];
      const thread = ["main", "stir one", "stir two"][i % 3]!;
      const head = `[${TIME}:${10 + (i % 50)},104][${level.padEnd(5)}][${logger.padEnd(9)}][${thread.padEnd(8)}]`;
      return `${head} ${CONTENTS[i % 3]!.replace("{n}", `${scattered(i, 700)}`)}`;
    });
    const { headers, ruleCount } = await suggested(lines);
    const padded = (name: string): string => `{${name}:word}({_:whitespace}|)`;
    assert.deepEqual(headers, [`[{timestamp:timestamp}][${padded("level")}][${padded("logger")}][{thread}] `]);
    assert.equal(ruleCount, 3);
  });

  test("have a host only where it is known to be one", async () => {
    for (const [form, header] of [
      [`${TIME}:{ss} kiln brew INFO`, "{timestamp} {component} {component_2} {level}"],
      [`${TIME}:{ss} kiln3 brew INFO`, "{timestamp} {host} {component} {level}"],
      [`${TIME}:{ss} kiln brew:`, "{timestamp} {host} {program}:"],
    ] as const)
      assert.equal(await headerOf(form), header, form);
  });

  test("whose short numbers are left out are named in the summary", async () => {
    const lines = times(90, (i) => `${TIME}:${10 + (i % 50)} ${11 + (i % 7)} INFO vat ${scattered(i, 700)} stirred`);
    assert.deepEqual((await suggested(lines)).maskedFields, ["pid"]);
    const served = times(90, (i) => `${TIME}:${10 + (i % 50)} kiln api[${[200, 404][i % 2]}]: vat ${i * 31} stirred`);
    assert.deepEqual((await suggested(served)).maskedFields, ["pid"]);
    const kiln = times(90, (i) => `${TIME}:${10 + (i % 50)} kiln api[${4700 + (i % 2)}]: vat ${i * 31} stirred`);
    assert.deepEqual((await suggested(kiln)).maskedFields, []);
  });

  test("show codes with letters, and name them in the summary if they are many", async () => {
    const linesWith = (count: number, lines: number): string[] =>
      times(lines, (i) => `${TIME}:${10 + (i % 50)} WARN [E${1000 + (i % count)}] vat ${scattered(i, 700)} stirred`);
    assert.deepEqual(await outputsOf(linesWith(4, 90)), ["{level} {code}: vat <n> stirred"]);
    assert.deepEqual((await suggested(linesWith(4, 90))).maskedFields, []);
    assert.deepEqual((await suggested(linesWith(30, 90))).maskedFields, ["code"]);
  });
});

suite("suggested transforms of texts", (test) => {
  /** Ids that hardly any line has: none of the lines that are kept as samples. */
  const linesOf = (verb: string, count: number): string[] =>
    times(count, (i) => `${verb} path=/holds/${i % 40 === 7 ? `a1b2c3d4e5f6a7${10 + i}` : "tools"} for the crew`);

  test("mask ids that few lines have, in all rules", async () => {
    for (const area of ["stow", "fetch", "weigh", "clean"]) {
      const lines = [...linesOf(area, 800), ...times(40, (i) => `lost path=/holds/${["nets", "tools"][i % 2]} again`)];
      const processor = new Processor({ rules: (await suggested(lines)).text });
      const outputOf = (line: string): string => processor.normalize(line)!.output;
      const [one, other] = ["a1b2c3d4e5f6a710", "a1b2c3d4e5f6a799"].map((id) => `path=/holds/${id}`);
      assert.equal(outputOf(`${area} ${one} for the crew`), outputOf(`${area} ${other} for the crew`));
      assert.equal(outputOf(`lost ${one} again`), outputOf(`lost ${other} again`));
      assert.notEqual(outputOf("lost path=/holds/nets again"), outputOf("lost path=/holds/tools again"));
    }
  });
});

suite("lines of unusual logs", (test) => {
  const patternsOf = async (lines: readonly string[]): Promise<string[]> => {
    const { text } = await suggested(lines);
    return Array.from(text.matchAll(/^ {4}pattern: (.*)$/gm), ([, pattern]) => pattern!);
  };
  const ROWS = [
    "10.0.0.5 TCP_MISS/200 4512 GET http://a.example/ - DIRECT text/html",
    "10.0.0.6 TCP_HIT/404 812 HEAD http://a.example/b - NONE image/png",
    "10.0.0.7 TCP_DENIED/403 0 GET http://b.example/ ann NONE -",
    "10.0.0.8 TCP_TUNNEL/200 77 CONNECT b.example:443 - DIRECT -",
    "10.0.0.9 TCP_MISS/503 9 POST http://c.example/ bob DIRECT text/css",
  ];

  test("have one rule if they are rows between blanks, whose words vary in several columns", async () => {
    const [pattern, ...others] = await patternsOf(ROWS);
    assert.deepEqual(others, []);
    assert.match(pattern!, /^'\{ip:ip\} \{\w+:word\}\/\{\w+:number\} (?:\{\w+:\w+\} ){5}\{\w+:word\}'$/);
  });

  test("have rules of their own if words of the language vary in several columns", async () => {
    const said = ROWS.map((row, i) => row.replace(/DIRECT|NONE/, ["far", "near", "off"][i % 3]!).toLowerCase());
    assert.ok((await patternsOf(said)).length > 1);
  });

  test("have rules of their own behind lines with nothing but a time", async () => {
    const events = ["232", "233"].flatMap((to, i) => [
      `2025-05-05 07:58:1${i}`,
      `thread 1 advanced to ${to} of 9`,
      `  current log is ${i}`,
    ]);
    const { text, ruleCount } = await suggested([...events, "2025-05-05 07:58:19", "mounted 7"]);
    assert.equal(ruleCount, 3);
    assert.match(text, /name: thread_advanced[^\n]*\n.*\n.*\n {4}sequence: \{ followers: \*continued \}/);
    assert.doesNotMatch(text, /catch_all: true\n.*\n.*\n {4}sequence/);
  });

  test("have values in quotes behind what people are named by, and pairs in single quotes", async () => {
    assert.deepEqual(await patternsOf(["user 'ann' left", "user 'bob' left"]), ["'user ''{user:word}'' left'"]);
    const pairs = await patternsOf(["a=1 msg='op=login acct=x7 res=ok'", "a=2 msg='op=logout acct=y8 res=no'"]);
    assert.deepEqual(pairs, ["'a={a:number} msg=''op={op:word} acct={acct:word} res={res:word}'''"]);
  });
});
