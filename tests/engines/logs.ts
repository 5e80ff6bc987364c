import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Rules for the logs below. Stack traces follow errors, so that a part must not begin inside one. */
export const RULES = `rules:
  - name: request
    pattern: "{timestamp} {service} request {request} {verb:GET|PUT} {path} took {ms:number} ms"
    output: "{service} {verb} {path}"
  - name: stored
    pattern: "{timestamp} {service} stored {count:number} items for request {request}"
    output: "{service} stored {count} items"
  - name: failed
    pattern: "{timestamp} {service} request {request} failed: {reason}"
    output: "{service} failed: {reason}"
    sequence:
      followers: ["  at {place}"]
`;

/** Rules that do not load, and what the message about them says. */
export const BAD_RULES = 'rules:\n  - name: request\n    pattern: "{timestamp} request"\n    output: "{request}"\n';
export const BAD_RULES_MESSAGE = "UNKNOWN_PLACEHOLDER";

/** Enough for many requests at the same millisecond, so that order among files matters. */
const REQUESTS_PER_MS = 3;

/** How the bytes are shared among the files of the large log. */
const SHARES = [0.45, 0.15, 0, 0.3, 0.1];

const LINE_SIZE = 5_000_000;

/** Writes logs with about `bytes` bytes together, of very different sizes, one of them empty. Returns their paths. */
export function writeLargeLogs(folder: string, bytes: number): string[] {
  mkdirSync(folder, { recursive: true });
  const block = Buffer.from(linesOf(["web", "orders", "press"], 20_000, 1).join(""));
  return SHARES.map((share, i) => {
    // A blank in a name shows whether programs quote it.
    const path = join(folder, `log ${i}.log`);
    const fd = openSync(path, "w");
    // A file ends anywhere in the block, so the last line may be cut and lack its terminator.
    for (let rest = Math.round(share * bytes); rest > 0; rest -= block.length)
      writeSync(fd, block, 0, Math.min(rest, block.length));
    closeSync(fd);
    return path;
  });
}

/** What programs that take a log for text get wrong: bytes, separators, a line of 5 MB, no terminator at the end. */
export function writeHazardLog(path: string): void {
  const lines = linesOf(["web"], 2_000, 7).join("");
  const request = "2025-06-02T10:00:00.120Z web request 7 GET";
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(lines),
      Buffer.from(`${request} /a took 4 ms\r\n${request} /a\rb took 4 ms\n\n\r\n\r`),
      Buffer.from(`${request} /\u2028\u2029\u0085\u000b\u000c/ took 4 ms\n`),
      Buffer.from(`${request} /\xff\xfe\xc3(\xed\xa0\x80 took 4 ms\n\xff\n\x00\n`, "latin1"),
      Buffer.from(`${request} /\0nul took 4 ms\n${request} /${"x".repeat(LINE_SIZE)} took 4 ms\r\n`),
      Buffer.from(`${lines}${request} /last took 4 ms`),
    ]),
  );
}

/**
 * Writes a log for each of three services into a folder. Fleets with other seeds have other times and some other lines.
 */
export function writeFleet(folder: string, lines: number, seed: number): void {
  mkdirSync(folder, { recursive: true });
  for (const [i, service] of ["web", "orders", "press"].entries())
    writeFileSync(join(folder, `${service}.log`), linesOf([service], lines, seed + i).join(""));
}

/** Lines with the times of one clock; some belong to no rule, some follow the one before. */
function linesOf(services: readonly string[], count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  const start = Date.UTC(2025, 5, 2, 10);
  return Array.from({ length: count }, (_, i) => {
    const ms = Math.floor(i / REQUESTS_PER_MS);
    const time = new Date(start + ms).toISOString();
    const service = services[random(services.length)]!;
    // Logs of several services name the same requests, at about the same time.
    const request = Math.floor(ms / 20) * 10 + random(10);
    const kind = random(100);
    if (kind < 2) return `${time} ${service} cache cleared, ${random(3)} entries\n`;
    if (kind < 4) return `${time} ${service} request ${request} failed: timeout\n  at Call.open\n  at Call.run\n`;
    if (kind < 40) return `${time} ${service} stored ${random(9)} items for request ${request}\n`;
    const verb = kind < 80 ? "GET" : "PUT";
    return `${time} ${service} request ${request} ${verb} /items/${random(20)} took ${random(900)} ms\n`;
  });
}

/** Numbers below a limit, the same for each seed (xorshift). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed * 2654435761 + 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
