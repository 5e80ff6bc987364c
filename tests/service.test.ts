// examples/service, run as a program of its own.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { suite } from "./support/suite.ts";

const EXAMPLE = fileURLToPath(new URL("../examples/service/", import.meta.url));
const LINE = "2025-06-02T09:58:11 gate 3 opened for 4471-0082 in 212 ms\n";
const OUTPUT = "gate 3 opened\n";
/** What the buffers of both sockets and of all streams hold at most. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** A running service. */
class Service {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  readonly stderr: Promise<string>;
  url = "";

  private constructor() {
    this.child = spawn(process.execPath, ["service.mjs", "rules.yaml", "0"], { cwd: EXAMPLE });
    this.ended = once(this.child, "exit");
    this.stderr = text(this.child.stderr!);
  }

  static async start(): Promise<Service> {
    const service = new Service();
    const [line] = (await once(service.child.stdout!, "data")) as [Buffer];
    service.url = line.toString().trim();
    return service;
  }

  /** Begins a request. */
  post(): { readonly sent: ClientRequest; readonly answer: Promise<IncomingMessage> } {
    const sent = request(this.url, { method: "POST", agent: false });
    const answer = once(sent, "response").then(([response]) => response as IncomingMessage);
    // A client that leaves gets no answer.
    answer.catch(() => {});
    return { sent, answer };
  }

  /** Sends a whole log and returns the answer. */
  async normalized(log: string | Uint8Array): Promise<string> {
    const { sent, answer } = this.post();
    sent.end(log);
    return await text(await answer);
  }

  get descriptors(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }

  /** The most memory that it had, in bytes. */
  get peakMemory(): number {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, "utf8"))!;
    return Number(kib) * 1024;
  }

  async stop(): Promise<{ exit: unknown; stderr: string }> {
    this.child.kill("SIGTERM");
    const [exit] = await this.ended;
    return { exit, stderr: await this.stderr };
  }
}

/** Runs with a service, which is ended in any case. */
async function withService(work: (service: Service) => Promise<void>): Promise<void> {
  const service = await Service.start();
  try {
    await work(service);
  } finally {
    service.child.kill("SIGKILL");
  }
}

suite("examples/service", (test) => {
  const linux = process.platform === "linux" ? test.costly : test.skip;

  test("answers with the normalized lines, also of gzip, to several clients at once", () =>
    withService(async (service) => {
      const log = readFileSync(`${EXAMPLE}/app.log`);
      const expected = readFileSync(`${EXAMPLE}/expected.log`, "utf8");
      const logs = [log, gzipSync(log), Buffer.alloc(0), log, LINE.repeat(20_000)];
      const answers = await Promise.all(logs.map((one) => service.normalized(one)));
      assert.deepEqual(answers.slice(0, 4), [expected, expected, "", expected]);
      assert.ok(answers[4] === OUTPUT.repeat(20_000));
      assert.equal((await fetch(service.url)).status, 405);
      assert.deepEqual(await service.stop(), { exit: 0, stderr: "" });
    }));

  test.costly("answers each line before the next one is sent", () =>
    withService(async (service) => {
      const { sent, answer } = service.post();
      sent.write(LINE);
      const response = await answer;
      for (let i = 0; i < 3; i++) {
        const [chunk] = (await once(response, "data")) as [Buffer];
        assert.equal(chunk.toString(), OUTPUT);
        sent.write(LINE);
      }
      sent.destroy();
    }),
  );

  linux("releases everything of clients that leave, before, during and after their log", () =>
    withService(async (service) => {
      assert.equal(await service.normalized(LINE), OUTPUT);
      const before = service.descriptors;
      for (let i = 0; i < 30; i++) {
        const { sent, answer } = service.post();
        sent.on("error", () => {});
        if (i % 3 === 0) {
          sent.flushHeaders();
        } else {
          sent.write(LINE.repeat(2_000));
          await answer;
        }
        if (i % 3 === 2) sent.end();
        await delay(2);
        sent.destroy();
      }
      for (let i = 0; service.descriptors > before; i++) {
        assert.ok(i < 200, `${service.descriptors} descriptors are open, before there were ${before}`);
        await delay(20);
      }
      assert.equal(await service.normalized(LINE), OUTPUT);
      const { exit, stderr } = await service.stop();
      assert.equal(exit, 0);
      assert.ok(!stderr.includes("Warning"), stderr);
    }),
  );

  linux("holds a sender back whose answer is not read, and loses nothing", () =>
    withService(async (service) => {
      const { sent, answer } = service.post();
      // The output is the whole line, so that what goes in has to come out.
      const piece = Buffer.from(`${"x".repeat(1023)}\n`.repeat(1024));
      const count = 64;
      let accepted = 0;
      const sending = (async () => {
        for (; accepted < count; accepted++) if (!sent.write(piece)) await once(sent, "drain");
        sent.end();
      })();
      const response = await answer;
      for (let last = -1; last !== accepted; ) {
        last = accepted;
        await delay(500);
      }
      assert.ok(accepted * piece.length < MAX_HELD_BYTES, `${accepted} MiB were taken`);
      let length = 0;
      for await (const chunk of response) length += (chunk as Buffer).length;
      await sending;
      assert.equal(length, count * piece.length);
      assert.ok(service.peakMemory < 256 * 1024 * 1024, `${service.peakMemory} bytes`);
    }),
  );

  test.costly("breaks the answer off if the log is damaged, and goes on", () =>
    withService(async (service) => {
      const damaged = gzipSync(LINE.repeat(20_000)).subarray(0, -20);
      await assert.rejects(service.normalized(damaged));
      assert.equal(await service.normalized(LINE), OUTPUT);
      const { exit, stderr } = await service.stop();
      assert.equal(exit, 0);
      assert.match(stderr, /^a request failed: .*gzip.*\n$/);
    }),
  );

  test.costly("finishes open requests at SIGTERM, takes no others, and ends with 0", () =>
    withService(async (service) => {
      const open = Array.from({ length: 5 }, () => service.post());
      for (const { sent } of open) sent.write(LINE.repeat(1_000));
      const answers = await Promise.all(open.map(({ answer }) => answer));
      const { port, hostname } = new URL(service.url);
      const idle = connect(Number(port), hostname).resume();
      await once(idle, "connect");
      service.child.kill("SIGTERM");
      await once(idle, "close");
      await assert.rejects(service.normalized(LINE), /ECONNREFUSED/);
      assert.equal(service.child.exitCode, null);
      for (const { sent } of open) sent.end(LINE.repeat(1_000));
      for (const answer of answers) assert.ok((await text(answer)) === OUTPUT.repeat(2_000));
      assert.deepEqual([(await service.ended)[0], await service.stderr], [0, ""]);
    }),
  );

  for (const [name, args, message] of [
    ["wrong rules", ["app.log", "0"], /^app\.log:1:1: .*\[\w+\]\n/],
    ["missing rules", ["missing.yaml", "0"], /^ENOENT: no such file or directory, open 'missing\.yaml'\n$/],
  ] as const) {
    test(`does not start with ${name}`, async () => {
      const child = spawn(process.execPath, ["service.mjs", ...args], { cwd: EXAMPLE });
      const [stdout, stderr, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
      assert.deepEqual([stdout, exit], ["", 2]);
      assert.match(stderr, message);
    });
  }

  test.costly("does not start on a port that is taken", () =>
    withService(async (service) => {
      const { port } = new URL(service.url);
      const child = spawn(process.execPath, ["service.mjs", "rules.yaml", port], { cwd: EXAMPLE });
      const [stderr, [exit]] = await Promise.all([text(child.stderr), once(child, "exit")]);
      assert.equal(exit, 2);
      assert.match(stderr, /^listen EADDRINUSE.*\n$/);
    }),
  );
});
