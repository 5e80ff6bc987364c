import { Readable } from "node:stream";
import { Random } from "../../bench/workloads/random.ts";
import { Processor, RulesError } from "../../src/index.ts";
import type { ProcessorOptions } from "../../src/library/options.ts";
import { type Element, pattern } from "../../src/matcher/pattern.ts";
import { TRANSFORM_NAMES } from "../../src/rules/transforms/transform-registry.ts";
import { Collector } from "../support/collector.ts";
import { LogMaker } from "./random-log.ts";
import { type RandomRule, randomRules } from "./random-rules.ts";
import { withParsersAlone } from "./sides.ts";

/** `pseudonym` needs a key. */
const TRANSFORMS = TRANSFORM_NAMES.filter((name) => name !== "pseudonym");
const SHOWN = ["", "[", '{"a": ', "\\", "é", "\x1b[1m", "a text of more than sixteen bytes "];
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NEWLINE = Buffer.from("\n");

/** The transform of each field by name: a name has the same one everywhere. */
type Transforms = ReadonlyMap<string, string>;

/** How often a log is cut anew. Loading the rules takes longer than the log. */
const CUTS = 4;
/** The module is made after some thousand lines. */
const WARM_UP = Buffer.alloc(4_000, "\n");
/** As long as so many blocks of the module, in every so many rule sets: in others it would take too long. */
const LARGE_BYTES = 1_500_000;
const SETS_A_LARGE_LOG = 16;

/**
 * Normalizes logs that come in pieces, cut anywhere, two at a time, and compares the outputs, as lines and as JSON, and
 * the statistics with those of the whole log by the parsers, and with the outputs of its single lines. Returns what
 * differs, if anything does.
 */
export async function checkOutputs(seed: number, logs: number): Promise<string | undefined> {
  for (let made = 0, set = 0; made < logs; set++) {
    const random = new Random(Math.imul(seed + 1, 0x9e3779b1) + Math.imul(set, 0xc2b2ae35));
    const { rules } = randomRules(random);
    // Masks are those of lines that no rule matches.
    const options = { rules: { rules: writtenRules(random, rules) }, mask: random.below(4) === 0 };
    const processor = processorOf(options);
    // What the matcher can match, a rules file may still refuse.
    if (processor === undefined) continue;
    await outputOf(processor, [WARM_UP], {});
    const isLarge = set % SETS_A_LARGE_LOG === 0;
    const maker = new LogMaker(random, rules);
    const log = isLarge ? largeLog(maker) : Buffer.from(maker.log(random.pick([1, 10, 100, 500])));
    // Two runs must not mix up their values.
    const logs = [log, Buffer.from(maker.log(random.pick([10, 100, 500])))];
    const unmatched = random.pick(["pass", "pass", "drop", "only"] as const);
    const found = (difference: string): string =>
      `DIFFERENCE in the outputs of set ${set} of seed ${seed}, ${unmatched}\n${JSON.stringify(options)}\nlog: ${shown(log)}\n${difference}`;

    const kinds = [{ unmatched }, { unmatched, format: "json", original: true }] as const;
    const expected = await withParsersAlone(async () => {
      const alone = new Processor(options);
      const outputs: Output[][] = [];
      for (const log of logs)
        outputs.push([await outputOf(alone, [log], kinds[0]), await outputOf(alone, [log], kinds[1])]);
      return outputs;
    });
    // A single line of a catch-all takes a number of an alias, even where it would be dropped.
    const numbersDropped = unmatched === "drop" && rules.some(({ isCatchAll }) => isCatchAll);
    if (!options.mask && unmatched !== "only" && !numbersDropped) {
      const byLine = await withParsersAlone(async () => linesOf(new Processor(options), log, unmatched));
      const whole = expected[0]![0]!.lines;
      if (byLine !== whole) return found(`as a whole: ${whole}\nby line: ${byLine}`);
    }
    for (let i = 0; i < (isLarge ? 1 : CUTS); i++, made++) {
      for (const [kind, options] of kinds.entries()) {
        // What runs share, such as the module, must not mix them up.
        const cuts = logs.map((log) => pieces(random, log));
        const outputs = await Promise.all(cuts.map((cut) => outputOf(processor, cut, options)));
        for (const [j, { lines, statistics }] of outputs.entries()) {
          const wanted = expected[j]![kind]!;
          if (lines === wanted.lines && statistics === wanted.statistics) continue;
          const lengths = cuts.map((cut) => cut.map(({ length }) => length).join(" ")).join(" and ");
          return found(
            `in pieces of ${lengths}, the log number ${j}: ${statistics}\n${lines}\nas a whole: ${wanted.statistics}\n${wanted.lines}`,
          );
        }
      }
    }
  }
  return undefined;
}

/** A log that is longer than what the module takes at once. */
function largeLog(maker: LogMaker): Buffer {
  const parts: Buffer[] = [];
  // Hostile lines take the parsers long, and short ones are many.
  for (let bytes = 0, lines = 0; bytes < LARGE_BYTES && lines < 20_000; lines += 500) {
    const part = Buffer.from(maker.log(500));
    parts.push(part);
    bytes += part.length;
  }
  return Buffer.concat(parts);
}

function processorOf(options: ProcessorOptions): Processor | undefined {
  try {
    return new Processor(options);
  } catch (error) {
    if (error instanceof RulesError) return undefined;
    throw error;
  }
}

/** What a run gave, as text. */
interface Output {
  readonly lines: string;
  readonly statistics: string;
}

async function outputOf(
  processor: Processor,
  pieces: readonly Buffer[],
  options: Parameters<Processor["process"]>[2],
): Promise<Output> {
  const output = new Collector();
  // Copies, as nothing may depend on what lies around a piece.
  const input = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const statistics = await processor.process(input, output, options);
  return { lines: shown(output.bytes), statistics: JSON.stringify(statistics) };
}

/** The output of a log by its single lines, which the parsers match. */
function linesOf(processor: Processor, log: Buffer, unmatched: "pass" | "drop"): string {
  const text = log.subarray(log.subarray(0, 3).equals(MARK) ? 3 : 0);
  const written: Uint8Array[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf(NEWLINE, start);
    const next = newline === -1 ? text.length : newline + 1;
    let line = text.subarray(start, newline === -1 ? text.length : newline);
    if (newline !== -1 && line.at(-1) === 0x0d) line = line.subarray(0, -1);
    start = next;
    const normalized = processor.normalize(line);
    const isMatched = normalized !== undefined && normalized.catchAll === undefined;
    if (unmatched === "drop" && !isMatched) continue;
    written.push(normalized?.output ?? line, NEWLINE);
  }
  return shown(Buffer.concat(written));
}

/** A log cut at random places; some pieces may be empty. */
function pieces(random: Random, log: Buffer): Buffer[] {
  const length = random.pick([1, 7, 100, 4_096, 300_000, log.length + 1]);
  // So many pieces of a byte would take longer than they are worth.
  const least = Math.ceil(log.length / 2_000);
  const cut: Buffer[] = [];
  for (let at = 0; at < log.length; ) {
    const next = at + Math.max(least, random.between(0, 2 * length));
    cut.push(log.subarray(at, next));
    at = next;
  }
  return cut;
}

function writtenRules(random: Random, rules: readonly RandomRule[]): object[] {
  const transforms: Transforms = new Map(
    ["p", "q", "level", "program"].filter(() => random.below(3) === 0).map((name) => [name, random.pick(TRANSFORMS)]),
  );
  return rules.map(({ elements, isCatchAll }, i) => ({
    name: `rule ${i}`,
    pattern: elements.map((element) => written(element, transforms)),
    output: output(random, elements),
    ...(isCatchAll && { catch_all: true }),
  }));
}

function written(element: Element, transforms: Transforms): object {
  if ("text" in element) return element;
  if ("alternatives" in element) {
    return { alternatives: element.alternatives.map((branch) => branch.map((one) => written(one, transforms))) };
  }
  const { field, type } = element;
  const transform = transforms.get(field);
  // The matcher accepts an empty value, but a rules file cannot hold one.
  const asked =
    type && ("values" in type ? { values: type.values.map((value) => value || "a") } : { parser: type.typeName });
  return { field, ...asked, ...(transform && { transform }) };
}

/** A text, and placeholders for some of the fields whose names stand for a single field. */
function output(random: Random, elements: readonly Element[]): string {
  const names = pattern(elements).fields;
  const own = names.filter((name, i) => names.indexOf(name) === i && names.lastIndexOf(name) === i);
  const shown = own.filter(() => random.below(4) > 0).map((name) => `{${name}}`);
  return random.pick(SHOWN) + shown.join(random.pick(["", " ", "|"]));
}

function shown(bytes: Buffer): string {
  return JSON.stringify(bytes.toString("latin1"));
}
