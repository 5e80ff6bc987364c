import { Random } from "../../bench/workloads/random.ts";
import { LogMaker } from "./random-log.ts";
import { randomRules } from "./random-rules.ts";
import { Comparison, type Difference, patternsOf, type Sides, shrunk } from "./sides.ts";

/** Numbers of lines of logs. Rules meet several logs, because much is made only when a rule is first tried. */
const LOG_LINES: readonly number[] = [1, 20, 200, 600, 1_000];

/** A difference, and how to see it again. */
export interface FoundDifference extends Difference {
  readonly seed: number;
  readonly set: number;
  readonly flavour: string;
}

/** Compares two sides on the lines of random rule sets. */
export class LinesCheck {
  lines = 0;
  /** Whether the module was compared: on the second side. */
  hasModule = false;
  private won = 0;
  private rules = 0;
  private readonly seed: number;
  private readonly sides: Sides;
  private readonly logLines: readonly number[];
  /** How many lines each kind of rule set had. */
  private readonly flavours = new Map<string, number>();

  /** `logLines` are the numbers of lines that a log may have. */
  constructor(seed: number, sides: Sides, logLines = LOG_LINES) {
    this.seed = seed;
    this.sides = sides;
    this.logLines = logLines;
  }

  /** Runs the rule set with this number, which is the same whatever was run before. */
  runSet(set: number): FoundDifference | undefined {
    const random = new Random(Math.imul(this.seed + 1, 0x9e3779b1) + Math.imul(set, 0x85ebca6b));
    const { flavour, rules } = randomRules(random);
    const comparison = new Comparison(rules, this.sides);
    const maker = new LogMaker(random, rules);
    let difference: Difference | undefined;
    for (let logs = random.between(2, 5); logs > 0 && difference === undefined; logs--) {
      difference = comparison.compare(maker.log(random.pick(this.logLines)));
    }
    this.lines += comparison.lines;
    this.won += comparison.won;
    this.rules += rules.length;
    this.flavours.set(flavour, (this.flavours.get(flavour) ?? 0) + comparison.lines);
    this.hasModule ||= comparison.hasModule;
    return difference && { ...shrunk(difference, this.sides), seed: this.seed, set, flavour };
  }

  summary(seconds: number): string {
    const kinds = [...this.flavours].map(([name, lines]) => `${name} ${lines}`).join(", ");
    const share = Math.round((100 * this.won) / this.lines);
    const speed = Math.round(this.lines / seconds);
    return `${this.lines} lines, ${share}% with a winner, under ${this.rules} rules, ${speed} a second (${kinds})`;
  }
}

/** A difference as text, with the patterns in which it is. */
export function describedDifference({ rules, line, expected, actual, seed, set, flavour }: FoundDifference): string {
  const patterns = patternsOf(rules).map(({ isCatchAll }, i) => ({ elements: rules[i]!.elements, isCatchAll }));
  return [
    `DIFFERENCE in rule set ${set} of seed ${seed} (${flavour}): --seed ${seed} --set ${set}`,
    ...patterns.map((rule, i) => `rule ${i}: ${JSON.stringify(rule)}`),
    `line of ${line.length} bytes: ${JSON.stringify(line.toString("latin1"))}`,
    `parsers: ${expected}`,
    `module:  ${actual}`,
  ].join("\n");
}
