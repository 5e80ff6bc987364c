// Each option of the library changes something that callers can see. The compiler asks for those that are missing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { EXPORT_FORMATS } from "../../src/exchange/export/exported.ts";
import { exportRules, importRules, Processor, type ProcessorOptions } from "../../src/index.ts";
import type { MethodOptions } from "../../src/library/options.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const RULES = `rules:
  - name: asks
    pattern: "{timestamp} [{id}] {user} asks for {path} in {took:number} ms"
    output: "{user} {path} {took}"
  - name: goes-on
    pattern: "{timestamp} [{id}] goes on as [{job}]"
    output: "goes on"
`;
const OTHER = RULES.replace("{user} {path} {took}", "{path}");
const KEYED = RULES.replace('{took}"', '{took}"\n    fields: { user: { transform: pseudonym } }');
const LOG = `2025-05-04 10:00:01 [r1] ann asks for /a in 5 ms
2025-05-04 10:00:02 [r2] bob asks for /b in 6 ms
2025-05-04 10:00:03 [r1] goes on as [j1]
2025-05-04 10:00:09 [j1] \x1b[1mann\x1b[0m asks for /c in 7 ms
nobody \x1b[1mknows\x1b[0m line 17
`;
const NEXT = `2025-05-04 11:00:01 [q2] bob asks for /b in 6 ms
2025-05-04 11:00:02 [q1] eve asks for /a in 5 ms
2025-05-04 11:00:03 [q1] goes on as [k1]
2025-05-04 11:00:09 [k1] ann asks for /c in 7 ms
nobody \x1b[1mknows\x1b[0m line 18
`;
const LEVELS = Array.from(
  { length: 60 },
  (_, i) =>
    `2025-05-04 10:00:${10 + (i % 50)} ${i % 3 ? "INFO" : "WARN"} [main] pump ${"abcdef"[i % 6]} is ${i % 7} up\n`,
).join("");

const cwd = folder({ "rules.yaml": RULES, "other.yaml": OTHER, "app.log": LOG, "next.log": NEXT });
const stopped = AbortSignal.abort(new Error("stopped"));
const processor = new Processor({ rules: RULES });
const stream = (log: string): Readable => Readable.from([log]);

async function collected(records: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** By option: options without it, or with one value of it, and options with another value of it. */
type Pairs<Options> = { readonly [Name in keyof Required<Options>]: readonly [Partial<Options>, Partial<Options>] };

/** What a method makes of logs, and how each of its options changes that. */
interface Tried<Options> {
  call(options: Options): Promise<unknown>;
  readonly pairs: Pairs<Options>;
}

const READ_RUNS: Pairs<Pick<MethodOptions["merge"], "input" | "signal">> = {
  input: [{}, { input: { format: "json" } }],
  signal: [{}, { signal: stopped }],
};
const READ: Pairs<Pick<MethodOptions["merge"], "input" | "stripAnsi" | "signal">> = {
  ...READ_RUNS,
  stripAnsi: [{}, { stripAnsi: true }],
};
const RECORD: Pairs<Omit<MethodOptions["records"], "bytes">> = {
  ...READ,
  unmatched: [{}, { unmatched: "drop" }],
  original: [{}, { original: true }],
  timezone: [{}, { timezone: "+02:00" }],
};
const TEXT: Pairs<MethodOptions["explainText"]> = { stripAnsi: READ.stripAnsi, unmatched: RECORD.unmatched };
/** Each method gets a stream of its own. */
function writing(): Pairs<MethodOptions["createTransform"]> {
  return {
    ...RECORD,
    original: [{ format: "json" }, { format: "json", original: true }],
    timezone: [{ format: "json" }, { format: "json", timezone: "+02:00" }],
    format: [{}, { format: "json" }],
    explain: [{}, { explain: new Collector() }],
  };
}
const explained = ({ explain }: MethodOptions["createTransform"]) => (explain instanceof Collector ? explain.text : "");

const BYTES: Pairs<{ bytes: true }> = { bytes: [{}, { bytes: true }] };

/** By method. `jobs` changes only how long `process` takes; see threads.test.ts. */
const METHODS: {
  readonly [Method in keyof MethodOptions]: Tried<
    Omit<MethodOptions[Method], Method extends "process" ? "jobs" : never>
  >;
} = {
  process: {
    async call(options) {
      const output = new Collector();
      const statistics = await processor.process(`${cwd}/app.log`, output, options);
      return [statistics, output.text, explained(options)];
    },
    pairs: { ...writing(), part: [{ part: { number: 1, count: 2 } }, { part: { number: 2, count: 2 } }] },
  },
  createTransform: {
    call: async (options) => [await text(stream(LOG).compose(processor.createTransform(options))), explained(options)],
    pairs: writing(),
  },
  records: {
    call: (options) => collected(processor.records(stream(LOG), options)),
    pairs: { ...RECORD, ...BYTES },
  },
  normalizeText: {
    call: async (options) => processor.normalizeText(LOG, options),
    pairs: TEXT,
  },
  explainText: {
    call: async (options) => processor.explainText(LOG, options),
    pairs: TEXT,
  },
  compare: {
    async call(options) {
      const comparison = await processor.compare(stream(LOG), stream(NEXT), options);
      return [comparison.toJSON(), ...comparison.differences()];
    },
    pairs: {
      ...READ,
      ...BYTES,
      by: [{}, { by: ["id"] }],
      ignore: [{}, { ignore: ["user"] }],
      unordered: [{}, { unordered: true }],
      unmatched: [{}, { unmatched: "drop" }],
      summary: [{}, { summary: true }],
    },
  },
  compareRuns: {
    async call(options) {
      const comparison = await processor.compareRuns(stream(LOG), stream(NEXT), options);
      return [...comparison];
    },
    pairs: { ...READ_RUNS, ...BYTES, ignore: [{}, { ignore: ["user"] }] },
  },
  trace: {
    call: (options) => processor.trace(stream(LOG), options),
    pairs: {
      by: [{ by: ["id"] }, { by: ["user"] }],
      id: [{ by: ["id"] }, { by: ["id"], id: "r2" }],
      containing: [{ by: ["id"] }, { by: ["id"], containing: "bob" }],
      link: [{ by: ["id", "job"] }, { by: ["id", "job"], link: true }],
      timezone: [{ by: ["id"] }, { by: ["id"], timezone: "+02:00" }],
      clock: [{ by: ["id"] }, { by: ["id"], clock: { "log 1": "+2.5s" } }],
      bytes: [{ by: ["id"] }, { by: ["id"], bytes: true }],
      input: [{ by: ["id"] }, { by: ["id"], input: { format: "json" } }],
      stripAnsi: [{ by: ["id"] }, { by: ["id"], stripAnsi: true }],
      signal: [{ by: ["id"] }, { by: ["id"], signal: stopped }],
    },
  },
  merge: {
    call: async (options) => [...(await processor.merge(stream(LOG), options))],
    pairs: { ...READ, ...BYTES, timezone: [{}, { timezone: "+02:00" }], clock: [{}, { clock: { "log 1": "+2.5s" } }] },
  },
  check: {
    call: (options) => Processor.check({ rules: options.key === undefined ? RULES : KEYED }, stream(LOG), options),
    pairs: {
      ...READ,
      ...BYTES,
      addExamples: [{}, { addExamples: true }],
      updateExamples: [{}, { updateExamples: true }],
      baseline: [{}, { baseline: "# normalizer baseline\n" }],
      against: [{}, { against: { rules: OTHER } }],
      key: [
        { key: "one", addExamples: true },
        { key: "other", addExamples: true },
      ],
    },
  },
  fields: {
    call: (options) => Processor.fields({ rules: RULES }, stream(LOG), options),
    pairs: {
      ...READ,
      ...BYTES,
      next: [{}, { next: stream(NEXT) }],
      inPlace: [{ next: `${cwd}/next.log` }, { next: `${cwd}/next.log`, inPlace: true }],
    },
  },
  suggest: {
    call: (options) => Processor.suggest([stream(LEVELS + LOG), stream("late\n")], options),
    pairs: {
      ...READ,
      rules: [{}, { rules: RULES }],
      rulesPath: [{}, { rulesPath: `${cwd}/rules.yaml` }],
      minCount: [{}, { minCount: 2 }],
      maxRules: [{}, { maxRules: 1 }],
      granularity: [{ granularity: "coarse" }, { granularity: "fine" }],
      keep: [{}, { keep: ["level"] }],
      runs: [{}, { runs: true }],
    },
  },
  importRules: {
    call: (options) => importRules("version=2\nrule=:ann asks for %path:rest%\n", options),
    pairs: { from: [{ from: "liblognorm" }, { from: "grok" }] },
  },
  exportRules: {
    call: (options) => exportRules({ rules: RULES }, { ...options, to: "patterndb" }),
    pairs: {
      to: [{ to: "patterndb" }, { to: "patterndb" }],
      program: [{}, { program: "sshd" }],
    },
  },
};

/** The same for a Processor, whose options exclude each other. */
const PROCESSOR: Pairs<Partial<Record<keyof ProcessorOptions, unknown>>> = {
  rules: [{ rules: RULES }, { rules: OTHER }],
  rulesPath: [{ rulesPath: `${cwd}/rules.yaml` }, { rulesPath: `${cwd}/other.yaml` }],
  mask: [{ rules: RULES }, { rules: RULES, mask: true }],
  key: [
    { rules: KEYED, key: "one" },
    { rules: KEYED, key: "other" },
  ],
};

/** All that can be seen of a result, or of the failure of a call that was stopped. */
async function seen(call: () => Promise<unknown>): Promise<string> {
  try {
    return inspect(await call(), { depth: null, maxArrayLength: null, maxStringLength: null });
  } catch (error) {
    assert.equal(error, stopped.reason);
    return "stopped";
  }
}

/** Checks for each option that its two results differ, and that no other option is to blame. */
async function tryEach(pairs: object, call: (options: object) => Promise<unknown>, only: string[]): Promise<void> {
  for (const [name, [one, other]] of Object.entries(pairs as Record<string, [object, object]>)) {
    const { [name]: _, ...rest } = one as Record<string, unknown>;
    const { [name]: __, ...otherRest } = other as Record<string, unknown>;
    assert.deepEqual(rest, otherRest, `the options differ in more than ${name}`);
    if (only.includes(name)) continue;
    assert.notEqual(await seen(() => call(one)), await seen(() => call(other)), `nothing shows ${name}`);
  }
}

suite("docs/reference/library.md", (test) => {
  const page = readFileSync(new URL("../../docs/reference/library.md", import.meta.url), "utf8");

  const tables = [...Object.values(METHODS).map(({ pairs }) => pairs), PROCESSOR];
  for (const name of new Set(tables.flatMap((pairs) => Object.keys(pairs)))) {
    test(`names the option ${name}`, () => assert.ok(page.includes(`\`${name}\``) || page.includes(`${name}: `)));
  }
});

suite("each option of the library changes the result", (test) => {
  for (const [method, { call, pairs }] of Object.entries(METHODS)) {
    test(`of ${method}`, () =>
      tryEach(pairs, call as (options: object) => Promise<unknown>, EXPORT_FORMATS.length === 1 ? ["to"] : []));
  }

  test("of a Processor", () =>
    tryEach(
      PROCESSOR,
      async (options) => {
        const output = new Collector();
        await new Processor(options as ProcessorOptions).process(stream(LOG), output);
        return output.text;
      },
      [],
    ));
});
