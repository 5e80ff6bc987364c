// Faults of compressed logs.
import { gzipSync } from "node:zlib";
import type { FaultRow, FaultRun, Promised } from "./fault-row.ts";
import { LOG, READERS, type Subject } from "./fault-subject.ts";

/** Commands that write while they read write what can be decompressed of damaged gzip. */
const damaged = (reason: string): Promised[] => [
  { commands: ["normalizer", "--jobs 2", "why"], exit: 2, says: `${LOG}: ${reason}`, out: "all before it" },
  { commands: ["diff", "trace", "check", "fields", "suggest"], exit: 2, says: `${LOG}: ${reason}`, out: "nothing" },
];

const whole: Promised[] = [{ commands: READERS, exit: "as usual", says: "", out: "all" }];

/** A compressed log of which only part can be read, and the logs after it unless it is damaged. */
async function packed(subject: Subject, log: Uint8Array, readable: Buffer, goesOn: boolean): Promise<FaultRun[]> {
  const outcome = await subject.hosted(subject.place(log));
  return [{ outcome, expected: await subject.undisturbed(readable, { goesOn }) }];
}

/** A log compressed up to its middle, with more to come. */
function cutShort({ log, middle }: Subject): Buffer {
  const packed = gzipSync(log, { level: 0 });
  // At this level the log is stored as it is, with five extra bytes per block. More than a line of it occurs only once.
  const before = log.subarray(middle - 600, middle);
  return packed.subarray(0, packed.indexOf(before) + before.length);
}

const TRAILER_BYTES = 8;

export const COMPRESSED_ROWS: readonly FaultRow[] = [
  {
    fault: "several gzip members, and zeros as padding",
    promised: whole,
    befall: (subject) => {
      const { log, middle } = subject;
      const parts = [gzipSync(log.subarray(0, middle)), gzipSync(log.subarray(middle)), Buffer.alloc(512)];
      return packed(subject, Buffer.concat(parts), log, true);
    },
  },
  {
    fault: "gzip data that is cut short",
    promised: damaged("the gzip data is cut short"),
    befall: (subject) => packed(subject, cutShort(subject), subject.log.subarray(0, subject.middle), false),
  },
  {
    fault: "the same, in its trailer",
    promised: damaged("the gzip data is cut short"),
    befall: (subject) => packed(subject, gzipSync(subject.log).subarray(0, -3), subject.log, false),
  },
  {
    fault: "the same, in its header",
    promised: damaged("the gzip data is cut short"),
    befall: (subject) => packed(subject, gzipSync(subject.log).subarray(0, 5), Buffer.alloc(0), false),
  },
  {
    fault: "other data after it",
    promised: damaged("something else follows the gzip data"),
    befall: (subject) =>
      packed(subject, Buffer.concat([gzipSync(subject.log), Buffer.from("garbage\n")]), subject.log, false),
  },
  {
    fault: "a wrong checksum",
    promised: damaged("the gzip data's checksum is wrong"),
    befall: (subject) => {
      const log = gzipSync(subject.log);
      log[log.length - TRAILER_BYTES]! ^= 1;
      return packed(subject, log, subject.log, false);
    },
  },
  {
    fault: "wrong bytes in its middle",
    promised: damaged("damaged gzip data: …"),
    befall: (subject) => {
      const { log } = subject;
      const [first, second] = [log.subarray(0, subject.middle), log.subarray(subject.middle)];
      const broken = gzipSync(second);
      // The first byte of the compressed data, which now names an unknown type of block.
      broken[10] = 0xff;
      return packed(subject, Buffer.concat([gzipSync(first), broken]), first, false);
    },
  },
];
