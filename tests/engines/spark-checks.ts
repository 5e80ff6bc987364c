import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { FurtherCheck, JobResult } from "./engine.ts";
import { RULES, writeFleet, writeHazardLog } from "./logs.ts";
import { runProgram } from "./processes.ts";
import { filesIn } from "./workshop.ts";

export interface SparkSession {
  /** Runs a Python program with these arguments, and settings for it and all that follow. */
  run(program: string, args: readonly string[], conf?: Record<string, string>): Promise<JobResult>;
}

const TRAPS = fileURLToPath(new URL("spark-pipe-traps.py", import.meta.url));

/** How many lines each service of a fleet has. */
const FLEET_LINES = 5_000;

const PIPE_RULES = 'rules:\n  - { name: a, pattern: "{x} b", output: "{x} c" }\n';
/** A lone CR, CRLF, a byte that is not UTF-8, a separator that ends no line, and no terminator at the end. */
const PIPE_LOG = Buffer.from("1 b\r2 b\r\n\xff 3 b\n\xe2\x80\xa8 4 b\n5 b", "latin1");
const PIPE_OUTPUT = "1 c\n2 c\n\ufffd 3 c\n\u2028 4 c\n5 c\n";
const RIGHT_OUTPUT = Buffer.from("1 b\r2 c\n\xff 3 c\n\xe2\x80\xa8 4 c\n5 c\n", "latin1");

/** What Spark is to do besides running parts. `folder` has the programs of the page. */
export async function* sparkChecks(
  session: SparkSession,
  folder: string,
  env: NodeJS.ProcessEnv,
): AsyncGenerator<FurtherCheck> {
  const inFolder = (...names: string[]) => join(folder, ...names);
  const rules = inFolder("fleet.yaml");
  writeFileSync(rules, RULES);
  const pipeRules = inFolder("pipe.yaml");
  writeFileSync(pipeRules, PIPE_RULES);
  const normalizer = async (...args: string[]) => {
    const { stdout, status, stderr } = await runCommand(args, env, folder);
    if (status !== 0 && status !== 1) throw new Error(`normalizer ${args.join(" ")} ended with ${status}: ${stderr}`);
    return stdout;
  };

  yield* pipeChecks();
  yield* arrowCheck();
  yield* fleetChecks();
  yield* profileChecks();

  async function* pipeChecks(): AsyncGenerator<FurtherCheck> {
    const saw = inFolder("traps.json");
    const traps = await session.run(TRAPS, [saw]);
    const seen = traps.isDone ? JSON.parse(readFileSync(saw, "utf8")) : traps.text;
    const asDocumented = isDeepStrictEqual(seen, { environment: [], failed: [] });
    yield check("pipe: no environment, failures ignored, as documented", asDocumented, JSON.stringify(seen));

    const log = inFolder("pipe.log");
    writeFileSync(log, PIPE_LOG);
    const right = await normalizer("-q", "-r", pipeRules, log);
    yield check("what pipe should give", right.equals(RIGHT_OUTPUT), JSON.stringify(right.toString()));
    const command = `normalizer -q -r ${pipeRules}`;
    const piped = await session.run(inFolder("spark_pipe.py"), [log, inFolder("piped"), command]);
    const output = piped.isDone ? partsOf(inFolder("piped")).toString() : piped.text;
    yield check("pipe: text, and lone CRs end lines, as documented", output === PIPE_OUTPUT, JSON.stringify(output));
    const failing = `normalizer -q -r ${inFolder("missing.yaml")}`;
    const failed = await session.run(inFolder("spark_pipe.py"), [log, inFolder("failed"), failing]);
    yield check("pipe: checkCode tells of a failure", !failed.isDone, failed.text);
  }

  async function* arrowCheck(): AsyncGenerator<FurtherCheck> {
    const log = inFolder("hazard.log");
    writeHazardLog(log);
    // Several partitions, one of them inside the long line.
    const conf = { "spark.sql.files.maxPartitionBytes": "1000000" };
    const out = inFolder("arrow");
    const ended = await session.run(inFolder("spark_arrow.py"), [log, out, "--rules", rules], conf);
    const expected = await normalizer("-q", "-r", rules, log);
    const files = ended.isDone ? readdirSync(out).filter((name) => name.startsWith("part-")).length : 0;
    const isSame = ended.isDone && partsOf(out).equals(expected);
    yield check(`mapInArrow: the same bytes, from ${files} partitions with lines`, isSame && files > 1, ended.text);
  }

  async function* fleetChecks(): AsyncGenerator<FurtherCheck> {
    const sides = ["monday", "tuesday"];
    for (const [i, side] of sides.entries()) {
      writeFleet(inFolder(side), FLEET_LINES, 10 * (i + 1));
      mkdirSync(inFolder(`${side}-records`));
      const args = ["4", inFolder(`${side}-records`), "--format", "json", "--original", "--rules", rules];
      const ended = await session.run(inFolder("spark_parts.py"), [...args, ...filesIn(inFolder(side), ".log")]);
      if (!ended.isDone) yield check(`records of ${side}`, false, ended.text);
    }
    const records = sides.map((side) => inFolder(`${side}-records`, "*.log"));

    const toTrace = ["request", inFolder("groups"), ...filesIn(inFolder("monday-records"), ".log")];
    const traced = await session.run(inFolder("spark_trace.py"), toTrace);
    const groups = traced.isDone ? objectsOf(partsOf(inFolder("groups"))) : [];
    const trace = [
      "trace",
      "--by",
      "request",
      "--format",
      "json",
      "--rules",
      rules,
      ...filesIn(inFolder("monday"), ".log"),
    ];
    const ours = objectsOf(await normalizer(...trace));
    const sameGroups = ours.length > 0 && isDeepStrictEqual(groups, ours);
    yield check(
      `trace of a fleet: ${groups.length} groups, as of normalizer trace`,
      sameGroups,
      firstOf(groups, ours) + traced.text,
    );

    const compared = await session.run(inFolder("spark_diff.py"), [...records, inFolder("differences")]);
    const counts = compared.isDone ? objectsOf(partsOf(inFolder("differences"))) : [];
    const diff = ["diff", "--unordered", "--format", "json", "--rules", rules, ...sides.map((side) => inFolder(side))];
    const [theirs, told] = [sorted(counts), sorted(countsOf(objectsOf(await normalizer(...diff))))];
    const sameCounts = told.length > 0 && isDeepStrictEqual(theirs, told);
    yield check(
      `diff of two fleets: ${counts.length} outputs differ, as of normalizer diff`,
      sameCounts,
      firstOf(theirs, told) + compared.text,
    );
  }

  async function* profileChecks(): AsyncGenerator<FurtherCheck> {
    const took: number[][] = [];
    for (const side of ["monday", "slower"]) {
      writeFleet(inFolder(side), FLEET_LINES, 10);
      const logs = filesIn(inFolder(side), ".log");
      const own: number[] = [];
      for (const log of logs) {
        const slower = readFileSync(log, "utf8").replaceAll(/took (\d+)/g, (_, ms: string) => {
          own.push(side === "slower" ? Math.round(1.3 * Number(ms)) : Number(ms));
          return `took ${own.at(-1)}`;
        });
        writeFileSync(log, slower);
      }
      took.push(own.sort((a, b) => a - b));
      mkdirSync(inFolder(`${side}-profile`));
      const args = ["7", inFolder(`${side}-profile`), "--stats-format", "profile", "--rules", rules, ...logs];
      const ended = await session.run(inFolder("spark_parts.py"), args);
      const parts = filesIn(inFolder(`${side}-profile`), ".json");
      const sum = ended.isDone ? await normalizer("stats", "--format", "profile", ...parts) : Buffer.from(ended.text);
      writeFileSync(inFolder(`${side}.json`), sum);
      const one = inFolder(`${side}-one.json`);
      await normalizer(
        "-q",
        "-r",
        rules,
        "--stats-format",
        "profile",
        "--stats-file",
        one,
        "--output",
        "/dev/null",
        ...logs,
      );
      const [theirs, ours] = [ended.isDone ? countsIn(sum) : ended.text, countsIn(readFileSync(one))];
      yield check(
        `profile of ${side}: the counts of one process`,
        isDeepStrictEqual(theirs, ours),
        JSON.stringify(theirs),
      );
    }
    const compare = ["diff", "--summary", "--format", "json", "--rules", rules];
    const [claims, expected] = await Promise.all(
      [
        ["monday.json", "slower.json"],
        ["monday", "slower"],
      ].map(async (sides) => {
        const told = objectsOf(await normalizer(...compare, ...sides.map((side) => inFolder(side))));
        return told.filter(({ kind }) => kind === "claim") as { change: string; old: Quantiles; new: Quantiles }[];
      }),
    );
    const isSame = claims!.length > 0 && isDeepStrictEqual(claims, expected);
    yield check(
      `profiles of two fleets: ${claims!.length} claims, as of normalizer diff`,
      isSame,
      firstOf(claims!, expected!),
    );
    const slower = claims!.find(({ change }) => change === "slower");
    const isClose = [slower?.old, slower?.new].every((told, i) =>
      Object.entries({ median: 0.5, p95: 0.95, p99: 0.99 }).every(([name, share]) => {
        const exact = took[i]![Math.floor(share * (took[i]!.length - 1))]!;
        return told !== undefined && Math.abs(told[name as keyof Quantiles] / exact - 1) <= 0.011;
      }),
    );
    yield check("profiles of two fleets: quantiles within 1 %", isClose, JSON.stringify(slower));
  }
}

/** What of a profile must be the same, however many parts wrote it: all but where in the logs something is. */
function countsIn(profile: Buffer): unknown {
  const { lines_processed: lines, rules, profile: written } = JSON.parse(profile.toString());
  const events = written.events.map(({ rule, shape, lines: ofEvent, fields }: ProfiledEvent) => {
    const bins = rule === null ? [] : fields.map(({ name, count, numbers }) => [name, count, numbers?.bins]);
    return JSON.stringify([rule, shape, ofEvent, bins]);
  });
  return { lines, rules, events: events.sort() };
}

interface ProfiledEvent {
  readonly rule: string | null;
  readonly shape?: string;
  readonly lines: number;
  readonly fields: readonly { name: string; count: number; numbers: { bins: readonly number[] } | null }[];
}

function check(name: string, isFine: boolean, detail: string): FurtherCheck {
  return isFine ? { name, isFine } : { name, isFine, detail };
}

async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, folder: string) {
  const out = join(folder, "stdout");
  const words = ["-c", 'out=$1; shift; exec normalizer "$@" > "$out"', "sh", out, ...args];
  const { status, text } = await runProgram("sh", words, env, folder);
  return { status, stderr: text, stdout: readFileSync(out) };
}

/** What `cat part-*` writes. */
function partsOf(folder: string): Buffer {
  const names = readdirSync(folder).filter((name) => name.startsWith("part-"));
  return Buffer.concat(names.sort().map((name) => readFileSync(join(folder, name))));
}

type Quantiles = Readonly<Record<"median" | "p95" | "p99", number>>;

type JsonObject = Readonly<Record<string, unknown>>;

function objectsOf(lines: Buffer): JsonObject[] {
  return lines
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Differences of `diff --unordered` with both outputs of a changed line for themselves, as counting sees them. */
function countsOf(differences: readonly JsonObject[]): JsonObject[] {
  return differences
    .filter(({ kind }) => kind !== "summary")
    .flatMap((difference) =>
      difference.kind === "changed_count"
        ? [difference.was, difference.became].map((side) => ({ kind: "count", ...(side as JsonObject) }))
        : [difference],
    )
    .map(({ additional: _, ...difference }: JsonObject) => difference);
}

function sorted(objects: readonly JsonObject[]): JsonObject[] {
  const output = ({ old, new: next }: JsonObject): string => {
    const [one, other] = [old, next].map((side) => (side as { first: { output: string } | null }).first);
    return (one ?? other)!.output;
  };
  return objects.toSorted((one, other) => (output(one) < output(other) ? -1 : 1));
}

/** The first objects that are not equal, to be shown. */
function firstOf(theirs: readonly JsonObject[], ours: readonly JsonObject[]): string {
  const at = ours.findIndex((object, i) => !isDeepStrictEqual(object, theirs[i]));
  return `${theirs.length} and ${ours.length}; ${JSON.stringify(theirs[at])} is not ${JSON.stringify(ours[at])}`;
}
