// Which headers are found in logs of common formats, with many messages and with a single one.
import assert from "node:assert/strict";
import { findHeaders, HeaderSplitter, headerText } from "../../../src/tools/suggest/headers.ts";
import { suite } from "../../support/suite.ts";

const MESSAGES = ["started worker 7", "connection from 10.0.0.7 refused", "cache is cold", "took 31 ms"];

/** The headers of lines in this form, without the types of fields. */
function headersOf(form: string, messages: readonly string[]): string[] {
  const lines = Array.from({ length: 12 }, (_, i) => {
    const values: Record<string, string | undefined> = {
      ss: `${10 + i}`,
      n: `${i}`,
      pid: `${1234 + (i % 2)}`,
      ip: `10.0.0.${i % 3}`,
      Level: ["INFO", "WARN", "ERROR"][i % 3],
      level: ["info", "warn", "error"][i % 3],
      Note: ["Note", "Warning", "ERROR"][i % 3],
      program: ["cron", "sshd"][i % 2],
      logger: ["com.acme.App", "com.acme.db.Pool"][i % 2],
      thread: ["main", "worker-1"][i % 2],
      user: ["-", "ann"][i % 2],
    };
    const line = form.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
    return Buffer.from(`${line} ${messages[i % messages.length]}`);
  });
  return findHeaders(lines).map((header) => headerText(header).replace(/:(?:timestamp|uptime|word|number|ip)\}/g, "}"));
}

const DAY = "2025-05-05 07:58:{ss}";

const FORMATS: readonly (readonly [form: string, header: string])[] = [
  ["May  5 07:58:{ss} web1 {program}[{pid}]:", "{timestamp} {host} {program}[{pid}]: "],
  ["<34>May  5 07:58:{ss} web1 {program}[{pid}]:", "<{priority}>{timestamp} {host} {program}[{pid}]: "],
  [
    '<165>1 2025-05-05T07:58:{ss}Z web1 {program} {pid} ID{n} [a@1 b="c"]',
    "<{priority}>{version} {timestamp} {host} {program} {pid} {message_id} [{structured_data}] ",
  ],
  ["{ip} - {user} [05/May/2025:07:58:{ss} +0000]", "{client} {ident} {user} [{timestamp}] "],
  ["{ip} - - [05/May/2025:07:58:{ss} +0000]", "{client} {ident} {user} [{timestamp}] "],
  [`${DAY},104 {Level} [{thread}] {logger} -`, "{timestamp} {level} [{thread}] {logger} - "],
  [`${DAY},104 {Level} {logger}`, "{timestamp} {level} {logger} "],
  [`${DAY},104 - {logger} - {Level} -`, "{timestamp} - {logger} - {level} - "],
  [`${DAY}.104 UTC [{pid}] ann@shop {Level}: `, "{timestamp} [{pid}] {user} {level}:  "],
  [`${DAY}.104 UTC [{pid}] ann@shop LOG: `, "{timestamp} [{pid}] {user} {level}:  "],
  [`    ${DAY} [{Level}] {program}:`, "    {timestamp} [{level}] {component}: "],
  [`${DAY}`, "{timestamp} "],
  [`${DAY} {pid} [{Note}]`, "{timestamp} {pid} [{level}] "],
  ["6b098e{ss}.323e15a6", "{epoch} "],
  ["[    0.1042{ss}] {program}:", "{uptime} {component}: "],
  ["[17400000{ss}] {program}[{pid}:0] {level}:", "[{epoch}] {source} {level}: "],
  ["2025/05/05 07:58:{ss} main.go:{pid}:", "{timestamp} {source}: "],
  ["I0505 07:58:{ss}.104211    {pid} main.go:{pid}]", "{level:I|W|E|F|D}{timestamp}    {pid} {source}] "],
  ["{pid}:M 05 May 2025 07:58:{ss}.104 *", "{pid}:{component} {timestamp} * "],
  ["2025/05/05 07:58:{ss} [{level}] {pid}#{pid}:", "{timestamp} [{level}] {pid}#{tid}: "],
  [
    "[Mon May 05 07:58:{ss}.104211 2025] [core:{level}] [pid {pid}:tid 14{pid}] [client {ip}:{pid}]",
    "[{timestamp}] [{component}:{level}] [pid {pid}:tid {tid}] [client {client_ip}:{client_port}] ",
  ],
  [`[${DAY}] app.{Level}:`, "[{timestamp}] {component}.{level}: "],
  [`[${DAY}: {Level}/Main]`, "[{timestamp}: {level}/{component}] "],
  [`I, [${DAY}.104211 #{pid}]  {Level} -- :`, "{level}, [{timestamp} #{pid}]  {level_2} -- : "],
  [`web_1  | ${DAY} {Level}`, "{service}  | {timestamp} {level} "],
  ["web_1  |", "{service}  | "],
  ["{program}[{pid}]:", "{component}[{pid}]: "],
  [`[${DAY}.104] {Level} ({program}/{pid}):`, "[{timestamp}] {level} ({component}/{pid}): "],
  ["2025-05-05T07:58:{ss}.104211Z stdout F", "{timestamp} {stream} {logtag} "],
  [`${DAY}|{Level}|{logger}|`, "{timestamp}|{level}|{logger}| "],
  ["202505{ss} {Level}", "{date} {level:CRITICAL|DEBUG|ERROR|FATAL|INFO|NOTICE|SEVERE|TRACE|WARN|WARNING} "],
  // Where a line begins with it, a level without bounds would take in other words.
  [
    "{Level}:     {ip}:{pid} -",
    "{level:CRITICAL|DEBUG|ERROR|FATAL|INFO|NOTICE|SEVERE|TRACE|WARN|WARNING}:     {client}:{client_port} - ",
  ],
];

suite("headers of common formats", (test) => {
  test("end where the message begins", () => {
    for (const [form, header] of FORMATS) assert.deepEqual(headersOf(form, MESSAGES), [header], form);
  });

  test("do so in a log with a single kind of message", () => {
    for (const [form, header] of FORMATS) assert.deepEqual(headersOf(form, ["took 31 ms"]), [header], form);
  });

  test("have no word before a colon that all lines have, with the same behind it", () => {
    const messages = ["Server started: port 1", "Server started: port 2"];
    assert.deepEqual(headersOf(`${DAY} {Level}`, messages), ["{timestamp} {level} "]);
    assert.deepEqual(headersOf(DAY, messages), ["{timestamp} "]);
  });

  test("have no level, and no words before a colon that stands apart, if all messages have them", () => {
    for (const message of ["cache parity error corrected", "memory usage : 31 MB"])
      assert.deepEqual(headersOf(`${DAY} {Level}`, [message]), ["{timestamp} {level} "], message);
  });

  test("have no sentence in brackets, and no path of a request", () => {
    assert.deepEqual(headersOf(`${DAY} [{thread}]`, ["[no such user here]"]), ["{timestamp} [{thread}] "]);
    assert.deepEqual(headersOf(`${DAY} [{level}]`, ["/login: failed", "/logout: done"]), ["{timestamp} [{level}] "]);
  });

  test("of a host that is an address have a word, because it may be a name tomorrow", () => {
    const lines = [1, 2, 3].map((n) => Buffer.from(`May  5 07:58:1${n} 10.0.0.${n} sshd[1${n}]: took ${n} ms`));
    assert.match(headerText(findHeaders(lines)[0]!), /\{host:word\}/);
    const served = [1, 2, 3].map((n) => Buffer.from(`10.0.0.${n} - - [05/May/2025:07:58:1${n} +0000] "GET /"`));
    assert.match(headerText(findHeaders(served)[0]!), /^\{client:ip\} /);
  });

  const found = (lines: readonly string[]): string[] =>
    findHeaders(lines.map((line) => Buffer.from(line))).map((header) => headerText(header));

  test("are none if a level without a time ends the lines, or is a word of messages", () => {
    const answers = [">26 END", ">26 ERROR", ">27 ERROR", ">28 ERROR"];
    const files = ["a", "b", "c"].flatMap((name) => [`Creating config file ${name}.conf`, `Unpacking ${name} 1.2`]);
    assert.deepEqual(found([...answers, ...files]), []);
  });

  test("have no sign that other lines do not have", () => {
    const peers = Array.from(
      { length: 19 },
      (_, i) => `${DAY.replace("{ss}", `${10 + i}`)} [INF] 10.0.0.7:4${i} - gone`,
    );
    const other = `${DAY.replace("{ss}", "59")} [INF] 10.0.0.7:80 is where we listen`;
    const splitter = new HeaderSplitter(findHeaders([...peers, other].map((line) => Buffer.from(line))));
    const bytes = Buffer.from(other);
    splitter.split(bytes, 0, bytes.length);
    assert.match(other.slice(splitter.content), /is where we listen$/);
  });

  test("have what fills the width of the last column, but no word", () => {
    const files = ["trace.c:311", "run-command.c:6155", "run-command.c:655", "git.c:46"];
    const lines = files.map((file) => `${DAY.replace("{ss}", "11")} ${file.padEnd(20)} setup: done`);
    assert.deepEqual(found(lines), ["{timestamp:timestamp} {source:word}{_:whitespace}"]);
    const words = ["Downloading from", "  Imported", "  Excluded", " Included"].map(
      (word, i) => `[INFO] ${word}: a${i} b`,
    );
    assert.deepEqual(
      found(words).filter((header) => header.includes("{_}")),
      [],
    );
  });

  test("of some lines are not put on others that only begin alike", () => {
    const nouns = ["Cache", "Node", "Job", "Config", "Config", "Config", "Disk", "Lease"];
    const lines = nouns.map((noun, i) => `${DAY.replace("{ss}", `${10 + i}`)} ${noun} entry of ring ${i} found`);
    assert.deepEqual(found(lines), ["{timestamp:timestamp} "]);
  });

  test("have one word before a colon where few programs write their pid, and no sentence", () => {
    const rests = ["usb: new device", "pci: bridge found", "init[1]: started", "TCP hash entries: 64", "usb: gone"];
    const lines = rests.map((rest, i) => `[    0.10421${i}] ${rest}`);
    assert.deepEqual(found(lines), ["{uptime:uptime} ({component:word}[{pid:number}]: |{component:word}: )"]);
  });
});
